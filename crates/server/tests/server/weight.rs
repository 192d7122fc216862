//! What the server sends is short: for players on slow lines, and because memory is held until it is read.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use serde_json::{Value, json};

use crate::client::{House, actions_in};

/// The longest message about one move, in bytes.
const A_MOVE: usize = 8 * 1024;
/// The longest answer to a request, in bytes.
const AN_ANSWER: usize = 1024 * 1024;

/// Plays a random game by one socket that holds both seats, and so is told of every position what is legal there.
/// Answers the longest message about a move.
async fn longest_message(house: &House, game: &str, plies: usize, seed: u64) -> usize {
    let mut chance = StdRng::seed_from_u64(seed);
    let mut player = house.visitor();
    let wish = json!({"variant": game, "opponent": {"kind": "same-board"}});
    let id = player.make(wish).await;
    let mut socket = player.socket(&id, "").await;
    let mut options = socket.next_of("state").await["state"]["options"].take();
    let mut longest = 0;
    for n in 0..plies {
        let Some(action) = actions_in(&options).choose(&mut chance).cloned() else {
            break;
        };
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
    longest
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
            longest = longest.max(longest_message(&house, game, 160, seed).await);
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
        // Fourteen pieces return to one square, where a queen stands.
        (
            "hyperspace:open",
            format!("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 {}", away("N1@a1", 14)),
        ),
        // Seven return, each to a square of its own, where another stands.
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
        ("time-traveler", "k7/8/8/8/8/8/8/K6N w -".to_owned()),
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
        assert!(
            answer.text.len() < AN_ANSWER,
            "{variant}: {} bytes",
            answer.text.len()
        );
    }
}
