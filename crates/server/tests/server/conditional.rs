//! Conditional moves: chosen during the opponent's turn, kept secret, played once.

use axum::http::Method;
use serde_json::{Value, json};
use sqlx::{ConnectOptions, Connection};

use crate::client::{Answer, Client, House, NOON};

/// A correspondence game of two accounts; the first has White.
async fn game(white: &mut Client, black: &mut Client, variant: &str) -> String {
    let wish = json!({
        "variant": variant, "opponent": {"kind": "link"}, "color": "white",
        "clock": {"kind": "correspondence", "days": 3},
    });
    let id = white.make(wish).await;
    black
        .post(&format!("/games/{id}/join"), json!({}))
        .await
        .good();
    id
}

async fn choose(client: &mut Client, game: &str, n: u64, lines: &[&str]) -> Answer {
    let lines: Vec<Vec<&str>> = lines.iter().map(|line| line.split(' ').collect()).collect();
    let path = format!("/games/{game}/conditional-moves");
    client
        .ask(Method::PUT, &path, Some(&json!({"n": n, "lines": lines})))
        .await
}

/// The player's own lines, in readable notation.
async fn lines(client: &mut Client, game: &str) -> Vec<String> {
    let told = client
        .get(&format!("/games/{game}/conditional-moves"))
        .await
        .good();
    let lines = told["lines"].as_array().expect("a list");
    let words = |line: &Value| {
        let words = line["notation"].as_array().expect("a list");
        let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
        words.join(" ")
    };
    lines.iter().map(words).collect()
}

/// The actions of a game, as the client may know them.
async fn moves(client: &mut Client, game: &str) -> Vec<String> {
    let state = client.get(&format!("/games/{game}")).await.good();
    let moves = state["moves"].as_array().expect("a list");
    moves
        .iter()
        .filter_map(|one| one["public"].as_str().map(str::to_owned))
        .collect()
}

