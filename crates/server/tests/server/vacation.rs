//! Vacation: a player's clock is stopped in correspondence games.

use axum::http::Method;
use serde_json::{Value, json};

use crate::client::{Client, House, NOON};

const DAY: u64 = 86_400_000;

/// A correspondence game with three days per move in which White, the first client, is to make the second move.
async fn game(white: &mut Client, black: &mut Client) -> String {
    let id = begun(white, black).await;
    let mut sockets = [white.socket(&id, "").await, black.socket(&id, "").await];
    let n = sockets[0].play(0, "e2e4").await;
    sockets[1].play(n, "e7e5").await;
    id
}

/// A correspondence game without a move.
async fn begun(white: &mut Client, black: &mut Client) -> String {
    let name = black.get("/me").await.good()["name"].clone();
    let wish = json!({
        "to": name, "variant": "chess", "color": "white",
        "clock": {"kind": "correspondence", "days": 3},
    });
    let made = white.post("/challenges", wish).await.good();
    let id = made["id"].as_str().expect("a name").to_owned();
    let path = format!("/challenges/{id}/accept");
    black.post(&path, Value::Null).await.good();
    id
}

async fn state(client: &mut Client, game: &str) -> Value {
    client.get(&format!("/games/{game}")).await.good()
}

async fn leave(client: &mut Client, days: u32) -> Value {
    let answer = client.post("/me/vacation", json!({"days": days})).await;
    answer.good()
}

async fn come_back(client: &mut Client) {
    let ended = client.ask(Method::DELETE, "/me/vacation", None).await;
    assert_eq!(ended.status, 204, "{}", ended.text);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_stands_still_for_a_vacation_to_the_millisecond_and_through_a_restart() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let id = game(&mut ada, &mut bob).await;
    house.clock.advance(DAY);
    assert_eq!(state(&mut bob, &id).await["clock"]["white_ms"], 2 * DAY);
    let mut opposite = bob.socket(&id, "").await;
    opposite.next_of("state").await;
    let until = NOON + 6 * DAY;
    assert_eq!(
        leave(&mut ada, 5).await,
        json!({"days_left": 25, "until": until})
    );
    let told = opposite.next_of("event").await;
    assert_eq!(
        told["event"],
        json!({"kind": "vacation", "color": "white", "until": until})
    );
    house.clock.advance(4 * DAY);
    let clock = state(&mut bob, &id).await["clock"].clone();
    assert_eq!(
        (
            &clock["white_ms"],
            &clock["white_vacation"],
            &clock["running"]
        ),
        (&json!(2 * DAY), &json!(until), &Value::Null)
    );
    let house = House::on(house.close().await, 2, NOON + 5 * DAY, |_| {}).await;
    let mut bob = house.knows(&bob);
    assert_eq!(state(&mut bob, &id).await["clock"]["white_ms"], 2 * DAY);
    house.clock.advance(DAY + DAY);
    let clock = state(&mut bob, &id).await["clock"].clone();
    assert_eq!(
        (&clock["white_ms"], &clock["running"]),
        (&json!(DAY), &json!("white"))
    );
    house.clock.advance(DAY - 1);
    assert_eq!(state(&mut bob, &id).await["status"], "live");
    house.clock.advance(502);
    // The first request wakes the game, which then notices the timeout; the next one sees the result.
    state(&mut bob, &id).await;
    let over = state(&mut bob, &id).await;
    assert_eq!(over["outcome"]["reason"], "time", "{}", over["outcome"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_clock_of_who_is_away_stands_still() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let id = game(&mut ada, &mut bob).await;
    leave(&mut bob, 10).await;
    house.clock.advance(2 * DAY);
    assert_eq!(state(&mut ada, &id).await["clock"]["white_ms"], DAY);
    let mut table = ada.socket(&id, "").await;
    let n = table.next_of("state").await["n"]
        .as_u64()
        .expect("a number");
    let n = table.play(n, "d2d4").await;
    house.clock.advance(5 * DAY);
    let clock = state(&mut ada, &id).await["clock"].clone();
    assert_eq!(
        (&clock["black_ms"], &clock["black_vacation"]),
        (&json!(3 * DAY), &json!(NOON + 10 * DAY))
    );
    // A player on vacation may still move, and return.
    let mut opposite = bob.socket(&id, "").await;
    let n = opposite.play(n, "e5d4").await;
    come_back(&mut bob).await;
    let back = opposite.next_of("event").await;
    let back = match back["event"]["kind"].as_str() {
        Some("vacation") => back,
        _ => opposite.next_of("event").await,
    };
    assert_eq!(back["event"]["until"], NOON + 7 * DAY);
    table.play(n + 1, "c2c3").await;
    house.clock.advance(DAY);
    assert_eq!(state(&mut ada, &id).await["clock"]["black_ms"], 2 * DAY);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_vacation_does_not_raise_a_flag_that_has_fallen() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let id = game(&mut ada, &mut bob).await;
    house.clock.advance(3 * DAY + 501);
    leave(&mut ada, 5).await;
    let over = state(&mut bob, &id).await;
    assert_eq!(over["outcome"]["winner"], "black", "{}", over["outcome"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_begins_during_a_vacation_knows_of_it() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    leave(&mut ada, 5).await;
    house.clock.advance(DAY);
    let id = game(&mut ada, &mut bob).await;
    house.clock.advance(3 * DAY);
    let clock = state(&mut bob, &id).await["clock"].clone();
    assert_eq!(clock["white_ms"], 3 * DAY, "{clock}");
    house.clock.advance(DAY + DAY);
    assert_eq!(state(&mut bob, &id).await["clock"]["white_ms"], 2 * DAY);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thirty_days_a_year_each_of_them_counted_once_it_has_begun() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    assert_eq!(
        ada.get("/me/vacation").await.good(),
        json!({"days_left": 30, "until": null})
    );
    assert_eq!(leave(&mut ada, 20).await["days_left"], 10);
    let again = ada.post("/me/vacation", json!({"days": 1})).await;
    again.refused(409, "not-possible");
    house.clock.advance(2 * DAY + 1);
    come_back(&mut ada).await;
    assert_eq!(ada.get("/me/vacation").await.good()["days_left"], 27);
    let missing = ada.ask(Method::DELETE, "/me/vacation", None).await;
    missing.refused(404, "not-found");
    let more = ada.post("/me/vacation", json!({"days": 28})).await;
    more.refused(409, "not-possible");
    assert_eq!(leave(&mut ada, 27).await["days_left"], 0);
    for days in [0, 31] {
        let answer = ada.post("/me/vacation", json!({"days": days})).await;
        answer.refused(400, "unreadable");
    }
    let mut guest = house.visitor();
    let answer = guest.post("/me/vacation", json!({"days": 3})).await;
    answer.refused(401, "not-signed-in");
}
