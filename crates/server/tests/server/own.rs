//! What is stored about a player, for the player; and what the operator does for one.

use axum::http::{Method, StatusCode};
use manifold_server::admin::accounts::{NoAccount, delete_account, export_account, reset_password};
use serde_json::{Value, json};

use crate::accounts::me;
use crate::client::{Client, House, NOON, PASSWORD};

const OTHER: &str = "a queen in the corner";

async fn reset(client: &mut Client, ticket: &str, password: &str) -> crate::client::Answer {
    let body = json!({"ticket": ticket, "new_password": password});
    client.post("/session/reset", body).await
}

#[tokio::test]
async fn the_operator_s_link_sets_another_password_once_within_an_hour() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let made = owner.make_token(PASSWORD, &["games:read"]).await;
    let token = made["token"].as_str().expect("a token").to_owned();
    let data = house.close().await;
    let missing = reset_password(data.path(), "Rosa1ind").await;
    assert_eq!(missing.expect("a database"), Err(NoAccount));
    let link = async || {
        let link = reset_password(data.path(), "rosalind").await;
        let link = link.expect("a database").expect("an account");
        link.strip_prefix("/reset/").expect("a path").to_owned()
    };
    let (late, good) = (link().await, link().await);
    let house = House::on(data, 2, NOON, |_| {}).await;
    let mut stranger = house.visitor();
    for wrong in ["", "rubbish", &"0".repeat(64)] {
        reset(&mut stranger, wrong, OTHER)
            .await
            .refused(410, "expired");
    }
    let weak = reset(&mut stranger, &good, "rosalind1").await;
    weak.refused(422, "invalid");
    assert_eq!(me(&mut house.knows(&owner)).await["account"], true);
    let done = reset(&mut stranger, &good, OTHER).await;
    assert_eq!(done.status, StatusCode::NO_CONTENT);
    // Nobody is signed in by that, and whoever was is not any more.
    assert_eq!(me(&mut stranger).await["account"], false);
    assert_eq!(me(&mut house.knows(&owner)).await["account"], false);
    let program = house.program(&token).get("/me").await;
    program.refused(401, "not-signed-in");
    let old = stranger.account("/session", "Rosalind", PASSWORD).await;
    old.refused(403, "wrong-password");
    stranger.account("/session", "Rosalind", OTHER).await.good();
    // All links are worth nothing once the password is another.
    for used in [&good, &late] {
        reset(&mut stranger, used, PASSWORD)
            .await
            .refused(410, "expired");
    }
    let data = house.close().await;
    let link = reset_password(data.path(), "Rosalind").await;
    let link = link.expect("a database").expect("an account");
    let house = House::on(data, 3, NOON, |_| {}).await;
    house.clock.advance(3_600_000);
    let ticket = link.strip_prefix("/reset/").expect("a path");
    reset(&mut house.visitor(), ticket, PASSWORD)
        .await
        .refused(410, "expired");
}

#[tokio::test]
async fn an_export_has_everything_of_the_player_and_no_secret_of_others() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let mut opponent = house.signed_up("Orlando").await;
    let wish = json!({"variant": "hyperspace", "opponent": {"kind": "link"}, "color": "white"});
    let game = owner.make(wish.clone()).await;
    opponent
        .post(&format!("/games/{game}/join"), json!({}))
        .await
        .good();
    let actions = format!("/bot/games/{game}/actions");
    let act = |n: u64, action: &str| json!({"t": "act", "id": action, "n": n, "action": action});
    owner.post(&actions, act(1, "g1^3@h5")).await.good();
    opponent.post(&actions, act(2, "b8^3@a4")).await.good();
    owner.make(wish).await;
    let made = owner.make_token(PASSWORD, &["account:read"]).await;
    let token = made["token"].as_str().expect("a token").to_owned();
    let export = owner.get("/me/export").await;
    let told = export.good();
    assert_eq!(told["username"], "Rosalind");
    assert_eq!(told["sessions"].as_array().expect("sessions").len(), 1);
    assert_eq!(told["tokens"][0]["name"], "a program");
    let games = told["games"].as_array().expect("games");
    assert_eq!(games.len(), 2);
    let pgn = |id: &str| {
        let game = games.iter().find(|game| game["id"] == id).expect("it");
        game["pgn"].as_str().expect("text").to_owned()
    };
    let pgn = pgn(&game);
    assert!(
        pgn.contains("[White \"Rosalind\"]") && pgn.contains("h5"),
        "{pgn}"
    );
    assert!(!pgn.contains("@a4"), "{pgn}");
    // The square alone stands nowhere either: in brackets are names, and salts and commitments of all kinds of digits.
    let parts = pgn.split('[');
    let moves: String = parts
        .map(|part| part.split_once(']').map_or(part, |(_, rest)| rest))
        .collect();
    assert!(moves.contains("h5") && !moves.contains("a4"), "{moves}");
    for secret in [&token, "argon2", PASSWORD] {
        assert!(!export.text.contains(secret));
    }
    // A program may ask for it, if it was allowed to.
    let program = house.program(&token).get("/me/export").await;
    assert_eq!(program.good(), told);
    house
        .visitor()
        .get("/me/export")
        .await
        .refused(401, "not-signed-in");
    for _ in 2..6 {
        owner.get("/me/export").await.good();
    }
    owner.get("/me/export").await.refused(429, "too-many");
    // The operator's is the same.
    let data = house.close().await;
    let mut written = Vec::new();
    let exported = export_account(data.path(), "Rosalind", "", &mut written).await;
    assert_eq!(exported.expect("a database"), Ok(()));
    let written: Value = serde_json::from_slice(&written).expect("JSON");
    assert_eq!(written["games"], told["games"]);
}

