//! Placement: rated games against the engine, for players of whom little is known.

use manifold_ratings::{PoolRating, RatedGame, Score, level_rating, rate_placement, rated_levels};
use manifold_server::admin::{Recomputed, annul_result, recompute_ratings};
use serde_json::{Value, json};

use crate::client::{Client, House, NOON, PASSWORD, Socket, actions_in};
use crate::rated::{Rated, assert_near, assert_rating, rating};

const DAY: u64 = 86_400_000;

/// A chess level with a measured rating.
fn measured() -> u8 {
    let (level, _) = rated_levels(RatedGame::Chess).last().expect("a level");
    level
}

pub(crate) fn wish() -> Value {
    json!({
        "variant": "chess", "opponent": {"kind": "engine", "level": measured()}, "rated": true,
        "clock": {"kind": "preset", "id": "blitz"},
    })
}

pub(crate) fn question(level: Value) -> Value {
    json!({"variant": "chess", "clock": {"kind": "preset", "id": "blitz"}, "level": level})
}

/// Plays until both have had a turn; returns the socket, and the player's colour.
pub(crate) async fn begin(client: &mut Client, id: &str) -> (Socket, &'static str) {
    let mut socket = client.socket(id, "").await;
    let mut state = socket.next_of("state").await["state"].clone();
    let color = match state["seat"].as_str() {
        Some("white") => "white",
        _ => "black",
    };
    let mut own = 0;
    while own == 0 || state["actor"] != color {
        if state["actor"] == color {
            let action = actions_in(&state["options"]).swap_remove(0);
            socket
                .play(state["n"].as_u64().expect("a number"), &action)
                .await;
            own += 1;
        }
        state = socket.next_of("event").await["state"].clone();
    }
    (socket, color)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_placement_game_changes_the_player_s_rating_only_and_says_what_the_machine_s_is() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let machine = level_rating(RatedGame::Chess, measured()).expect("it was measured");
    let mut kept = PoolRating::START;
    let mut now = NOON;
    for number in 1..=3 {
        let asked = ada
            .post("/placement", question(json!(measured())))
            .await
            .good();
        assert_eq!(
            (&asked["game"], &asked["speed"]),
            (&json!("chess"), &json!("blitz"))
        );
        assert_eq!(
            (&asked["number"], &asked["most"]),
            (&json!(number), &json!(10))
        );
        assert_eq!(asked["engine"]["rating"], machine.rating);
        let id = ada.make(wish()).await;
        let (mut socket, color) = begin(&mut ada, &id).await;
        let other = if color == "white" { "black" } else { "white" };
        let state = ada.get(&format!("/games/{id}")).await.good();
        assert_eq!(
            (&state["rated"], &state["takebacks"]),
            (&json!(true), &json!(false))
        );
        let engine = &state["players"][other];
        assert_eq!(
            (&engine["rating"], &engine["provisional"]),
            (&json!(machine.rating), &json!(false))
        );
        let resigned = socket.request(json!({"t": "resign"})).await;
        assert_eq!(resigned["t"], "ack", "{resigned}");
        let change = rate_placement(&kept, machine.into(), Score::Loss, now).expect("a rating");
        kept = change.after;
        assert_rating(&rating(&mut ada, "Ada").await, &kept, now);
        let told = house
            .visitor()
            .get(&format!("/games/{id}/ratings"))
            .await
            .good();
        assert_near(&told[color]["rating"], kept.rating.rating);
        assert_eq!(told[other], Value::Null);
        let expected =
            json!({"level": measured(), "rating": machine.rating, "deviation": machine.deviation});
        assert_eq!(told["engine"], expected);
        let record = ada.get(&format!("/games/{id}/record")).await.text;
        let elo = if color == "white" {
            "BlackElo"
        } else {
            "WhiteElo"
        };
        assert!(
            record.contains(&format!("[{elo} \"{}\"]", machine.rating)),
            "{record}"
        );
        let history = ada.get("/players/Ada/ratings/chess/blitz").await.good();
        let last = &history["games"][0];
        assert_eq!(
            (&last["game"], &last["level"], &last["score"]),
            (&json!(id), &json!(measured()), &json!(0.0))
        );
        assert_eq!(last["opponent"], format!("Computer, level {}", measured()));
        house.clock.advance(DAY);
        now += DAY;
    }
    let export = ada.get("/me/export").await.good();
    assert_eq!(export["ratings"][0]["games"], 3);
    assert_eq!(export["games"].as_array().map(Vec::len), Some(3));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ratings_with_placement_games_are_worked_out_again_to_the_same_bits_and_annulled() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let id = ada.make(wish()).await;
    let (mut socket, _) = begin(&mut ada, &id).await;
    socket.request(json!({"t": "resign"})).await;
    let without = rating(&mut bob, "Ada").await;
    let mut game = Rated::begin(&mut ada, &mut bob).await;
    game.play("e2e4 e7e5").await;
    game.resign(true).await;
    let data = house.close().await;
    let same = Recomputed {
        players: 2,
        ratings: 2,
        differed: 0,
    };
    assert_eq!(
        recompute_ratings(data.path()).await.expect("recomputed"),
        same
    );
    let annulled = annul_result(data.path(), &id).await.expect("annulled");
    assert_eq!(
        annulled,
        Some(Recomputed {
            differed: 2,
            ..same
        })
    );
    let house = House::on(data, 2, NOON, |_| {}).await;
    let mut ada = house.knows(&ada);
    let after = rating(&mut ada, "Ada").await;
    assert_eq!(after["games"], 1);
    assert_ne!(after["rating"], without["rating"]);
    // The game counts as never played: there are ten again.
    let asked = ada.post("/placement", question(Value::Null)).await.good();
    assert_eq!(asked["number"], 1);
    let told = ada.get(&format!("/games/{id}/ratings")).await.good();
    assert_eq!(
        (&told["annulled"], &told["engine"]["level"]),
        (&json!(true), &json!(measured()))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn however_many_are_asked_for_at_once_ten_games_are_placement_games() {
    let house = House::open().await;
    let ada = house.signed_up("Ada").await;
    let asked = (0..14).map(|_| {
        let mut ada = ada.clone();
        async move { ada.post("/games", wish()).await }
    });
    let answers = futures_util::future::join_all(asked).await;
    let (made, refused): (Vec<_>, Vec<_>) = answers
        .iter()
        .partition(|answer| answer.status.is_success());
    assert_eq!(made.len(), 10);
    for answer in refused {
        let problem = answer.refused(409, "not-possible");
        assert_eq!(problem["field"], "rated");
    }
    let mut ada = ada;
    let asked = ada.post("/placement", question(Value::Null)).await.good();
    assert_eq!(asked["number"], Value::Null);
    let why = asked["why_not"].as_str().expect("a reason");
    assert!(why.contains("At most 10 games"), "{why}");
    // Another speed is another pool.
    let mut rapid = wish();
    rapid["clock"]["id"] = json!("rapid");
    ada.make(rapid).await;
    // An aborted game does not count, so another can be played.
    let id = made[0].json()["id"].as_str().expect("a name").to_owned();
    let aborted = ada
        .socket(&id, "")
        .await
        .request(json!({"t": "abort"}))
        .await;
    assert_eq!(aborted["t"], "ack", "{aborted}");
    ada.make(wish()).await;
    ada.post("/games", wish())
        .await
        .refused(409, "not-possible");
    // The limit is per player: another player has ten.
    let mut bob = house.signed_up("Bob").await;
    bob.make(wish()).await;
}

#[tokio::test]
async fn what_a_placement_game_must_be_is_said_field_by_field() {
    let house = House::open().await;
    let mut guest = house.visitor();
    let problem = guest
        .post("/games", wish())
        .await
        .refused(401, "not-signed-in");
    assert_eq!(problem["field"], "rated");
    guest
        .post("/placement", question(Value::Null))
        .await
        .refused(401, "not-signed-in");
    let mut ada = house.signed_up("Ada").await;
    let unmeasured = (1..=8).find(|level| level_rating(RatedGame::Chess, *level).is_none());
    for (field, value, of) in [
        (
            "opponent",
            json!({"kind": "engine", "level": unmeasured}),
            "opponent.level",
        ),
        (
            "opponent",
            json!({"kind": "engine", "level": 8}),
            "opponent.level",
        ),
        ("opponent", json!({"kind": "same-board"}), "opponent"),
        ("clock", Value::Null, "clock"),
        ("takebacks", json!(true), "takebacks"),
        ("color", json!("white"), "color"),
        ("start", json!(1), "start"),
    ] {
        let mut wish = wish();
        wish["variant"] = json!("chess:960");
        wish[field] = value;
        let problem = ada.post("/games", wish).await.refused(422, "invalid");
        assert_eq!(problem["field"], of, "{problem}");
    }
    let asked = ada.post("/placement", question(json!(8))).await.good();
    assert_eq!(
        (&asked["number"], &asked["engine"]),
        (&Value::Null, &Value::Null)
    );
    assert!(
        asked["why_not"]
            .as_str()
            .is_some_and(|why| why.contains("Level 8 has no measured rating"))
    );
    ada.post("/placement", question(json!(9)))
        .await
        .refused(400, "unreadable");
    // The level is the one nearest to her initial rating.
    let asked = ada.post("/placement", question(Value::Null)).await.good();
    let level = asked["engine"]["level"].as_u64().expect("a level");
    let distance = |rating: i32| (rating - 1500).abs();
    let nearest = rated_levels(RatedGame::Chess).min_by_key(|(_, level)| distance(level.rating));
    assert_eq!(nearest.map(|(level, _)| u64::from(level)), Some(level));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_well_known_plays_no_placement_games() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    for games in 0.. {
        assert!(games < 60, "little is known for ever");
        let asked = ada.post("/placement", question(Value::Null)).await.good();
        let known = rating(&mut bob, "Ada").await["provisional"] == false;
        assert_eq!(asked["number"], if known { Value::Null } else { json!(1) });
        if known {
            break;
        }
        let mut game = Rated::begin(&mut ada, &mut bob).await;
        game.play("e2e4 e7e5").await;
        game.resign(games % 2 == 0).await;
    }
    let problem = ada
        .post("/games", wish())
        .await
        .refused(409, "not-possible");
    assert!(
        problem["detail"]
            .as_str()
            .is_some_and(|detail| detail.contains("Your rating here is more certain")),
        "{problem}"
    );
    // After a long time the rating is uncertain again.
    house.clock.advance(75 * DAY);
    let mut again = house.visitor();
    again.account("/session", "Ada", PASSWORD).await.good();
    again.make(wish()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_game_after_a_placement_game_is_not_rated_unless_it_is_asked_for() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let id = ada.make(wish()).await;
    let (mut socket, color) = begin(&mut ada, &id).await;
    let takeback = socket
        .request(json!({"t": "offer", "what": "takeback"}))
        .await;
    assert_eq!(takeback["problem"]["code"], "not-possible", "{takeback}");
    socket.request(json!({"t": "resign"})).await;
    let again = socket
        .request(json!({"t": "offer", "what": "rematch"}))
        .await;
    assert_eq!(again["t"], "ack", "{again}");
    let state = ada.get(&format!("/games/{id}")).await.good();
    let next = state["rematch_id"].as_str().expect("another game");
    let next = ada.get(&format!("/games/{next}")).await.good();
    assert_eq!(next["rated"], false);
    assert_eq!(next["players"][color]["kind"], "engine");
    for side in ["white", "black"] {
        assert_eq!(next["players"][side]["rating"], Value::Null);
    }
}
