//! A player's export of their own data, and the operator's account commands.

use axum::http::{Method, StatusCode};
use manifold_server::admin::accounts::{NoAccount, delete_account, export_account, reset_password};
use serde_json::{Value, json};

use crate::accounts::me;
use crate::client::{Client, House, NOON, PASSWORD};
use crate::events::hall::{settings, wish};
use crate::keys::turned_on;
use crate::moderation::{act, id_of, moderated};

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
    // A reset signs nobody in, and ends existing sessions.
    assert_eq!(me(&mut stranger).await["account"], false);
    assert_eq!(me(&mut house.knows(&owner)).await["account"], false);
    let program = house.program(&token).get("/me").await;
    program.refused(401, "not-signed-in");
    let old = stranger.account("/session", "Rosalind", PASSWORD).await;
    old.refused(403, "wrong-password");
    stranger.account("/session", "Rosalind", OTHER).await.good();
    // All links are invalid once the password has changed.
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
    // The square itself does not occur, either. Bracketed parts are skipped: they have names, and salts and commitments of random digits.
    let parts = pgn.split('[');
    let moves: String = parts
        .map(|part| part.split_once(']').map_or(part, |(_, rest)| rest))
        .collect();
    assert!(moves.contains("h5") && !moves.contains("a4"), "{moves}");
    for secret in [&token, "argon2", PASSWORD] {
        assert!(!export.text.contains(secret));
    }
    // A program with the scope may export, but sees secrets only if it may see them elsewhere.
    let shown = house.program(&token).get("/me/export").await;
    shown.good();
    assert!(!shown.text.contains("h5"), "{}", shown.text);
    let scopes = ["account:read", "games:read", "events"];
    let made = owner.make_token(PASSWORD, &scopes).await;
    let mut program = house.program(made["token"].as_str().expect("a token"));
    let program = program.get("/me/export").await.good();
    for part in ["games", "events", "chat", "ratings"] {
        assert_eq!(program[part], told[part], "{part}");
    }
    house
        .visitor()
        .get("/me/export")
        .await
        .refused(401, "not-signed-in");
    for _ in 3..6 {
        owner.get("/me/export").await.good();
    }
    owner.get("/me/export").await.refused(429, "too-many");
    // The operator's export is the same.
    let data = house.close().await;
    let mut written = Vec::new();
    let exported = export_account(data.path(), "Rosalind", "", &mut written).await;
    assert_eq!(exported.expect("a database"), Ok(()));
    let written: Value = serde_json::from_slice(&written).expect("JSON");
    assert_eq!(written["games"], told["games"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_has_the_history_of_ratings_takeovers_walkouts_and_when_the_page_was_out_of_focus()
 {
    let house = House::open().await;
    let mut opponent = house.signed_up("Orlando").await;
    house.signed_up("Rosalind").await;
    let mut owner = house.visitor();
    let as_guest = id_of(&mut owner).await;
    let wish = json!({"variant": "chess", "opponent": {"kind": "link"}, "color": "white"});
    let taken = owner.make(wish).await;
    owner.account("/session", "Rosalind", PASSWORD).await.good();
    let answer = json!({"take_over": true});
    owner.post("/account/guest-games", answer).await.good();

    let wish = json!({
        "variant": "chess", "opponent": {"kind": "link"}, "rated": true,
        "clock": {"kind": "custom", "seconds": 300, "increment": 0},
    });
    let rated = owner.make(wish).await;
    let join = format!("/games/{rated}/join");
    opponent.post(&join, json!({})).await.good();
    let is_black = owner.get(&format!("/games/{rated}")).await.good()["seat"] == "black";
    let mut sockets = [&owner, &opponent].map(|client| client.clone());
    if is_black {
        sockets.reverse();
    }
    let [white, black] = sockets;
    let mut sides = [
        white.socket(&rated, "").await,
        black.socket(&rated, "").await,
    ];
    let mut n = 1;
    for (ply, action) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
        house.clock.advance(1_000);
        // Both players' pages were in the background before their second actions.
        let act = json!({"t": "act", "n": n, "action": action, "away": ply >= 2});
        let acted = sides[ply % 2].request(act).await;
        n = acted["n"].as_u64().unwrap_or_else(|| panic!("{acted}"));
    }
    let resigned = sides[usize::from(is_black)]
        .request(json!({"t": "resign"}))
        .await;
    assert_eq!(resigned["t"], "ack", "{resigned}");

    let seek = json!({"t": "seek", "wish": {"variant": "chess", "clock": {"kind": "preset", "id": "blitz"}}});
    let (mut here, mut there) = (owner.lobby().await, opponent.lobby().await);
    for socket in [&mut here, &mut there] {
        assert_eq!(socket.request(seek.clone()).await["t"], "done");
    }
    // Their ratings are far apart by now.
    house.clock.advance(60_000);
    let left = here.next_of("paired").await["game"].clone();
    let left = left.as_str().expect("a name");
    let mut table = owner.socket(left, "").await;
    let aborted = table.request(json!({"t": "abort"})).await;
    assert_eq!(aborted["t"], "ack", "{aborted}");

    let told = owner.get("/me/export").await.good();
    let history = &told["rating_history"][0];
    assert_eq!(
        (&history["game"], &history["speed"]),
        (&json!("chess"), &json!("blitz"))
    );
    let played = &history["games"][0];
    assert_eq!(
        (&played["game"], &played["opponent"], &played["score"]),
        (&json!(rated), &json!("Orlando"), &json!(0.0))
    );
    assert_eq!(played["rating_before"], 1500.0);
    let takeover = &told["takeovers"][0];
    assert_eq!(
        (&takeover["guest"], &takeover["games"]),
        (&json!(as_guest), &json!([taken]))
    );
    assert_eq!(told["walkouts"][0]["game"], left);
    assert_eq!(told["walkouts"].as_array().map(Vec::len), Some(1));
    // Expect a mark for each player's second action, which are the third and the fourth of the game.
    let marks = |export: &Value| {
        let mut games = export["games"].as_array().expect("games").iter();
        let game = games.find(|game| game["id"] == *rated).expect("it");
        let marks = game["away"].as_array().expect("a list").iter();
        let seconds = marks.map(|at| (at.as_u64().expect("a time") - NOON) / 1_000);
        seconds.collect::<Vec<_>>()
    };
    let of = |is_black: bool| vec![3 + u64::from(is_black)];
    assert_eq!(marks(&told), of(is_black));
    // Nobody is told when the other player's page was in the background.
    let other = opponent.get("/me/export").await.good();
    assert_eq!(marks(&other), of(!is_black));
    assert_eq!(other["walkouts"], json!([]));
    assert_eq!(other["takeovers"], json!([]));
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
    // A challenge between Bob and Cleo is not in her export.
    assert_eq!(statuses, ["canceled", "declined"]);
    assert_eq!(export["following"], json!(["Cleo"]));
    assert_eq!(export["blocked"], json!(["Bob"]));
    assert_eq!(export["shows_presence"], false);
    let vacation = json!({"from": NOON, "until": NOON + 2 * 86_400_000});
    assert_eq!(export["vacations"], json!([vacation]));
    assert_eq!(export["tokens"][0]["name"], "a program");
    assert_eq!(export["games"], json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_export_has_what_the_player_said_reported_was_told_entered_planned_and_took_back() {
    let names = [
        "Rosalind",
        "Orlando",
        "Rosencrantz",
        "Guildenstern",
        "Antonio",
        "Dogberry",
    ];
    let (house, mut moderator, people) = moderated(names, |_| {}).await;
    let [mut owner, mut opponent, _, _, arbiter, deputy] = people;
    for (mut arbiter, name) in [(arbiter, "Antonio"), (deputy, "Dogberry")] {
        arbiter.account("/session", name, PASSWORD).await.good();
        turned_on(&mut arbiter).await;
    }
    let clock = json!({"kind": "correspondence", "days": 3});
    let game = owner
        .make(json!({
            "variant": "chess", "opponent": {"kind": "link"}, "color": "white", "clock": clock, "takebacks": true,
        }))
        .await;
    opponent
        .post(&format!("/games/{game}/join"), json!({}))
        .await
        .good();
    let mut white = owner.socket(&game, "").await;
    let mut black = opponent.socket(&game, "").await;
    let n = white.play(1, "e2e4").await;
    black.play(n, "e7e5").await;
    let takeback = |t: &str| json!({"t": t, "what": "takeback"});
    assert_eq!(white.request(takeback("offer")).await["t"], "ack");
    assert_eq!(black.request(takeback("accept")).await["t"], "ack");
    let state = owner.get(&format!("/games/{game}")).await.good();
    let n = white
        .play(state["n"].as_u64().expect("a number"), "d2d4")
        .await;
    let path = format!("/games/{game}/conditional-moves");
    let lines = json!([["d7d5", "c2c4"]]);
    let chosen = json!({"n": n, "lines": lines});
    owner.ask(Method::PUT, &path, Some(&chosen)).await.good();
    let say = |words: &str| json!({"t": "say", "words": {"text": words}});
    white.request(say("Good day in Arden.")).await;
    black.request(say("And to you, fair one.")).await;
    // In another game she is only a spectator.
    let watched = opponent
        .make(json!({"variant": "hidden960", "opponent": {"kind": "engine", "level": 1}}))
        .await;
    let mut spectator = owner.socket(&watched, "").await;
    let said = json!({"t": "say", "words": {"preset": "hello"}});
    assert_eq!(spectator.request(said).await["t"], "done");
    let report =
        json!({"player": "Orlando", "game": game, "reason": "abuse", "text": "Verses on trees."});
    owner.post("/reports", report).await.good();
    let [whom, other] = [id_of(&mut owner).await, id_of(&mut opponent).await];
    let mild = act(
        &mut moderator,
        json!({"player": whom, "kind": "mute", "hours": 24, "reason": "Too many words."}),
    )
    .await;
    let undo = format!("/moderation/acts/{mild}/undo");
    let undone = moderator.post(&undo, json!({"reason": "A mistake."})).await;
    assert!(undone.status.is_success(), "{}", undone.text);
    act(
        &mut moderator,
        json!({"player": whom, "kind": "warn", "reason": "Be kind."}),
    )
    .await;
    act(
        &mut moderator,
        json!({"player": whom, "kind": "link", "other": other, "reason": "One laptop."}),
    )
    .await;
    // After the operator's actions the clock is later than noon.
    let account = moderator.get("/account").await.good();
    let now = account["sessions"][0]["created_at"].as_u64();
    let start = now.expect("a time") + 3_600_000;
    let mut made = Vec::new();
    for name in ["Here", "There"] {
        let settings = settings(json!({"name": format!("{name} and now"), "startsAt": start}));
        let event = opponent.post("/events", wish(settings)).await.good();
        let id = event["id"].as_str().expect("a name").to_owned();
        let commands = format!("/events/{id}/commands");
        owner.post(&commands, json!({"type": "enter"})).await.good();
        made.push((id, commands));
    }
    let withdraw = json!({"type": "withdraw"});
    owner.post(&made[1].1, withdraw).await.good();

    let export = owner.get("/me/export").await;
    let told = export.good();
    let chat = told["chat"].as_array().expect("a list");
    let of = |game: &str| {
        let mut lines = chat.iter().filter(|line| line["game"] == game);
        (
            lines.next().map(|line| line["words"].clone()),
            lines.count(),
        )
    };
    assert_eq!(of(&game), (Some(json!({"text": "Good day in Arden."})), 0));
    assert_eq!(of(&watched), (Some(json!({"preset": "hello"})), 0));
    let report = &told["reports"][0];
    assert_eq!(
        [&report["player"], &report["game"], &report["text"]],
        [&json!("Orlando"), &json!(game), &json!("Verses on trees.")]
    );
    let sanctions = told["sanctions"].as_array().expect("a list").iter();
    let sanctions: Vec<[&Value; 3]> = sanctions
        .map(|one| [&one["kind"], &one["reason"], &one["undone"]])
        .collect();
    assert_eq!(
        sanctions,
        [
            [&json!("warn"), &json!("Be kind."), &json!(false)],
            [&json!("mute"), &json!("Too many words."), &json!(true)],
        ]
    );
    for (number, (id, _)) in made.iter().enumerate() {
        let events = told["events"].as_array().expect("a list");
        let event = events.iter().find(|event| event["id"] == **id);
        let event = event.expect("it, withdrawn from or not");
        let entries = event["entries"].as_array().expect("a list").iter();
        let kinds: Vec<&str> = entries.filter_map(|one| one["type"].as_str()).collect();
        match number {
            0 => assert_eq!(kinds, ["entered"]),
            _ => assert_eq!(kinds, ["entered", "withdrawn"]),
        }
    }
    let exported = &told["games"][0];
    assert_eq!(exported["id"], game);
    assert_eq!(exported["conditional_moves"], lines);
    let takeback = &exported["takebacks"][0];
    assert_eq!(
        (&takeback["by"], &takeback["actions"]),
        (&json!("white"), &json!(["e2e4"]))
    );
    // Other players' messages, and what moderators know of two accounts, are not in the export.
    for secret in ["fair one", "One laptop"] {
        assert!(!export.text.contains(secret), "{secret}");
    }
    let data = house.close().await;
    let mut written = Vec::new();
    let exported = export_account(data.path(), "Rosalind", "", &mut written).await;
    assert_eq!(exported.expect("a database"), Ok(()));
    let written: Value = serde_json::from_slice(&written).expect("JSON");
    for list in ["chat", "reports", "sanctions", "events", "games"] {
        assert_eq!(written[list], told[list], "{list}");
    }
}
