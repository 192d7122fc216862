//! The weekly arenas that the server creates itself.

use manifold_server::Settings;
use serde_json::{Value, json};

use super::hall::MINUTE;
use crate::client::{House, NOON};
use crate::keys::{secured, turned_on};

const HOUR: u64 = 60 * MINUTE;
const WEEK: u64 = 7 * 24 * HOUR;

/// The settings with which an operator turns them on.
fn weekly(settings: &mut Settings) {
    settings.weekly_arenas = ["Olivia", "Antonio", "Dogberry"].map(str::to_owned).into();
}

/// The open events of a server, of which there must be at least `count`.
async fn arenas(house: &House, count: usize) -> Vec<Value> {
    house.makes_weekly_arenas().await;
    let list = house.visitor().get("/events?state=open").await.good();
    let events = list["events"].as_array().expect("a list");
    assert!(events.len() >= count, "{events:#?}");
    events.clone()
}

/// Their starts, in order.
fn starts(arenas: &[Value]) -> Vec<u64> {
    let start = |arena: &Value| arena["startsAt"].as_u64().expect("a time");
    let mut starts: Vec<u64> = arenas.iter().map(start).collect();
    starts.sort_unstable();
    starts
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_game_has_one_arena_a_week_whatever_restarts() {
    let house = House::open().await;
    house.signed_up("Olivia").await;
    for arbiter in ["Antonio", "Dogberry"] {
        secured(&house, arbiter).await;
    }
    let none = house.visitor().get("/events").await.good();
    assert_eq!(none["events"], json!([]), "nobody has switched them on");
    let data = house.close().await;

    let house = House::on(data, 2, NOON, weekly).await;
    let first = arenas(&house, 5).await;
    assert_eq!(starts(&first), [4, 6, 8, 10, 12].map(|h| NOON + h * HOUR));
    let mut variants: Vec<&str> = first
        .iter()
        .map(|arena| arena["variant"].as_str().expect("a variant"))
        .collect();
    variants.sort_unstable();
    variants.dedup();
    assert_eq!(variants.len(), 5, "{variants:?}");
    for arena in &first {
        assert_eq!(arena["format"]["kind"], "arena");
        assert_eq!(arena["rated"], true);
    }
    let data = house.close().await;

    // They are not created twice; when the first has begun, the one of the next week is announced.
    let house = House::on(data, 3, NOON + 4 * HOUR - MINUTE, weekly).await;
    let again = arenas(&house, 5).await;
    assert_eq!(starts(&again), starts(&first));
    let data = house.close().await;
    let house = House::on(data, 4, NOON + 4 * HOUR, weekly).await;
    house.makes_weekly_arenas().await;
    let all = house.visitor().get("/events").await.good();
    let all = all["events"].as_array().expect("a list");
    assert_eq!(all.len(), 6, "with that of the next week");
    assert_eq!(starts(all).last(), Some(&(NOON + 4 * HOUR + WEEK)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_meet_in_a_weekly_arena_as_soon_as_it_begins() {
    let house = House::open().await;
    house.signed_up("Olivia").await;
    for arbiter in ["Antonio", "Dogberry"] {
        secured(&house, arbiter).await;
    }
    let players = [
        house.signed_up("Page-0").await,
        house.signed_up("Page-1").await,
    ];
    let data = house.close().await;
    let house = House::on(data, 2, NOON, weekly).await;
    let all = arenas(&house, 5).await;
    let first = all
        .iter()
        .min_by_key(|arena| arena["startsAt"].as_u64())
        .expect("five");
    let path = format!("/events/{}", first["id"].as_str().expect("a name"));
    for player in &players {
        let mut player = house.knows(player);
        let entered = player
            .post(&format!("{path}/commands"), json!({"type": "enter"}))
            .await;
        entered.good();
    }
    house.clock.advance(4 * HOUR + MINUTE);
    let paired = async || {
        let event = house.knows(&players[0]).get(&path).await.good();
        let game = &event["rounds"][0]["boards"][0]["game"];
        game.is_string().then_some(())
    };
    house.eventually("somebody is paired", paired).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_its_people_no_arena_is_made_and_the_server_runs() {
    let house = House::with(weekly).await;
    house.signed_up("Olivia").await;
    let list = house.visitor().get("/events").await.good();
    assert_eq!(list["events"], json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_arena_is_made_before_both_its_arbiters_have_a_second_factor() {
    let house = House::open().await;
    house.signed_up("Olivia").await;
    secured(&house, "Antonio").await;
    let deputy = house.signed_up("Dogberry").await;
    let data = house.close().await;
    let house = House::on(data, 2, NOON, weekly).await;
    house.makes_weekly_arenas().await;
    let list = house.visitor().get("/events").await.good();
    assert_eq!(list["events"], json!([]));
    turned_on(&mut house.knows(&deputy)).await;
    let data = house.close().await;
    let house = House::on(data, 3, NOON, weekly).await;
    arenas(&house, 5).await;
}
