//! The server's messages are short: for players with slow connections, and because they take memory until they are read.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

use crate::client::{Client, House, actions_in};

/// The longest allowed message about one move, in bytes.
const A_MOVE: usize = 8 * 1024;
/// The longest allowed response, in bytes.
const AN_ANSWER: usize = 1024 * 1024;

/// A randomly played game.
struct Played {
    player: Client,
    id: String,
    actions: usize,
    /// The longest message about a move, in bytes.
    longest: usize,
}

/// Plays a random game over one socket that has both seats, and so is told the legal actions of every position.
async fn play(house: &House, game: &str, plies: usize, seed: u64) -> Played {
    let mut chance = StdRng::seed_from_u64(seed);
    let mut player = house.visitor();
    let wish = json!({"variant": game, "opponent": {"kind": "same-board"}});
    let id = player.make(wish).await;
    let mut socket = player.socket(&id, "").await;
    let mut options = socket.next_of("state").await["state"]["options"].take();
    let mut longest = 0;
    let mut actions = 0;
    for n in 0..plies {
        let Some(action) = actions_in(&options).choose(&mut chance).cloned() else {
            break;
        };
        actions += 1;
        let id = format!("act {n}");
        socket
            .say(json!({"t": "act", "id": id, "n": n, "action": action}))
            .await;
        options = loop {
            let text = socket.next_text().await.expect("an open socket");
            let mut message: Value = serde_json::from_str(&text).expect("JSON");
            assert_ne!(message["t"], "refused", "{action}: {message}");
            if message["t"] == "event" {
                longest = longest.max(text.len());
                break message["state"]["options"].take();
            }
        };
    }
    Played {
        player,
        id,
        actions,
        longest,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_costs_at_most_eight_kibibytes_on_the_socket_in_every_game() {
    let house = House::open().await;
    for game in [
        "dmchess",
        "time-traveler",
        "hidden960",
        "hyperspace:open",
        "chess",
    ] {
        let mut longest = 0;
        for seed in 0..4 {
            longest = longest.max(play(&house, game, 160, seed).await.longest);
        }
        assert!(longest <= A_MOVE, "{game}: {longest} bytes");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_position_of_any_game_has_an_answer_of_more_than_a_mebibyte() {
    let house = House::open().await;
    let board = |ranks: &[&str]| ranks.join("/");
    let queens = board(&["k7", "8", "8", "QQQQQQQ1", "8", "QQQQQQQ1", "8", "K7"]);
    let dimensions = [queens.as_str(); 8].join(" ");
    let away = |man: &str, count: usize| vec![man; count].join(",");
    let rooks = "4k3/8/8/8/8/8/8/R3K2R";
    let positions = [
        // Fourteen pieces return to one square, which is occupied by a queen.
        (
            "hyperspace:open",
            format!("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 {}", away("N1@a1", 14)),
        ),
        // Seven pieces return, each to another square, all occupied.
        (
            "hyperspace:open",
            format!(
                "4k3/8/8/8/8/8/8/QQQQKQQQ w - - 0 1 {}",
                [
                    "Q1@a1", "Q1@b1", "Q1@c1", "Q1@d1", "N1@f1", "N1@g1", "N1@h1"
                ]
                .join(",")
            ),
        ),
        (
            "hyperspace",
            format!("{rooks} w KQ - 0 1 {}", away("N1@a1", 1)),
        ),
        (
            "dmchess",
            format!("{dimensions} w -/-/-/-/-/-/-/- - - - 0 20"),
        ),
        // Every piece can return to many squares.
        (
            "time-traveler",
            "4k3/8/8/8/1N1QB1N1/2B5/PPPPPPPP/R3K2R w KQ - b1b4,d1d4,f1e4,g1g4,c1c3 - - - 0 10"
                .to_owned(),
        ),
        (
            "time-traveler",
            "rnbqkbnr/pppp1ppp/8/4N'3/4P3/5N*2/PPPP1PPP/RNBQKBNR b KQkq - e2e4 Nf3=b1g1 - - 0 2"
                .to_owned(),
        ),
    ];
    for (variant, position) in positions {
        let wish = json!({"variant": variant, "position": position});
        let answer = house.visitor().post("/explore", wish).await;
        println!(
            "{variant}: {} {} {}",
            answer.status,
            answer.text.len(),
            &answer.text[..200.min(answer.text.len())]
        );
        assert_eq!(answer.status, 200, "{variant}: {}", answer.text);
        assert!(
            answer.text.len() < AN_ANSWER,
            "{variant}: {} bytes",
            answer.text.len()
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_positions_of_a_long_game_come_on_pages_of_less_than_a_mebibyte() {
    let house = House::open().await;
    let mut game = play(&house, "dmchess", 600, 1).await;
    let path = format!("/games/{}/plies", game.id);
    let mut from = Value::from(0);
    let mut bytes = 0;
    let mut numbers = Vec::new();
    while from != Value::Null {
        let answer = game.player.get(&format!("{path}?from={from}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert!(answer.text.len() < AN_ANSWER, "{}", answer.text.len());
        bytes += answer.text.len();
        let page = answer.json();
        let plies = page["plies"].as_array().expect("a list");
        assert!(!plies.is_empty());
        numbers.extend(plies.iter().map(|ply| ply["n"].as_u64().expect("a number")));
        from = page["next"].clone();
    }
    assert!(bytes > AN_ANSWER, "one answer would do: {bytes} bytes");
    assert!(numbers.into_iter().eq(0..=game.actions as u64));
    let behind = game.player.get(&format!("{path}?from=100000")).await.good();
    assert_eq!(behind, json!({"plies": [], "next": null}));
}

/// Writes a departure and its takeback into the log of a game many times, as playing them would take too long for a test.
async fn depart_without_end(house: &House, game: &str, times: u64, events: u64) {
    let mut database = house.database().await;
    let sql = "WITH RECURSIVE turn(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM turn WHERE k < ?2) \
               INSERT INTO events SELECT game, number + ?3 * k, at, NULL, NULL, body FROM events, turn WHERE game = ?1";
    let times = i64::try_from(times).expect("a number");
    let events = i64::try_from(events).expect("a number");
    let change = async |sql: &'static str, database: &mut sqlx::SqliteConnection| {
        let query = sqlx::query(sql).bind(game).bind(times).bind(events);
        query.execute(database).await.expect("changed");
    };
    change(sql, &mut database).await;
    let sql = "UPDATE games SET last_event = ?3 + ?3 * ?2 WHERE id = ?1";
    change(sql, &mut database).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_asked_of_the_longest_game_has_an_answer_of_less_than_a_mebibyte() {
    const DEPARTURES: u64 = 9_000;
    let mut house = House::with(|settings| settings.idle_seconds = 0).await;
    let mut player = house.visitor();
    let wish = json!({"variant": "hyperspace", "opponent": {"kind": "same-board"}});
    let id = player.make(wish).await;
    let mut socket = player.socket(&id, "").await;
    let n = socket.next_of("state").await["n"]
        .as_u64()
        .expect("a number");
    assert_eq!(n, 0);
    let n = socket.play(n, "b1^3@a3").await;
    let n = socket.play(n, "e7e5").await;
    for _ in 0..2 {
        socket
            .request(json!({"t": "offer", "what": "takeback"}))
            .await;
    }
    drop(socket);
    house.all_games_put_away().await;
    depart_without_end(&house, &id, DEPARTURES, n + 2).await;

    let mut socket = player.socket(&id, "").await;
    let state = socket.next_text().await.expect("a state");
    assert!(state.len() < AN_ANSWER, "the socket: {} bytes", state.len());
    assert_eq!(socket.request(json!({"t": "resign"})).await["t"], "ack");
    for path in ["", "/record", "/plies", "/chat", "/ratings"] {
        let answer = player.get(&format!("/games/{id}{path}")).await;
        assert!(
            answer.text.len() < AN_ANSWER,
            "{path}: {} bytes",
            answer.text.len()
        );
    }
    let mut from = json!(0);
    let mut departures = 0;
    while from != Value::Null {
        let answer = player.get(&format!("/games/{id}/verify?from={from}")).await;
        assert!(answer.text.len() < AN_ANSWER, "{} bytes", answer.text.len());
        let page = answer.good();
        assert_eq!(page["holds"], true);
        departures += page["departures"].as_array().map_or(0, Vec::len);
        from = page["next"].clone();
    }
    assert_eq!(departures as u64, 1 + DEPARTURES);
}
