//! Nothing that a client receives depends on the opponent's secrets.
//!
//! Two games are played that differ only in one side's secret squares, on otherwise identical systems. Everything that the other side and
//! a spectator receive is compared byte for byte. Only the 64 digits of commitments, which are salted hashes of the squares, are left out
//! of the comparison.

use serde_json::{Value, json};

use crate::client::{House, Socket};

/// The text without commitments.
fn masked(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    for word in text.split_inclusive(|c: char| !c.is_ascii_hexdigit()) {
        let digits = word.trim_end_matches(|c: char| !c.is_ascii_hexdigit());
        if digits.len() == 64 {
            masked.push_str("COMMITMENT");
            masked.push_str(&word[64..]);
        } else {
            masked.push_str(word);
        }
    }
    masked
}

/// Everything that the three kinds of clients receive.
#[derive(Debug, Default, PartialEq, Eq)]
struct Heard {
    white: Vec<String>,
    black: Vec<String>,
    spectator: Vec<String>,
}

/// Reads up to the message of one of these kinds with this number. Presence is left out: it is no secret, and sent at any time.
async fn hear(socket: &mut Socket, heard: &mut Vec<String>, kinds: &[&str], n: Option<u64>) {
    loop {
        let text = socket.next_text().await.expect("an open socket");
        let message: Value = serde_json::from_str(&text).expect("JSON");
        if message["t"] != "presence" {
            heard.push(masked(&text));
        }
        let is_kind = kinds.iter().any(|kind| message["t"] == *kind);
        if is_kind && n.is_none_or(|n| message["n"] == n) {
            return;
        }
    }
}

/// Plays actions of both sides, White's first. An action that begins with `!` is refused.
async fn listen(game: &str, is_rated: bool, actions: &[&str]) -> Heard {
    let house = House::open().await;
    let (mut white, mut black, mut spectator) = (house.visitor(), house.visitor(), house.visitor());
    for client in [&mut white, &mut black, &mut spectator] {
        client.get("/me").await;
    }
    let mut wish = json!({"variant": game, "opponent": {"kind": "link"}, "color": "white"});
    if is_rated {
        let password = "a knight on the rim";
        white.account("/account", "Rosalind", password).await.good();
        black.account("/account", "Celia", password).await.good();
        wish["rated"] = json!(true);
        wish["clock"] = json!({"kind": "preset", "id": "blitz"});
        wish["color"] = json!("random");
    }
    let id = white.make(wish).await;
    let joined = black.post(&format!("/games/{id}/join"), json!({})).await;
    if joined.good()["seat"] == "white" {
        std::mem::swap(&mut white, &mut black);
    }
    let mut heard = Heard::default();
    // Connect one after the other, as every state lists who is present.
    let mut sockets = Vec::new();
    for (client, heard) in [
        (&white, &mut heard.white),
        (&black, &mut heard.black),
        (&spectator, &mut heard.spectator),
    ] {
        let mut socket = client.socket(&id, "").await;
        hear(&mut socket, heard, &["presence"], None).await;
        sockets.push(socket);
    }
    let mut n = 1;
    let mut side = 0;
    for (i, action) in actions.iter().enumerate() {
        let (action, is_refused) = match action.strip_prefix('!') {
            Some(action) => (action, true),
            None => (*action, false),
        };
        let request = json!({"t": "act", "id": format!("{side} {i}"), "n": n, "action": action});
        sockets[side].say(request).await;
        if is_refused {
            let heard = [&mut heard.white, &mut heard.black];
            for (seat, heard) in heard
                .into_iter()
                .enumerate()
                .filter(|(seat, _)| *seat == side)
            {
                hear(&mut sockets[seat], heard, &["refused"], None).await;
            }
            continue;
        }
        n += 1;
        side = 1 - side;
        for (socket, heard) in
            sockets
                .iter_mut()
                .zip([&mut heard.white, &mut heard.black, &mut heard.spectator])
        {
            hear(socket, heard, &["event"], Some(n)).await;
        }
    }
    // Everything that can be requested during the game and after reconnecting.
    for path in ["", "/record", "/verify", "/plies", "/ratings"] {
        let path = format!("/games/{id}{path}");
        heard.black.push(masked(&black.get(&path).await.text));
        heard
            .spectator
            .push(masked(&spectator.get(&path).await.text));
    }
    for have in ["", "?have=0", "?have=1", "?lean=true&have=1"] {
        for (client, heard) in [
            (&black, &mut heard.black),
            (&spectator, &mut heard.spectator),
        ] {
            hear(
                &mut client.socket(&id, have).await,
                heard,
                &["presence"],
                None,
            )
            .await;
        }
    }
    let list = spectator.get("/games?live=true").await;
    heard.spectator.push(list.text);
    heard
}