/// Waits until `count` actions are stored in a house with one game, without asking the game's table.
async fn stores_actions(house: &House, count: i64) {
    let mut connection = house.database().await;
    let are_stored = async || {
        let sql = "SELECT count(*) FROM events WHERE body LIKE '%\"action\"%'";
        let stored: i64 = sqlx::query_scalar(sql)
            .fetch_one(&mut connection)
            .await
            .expect("a number");
        (stored == count).then_some(())
    };
    let what = format!("{count} actions");
    house.eventually(&what, are_stored).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_answer_is_played_when_the_opponent_plays_the_move_and_looks_like_any_other() {
    let house = House::open().await;
    let (mut ada, mut bob) = (house.signed_up("Ada").await, house.signed_up("Bob").await);
    let id = game(&mut ada, &mut bob, "chess").await;
    let mut white = ada.socket(&id, "").await;
    let mut black = bob.socket(&id, "").await;
    let n = white.play(1, "e2e4").await;
    let chosen = choose(
        &mut ada,
        &id,
        n,
        &["e5 Nf3 Nc6 Bb5", "c5 Nf3", "e7e5 g1f3 d7d6 d2d4"],
    )
    .await
    .good();
    assert_eq!(chosen["lines"].as_array().map(Vec::len), Some(3));
    let n = black.play(n, "e7e5").await;
    // Bob hears his own move, and then hers.
    let event = loop {
        let event = black.next_of("event").await;
        if event["n"].as_u64() > Some(n) {
            break event;
        }
    };
    assert_eq!(event["event"]["action"], "g1f3");
    assert_eq!(moves(&mut bob, &id).await, ["e2e4", "e7e5", "g1f3"]);
    assert_eq!(lines(&mut ada, &id).await, ["Nc6 Bb5", "d6 d4"]);
    let n = event["n"].as_u64().expect("a number");
    // He deviates from her lines: nothing is played, and they are discarded.
    let n = black.play(n, "g8f6").await;
    assert_eq!(lines(&mut ada, &id).await, [""; 0]);
    let state = ada.get(&format!("/games/{id}")).await.good();
    assert_eq!((&state["actor"], &state["n"]), (&json!("white"), &json!(n)));
    assert_eq!(state["can"]["conditional"], true);
    // On her own turn she cannot choose any, except to clear them.
    choose(&mut ada, &id, n, &["e5 Nf3"])
        .await
        .refused(409, "not-possible");
    choose(&mut ada, &id, n, &[]).await.good();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_but_their_owner_is_told_of_conditional_moves() {
    let house = House::open().await;
    let (mut ada, mut bob) = (house.signed_up("Ada").await, house.signed_up("Bob").await);
    let mut told = Vec::new();
    for with_lines in [false, true] {
        let id = game(&mut ada, &mut bob, "chess").await;
        let mut white = ada.socket(&id, "").await;
        let n = white.play(1, "e2e4").await;
        if with_lines {
            choose(&mut ada, &id, n, &["c7c5 g1f3", "e7e5 f2f4"])
                .await
                .good();
        }
        assert_eq!(lines(&mut bob, &id).await, [""; 0]);
        let mut spectator = house.visitor();
        let path = format!("/games/{id}/conditional-moves");
        spectator.get(&path).await.refused(403, "not-yours");
        choose(&mut spectator, &id, n, &["e5 Nf3"])
            .await
            .refused(403, "not-yours");
        let mut seen = Vec::new();
        for client in [&mut bob, &mut spectator] {
            for path in [
                format!("/games/{id}"),
                format!("/games/{id}/plies"),
                format!("/games/{id}/record"),
            ] {
                seen.push(client.get(&path).await.text.replace(&id, "GAME"));
            }
        }
        told.push(seen);
    }
    assert_eq!(told[0], told[1]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_is_refused_and_changes_nothing() {
    let house = House::open().await;
    let (mut ada, mut bob) = (house.signed_up("Ada").await, house.signed_up("Bob").await);
    let id = game(&mut ada, &mut bob, "chess").await;
    let mut white = ada.socket(&id, "").await;
    let n = white.play(1, "e2e4").await;
    choose(&mut ada, &id, n, &["e7e5 g1f3"]).await.good();
    for (wanted, field) in [
        (&["e7e4 g1f3"][..], "lines.0.0"),
        (&["e7e5 g1f3", "c7c5 g1g3"], "lines.1.1"),
        (&["e7e5"], "lines.0.0"),
        (&["e7e5 g1f3 b8c6"], "lines.0.2"),
        (&["e7e5 g1f3", "e7e5 f1c4"], "lines.1.1"),
        (&["rubbish g1f3"], "lines.0.0"),
    ] {
        let problem = choose(&mut ada, &id, n, wanted)
            .await
            .refused(422, "invalid");
        assert_eq!(problem["field"], field, "{problem}");
    }
    let many: Vec<String> = (0..65).map(|i| format!("e7e5 g1f3 line{i}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    choose(&mut ada, &id, n, &many)
        .await
        .refused(400, "unreadable");
    choose(&mut ada, &id, n + 5, &["e7e5 g1f3"])
        .await
        .refused(409, "stale");
    choose(&mut ada, &id, n - 1, &["e7e5 g1f3"])
        .await
        .refused(409, "stale");
    let path = format!("/games/{id}/conditional-moves");
    for body in [
        json!({"n": n}),
        json!({"n": n, "lines": "e7e5"}),
        json!({"n": n, "lines": [], "more": 1}),
    ] {
        ada.ask(Method::PUT, &path, Some(&body))
            .await
            .refused(400, "unreadable");
    }
    assert_eq!(lines(&mut ada, &id).await, ["e5 Nf3"]);
    // They are not possible in real-time games, without a clock, against the engine, or in games with secrets.
    let hyperspace = game(&mut ada, &mut bob, "hyperspace").await;
    for wish in [
        json!({"variant": "chess", "opponent": {"kind": "same-board"}}),
        json!({"variant": "chess", "opponent": {"kind": "engine", "level": 1}, "color": "white"}),
    ] {
        let other = ada.make(wish).await;
        let refused = ada.get(&format!("/games/{other}/conditional-moves")).await;
        assert!(
            [403, 409].contains(&refused.status.as_u16()),
            "{}",
            refused.text
        );
    }
    let refused = choose(&mut ada, &hyperspace, 1, &["e7e5 g1f3"]).await;
    let problem = refused.refused(409, "not-possible");
    assert!(
        problem["detail"]
            .as_str()
            .is_some_and(|why| why.contains("Hyperspace")),
        "{problem}"
    );
    let state = ada.get(&format!("/games/{hyperspace}")).await.good();
    assert_eq!(state["can"]["conditional"], false);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_offer_is_for_its_player_to_answer_and_a_takeback_forgets_the_lines() {
    let house = House::open().await;
    let (mut ada, mut bob) = (house.signed_up("Ada").await, house.signed_up("Bob").await);
    let id = game(&mut ada, &mut bob, "chess").await;
    let mut white = ada.socket(&id, "").await;
    let mut black = bob.socket(&id, "").await;
    let n = white.play(1, "e2e4").await;
    choose(&mut ada, &id, n, &["e7e5 g1f3"]).await.good();
    black.request(json!({"t": "offer", "what": "draw"})).await;
    black.play(n + 1, "e7e5").await;
    assert_eq!(moves(&mut ada, &id).await, ["e2e4", "e7e5"]);
    assert_eq!(lines(&mut ada, &id).await, ["Nf3"]);
    white.request(json!({"t": "decline", "what": "draw"})).await;
    assert_eq!(moves(&mut ada, &id).await, ["e2e4", "e7e5", "g1f3"]);

    let n = ada.get(&format!("/games/{id}")).await.good()["n"]
        .as_u64()
        .expect("a number");
    choose(&mut ada, &id, n, &["b8c6 f1b5"]).await.good();
    black
        .request(json!({"t": "offer", "what": "takeback"}))
        .await;
    white
        .request(json!({"t": "accept", "what": "takeback"}))
        .await;
    assert_eq!(moves(&mut ada, &id).await, ["e2e4"]);
    assert_eq!(lines(&mut ada, &id).await, [""; 0]);
}

/// Copies the data that a server killed now would leave behind.
fn killed(house: &House) -> tempfile::TempDir {
    let data = tempfile::tempdir().expect("a directory");
    for name in ["manifold.sqlite", "manifold.sqlite-wal", "cookie.key"] {
        let from = house.data.path().join(name);
        if from.exists() {
            std::fs::copy(from, data.path().join(name)).expect("copied");
        }
    }
    data
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn they_survive_a_kill_and_are_played_once_also_if_it_comes_between_the_move_and_the_answer()
{
    let house = House::open().await;
    let (mut ada, mut bob) = (house.signed_up("Ada").await, house.signed_up("Bob").await);
    let id = game(&mut ada, &mut bob, "chess").await;
    let mut white = ada.socket(&id, "").await;
    let n = white.play(1, "e2e4").await;
    choose(&mut ada, &id, n, &["e7e5 g1f3 b8c6 f1b5"])
        .await
        .good();
    let before = killed(&house);
    bob.socket(&id, "").await.play(n, "e7e5").await;
    assert_eq!(moves(&mut bob, &id).await, ["e2e4", "e7e5", "g1f3"]);
    let after = killed(&house);
    // In between: the move is stored, but the conditional answer is not.
    let between = killed(&house);
    let options =
        sqlx::sqlite::SqliteConnectOptions::new().filename(between.path().join("manifold.sqlite"));
    let mut connection = options.connect().await.expect("a database");
    for sql in [
        "DELETE FROM events WHERE number = 4",
        // As stored with the move: the game needs attention at once.
        "UPDATE games SET last_event = 3, actor = 'white', turn_number = 2, attention_at = 0, look_at = 0",
    ] {
        let changed = sqlx::query(sql)
            .execute(&mut connection)
            .await
            .expect("changed");
        assert_eq!(changed.rows_affected(), 1, "{sql}");
    }
    connection.close().await.expect("closed");

    for (data, played) in [(before, 1), (after, 3), (between, 3)] {
        let next = House::on(data, 2, NOON + 1_000, |_| {}).await;
        let mut ada = next.knows(&ada);
        // Nobody connects: the server attends to its games by itself.
        next.looks_after_games().await;
        stores_actions(&next, played).await;
        assert_eq!(
            moves(&mut ada, &id).await.len(),
            usize::try_from(played).expect("few")
        );
        let left = if played == 1 {
            "e5 Nf3 Nc6 Bb5"
        } else {
            "Nc6 Bb5"
        };
        assert_eq!(lines(&mut ada, &id).await, [left]);
        if played == 1 {
            next.knows(&bob).socket(&id, "").await.play(n, "e7e5").await;
            assert_eq!(moves(&mut ada, &id).await, ["e2e4", "e7e5", "g1f3"]);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_players_lines_may_meet_and_every_game_without_secrets_has_them() {
    let house = House::open().await;
    let (mut ada, mut bob) = (house.signed_up("Ada").await, house.signed_up("Bob").await);
    let id = game(&mut ada, &mut bob, "chess").await;
    let mut white = ada.socket(&id, "").await;
    // Bob waits first, so his lines answer her move; then hers answer his.
    choose(&mut bob, &id, 1, &["e2e4 e7e5 g1f3 b8c6"])
        .await
        .good();
    white.play(1, "e2e4").await;
    assert_eq!(moves(&mut ada, &id).await, ["e2e4", "e7e5"]);
    for (variant, first) in [
        ("hidden960", "e2e4"),
        ("time-traveler", "e2e4"),
        ("dmchess", "Pd1e2-d1e4"),
    ] {
        let id = game(&mut ada, &mut bob, variant).await;
        let state = ada.get(&format!("/games/{id}")).await.good();
        assert_eq!(state["can"]["conditional"], true, "{variant}");
        let explored = ada
            .post("/explore", json!({"variant": variant, "actions": [first]}))
            .await;
        if !explored.status.is_success() {
            panic!("{variant}: {}", explored.text);
        }
        // Any legal answer of Black.
        let answer = crate::client::actions_in(&explored.good()["options"]).swap_remove(0);
        choose(&mut bob, &id, 1, &[&format!("{first} {answer}")])
            .await
            .good();
        ada.socket(&id, "").await.play(1, first).await;
        assert_eq!(moves(&mut ada, &id).await.len(), 2, "{variant}");
    }
}
