//! Stopping the server and restarting it on the same data.

use manifold_server::{Server, Settings, SimulatedClock, System};
use serde_json::{Value, json};

use crate::client::{House, NOON};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_go_on_after_a_restart_and_requests_are_remembered() {
    let house = House::open().await;
    let (mut white, mut black) = (house.visitor(), house.visitor());
    let wish = json!({
        "variant": "hyperspace", "opponent": {"kind": "link"}, "color": "white",
        "clock": {"kind": "custom", "seconds": 60, "increment": 1},
    });
    let id = white.make(wish).await;
    black
        .post(&format!("/games/{id}/join"), json!({}))
        .await
        .good();
    let mut sockets = [white.socket(&id, "").await, black.socket(&id, "").await];
    let mut n = 1;
    for (side, action) in [(0, "b1^3@c3"), (1, "e7e5"), (0, "d2d4")] {
        n = sockets[side].play(n, action).await;
    }
    let before = white.get(&format!("/games/{id}")).await.good();
    let data = house.close().await;

    // Cookies stay valid, so seats stay taken.
    let house = House::on(data, 2, NOON, |_| {}).await;
    let (mut white, mut black) = (house.knows(&white), house.knows(&black));
    let mut after = white.get(&format!("/games/{id}")).await.good();
    after["players"] = before["players"].clone();
    assert_eq!(after, before);
    let mut socket = white.socket(&id, "?have=2").await;
    let missed = [socket.next().await, socket.next().await];
    assert_eq!((&missed[0]["n"], &missed[1]["n"]), (&json!(3), &json!(4)));
    assert_eq!(missed[0]["state"], Value::Null);
    // The client has used this request identifier before, so the request is only acknowledged again.
    let again = json!({"t": "act", "id": "request 1", "n": 1, "action": "b1^3@c3"});
    socket.say(again).await;
    assert_eq!(socket.next_of("ack").await["n"], 2);
    let mut opponent = black.socket(&id, "").await;
    assert_eq!(opponent.play(n, "g8f6").await, n + 1);
    assert_eq!(
        black.get("/games?of=me").await.good()["games"][0]["turn_number"],
        3
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_nobody_looks_at_is_put_away_and_found_again() {
    let mut house = House::with(|settings| settings.idle_seconds = 0).await;
    let mut player = house.visitor();
    let wish = json!({"variant": "hidden960", "opponent": {"kind": "same-board"}});
    let id = player.make(wish).await;
    for n in 0..6 {
        let mut socket = player.socket(&id, "").await;
        let action = ["e2e4", "e7e5", "d2d4", "d7d5", "a2a3", "a7a6"][n];
        assert_eq!(socket.play(n as u64, action).await, n as u64 + 1);
        socket.cut();
        house.all_games_put_away().await;
    }
    let state = player.get(&format!("/games/{id}")).await.good();
    assert_eq!(state["n"], 6);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_stand_still_while_no_server_runs() {
    let house = House::open().await;
    let mut player = house.visitor();
    let wish = json!({
        "variant": "time-traveler", "opponent": {"kind": "same-board"},
        "clock": {"kind": "custom", "seconds": 60},
    });
    let id = player.make(wish).await;
    let mut socket = player.socket(&id, "").await;
    socket.play(0, "e2e4").await;
    socket.play(1, "e7e5").await;
    let before = player.get(&format!("/games/{id}")).await.good()["clock"].clone();
    assert_eq!(
        (&before["running"], &before["white_ms"]),
        (&json!("white"), &json!(60_000))
    );
    let data = house.close().await;

    // An hour later.
    let house = House::on(data, 2, NOON + 3_600_000, |_| {}).await;
    let mut player = house.knows(&player);
    let state = player.get(&format!("/games/{id}")).await.good();
    assert_eq!(state["status"], "live");
    assert_eq!(state["clock"]["white_ms"], 60_000);
    assert_eq!(state["clock"]["running"], "white");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_of_the_machine_that_is_set_gives_and_takes_no_time() {
    const HOUR: u64 = 3_600_000;
    // Real lag of this machine must not count.
    let no_lag = |settings: &mut Settings| settings.lag_ms = 0;
    let mut house = House::with(no_lag).await;
    let mut player = house.visitor();
    let wish = json!({
        "variant": "chess", "opponent": {"kind": "same-board"},
        "clock": {"kind": "custom", "seconds": 60},
    });
    let id = player.make(wish).await;
    let mut socket = player.socket(&id, "").await;
    for (n, action) in [(0, "e2e4"), (1, "e7e5")] {
        socket.play(n, action).await;
    }
    house.clock.advance(2_000);
    socket.play(2, "g1f3").await;
    // The system clock jumps back, forward, and far back. Black thinks for a second each time.
    for (step, epoch_ms) in [(1, NOON - HOUR), (2, NOON + HOUR), (3, NOON - 1_000 * HOUR)] {
        let data = house.close().await;
        house = House::on(data, 2, epoch_ms, no_lag).await;
        player = house.knows(&player);
        house.clock.advance(1_000);
        let clock = player.get(&format!("/games/{id}")).await.good()["clock"].clone();
        assert_eq!(clock["white_ms"], 58_000, "{step}: {clock}");
        assert_eq!(clock["black_ms"], 60_000 - step * 1_000, "{step}: {clock}");
    }
    let mut socket = player.socket(&id, "").await;
    socket.play(3, "b8c6").await;
    let clock = player.get(&format!("/games/{id}")).await.good()["clock"].clone();
    assert_eq!(clock["black_ms"], 57_000, "{clock}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_key_is_not_replaced_unless_somebody_says_so() {
    let house = House::open().await;
    let mut player = house.visitor();
    let wish = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    let id = player.make(wish).await;
    let data = house.close().await;
    let key = data.path().join("cookie.key");
    std::fs::remove_file(&key).expect("removed");
    let settings = Settings {
        data: data.path().to_owned(),
        ..Settings::default()
    };
    let system = System::simulated(SimulatedClock::at(NOON), 1);
    let refused = Server::start(settings, system).await;
    let error = refused.err().expect("refused").to_string();
    assert!(
        error.contains("cookie.key") && error.contains("new_cookie_key"),
        "{error}"
    );
    assert!(!key.exists());

    let house = House::on(data, 2, NOON, |settings| settings.new_cookie_key = true).await;
    assert!(key.exists());
    let mut player = house.knows(&player);
    let state = player.get(&format!("/games/{id}")).await.good();
    assert_eq!(state["seat"], "spectator");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_is_remembered_for_the_whole_game() {
    let house = House::open().await;
    let mut player = house.visitor();
    let wish = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    let id = player.make(wish).await;
    let mut socket = player.socket(&id, "?lean=true").await;
    let mut n = 0;
    let back = json!({"t": "offer", "what": "takeback"});
    let first = json!({"t": "act", "id": "the first", "n": 0, "action": "e2e4"});
    socket.say(first.clone()).await;
    n += socket.next_of("ack").await["n"].as_u64().expect("a number");
    for _ in 0..100 {
        socket.play(n, "e7e5").await;
        n = socket.request(back.clone()).await["n"]
            .as_u64()
            .expect("a number");
    }
    socket.say(first.clone()).await;
    assert_eq!(socket.next_of("ack").await["n"], 1);
    let data = house.close().await;
    let house = House::on(data, 2, NOON, |_| {}).await;
    let mut socket = house.knows(&player).socket(&id, "?lean=true").await;
    assert_eq!(socket.next_of("state").await["n"], n);
    socket.say(first).await;
    assert_eq!(socket.next_of("ack").await["n"], 1);
}