async fn assert_blind(game: &str, one: &[&str], other: &[&str]) {
    assert_blind_in(game, false, one, other).await;
}

async fn assert_blind_in(game: &str, is_rated: bool, one: &[&str], other: &[&str]) {
    let one = listen(game, is_rated, one).await;
    let other = listen(game, is_rated, other).await;
    // Make sure that the test can tell the games apart: their owner can.
    assert_ne!(one.white, other.white);
    assert!(one.black.len() > 10 && one.spectator.len() > 10);
    for (one, other) in one.black.iter().zip(&other.black) {
        assert_eq!(one, other);
    }
    for (one, other) in one.spectator.iter().zip(&other.spectator) {
        assert_eq!(one, other);
    }
    assert_eq!((one.black, one.spectator), (other.black, other.spectator));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn squares_in_hyperspace_are_told_to_nobody() {
    assert_blind(
        "hyperspace",
        &[
            "c1^9@f4", "e7e5", "!b1^8@c3", "b1^3@c3", "d8h4", "g1^30@h5", "f8c5", "e2e4", "c5f2",
        ],
        &[
            "c1^9@a3", "e7e5", "!b1^8@d5", "b1^3@d5", "d8h4", "g1^30@a6", "f8c5", "e2e4", "c5f2",
        ],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rated_game_tells_no_more_than_any_other() {
    assert_blind_in(
        "hyperspace",
        true,
        &["c1^9@f4", "e7e5", "!b1^8@c3", "b1^3@c3", "d8h4"],
        &["c1^9@a3", "e7e5", "!b1^8@d5", "b1^3@d5", "d8h4"],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_piece_that_is_gone_does_not_tell_whether_it_was_lost_or_removed() {
    // The knight returns to a square with an enemy pawn, or with its own king: both times it is just gone.
    assert_blind(
        "hyperspace",
        &["b1^1@e7", "d7d5", "a2a3", "d5d4", "a3a4", "d4d3", "h2h3"],
        &["b1^1@e1", "d7d5", "a2a3", "d5d4", "a3a4", "d4d3", "h2h3"],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_open_referee_does_not_tell_an_invalid_square_or_a_settled_conflict() {
    assert_blind(
        "hyperspace:open",
        &[
            "c1^2@f5", "e7e5", "b1^1@a7", "d7d6", "a2a3", "h7h6", "h2h3", "g7g6",
        ],
        &[
            "c1^2@e1", "e7e5", "b1^1@b7", "d7d6", "a2a3", "h7h6", "h2h3", "g7g6",
        ],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whites_kings_are_told_to_nobody_before_black_has_placed() {
    assert_blind(
        "dmchess:kings",
        &["!e2e4", "kings:d1e1,d2e1,d3e1,d4e1,d5e1,d6e1,d7e1,d8e1"],
        &["!e2e5", "kings:d1a3,d1b3,d3e1,d4e1,d5e1,d6e1,d7e1,d8h3"],
    )
    .await;
}

#[test]
fn only_commitments_are_masked() {
    let hash = "7606cd682fc63199c1d8e1f53eea7ae8322ca900c5ef7bcec8abbbee99094437";
    assert_eq!(
        masked(&format!("{{\"a\":\"{hash}\",\"b\":\"c1^3\"}}")),
        "{\"a\":\"COMMITMENT\",\"b\":\"c1^3\"}"
    );
    assert_eq!(masked("deadbeef f4"), "deadbeef f4");
}
