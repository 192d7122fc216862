//! Games of a guest that an account takes over when its owner signs in in the same browser.

use axum::http::Method;
use serde_json::{Value, json};

use crate::client::{Answer, Client, House, NOON, PASSWORD};

const LINK: &str = r#"{"variant": "chess", "opponent": {"kind": "link"}, "color": "white",
    "clock": {"kind": "custom", "seconds": 600, "increment": 0}}"#;

fn link() -> Value {
    serde_json::from_str(LINK).expect("JSON")
}

async fn join(client: &mut Client, game: &str) {
    let path = format!("/games/{game}/join");
    client.post(&path, json!({})).await.good();
}

async fn offered(client: &mut Client) -> Value {
    client.get("/account/guest-games").await.good()
}

async fn answer(client: &mut Client, take_over: bool) -> Answer {
    let body = json!({"take_over": take_over});
    client.post("/account/guest-games", body).await
}

async fn seat(client: &mut Client, game: &str) -> Value {
    client.get(&format!("/games/{game}")).await.good()["seat"].clone()
}

/// Ends a game that has begun.
async fn resign(client: &Client, game: &str) {
    let mut socket = client.socket(game, "").await;
    socket.next_of("state").await;
    let answer = socket.request(json!({"t": "resign"})).await;
    assert_eq!(answer["t"], "ack", "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_in_progress_changes_hands_with_its_clock_its_seat_and_its_chat() {
    let house = House::open().await;
    house.signed_up("Rosalind").await;
    let (mut guest, mut opponent) = (house.visitor(), house.visitor());
    let game = guest.make(link()).await;
    join(&mut opponent, &game).await;
    let mut white = guest.socket(&game, "").await;
    let mut black = opponent.socket(&game, "").await;
    let n = white.play(1, "e2e4").await;
    let n = black.play(n, "e7e5").await;
    let said = json!({"t": "say", "words": {"preset": "good-luck"}});
    assert_eq!(white.request(said).await["t"], "done");
    house.clock.advance(7_000);
    let path = format!("/games/{game}");
    let before = opponent.get(&path).await.good();

    guest.account("/session", "Rosalind", PASSWORD).await.good();
    // Until the account takes it over, the game is the guest's.
    assert_eq!(seat(&mut guest, &game).await, "spectator");
    assert_eq!(offered(&mut guest).await, json!({"games": 1, "kept": 0}));
    assert_eq!(answer(&mut guest, true).await.good(), json!({"games": 1}));
    // Clients that had the game open have to reconnect; the guest has no seat there any more.
    while white.next_text().await.is_some() {}
    while black.next_text().await.is_some() {}
    assert_eq!(seat(&mut guest, &game).await, "white");
    let mut after = opponent.get(&path).await.good();
    assert_eq!(after["players"]["white"]["name"], "Rosalind");
    assert_eq!(after["players"]["white"]["account"], true);
    assert_eq!(after["clock"]["white_ms"], before["clock"]["white_ms"]);
    assert_eq!(after["clock"]["running"], "white");
    after["players"] = before["players"].clone();
    assert_eq!(after, before, "nothing else has changed");
    let chat = opponent.get(&format!("{path}/chat")).await.good();
    assert_eq!(chat["lines"][0]["name"], "Rosalind");
    // The game goes on, in this browser and in any other.
    let mut elsewhere = house.visitor();
    elsewhere
        .account("/session", "Rosalind", PASSWORD)
        .await
        .good();
    assert_eq!(seat(&mut elsewhere, &game).await, "white");
    let mut white = guest.socket(&game, "").await;
    let mut black = opponent.socket(&game, &format!("?have={n}")).await;
    let n = white.play(n, "g1f3").await;
    let n = black.play(n, "b8c6").await;
    // A request with an identifier that was used before is not executed again.
    let again = json!({"t": "act", "id": "request 1", "n": 1, "action": "e2e4"});
    white.say(again).await;
    assert_eq!(white.next_answer().await["n"], 2);
    let mine = elsewhere.get("/games?of=me").await.good();
    assert_eq!(mine["games"][0]["id"], game.as_str());
    // The takeover is offered only once.
    assert_eq!(offered(&mut guest).await, json!({"games": 0, "kept": 0}));
    // It also holds after a restart, from a log that still names the guest.
    let data = house.close().await;
    let house = House::on(data, 2, NOON + 60_000, |_| {}).await;
    let mut elsewhere = house.knows(&elsewhere);
    assert_eq!(seat(&mut elsewhere, &game).await, "white");
    let mut white = house.knows(&guest).socket(&game, "").await;
    white.play(n, "f1c4").await;
    let export = elsewhere.get("/me/export").await.good();
    let pgn = export["games"][0]["pgn"].as_str().expect("a record");
    assert!(pgn.contains("[White \"Rosalind\"]"), "{pgn}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finished_games_are_found_and_counted_as_the_account_s() {
    let house = House::open().await;
    let mut rosalind = house.signed_up("Rosalind").await;
    let mut orlando = house.signed_up("Orlando").await;
    let mut guest = house.visitor();
    // The account's own game, the guest's against a person, and the guest's against the engine.
    for player in [&mut rosalind, &mut guest] {
        let game = player.make(link()).await;
        join(&mut orlando, &game).await;
        let mut sockets = [
            player.socket(&game, "").await,
            orlando.socket(&game, "").await,
        ];
        let n = sockets[0].play(1, "e2e4").await;
        sockets[1].play(n, "e7e5").await;
        resign(player, &game).await;
    }
    let wish =
        json!({"variant": "chess", "opponent": {"kind": "engine", "level": 2}, "color": "white"});
    let game = guest.make(wish).await;
    guest.socket(&game, "").await.play(0, "e2e4").await;
    let mut n = 0;
    while n < 2 {
        n = guest.get(&format!("/games/{game}")).await.good()["n"]
            .as_u64()
            .expect("a number");
    }
    resign(&guest, &game).await;

    guest.account("/session", "Rosalind", PASSWORD).await.good();
    assert_eq!(answer(&mut guest, true).await.good(), json!({"games": 2}));
    let found = guest.get("/archive?player=Rosalind").await.good();
    assert_eq!(found["games"].as_array().expect("games").len(), 3);
    let found = guest
        .get("/archive?player=Orlando&opponent=Rosalind")
        .await
        .good();
    assert_eq!(found["games"].as_array().expect("games").len(), 2);
    let record = guest.get("/players/Rosalind/record").await.good();
    let text = record.to_string();
    let losses: u64 = record["results"]
        .as_array()
        .expect("results")
        .iter()
        .map(|one| one["losses"].as_u64().expect("a number"))
        .sum();
    assert_eq!(losses, 3, "{text}");
    let opponents = record["opponents"].as_array().expect("opponents");
    assert_eq!(opponents.len(), 2, "{text}");
    assert_eq!(opponents[0]["name"], "Orlando", "{text}");
    let record = guest.get("/players/Orlando/record").await.good();
    let opponents = record["opponents"].as_array().expect("opponents");
    assert_eq!(opponents.len(), 1, "{record}");
    assert_eq!(opponents[0]["name"], "Rosalind", "{record}");
    // The name of a deleted account is removed there, too.
    let body = json!({"password": PASSWORD});
    let path = "/account";
    let deleted = guest.ask(Method::DELETE, path, Some(&body)).await;
    assert!(deleted.status.is_success());
    let found = orlando
        .get("/archive?player=Orlando")
        .await
        .good()
        .to_string();
    assert!(!found.contains("Rosalind"), "{found}");
    let game = found_id(&mut orlando).await;
    let players = orlando.get(&format!("/games/{game}")).await.good()["players"].to_string();
    assert!(!players.contains("Rosalind"), "{players}");
}

async fn found_id(client: &mut Client) -> String {
    let found = client.get("/archive?player=Orlando").await.good();
    found["games"][0]["id"].as_str().expect("text").to_owned()
}

#[tokio::test]
async fn nobody_gets_both_sides_of_a_game_against_somebody_else() {
    let house = House::open().await;
    let mut rosalind = house.signed_up("Rosalind").await;
    let mut guest = house.visitor();
    let against_oneself = rosalind.make(link()).await;
    join(&mut guest, &against_oneself).await;
    let other = guest.make(link()).await;
    // In the same-board game both sides were the guest's.
    let same_board = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    let same_board = guest.make(same_board).await;
    let as_guest = guest.clone();
    guest.account("/session", "Rosalind", PASSWORD).await.good();
    assert_eq!(offered(&mut guest).await, json!({"games": 2, "kept": 1}));
    assert_eq!(answer(&mut guest, true).await.good(), json!({"games": 2}));
    assert_eq!(seat(&mut guest, &against_oneself).await, "white");
    assert_eq!(seat(&mut guest, &other).await, "white");
    assert_eq!(seat(&mut guest, &same_board).await, "both");
    // The guest keeps only the game against the account.
    let mut as_guest = as_guest;
    assert_eq!(seat(&mut as_guest, &against_oneself).await, "black");
    assert_eq!(seat(&mut as_guest, &other).await, "spectator");
    assert_eq!(seat(&mut as_guest, &same_board).await, "spectator");
}

#[tokio::test]
async fn a_guest_whose_side_is_an_account_s_cannot_take_the_other_one_and_stops_nobody_s_storage() {
    let house = House::open().await;
    for name in ["Rosalind", "Celia"] {
        house.signed_up(name).await;
    }
    let mut guest = house.visitor();
    let game = guest.make(link()).await;
    let mut as_guest = guest.clone();
    guest.account("/session", "Rosalind", PASSWORD).await.good();
    assert_eq!(answer(&mut guest, true).await.good(), json!({"games": 1}));
    let path = format!("/games/{game}/join");
    let joined = as_guest.post(&path, json!({})).await;
    joined.refused(409, "taken");
    // The next person to sign in there is not asked about it, and others can still join the game.
    let mut again = as_guest.clone();
    again.account("/session", "Celia", PASSWORD).await.good();
    house.clock.advance(1_000);
    assert_eq!(offered(&mut again).await, json!({"games": 0, "kept": 0}));
    assert_eq!(answer(&mut again, true).await.good(), json!({"games": 0}));
    join(&mut house.visitor(), &game).await;
    assert_eq!(seat(&mut guest, &game).await, "white");
}

#[tokio::test]
async fn both_guests_of_a_game_cannot_become_one_account_even_at_the_same_instant() {
    let house = House::open().await;
    house.signed_up("Rosalind").await;
    for _ in 0..5 {
        let (mut one, mut other) = (house.visitor(), house.visitor());
        let game = one.make(link()).await;
        join(&mut other, &game).await;
        one.account("/session", "Rosalind", PASSWORD).await.good();
        other.account("/session", "Rosalind", PASSWORD).await.good();
        let (first, second) = tokio::join!(answer(&mut one, true), answer(&mut other, true));
        let mut taken = [
            first.good()["games"].clone(),
            second.good()["games"].clone(),
        ];
        taken.sort_by_key(Value::to_string);
        assert_eq!(taken, [json!(0), json!(1)]);
        let players = one.get(&format!("/games/{game}")).await.good()["players"].clone();
        let names = [&players["white"]["name"], &players["black"]["name"]];
        assert_eq!(
            names.iter().filter(|name| **name == "Rosalind").count(),
            1,
            "{players}"
        );
    }
}

#[tokio::test]
async fn what_is_answered_twice_at_once_is_done_once_and_what_is_declined_is_not_offered_again() {
    let house = House::open().await;
    house.signed_up("Rosalind").await;
    let mut guest = house.visitor();
    guest.make(link()).await;
    let mut declined = house.visitor();
    let kept = declined.make(link()).await;
    guest.account("/session", "Rosalind", PASSWORD).await.good();
    let mut again = guest.clone();
    let (first, second) = tokio::join!(answer(&mut guest, true), answer(&mut again, true));
    let mut taken = [
        first.good()["games"].clone(),
        second.good()["games"].clone(),
    ];
    taken.sort_by_key(Value::to_string);
    assert_eq!(taken, [json!(0), json!(1)]);

    let mut as_guest = declined.clone();
    declined
        .account("/session", "Rosalind", PASSWORD)
        .await
        .good();
    assert_eq!(offered(&mut declined).await["games"], 1);
    house.clock.advance(1_000);
    assert_eq!(
        answer(&mut declined, false).await.good(),
        json!({"games": 0})
    );
    assert_eq!(offered(&mut declined).await["games"], 0);
    assert_eq!(
        answer(&mut declined, true).await.good(),
        json!({"games": 0})
    );
    assert_eq!(seat(&mut as_guest, &kept).await, "white");
    // But games that the guest has begun since are offered.
    house.clock.advance(1_000);
    as_guest.make(link()).await;
    assert_eq!(offered(&mut declined).await["games"], 1);
}

#[tokio::test]
async fn only_the_guest_of_this_browser_is_taken_over_and_only_by_a_person_s_account() {
    let house = House::open().await;
    let mut rosalind = house.signed_up("Rosalind").await;
    let mut guest = house.visitor();
    let game = guest.make(link()).await;
    guest
        .get("/account/guest-games")
        .await
        .refused(401, "not-signed-in");
    answer(&mut guest, true).await.refused(401, "not-signed-in");
    // Nobody played as a guest in the browser in which Rosalind signed up.
    assert_eq!(offered(&mut rosalind).await, json!({"games": 0, "kept": 0}));
    answer(&mut rosalind, true)
        .await
        .refused(409, "not-possible");
    // A cookie that was not signed here names no guest.
    let id = guest.get("/me").await.good()["id"].clone();
    let mut thief = house.visitor();
    thief.account("/session", "Rosalind", PASSWORD).await.good();
    thief.keep(&format!("manifold={}", id.as_str().expect("text")));
    assert_eq!(offered(&mut thief).await["games"], 0);
    answer(&mut thief, true).await.refused(409, "not-possible");
    let mut bot = house.signed_up("Mechanism").await;
    bot.post("/account/bot", json!({"password": PASSWORD}))
        .await;
    let mut same_browser = guest.clone();
    same_browser
        .account("/session", "Mechanism", PASSWORD)
        .await
        .good();
    assert_eq!(offered(&mut same_browser).await["games"], 0);
    answer(&mut same_browser, true)
        .await
        .refused(409, "not-possible");
    // A guest who signs up stays the same player, so there is nothing to take over, not even for others with an old cookie.
    let mut old = guest.clone();
    guest.account("/account", "Celia", PASSWORD).await.good();
    old.account("/session", "Rosalind", PASSWORD).await.good();
    assert_eq!(offered(&mut old).await["games"], 0);
    answer(&mut old, true).await.refused(409, "not-possible");
    assert_eq!(seat(&mut guest, &game).await, "white");
}

/// Commits the effect of a takeover on a game, before its table has heard of it.
async fn commit_alone(house: &House, game: &str) {
    let mut connection = house.database().await;
    let changed = sqlx::query("UPDATE games SET epoch = epoch + 1 WHERE id = ?")
        .bind(game)
        .execute(&mut connection)
        .await;
    assert_eq!(changed.expect("changed").rows_affected(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_between_a_takeover_and_the_reload_of_its_game_is_not_refused() {
    let house = House::open().await;
    let (mut guest, mut opponent) = (house.visitor(), house.visitor());
    let game = guest.make(link()).await;
    join(&mut opponent, &game).await;
    let mut white = guest.socket(&game, "").await;
    let n = white.play(1, "e2e4").await;
    let mut black = opponent.socket(&game, "").await;
    commit_alone(&house, &game).await;
    // The socket ends without an answer, and the same request is valid on the next one.
    let message = json!({"t": "act", "id": "reply", "n": n, "action": "e7e5"});
    black.say(message.clone()).await;
    while let Some(text) = black.next_text().await {
        assert!(!text.contains("refused"), "{text}");
    }
    let mut black = opponent.socket(&game, &format!("?have={n}")).await;
    black.say(message).await;
    let answer = black.next_answer().await;
    assert_eq!((&answer["t"], &answer["n"]), (&json!("ack"), &json!(n + 1)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_s_move_between_a_takeover_and_the_reload_is_done() {
    let house = House::open().await;
    let mut rosalind = house.signed_up("Rosalind").await;
    let made = rosalind.make_token(PASSWORD, &["games:play"]).await;
    let mut program = house.program(made["token"].as_str().expect("a token"));
    let mut guest = house.visitor();
    let game = guest.make(link()).await;
    join(&mut program, &game).await;
    let mut white = guest.socket(&game, "").await;
    let n = white.play(1, "e2e4").await;
    commit_alone(&house, &game).await;
    let message = json!({"t": "act", "id": "reply", "n": n, "action": "e7e5"});
    let path = format!("/bot/games/{game}/actions");
    let done = program.post(&path, message.clone()).await.good();
    assert_eq!(done["n"], n + 1);
    assert_eq!(program.post(&path, message).await.good(), done, "done once");
}
