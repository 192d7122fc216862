//! Attacks by one client that disturb the games of others, or gain an advantage.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use manifold_server::Settings;
use serde_json::{Value, json};

use crate::client::{Client, House, Socket, says_its_wait};

/// A thinking time longer than any test, in milliseconds: a request that is queued behind such a search is never served. So whoever is
/// served was not queued behind it.
const WITHOUT_END_MS: u64 = 3_600_000;

/// A game with White against the engine.
struct AgainstEngine {
    id: String,
    socket: Socket,
    /// The number of the last event.
    n: u64,
}

/// A game of `player` with White against the engine.
async fn against_engine(player: &mut Client, level: u8) -> AgainstEngine {
    player.get("/me").await;
    let opponent = json!({"kind": "engine", "level": level});
    let wish = json!({"variant": "hidden960", "opponent": opponent, "color": "white"});
    let id = player.make(wish).await;
    let mut socket = player.socket(&id, "").await;
    let state = socket.next_of("state").await;
    let n = state["n"].as_u64().expect("a number");
    AgainstEngine { id, socket, n }
}

/// Plays an action against the weakest level, which answers quickly, and waits for the answer.
async fn is_answered(player: &mut Client) {
    let AgainstEngine { mut socket, n, .. } = against_engine(player, 1).await;
    socket.play(n, "e2e4").await;
    engine_acts(&mut socket).await;
}

