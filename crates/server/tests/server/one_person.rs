//! Accounts that are known to belong to one person cannot play rated games against each other.

use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Answer, Client, House, PASSWORD};
use crate::moderation::{act, id_of, moderated};

fn rated_link() -> Value {
    json!({
        "variant": "chess", "opponent": {"kind": "link"}, "rated": true,
        "clock": {"kind": "preset", "id": "blitz"},
    })
}

async fn join(client: &mut Client, game: &str) -> Answer {
    client.post(&format!("/games/{game}/join"), json!({})).await
}

/// Whether two clients can play a rated game by link.
async fn plays(maker: &mut Client, joiner: &mut Client) -> bool {
    let game = maker.make(rated_link()).await;
    let answer = join(joiner, &game).await;
    if answer.status.is_success() {
        return true;
    }
    let told = answer.refused(409, "not-possible")["detail"].to_string();
    assert!(
        !told.contains("linked") && !told.contains("browser"),
        "{told}"
    );
    false
}

async fn challenge(client: &mut Client, to: &str, rated: bool) -> Answer {
    let wish = json!({
        "to": to, "variant": "chess", "rated": rated, "clock": {"kind": "preset", "id": "blitz"},
    });
    client.post("/challenges", wish).await
}

#[tokio::test]
async fn two_accounts_of_one_browser_play_unrated_only() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    assert!(plays(&mut ada, &mut bob).await);
    // A new account in Ada's browser, after she has signed out.
    let mut shared = ada.clone();
    shared
        .ask(axum::http::Method::DELETE, "/session", None)
        .await;
    let made = shared.account("/account", "Alter", PASSWORD).await;
    assert!(made.status.is_success(), "{}", made.text);
    ada.account("/session", "Ada", PASSWORD).await.good();
    assert!(!plays(&mut ada, &mut shared).await);
    assert!(!plays(&mut shared, &mut ada).await);
    assert!(plays(&mut shared, &mut bob).await);
    // They may play unrated games.
    let mut unrated = rated_link();
    unrated["rated"] = json!(false);
    let game = ada.make(unrated).await;
    join(&mut shared, &game).await.good();
    // Rated challenges are refused, too.
    let refused = challenge(&mut ada, "Alter", true).await;
    refused.refused(409, "not-possible");
    assert!(
        challenge(&mut ada, "Alter", false)
            .await
            .status
            .is_success()
    );
    // The account is recognised in another browser, too.
    let mut elsewhere = house.visitor();
    elsewhere
        .account("/session", "Alter", PASSWORD)
        .await
        .good();
    assert!(!plays(&mut ada, &mut elsewhere).await);
    // A forged cookie does not identify a browser.
    let mut forged = house.visitor();
    forged.keep("manifold-browser=abcdefghijkm");
    forged.account("/account", "Forger", PASSWORD).await.good();
    let mut other = house.visitor();
    other.keep("manifold-browser=abcdefghijkm");
    other.account("/account", "Other", PASSWORD).await.good();
    assert!(plays(&mut forged, &mut other).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_does_not_pair_one_person_rated() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut shared = ada.clone();
    shared
        .ask(axum::http::Method::DELETE, "/session", None)
        .await;
    shared.account("/account", "Alter", PASSWORD).await.good();
    ada.account("/session", "Ada", PASSWORD).await.good();
    let bob = house.signed_up("Bob").await;
    let wish =
        json!({"variant": "chess", "rated": true, "clock": {"kind": "preset", "id": "blitz"}});
    let seek = json!({"t": "seek", "wish": wish});
    let mut first = ada.lobby().await;
    let mut second = shared.lobby().await;
    let waits = first.request(seek.clone()).await;
    assert_eq!(waits["t"], "done", "{waits}");
    assert_eq!(second.request(seek.clone()).await["t"], "done");
    // The player who accepts the seek is not told the reason.
    let accept = json!({"t": "accept", "seek": waits["seek"]});
    let refused = second.request(accept).await;
    assert_eq!(refused["problem"]["code"], "not-found", "{refused}");
    // Both wait until another player comes.
    house.clock.advance(60_000);
    let paired = tokio::time::timeout(Duration::from_secs(3), first.next_of("paired"));
    assert!(paired.await.is_err());
    let mut third = bob.lobby().await;
    assert_eq!(third.request(seek).await["t"], "done");
    third.next_of("paired").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_moderator_links_two_accounts_and_undoes_it() {
    let (_house, mut moderator, [mut ada, mut alter, mut bob]) =
        moderated(["Ada", "Alter", "Bob"], |_| {}).await;
    let (player, other) = (id_of(&mut ada).await, id_of(&mut alter).await);
    let link = json!({"player": player, "kind": "link", "other": other, "reason": "Same moves."});
    assert!(plays(&mut ada, &mut alter).await);
    let waiting = ada.make(rated_link()).await;
    let open = challenge(&mut ada, "Alter", true).await.good();
    let number = act(&mut moderator, link.clone()).await;
    assert!(!plays(&mut alter, &mut ada).await);
    // Joining a game that was created before is refused as well.
    join(&mut alter, &waiting)
        .await
        .refused(409, "not-possible");
    let accept = format!("/challenges/{}/accept", open["id"].as_str().expect("text"));
    let refused = alter.post(&accept, json!({})).await;
    refused.refused(409, "not-possible");
    assert!(plays(&mut ada, &mut bob).await);
    let again = moderator.post("/moderation/acts", link.clone()).await;
    again.refused(409, "not-possible");
    let log = moderator.get("/moderation/log").await.good();
    let entry = &log["entries"][0];
    assert_eq!(
        (&entry["kind"], &entry["name"], &entry["other_name"]),
        (&json!("link"), &json!("Ada"), &json!("Alter"))
    );
    // Neither player is notified.
    assert_eq!(ada.get("/me").await.good()["warning"], Value::Null);
    let path = format!("/moderation/acts/{number}/undo");
    let undone = moderator.post(&path, json!({"reason": "Twins."})).await;
    assert!(undone.status.is_success(), "{}", undone.text);
    assert!(plays(&mut ada, &mut alter).await);
    let path = format!("/moderation/acts/{number}/undo");
    let twice = moderator.post(&path, json!({"reason": "Twins."})).await;
    twice.refused(409, "not-possible");
}

#[tokio::test]
async fn a_link_that_makes_no_sense_is_refused_and_changes_nothing() {
    let (house, mut moderator, [mut ada, mut bob]) = moderated(["Ada", "Bob"], |_| {}).await;
    let (player, other) = (id_of(&mut ada).await, id_of(&mut bob).await);
    let own = id_of(&mut moderator).await;
    let guest = id_of(&mut house.visitor()).await;
    let link = |one: &str, other: Value| json!({"player": one, "kind": "link", "other": other, "reason": "Because."});
    for (wrong, status, code, field) in [
        (link(&player, Value::Null), 422, "invalid", Some("other")),
        (link(&player, json!(player)), 422, "invalid", Some("other")),
        (
            json!({"player": player, "kind": "warn", "other": other, "reason": "Because."}),
            422,
            "invalid",
            Some("other"),
        ),
        (link(&player, json!(guest)), 404, "not-found", Some("other")),
        (
            link(&guest, json!(player)),
            404,
            "not-found",
            Some("player"),
        ),
        (link(&player, json!(own)), 409, "not-possible", None),
        (link(&own, json!(player)), 409, "not-possible", None),
    ] {
        let answer = moderator.post("/moderation/acts", wrong.clone()).await;
        let problem = answer.refused(status, code);
        assert_eq!(problem["field"].as_str(), field, "{wrong}");
    }
    let stranger = ada
        .post("/moderation/acts", link(&player, json!(other)))
        .await;
    stranger.refused(403, "not-yours");
    let log = moderator.get("/moderation/log").await.good();
    assert_eq!(log["entries"], json!([]));
    assert!(plays(&mut ada, &mut bob).await);
}