#[tokio::test]
async fn the_operator_deletes_an_account_as_its_owner_could() {
    let house = House::open().await;
    let owner = house.signed_up("Rosalind").await;
    let data = house.close().await;
    assert_eq!(
        delete_account(data.path(), "Nobody")
            .await
            .expect("a database"),
        Err(NoAccount)
    );
    assert_eq!(
        delete_account(data.path(), "Rosalind")
            .await
            .expect("a database"),
        Ok(())
    );
    let house = House::on(data, 2, NOON, |_| {}).await;
    assert_eq!(me(&mut house.knows(&owner)).await["account"], false);
    let mut client = house.visitor();
    let gone = client.account("/session", "Rosalind", PASSWORD).await;
    gone.refused(403, "wrong-password");
    let taken = client.account("/account", "Rosalind", PASSWORD).await;
    taken.refused(409, "name-taken");
    let none = client.ask(Method::GET, "/players/Rosalind", None).await;
    none.refused(404, "not-found");
}

#[tokio::test]
async fn an_export_has_challenges_lists_and_vacations_of_its_account_and_of_no_other() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let _cleo = house.signed_up("Cleo").await;
    let challenge = |to: &str| json!({"to": to, "variant": "chess", "clock": {"kind": "correspondence", "days": 2}});
    let sent = ada.post("/challenges", challenge("Bob")).await.good();
    let sent = sent["id"].as_str().expect("a name").to_owned();
    let decline = format!("/challenges/{sent}/decline");
    bob.post(&decline, json!({"reason": "too-slow"})).await;
    let got = bob.post("/challenges", challenge("Ada")).await.good();
    let taken = format!("/challenges/{}", got["id"].as_str().expect("a name"));
    bob.ask(Method::DELETE, &taken, None).await;
    bob.post("/challenges", challenge("Cleo")).await.good();
    ada.ask(Method::PUT, "/me/following/Cleo", None).await;
    ada.ask(Method::PUT, "/me/blocked/Bob", None).await;
    ada.post("/me/vacation", json!({"days": 2})).await.good();
    ada.ask(Method::PUT, "/me/presence", Some(&json!({"shown": false})))
        .await;
    ada.make_token(PASSWORD, &["games:read"]).await;
    let export = ada.get("/me/export").await.good();
    let mut statuses: Vec<&str> = export["challenges"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|challenge| challenge["status"].as_str())
        .collect();
    statuses.sort_unstable();
    // That Bob has asked Cleo is not hers.
    assert_eq!(statuses, ["canceled", "declined"]);
    assert_eq!(export["following"], json!(["Cleo"]));
    assert_eq!(export["blocked"], json!(["Bob"]));
    assert_eq!(export["shows_presence"], false);
    let vacation = json!({"from": NOON, "until": NOON + 2 * 86_400_000});
    assert_eq!(export["vacations"], json!([vacation]));
    assert_eq!(export["tokens"][0]["name"], "a program");
    assert_eq!(export["games"], json!([]));
}