/// Waits until the engine has acted.
async fn engine_acts(socket: &mut Socket) {
    loop {
        let event = socket.next_of("event").await["event"].clone();
        if event["kind"] == "action" && event["color"] == "black" {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_taken_back_is_not_decided_and_keeps_nobody_waiting() {
    let house = House::thinking(|settings: &mut Settings| {
        settings.engine_ms = WITHOUT_END_MS;
    })
    .await;
    let mut attacker = house.visitor_from("10.0.0.1");
    let AgainstEngine {
        mut socket, mut n, ..
    } = against_engine(&mut attacker, 8).await;
    for _ in 0..100 {
        socket.play(n, "e2e4").await;
        let back = json!({"t": "offer", "what": "takeback"});
        n = socket.request(back).await["n"]
            .as_u64()
            .expect("a takeback");
    }
    // The engine works on one decision at a time for this network, so it must have dropped all superseded ones, which never end.
    is_answered(&mut house.visitor_from("10.0.0.1")).await;
    socket.play(n, "e2e4").await;
    is_answered(&mut house.visitor_from("10.0.0.2")).await;
}

/// Checks that the engine, thinking without end in games of clients from these networks, still serves a stranger.
async fn serves_a_stranger_before(attackers: impl Iterator<Item = String>) {
    let house = House::thinking(|settings: &mut Settings| {
        settings.engine_ms = WITHOUT_END_MS;
    })
    .await;
    let mut attacks = Vec::new();
    for network in attackers {
        let mut attacker = house.visitor_from(network.leak());
        let mut game = against_engine(&mut attacker, 8).await;
        game.socket.play(game.n, "e2e4").await;
        attacks.push(game);
    }
    is_answered(&mut house.visitor_from("10.0.0.2")).await;
    let mut spectator = house.visitor_from("10.0.0.3");
    for AgainstEngine { id, .. } in &attacks {
        let state = spectator.get(&format!("/games/{id}")).await.good();
        assert_eq!(state["moves"].as_array().map(Vec::len), Some(1), "{id}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_games_of_one_network_leave_the_engine_to_another() {
    serves_a_stranger_before((0..20).map(|_| "10.0.0.1".to_owned())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_many_networks_of_one_ipv6_site_leave_the_engine_to_another() {
    serves_a_stranger_before((0..20).map(|n| format!("2001:db8:1:{n:x}::1"))).await;
}

/// A game with Black against the engine, of a client without a cookie or socket.
async fn with_black(client: &mut Client, level: u8) -> String {
    let opponent = json!({"kind": "engine", "level": level});
    let wish = json!({"variant": "hidden960", "opponent": opponent, "color": "black"});
    client.make(wish).await
}

/// Waits until the engine has made the first move of a game, watched without a socket.
async fn engine_begins(house: &House, player: &mut Client, id: &str) {
    let begun = async || {
        let state = player.get(&format!("/games/{id}")).await.good();
        (state["moves"] != json!([])).then_some(())
    };
    house.eventually("the engine begins", begun).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_of_many_without_a_cookie_are_those_of_their_network_and_leave_the_engine_to_another()
{
    let house = House::thinking(|settings: &mut Settings| {
        settings.engine_ms = WITHOUT_END_MS;
    })
    .await;
    // One of them has a socket: it must not get a share in addition to that of the others.
    let mut attacker = house.visitor_from("10.0.0.1");
    let mut game = against_engine(&mut attacker, 8).await;
    game.socket.play(game.n, "e2e4").await;
    for _ in 0..200 {
        with_black(&mut house.visitor_from("10.0.0.1"), 8).await;
    }
    is_answered(&mut house.visitor_from("10.0.0.2")).await;
    // A stranger does not need a socket, either.
    let mut stranger = house.visitor_from("10.0.0.3");
    let id = with_black(&mut stranger, 1).await;
    engine_begins(&house, &mut stranger, &id).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_counts_as_a_new_game() {
    let house = House::thinking(|settings| settings.games_per_hour = 3).await;
    let mut player = house.visitor_from("10.0.0.1");
    player.get("/me").await;
    let opponent = json!({"kind": "engine", "level": 1});
    let wish = json!({"variant": "hidden960", "opponent": opponent, "color": "white"});
    let mut id = player.make(wish).await;
    let mut made = 1;
    loop {
        let mut socket = player.socket(&id, "").await;
        socket.request(json!({"t": "resign"})).await;
        let answer = socket
            .request(json!({"t": "offer", "what": "rematch"}))
            .await;
        if answer["t"] == "refused" {
            assert_eq!(answer["problem"]["code"], "too-many", "{answer}");
            assert!(says_its_wait(&answer["problem"]).is_some(), "{answer}");
            break;
        }
        let named = loop {
            let event = socket.next_of("event").await["event"].clone();
            if event["kind"] == "rematch" {
                break event["id"].clone();
            }
        };
        id = named.as_str().expect("a game").to_owned();
        made += 1;
    }
    assert_eq!(made, 3);
    let mine = player.get("/games?of=me").await.good();
    assert_eq!(mine["games"].as_array().map(Vec::len), Some(3));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rematches_end_where_there_are_too_many_unfinished_games() {
    let house = House::with(|settings| settings.games_per_player = 2).await;
    let mut player = house.visitor();
    player.get("/me").await;
    let wish = json!({"variant": "hidden960", "opponent": {"kind": "same-board"}});
    let first = player.make(wish.clone()).await;
    player
        .socket(&first, "")
        .await
        .request(json!({"t": "resign"}))
        .await;
    player.make(wish.clone()).await;
    player.make(wish).await;
    let mut socket = player.socket(&first, "").await;
    let answer = socket
        .request(json!({"t": "offer", "what": "rematch"}))
        .await;
    assert_eq!(answer["problem"]["code"], "too-many", "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_tells_only_what_is_new_to_those_who_have_the_rest() {
    let house = House::open().await;
    let mut player = house.visitor();
    player.get("/me").await;
    let wish = json!({"variant": "hyperspace", "opponent": {"kind": "same-board"}});
    let id = player.make(wish).await;
    let mut socket = player.socket(&id, "").await;
    let mut n = socket.next_of("state").await["n"]
        .as_u64()
        .expect("a number");
    let mut lengths = Vec::new();
    for _ in 0..20 {
        socket.play(n, "Bc1^3@f4").await;
        let event = socket.next_of("event").await;
        assert!(event["event"]["commitment"].is_string(), "{event}");
        assert_eq!(event["state"]["commitments"], Value::Null);
        lengths.push(event.to_string().len());
        let back = json!({"t": "offer", "what": "takeback"});
        n = socket.request(back).await["n"]
            .as_u64()
            .expect("a takeback");
        socket.next_of("event").await;
    }
    assert!(lengths[19] < lengths[0] + 100, "{lengths:?}");
    let state = player.get(&format!("/games/{id}")).await.good();
    assert_eq!(state["commitments"].as_array().map(Vec::len), Some(20));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_of_every_kind_count_against_the_limit() {
    use tokio_tungstenite::tungstenite::Message;

    let house = House::with(|settings| settings.messages_per_second = 5).await;
    let mut player = house.visitor();
    player.get("/me").await;
    let wish = json!({"variant": "hidden960", "opponent": {"kind": "same-board"}});
    let id = player.make(wish).await;
    for frame in [
        Message::Ping(Vec::new().into()),
        Message::Binary(Vec::new().into()),
    ] {
        let mut socket = player.socket(&id, "").await;
        for _ in 0..200 {
            socket.say_any(frame.clone()).await;
        }
        while socket.next_text().await.is_some() {}
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_without_end_that_make_no_message_end_the_socket() {
    use tokio_tungstenite::tungstenite::Message;
    use tokio_tungstenite::tungstenite::protocol::frame::Frame;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

    let house = House::open().await;
    let mut player = house.visitor();
    let wish = json!({"variant": "hidden960", "opponent": {"kind": "same-board"}});
    let id = player.make(wish).await;
    let part = |kind, text: &str| {
        let frame = Frame::message(text.to_owned(), OpCode::Data(kind), false);
        Message::Frame(frame)
    };
    let mut socket = player.socket(&id, "").await;
    socket.next_of("state").await;
    socket.say_any(part(Data::Text, "")).await;
    for _ in 0..10_000 {
        socket.say_any(part(Data::Continue, "")).await;
    }
    while socket.next_text().await.is_some() {}
    // A message may be split into several frames.
    let mut socket = player.socket(&id, "").await;
    let n = socket.next_of("state").await["n"].clone();
    let text = json!({"t": "act", "id": "in parts", "n": n, "action": "e2e4"}).to_string();
    let (begin, end) = text.split_at(10);
    socket.say_any(part(Data::Text, begin)).await;
    let last = Frame::message(end.to_owned(), OpCode::Data(Data::Continue), true);
    socket.say_any(Message::Frame(last)).await;
    assert_eq!(socket.next_answer().await["t"], "ack");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_as_many_games_as_there_may_be_joins_no_other() {
    let house = House::with(|settings| settings.games_per_player = 2).await;
    let mut guest = house.visitor();
    let mut joined = Vec::new();
    for _ in 0..3 {
        // Each game is made by another player, who is not at the limit.
        let wish = json!({"variant": "chess", "opponent": {"kind": "link"}});
        let id = house.visitor().make(wish).await;
        joined.push(guest.post(&format!("/games/{id}/join"), json!({})).await);
    }
    joined.pop().expect("three").refused(429, "too-many");
    for joined in joined {
        joined.good();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn taking_back_has_an_end_until_the_game_goes_on() {
    let house = House::open().await;
    let mut player = house.visitor();
    player.get("/me").await;
    let wish = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    let id = player.make(wish).await;
    let mut socket = player.socket(&id, "?lean=true").await;
    let mut n = socket.next_of("state").await["n"]
        .as_u64()
        .expect("a number");
    let back = json!({"t": "offer", "what": "takeback"});
    let mut taken_back = 0;
    loop {
        n = socket.play(n, "e2e4").await;
        let answer = socket.request(back.clone()).await;
        if answer["t"] == "refused" {
            assert_eq!(answer["problem"]["code"], "not-possible", "{answer}");
            break;
        }
        n = answer["n"].as_u64().expect("a number");
        taken_back += 1;
    }
    assert_eq!(taken_back, 200);
    n = socket.play(n, "e7e5").await;
    assert_eq!(socket.request(back).await["t"], "ack");
    socket.play(n + 1, "e7e6").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_sockets_of_one_client_share_a_limit() {
    let house = House::thinking(|settings| settings.messages_per_client = 10).await;
    let mut attacker = house.visitor_from("10.0.0.1");
    attacker.get("/me").await;
    let wish = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    let id = attacker.make(wish.clone()).await;
    let mut sockets = Vec::new();
    for _ in 0..5 {
        sockets.push(attacker.socket(&id, "").await);
    }
    // Each socket sends more than all of them together may.
    let began = Instant::now();
    for _ in 0..300 {
        for socket in &mut sockets {
            socket.say(json!({"t": "ping", "id": "1"})).await;
        }
    }
    let mut answers = 0;
    for mut socket in sockets {
        while let Some(text) = socket.next_text().await {
            answers += usize::from(text.contains(r#""t":"pong""#));
        }
    }
    // A burst of forty, and ten more per second.
    let most = 40.0 + 10.0 * began.elapsed().as_secs_f64();
    assert!(answers as f64 <= most, "{answers} answers, of {most}");
    // A stranger's socket is served as usual.
    let mut stranger = house.visitor_from("10.0.0.2");
    let id = stranger.make(wish).await;
    let mut socket = stranger.socket(&id, "").await;
    let n = socket.next_of("state").await["n"]
        .as_u64()
        .expect("a number");
    socket.play(n, "e2e4").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pongs_held_back_win_no_more_time_than_a_game_may_give_back() {
    const HELD_MS: u64 = 490;
    const MOVES: u64 = 8;
    // Without a delay all held-back time counts as thinking beyond the quota; with a delay, it is within the delay.
    let mut clocks = Vec::new();
    for delay in [0, 1] {
        let house = House::open().await;
        let mut cheat = house.visitor();
        let clock = json!({"kind": "custom", "seconds": 60, "delay": delay});
        let wish = json!({"variant": "chess", "opponent": {"kind": "link"}, "color": "white", "clock": clock});
        let id = cheat.make(wish).await;
        let mut opponent = house.visitor();
        opponent
            .post(&format!("/games/{id}/join"), json!({}))
            .await
            .good();
        let mut white = cheat.socket(&id, "?lean=true").await;
        let mut black = opponent.socket(&id, "?lean=true").await;
        // The first ping has arrived, or will soon; it is answered when something is read.
        tokio::time::sleep(Duration::from_millis(3 * HELD_MS)).await;
        let mut n = white.next_of("state").await["n"]
            .as_u64()
            .expect("a number");
        // Wait until the server has measured the lag.
        let mut lag = 0;
        while lag == 0 {
            let pong = white.request(json!({"t": "ping"})).await;
            lag = pong["lag_ms"].as_u64().expect("a number");
        }
        assert!(lag >= HELD_MS, "{lag}");
        for file in ["a", "b", "c", "d", "e", "f", "g", "h"] {
            house.clock.advance(HELD_MS);
            n = white.play(n, &format!("{file}2{file}3")).await;
            n = black.play(n, &format!("{file}7{file}6")).await;
        }
        let state = cheat.get(&format!("/games/{id}")).await.good();
        clocks.push(state["clock"]["white_ms"].as_u64().expect("a clock"));
    }
    // The clock begins with White's second move.
    let thought = HELD_MS * (MOVES - 1);
    let quota = 1_000 + 100 * MOVES;
    assert!(clocks[0] <= 60_000 - thought + quota, "{clocks:?}");
    assert_eq!(clocks[1], 60_000, "all of it was within the delay");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_the_networks_of_one_ipv6_site_have_loaded_leave_memory_to_those_of_strangers() {
    let house = House::thinking(|settings| settings.live_games = 32).await;
    let wish = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    let mut answers = Vec::new();
    for n in 0..40 {
        let mut attacker = house.visitor_from(format!("2001:db8:1:{n:x}::1").leak());
        let id = attacker.make(wish.clone()).await;
        answers.push(attacker.get(&format!("/games/{id}")).await);
    }
    let mut stranger = house.visitor_from("10.0.0.1");
    let id = stranger.make(wish).await;
    stranger.get(&format!("/games/{id}")).await.good();
    let (shown, refused): (Vec<_>, Vec<_>) = (answers.iter()).partition(|one| one.status == 200);
    assert!(!shown.is_empty() && !refused.is_empty());
    for answer in refused {
        answer.refused(429, "too-many");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_many_strangers_have_loaded_leave_memory_when_others_need_the_places() {
    const PLACES: usize = 16;
    let mut house = House::thinking(|settings| {
        settings.live_games = PLACES;
        settings.idle_seconds = 3_600;
    })
    .await;
    let wish = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    let mut player = house.visitor_from("192.0.2.1");
    let own = player.make(wish.clone()).await;
    let mut socket = player.socket(&own, "").await;
    socket.next_of("state").await;
    for n in 0..40 {
        let mut attacker = house.visitor_from(format!("10.0.{n}.1").leak());
        let id = attacker.make(wish.clone()).await;
        // Although memory is full of recently requested games, there is room in a moment.
        house.until_games(|games| games < PLACES).await;
        attacker.get(&format!("/games/{id}")).await.good();
    }
    // A game that somebody is watching stays in memory.
    socket.play(0, "e2e4").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_of_events_looks_at_much_news_at_once() {
    let house = House::open().await;
    let mut player = house.signed_up("Ada").await;
    house.signed_up("Bob").await;
    let clock = json!({"kind": "preset", "id": "blitz"});
    let wish = json!({"to": "Bob", "variant": "chess", "clock": clock});
    player.post("/challenges", wish).await.good();
    // The presence of a player with a live challenge is refreshed in the database.
    let mut database = house.database().await;
    for sql in [
        "CREATE TABLE kept (until INTEGER)",
        "CREATE TRIGGER counts AFTER UPDATE OF expires_at ON challenges \
         BEGIN INSERT INTO kept VALUES (new.expires_at); END",
    ] {
        sqlx::query(sql).execute(&mut database).await.expect("done");
    }
    let began = Instant::now();
    let mut stream = player.stream("/stream/events").await;
    assert_eq!(stream.next().await.expect("a line")["type"], "challenge");
    const GAMES: usize = 60;
    for _ in 0..GAMES {
        house.clock.advance(1);
        let wish = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
        player.make(wish).await;
    }
    for _ in 0..GAMES {
        assert_eq!(stream.next().await.expect("a line")["type"], "gameStart");
    }
    let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM kept")
        .fetch_one(&mut database)
        .await
        .expect("a number");
    // Once at the start, and then once every eight seconds.
    let most = 1.0 + began.elapsed().as_secs_f64() / 8.0;
    assert!(kept as f64 <= most, "{kept} times, of {most}");
}

#[tokio::test]
async fn a_search_does_not_wait_for_all_those_of_another_network() {
    const BURST: usize = 200;
    let house = House::thinking(|_| {}).await;
    let served = Rc::new(Cell::new(0));
    let search = |network| {
        let mut client = house.visitor_from(network);
        async move { drop(client.get("/archive").await.good()) }
    };
    let attack = async || {
        for _ in 0..BURST {
            let (served, attack) = (Rc::clone(&served), search("10.0.0.1"));
            tokio::task::spawn_local(async move {
                attack.await;
                served.set(served.get() + 1);
            });
        }
        // All of them were sent before the first is answered, as there is one thread.
        while served.get() == 0 {
            tokio::task::yield_now().await;
        }
        let before = served.get();
        search("10.0.0.2").await;
        served.get() - before
    };
    let meanwhile = tokio::task::LocalSet::new().run_until(attack()).await;
    assert!(meanwhile < BURST / 4, "{meanwhile} were served before");
}
