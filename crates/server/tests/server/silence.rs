//! Connections that die silently, and the pace of the engine.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, House, Socket};

/// A person's game with White against the engine: the socket, and the number of events.
async fn against_engine(player: &mut Client, variant: &str) -> (Socket, u64) {
    against_level(player, variant, 1).await
}

async fn against_level(player: &mut Client, variant: &str, level: u8) -> (Socket, u64) {
    player.get("/me").await;
    let opponent = json!({"kind": "engine", "level": level});
    let wish = json!({"variant": variant, "opponent": opponent, "color": "white"});
    let id = player.make(wish).await;
    let mut socket = player.socket(&id, "").await;
    let state = socket.next_of("state").await;
    (socket, state["n"].as_u64().expect("a number"))
}

/// The next action of the engine, and its number.
async fn engine_acts(socket: &mut Socket) -> u64 {
    loop {
        let message = socket.next_of("event").await;
        if message["event"]["kind"] == "action" && message["event"]["color"] == "black" {
            return message["n"].as_u64().expect("a number");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_socket_that_stops_answering_is_closed_and_the_opponent_is_told() {
    // With the default timeouts of a real server.
    let usual = manifold_server::Settings::default();
    assert_eq!((usual.ping_seconds, usual.silence_seconds), (2, 5));
    let house = House::with(|settings| {
        settings.ping_seconds = usual.ping_seconds;
        settings.silence_seconds = usual.silence_seconds;
    })
    .await;
    let (mut white, mut black) = (house.visitor(), house.visitor());
    let wish = json!({"variant": "chess", "opponent": {"kind": "link"}, "color": "white"});
    let id = white.make(wish).await;
    black.post(&format!("/games/{id}/join"), json!({})).await;
    let mut here = white.socket(&id, "").await;
    // White connects before Black does: the second to connect hears of both twice, when welcomed and when everybody is told.
    here.next_of("state").await;
    let mut silent = black.socket(&id, "").await;
    silent.next_of("state").await;
    loop {
        let told = here.next_of("presence").await;
        if told["black"] == true {
            break;
        }
    }
    // From here on Black's socket is open but not read, so it answers no ping. White's does.
    let silent_since = Instant::now();
    let told = here.next_of("presence").await;
    let most = Duration::from_secs(usual.silence_seconds);
    assert!(
        silent_since.elapsed() <= most,
        "{:?}",
        silent_since.elapsed()
    );
    assert_eq!(
        (&told["white"], &told["black"]),
        (&json!(true), &json!(false))
    );
    while silent.next_text().await.is_some() {}
    // White's connection was never affected.
    let answer = here.act(told_n(&mut white, &id).await, "e2e4").await;
    assert_eq!(answer["t"], "ack", "{answer}");
}

async fn told_n(client: &mut Client, id: &str) -> u64 {
    let state: Value = client.get(&format!("/games/{id}")).await.good();
    state["n"].as_u64().expect("a number")
}

/// The identifier of a game that does not exist.
const NO_GAME: &str = "abcDEF234567";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_client_says_before_it_reads_that_the_server_closes_does_not_cost_it_the_code() {
    let house = House::open().await;
    let mut player = house.visitor();
    player.get("/me").await;
    let mut socket = player.socket(NO_GAME, "").await;
    for _ in 0..2 {
        socket.say(json!({"t": "ping"})).await;
        // By then the server has closed the socket.
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert_eq!(socket.ends_with().await.expect("its end"), 4004);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_never_closes_is_given_up_after_the_silence_of_any_other() {
    let house = House::with(|settings| {
        settings.ping_seconds = 1;
        settings.silence_seconds = 2;
        settings.sockets_per_client = 2;
    })
    .await;
    let mut player = house.visitor();
    player.get("/me").await;
    // These clients do not even read that the server has closed.
    let began = Instant::now();
    let silent = [
        player.socket(NO_GAME, "").await,
        player.socket(NO_GAME, "").await,
    ];
    let mut refused = 0;
    let opened = house.patiently(async || {
        let socket = player.try_socket(NO_GAME, "").await.ok();
        refused += u32::from(socket.is_none());
        socket
    });
    let mut opened = opened.await.expect("a place in time");
    assert!(refused > 0, "the silent ones never had their places");
    assert!(began.elapsed() >= Duration::from_secs(1));
    assert_eq!(opened.ends_with().await.expect("its end"), 4004);
    drop(silent);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_engine_answers_at_the_pace_of_a_player() {
    let pause = Duration::from_millis(700);
    let house = House::with(|settings| settings.engine_pause_ms = 700).await;
    let (mut socket, n) = against_engine(&mut house.visitor(), "chess").await;
    let began = Instant::now();
    socket.play(n, "e2e4").await;
    engine_acts(&mut socket).await;
    assert!(began.elapsed() >= pause, "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_work_does_not_tell_how_long_the_engine_has_thought_about_secrets() {
    // The longest that level 6 thinks: 30 ms, and 14,000 nodes at 100 per millisecond.
    let slowest = Duration::from_millis(170);
    let house = House::thinking(|settings| settings.engine_ms = 900).await;
    let mut player = house.visitor();
    let (mut secret, n) = against_level(&mut player, "hyperspace", 6).await;
    let (mut chess, first) = against_engine(&mut player, "chess").await;
    // Both games wait for the network's only engine slot.
    let began = Instant::now();
    secret.play(n, "e2e4").await;
    chess.play(first, "e2e4").await;
    engine_acts(&mut chess).await;
    assert!(began.elapsed() >= slowest, "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_conflict_can_be_settled_against_the_engine() {
    // The time to settle a conflict is fifteen times this pause.
    let house = House::with(|settings| settings.engine_pause_ms = 4_000).await;
    let (mut socket, n) = against_engine(&mut house.visitor(), "hyperspace:open").await;
    socket.play(n, "b1^3@c4").await;
    let n = engine_acts(&mut socket).await;
    let n = socket.play(n, "g1^2@f4").await;
    socket.play(n, "amend:4").await;
    engine_acts(&mut socket).await;
}
