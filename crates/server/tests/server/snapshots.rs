//! Snapshots of the API's responses, which show every change of them.

use axum::http::Method;
use insta::assert_json_snapshot;
use serde_json::{Value, json};

use crate::client::House;

/// Shortens long lists to their first two rows.
fn shortened(mut value: Value) -> Value {
    fn walk(value: &mut Value) {
        match value {
            Value::Array(rows) => {
                if rows.len() > 3 {
                    let left = rows.len() - 2;
                    rows.truncate(2);
                    rows.push(json!(format!("… and {left} more")));
                }
                rows.iter_mut().for_each(walk);
            }
            Value::Object(members) => members.values_mut().for_each(walk),
            _ => {}
        }
    }
    walk(&mut value);
    value
}

#[tokio::test]
async fn what_does_not_need_a_game() {
    let house = House::open().await;
    let mut visitor = house.visitor();
    let mut variants = visitor.get("/variants").await.good();
    let games = variants["games"].take();
    assert_json_snapshot!("variants", variants);
    for game in games.as_array().expect("a list") {
        let id = game["id"].as_str().expect("an identifier");
        assert_json_snapshot!(format!("variants_of_{id}"), game);
    }
    assert_json_snapshot!("me", visitor.get("/me").await.good());
    let name = json!({"name": "  Ada   Lovelace "});
    assert_json_snapshot!(
        "renamed",
        visitor.ask(Method::PUT, "/me", Some(&name)).await.good()
    );
    let study = json!({"variant": "time-traveler", "actions": ["e2e4", "Nf6/e4"]});
    assert_json_snapshot!(
        "explored",
        shortened(visitor.post("/explore", study).await.good())
    );
    let wrong = json!({"variant": "hyperspace", "actions": ["e2e4", "e2e4"]});
    assert_json_snapshot!(
        "explored_wrongly",
        visitor.post("/explore", wrong).await.json()
    );
}

#[tokio::test]
async fn what_the_players_and_a_spectator_are_told_of_a_game() {
    let house = House::open().await;
    let (mut white, mut black) = (house.visitor(), house.visitor());
    white.get("/me").await;
    let wish = json!({
        "variant": "hyperspace", "opponent": {"kind": "link"}, "color": "white",
        "clock": {"kind": "preset", "id": "blitz"},
    });
    let made = white.post("/games", wish).await.good();
    assert_json_snapshot!("made", made);
    let id = made["id"].as_str().expect("a name").to_owned();
    assert_json_snapshot!(
        "waiting",
        shortened(white.get(&format!("/games/{id}")).await.good())
    );
    let joined = black
        .post(&format!("/games/{id}/join"), json!({}))
        .await
        .good();
    assert_json_snapshot!("joined", joined);
    let clients = [&white, &black, &house.visitor(), &house.visitor()];
    let names = ["white", "black", "spectator", "lean"];
    let mut sockets = Vec::new();
    for (client, name) in clients.into_iter().zip(names) {
        let query = if name == "lean" { "?lean=true" } else { "" };
        let mut socket = client.socket(&id, query).await;
        let state = socket.next_of("state").await;
        assert_json_snapshot!(format!("first_{name}"), shortened(state));
        sockets.push(socket);
    }
    assert_json_snapshot!("ack", sockets[0].act(1, "c1^2@f4").await);
    for (socket, name) in sockets.iter_mut().zip(names) {
        let kind = if name == "lean" { "lean" } else { "event" };
        assert_json_snapshot!(
            format!("event_{name}"),
            shortened(socket.next_of(kind).await)
        );
    }
    assert_json_snapshot!("refused", sockets[1].act(2, "e2e4").await);
    assert_json_snapshot!("stale", sockets[1].act(1, "e7e5").await);
    sockets[1].play(2, "e7e5").await;
    sockets[1].request(json!({"t": "resign"})).await;
    assert_json_snapshot!("list", white.get("/games?of=me").await.good());
    assert_json_snapshot!(
        "record",
        white.get(&format!("/games/{id}/record")).await.text
    );
    assert_json_snapshot!(
        "verified",
        white.get(&format!("/games/{id}/verify")).await.good()
    );
    assert_json_snapshot!(
        "plies",
        shortened(white.get(&format!("/games/{id}/plies")).await.good())
    );
}
