//! The first turns of correspondence games: the days per move count from the start, and a game that a player does not begin is aborted.

use serde_json::{Value, json};

use crate::client::{Client, House, NOON, PASSWORD};

const DAY: u64 = 86_400_000;
/// The lag allowance for a late move, and a moment more, in milliseconds.
const GRACE: u64 = 502;

fn three_days() -> Value {
    json!({"kind": "correspondence", "days": 3})
}

/// A game by challenge, in which the first client has White; in a rated game colours are drawn by lot.
async fn challenged(one: &mut Client, other: &mut Client, rated: bool) -> String {
    let name = other.get("/me").await.good()["name"].clone();
    let mut wish = json!({"to": name, "variant": "chess", "clock": three_days(), "rated": rated});
    if !rated {
        wish["color"] = json!("white");
    }
    let made = one.post("/challenges", wish).await.good();
    let id = made["id"].as_str().expect("a name").to_owned();
    let path = format!("/challenges/{id}/accept");
    other.post(&path, Value::Null).await.good();
    id
}

async fn state(client: &mut Client, game: &str) -> Value {
    client.get(&format!("/games/{game}")).await.good()
}

/// Waits until an idle game is over, and returns its outcome.
async fn ended(house: &House, client: &mut Client, game: &str) -> Value {
    house.looks_after_games().await;
    let over = async || Some(state(client, game).await).filter(|state| state["status"] == "over");
    house.eventually("an end in time", over).await["outcome"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_days_for_a_move_count_from_the_first_turn_on_and_a_game_that_is_not_begun_is_aborted()
{
    for moves in [0, 1] {
        let house = House::open().await;
        let mut ada = house.signed_up("Ada").await;
        let mut bob = house.signed_up("Bob").await;
        let id = challenged(&mut ada, &mut bob, false).await;
        let clock = state(&mut ada, &id).await["clock"].clone();
        assert_eq!(
            (&clock["running"], &clock["white_ms"]),
            (&json!("white"), &json!(3 * DAY))
        );
        if moves == 1 {
            // The opponent has the full time, however long this took.
            house.clock.advance(2 * DAY);
            ada.socket(&id, "").await.play(0, "e2e4").await;
            let clock = state(&mut ada, &id).await["clock"].clone();
            assert_eq!(
                (&clock["running"], &clock["black_ms"]),
                (&json!("black"), &json!(3 * DAY))
            );
        }
        house.clock.advance(3 * DAY - 1);
        house.looks_after_games().await;
        assert_eq!(state(&mut ada, &id).await["status"], "live");
        house.clock.advance(GRACE);
        let outcome = ended(&house, &mut ada, &id).await;
        assert_eq!(outcome["reason"], "aborted", "{outcome}");
        assert_eq!(outcome["winner"], Value::Null, "{outcome}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rated_correspondence_game_that_is_not_begun_changes_no_rating_and_one_that_is_does() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let pools = async |ada: &mut Client| ada.get("/players/ada").await.good()["ratings"].clone();
    let before = pools(&mut ada).await;
    let id = challenged(&mut ada, &mut bob, true).await;
    house.clock.advance(3 * DAY + GRACE);
    let outcome = ended(&house, &mut ada, &id).await;
    assert_eq!(outcome["reason"], "aborted", "{outcome}");
    assert_eq!(pools(&mut ada).await, before);

    let id = challenged(&mut ada, &mut bob, true).await;
    let is_white = state(&mut ada, &id).await["seat"] == "white";
    let (white, black) = match is_white {
        true => (&ada, &bob),
        false => (&bob, &ada),
    };
    let n = white.socket(&id, "").await.play(0, "e2e4").await;
    black.socket(&id, "").await.play(n, "e7e5").await;
    house.clock.advance(3 * DAY + GRACE);
    let outcome = ended(&house, &mut ada, &id).await;
    assert_eq!(outcome["reason"], "time", "{outcome}");
    assert_ne!(pools(&mut ada).await, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_time_for_the_first_turn_begins_when_the_free_side_is_taken() {
    let house = House::open().await;
    let (mut one, mut other) = (house.visitor(), house.visitor());
    let wish = json!({
        "variant": "chess", "opponent": {"kind": "link"}, "color": "white", "clock": three_days(),
    });
    let id = one.make(wish).await;
    house.clock.advance(5 * DAY);
    house.looks_after_games().await;
    assert_eq!(state(&mut one, &id).await["status"], "waiting");
    let path = format!("/games/{id}/join");
    other.post(&path, json!({})).await.good();
    house.clock.advance(DAY);
    let clock = state(&mut one, &id).await["clock"].clone();
    assert_eq!(
        (&clock["running"], &clock["white_ms"]),
        (&json!("white"), &json!(2 * DAY))
    );
    house.clock.advance(2 * DAY + GRACE);
    let outcome = ended(&house, &mut one, &id).await;
    assert_eq!(outcome["reason"], "aborted", "{outcome}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_takeback_to_the_start_leaves_the_clock_of_a_correspondence_game_running() {
    let house = House::open().await;
    let (mut one, mut other) = (house.visitor(), house.visitor());
    let wish = json!({
        "variant": "chess", "opponent": {"kind": "link"}, "color": "white", "clock": three_days(),
    });
    let id = one.make(wish).await;
    let path = format!("/games/{id}/join");
    other.post(&path, json!({})).await.good();
    let mut white = one.socket(&id, "").await;
    let n = white.next_of("state").await["n"]
        .as_u64()
        .expect("a number");
    white.play(n, "e2e4").await;
    white
        .request(json!({"t": "offer", "what": "takeback"}))
        .await;
    let mut black = other.socket(&id, "").await;
    let answer = black
        .request(json!({"t": "accept", "what": "takeback"}))
        .await;
    assert_eq!(answer["t"], "ack", "{answer}");
    let state = state(&mut one, &id).await;
    assert_eq!(state["actor"], "white", "{state}");
    assert_eq!(state["clock"]["running"], "white");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_vacation_stops_the_clock_of_the_first_turn_also_one_that_began_before_the_game() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    ada.post("/me/vacation", json!({"days": 5})).await.good();
    house.clock.advance(DAY);
    let id = challenged(&mut ada, &mut bob, false).await;
    house.clock.advance(3 * DAY);
    let clock = state(&mut bob, &id).await["clock"].clone();
    assert_eq!(clock["white_ms"], 3 * DAY, "{clock}");
    assert_eq!(clock["white_vacation"], NOON + 5 * DAY, "{clock}");
    house.clock.advance(DAY + DAY);
    assert_eq!(state(&mut bob, &id).await["clock"]["white_ms"], 2 * DAY);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_who_signs_up_has_vacation_in_the_games_that_were_begun_before() {
    let house = House::open().await;
    let mut guest = house.visitor();
    let mut bob = house.signed_up("Bob").await;
    let wish = json!({
        "variant": "chess", "opponent": {"kind": "link"}, "color": "white", "clock": three_days(),
    });
    let id = guest.make(wish).await;
    let path = format!("/games/{id}/join");
    bob.post(&path, json!({})).await.good();
    let mut white = guest.socket(&id, "").await;
    let n = white.next_of("state").await["n"]
        .as_u64()
        .expect("a number");
    let n = white.play(n, "e2e4").await;
    bob.socket(&id, "").await.play(n, "e7e5").await;
    guest.account("/account", "Ada", PASSWORD).await.good();
    guest.post("/me/vacation", json!({"days": 5})).await.good();
    house.clock.advance(4 * DAY);
    let clock = state(&mut bob, &id).await["clock"].clone();
    assert_eq!(
        (&clock["white_ms"], &clock["white_vacation"]),
        (&json!(3 * DAY), &json!(NOON + 5 * DAY))
    );
}
