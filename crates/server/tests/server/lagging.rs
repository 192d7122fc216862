//! A reader that stalls delays nobody, is disconnected, and can reconnect.

use serde_json::{Value, json};

use crate::client::House;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_that_stalls_is_cut_and_delays_nobody() {
    let house = House::with(|settings| settings.outbox = 8).await;
    let mut player = house.visitor();
    let wish = json!({"variant": "dmchess", "opponent": {"kind": "same-board"}});
    let id = player.make(wish).await;
    let mut socket = player.socket(&id, "?lean=true").await;
    // A small receive buffer fills up soon.
    let mut stalled = house.visitor().narrow_socket(&id).await;
    let first = stalled.next_of("state").await;
    assert_eq!(first["state"]["seat"], "spectator");
    // From here on it does not read.
    let mut n = 0;
    while n < 400 {
        for action in ["Nd1b1-d1c3", "Nd1b8-d1c6", "Nd1c3-d1b1", "Nd1c6-d1b8"] {
            n = socket.play(n, action).await;
        }
        // Restart the game before the position occurs for the third time.
        let reset = socket.request(json!({"t": "offer", "what": "reset"})).await;
        n = reset["n"].as_u64().expect("an event");
    }
    // When it reads again, it gets the first part of the events without a gap, and then the end of the stream.
    let mut last = 0;
    let mut told = 0;
    while let Some(text) = stalled.next_text().await {
        let message: Value = serde_json::from_str(&text).expect("JSON");
        if message["t"] == "event" {
            told += 1;
            assert_eq!(message["n"], last + 1);
            last += 1;
        }
    }
    assert!(told < n, "{told} of {n} events fit between");
    // It reconnects and gets the rest, or the whole game.
    let mut back = house.visitor().socket(&id, &format!("?have={last}")).await;
    let first = back.next().await;
    let is_next = first["t"] == "event" && first["n"] == last + 1;
    assert!(
        is_next || (first["t"] == "state" && first["n"] == n),
        "{}",
        first["t"]
    );
}
