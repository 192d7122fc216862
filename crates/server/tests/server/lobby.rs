//! The lobby: strangers are paired, and nobody waits for players who are gone.

use std::time::{Duration, Instant};

use axum::http::Method;
use serde_json::{Value, json};

use crate::client::{Client, House, NOON, PASSWORD, Socket};
use crate::moderation::{act, id_of, moderated};

fn blitz(variant: &str) -> Value {
    json!({"variant": variant, "clock": {"kind": "preset", "id": "blitz"}})
}

async fn seek(socket: &mut Socket, wish: Value) -> Value {
    socket.request(json!({"t": "seek", "wish": wish})).await
}

fn text(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
}

/// A new visitor with a socket in the lobby.
async fn newcomer(house: &House) -> (Client, Socket) {
    let mut client = house.visitor();
    client.get("/me").await.good();
    let socket = client.lobby().await;
    (client, socket)
}

/// The next list that meets a condition.
pub(crate) async fn list_where(socket: &mut Socket, is_so: impl Fn(&Value) -> bool) -> Value {
    loop {
        let list = socket.next_of("lobby").await;
        if is_so(&list) {
            return list;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_strangers_meet_within_a_second_and_play() {
    let house = House::open().await;
    let began = Instant::now();
    let (mut one, mut first) = newcomer(&house).await;
    let (mut other, mut second) = newcomer(&house).await;
    let mine = seek(&mut first, blitz("hidden960")).await;
    assert_eq!(mine["t"], "done", "{mine}");
    seek(&mut second, blitz("hidden960")).await;
    let paired = first.next_of("paired").await;
    assert_eq!(paired["seek"], mine["seek"]);
    let game = text(&paired["game"]);
    assert_eq!(second.next_of("paired").await["game"], game.as_str());
    assert!(
        began.elapsed() < Duration::from_secs(1),
        "{:?}",
        began.elapsed()
    );

    let mut seats = Vec::new();
    for client in [&mut one, &mut other] {
        let state = client.get(&format!("/games/{game}")).await.good();
        assert_eq!(state["status"], "live");
        assert_eq!(state["clock"]["white_ms"], 300_000);
        seats.push(text(&state["seat"]));
    }
    seats.sort();
    assert_eq!(seats, ["black", "white"]);
    assert_eq!(
        one.get("/games").await.good()["games"][0]["id"],
        game.as_str()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seek_is_gone_when_its_owner_s_line_falls_silent_without_a_close() {
    // With the default timeouts of a real server.
    let usual = manifold_server::Settings::default();
    let house = House::with(|settings| {
        settings.ping_seconds = usual.ping_seconds;
        settings.silence_seconds = usual.silence_seconds;
    })
    .await;
    let (_, mut frozen) = newcomer(&house).await;
    let (_, mut here) = newcomer(&house).await;
    let mine = seek(&mut frozen, blitz("chess")).await;
    assert_eq!(mine["t"], "done", "{mine}");
    list_where(&mut here, |list| list["seeks"][0]["id"] == mine["seek"]).await;
    // From here on the owner's socket is open but not read, so it answers no ping.
    let silent_since = Instant::now();
    list_where(&mut here, |list| list["seeks"] == json!([])).await;
    let most = Duration::from_secs(usual.silence_seconds + 1);
    let took = silent_since.elapsed();
    assert!(took <= most, "{took:?}");
    let answer = here.request(json!({"t": "accept", "seek": mine["seek"]}));
    assert_eq!(answer.await["problem"]["code"], "not-found");
    // Nobody had closed the socket itself.
    while frozen.next_text().await.is_some() {}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seek_whose_owner_has_gone_is_gone() {
    let house = House::open().await;
    let (_, mut first) = newcomer(&house).await;
    let (_, mut second) = newcomer(&house).await;
    let mine = seek(&mut first, blitz("chess")).await;
    let list = list_where(&mut second, |list| list["seeks"] != json!([])).await;
    assert_eq!(list["seeks"][0]["id"], mine["seek"]);
    assert_eq!(list["waiting"][0]["count"], 1);
    first.cut();
    list_where(&mut second, |list| list["seeks"] == json!([])).await;
    let accepted = json!({"t": "accept", "seek": mine["seek"]});
    let answer = second.request(accepted).await;
    assert_eq!(answer["problem"]["code"], "not-found", "{answer}");
    assert_eq!(seek(&mut second, blitz("chess")).await["t"], "done");
}

/// Gives an account a rating with a small deviation, in chess at blitz.
async fn rate(house: &House, player: &str, rating: f64) {
    rate_in(house, player, "chess/blitz", rating).await;
}

async fn rate_in(house: &House, player: &str, pool: &str, rating: f64) {
    let sql = "INSERT OR REPLACE INTO ratings (player, pool, rating, deviation, volatility, last_played, games, placement_games) \
               VALUES (?, ?, ?, 60.0, 0.09, ?, 30, 0)";
    let rated = sqlx::query(sql)
        .bind(player)
        .bind(pool)
        .bind(rating)
        .bind(NOON as i64)
        .execute(&mut house.database().await)
        .await;
    rated.expect("stored");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_s_rating_counts_in_the_search_for_an_unrated_game_and_guests_count_as_1500() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    rate(&house, &id_of(&mut ada).await, 2_000.0).await;
    let bob = house.signed_up("Bob").await;
    let (mut adas, mut bobs) = (ada.lobby().await, bob.lobby().await);
    let (_, mut guests) = newcomer(&house).await;
    let picky = |lowest: u32, highest: u32| {
        let mut wish = blitz("chess");
        wish["ratings"] = json!([lowest, highest]);
        wish
    };
    let accept = |sought: &Value| json!({"t": "accept", "seek": sought["seek"]});
    // Ada is in Bob's range, and a guest is not.
    let sought = seek(&mut bobs, picky(1_900, 2_100)).await;
    let refused = guests.request(accept(&sought)).await;
    assert_eq!(refused["problem"]["code"], "not-possible", "{refused}");
    assert_eq!(adas.request(accept(&sought)).await["t"], "done");
    let game = text(&adas.next_of("paired").await["game"]);
    assert_eq!(bobs.next_of("paired").await["game"], game.as_str());
    let players = ada.get(&format!("/games/{game}")).await.good()["players"].clone();
    for side in ["white", "black"] {
        assert!(players[side]["rating"].is_null(), "{players}");
    }
    // She is not paired with a guest who wants somebody near 1500, either.
    let sought = seek(&mut guests, picky(1_400, 1_600)).await;
    let refused = adas.request(accept(&sought)).await;
    assert_eq!(refused["problem"]["code"], "not-possible", "{refused}");
    // A new visitor is.
    let (_, mut others) = newcomer(&house).await;
    assert_eq!(others.request(accept(&sought)).await["t"], "done");
    // Without a clock nobody has a rating.
    let mut wish = picky(1_400, 1_600);
    wish["clock"] = Value::Null;
    let refused = seek(&mut bobs, wish).await;
    let problem = &refused["problem"];
    assert_eq!(
        (&problem["code"], &problem["field"]),
        (&json!("invalid"), &json!("ratings")),
        "{refused}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_accept_one_seek_make_one_game() {
    let house = House::open().await;
    let (mut owner, mut waiting) = newcomer(&house).await;
    let mut wish = blitz("dmchess");
    wish["color"] = json!("black");
    let id = seek(&mut waiting, wish).await["seek"].clone();
    let own = waiting.request(json!({"t": "accept", "seek": id})).await;
    assert_eq!(own["problem"]["code"], "not-possible", "{own}");
    let (_, mut first) = newcomer(&house).await;
    let (_, mut second) = newcomer(&house).await;
    let accept = json!({"t": "accept", "seek": id});
    let (one, other) = tokio::join!(first.request(accept.clone()), second.request(accept));
    let mut kinds = [text(&one["t"]), text(&other["t"])];
    kinds.sort();
    assert_eq!(kinds, ["done", "refused"]);
    let game = text(&waiting.next_of("paired").await["game"]);
    let state = owner.get(&format!("/games/{game}")).await.good();
    assert_eq!(
        (&state["seat"], &state["status"]),
        (&json!("black"), &json!("live"))
    );
    assert_eq!(
        owner.get("/games").await.good()["games"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seek_can_be_withdrawn_by_its_owner_and_nobody_else() {
    let house = House::open().await;
    let (_, mut first) = newcomer(&house).await;
    let (_, mut second) = newcomer(&house).await;
    let id = seek(&mut first, blitz("chess")).await["seek"].clone();
    let withdraw = json!({"t": "withdraw", "seek": id});
    let answer = second.request(withdraw.clone()).await;
    assert_eq!(answer["problem"]["code"], "not-found", "{answer}");
    assert_eq!(first.request(withdraw.clone()).await["t"], "done");
    assert_eq!(first.request(withdraw).await["t"], "refused");
    // Seeks for different games are not paired.
    seek(&mut first, blitz("chess")).await;
    seek(&mut second, blitz("time-traveler")).await;
    let list = list_where(&mut first, |list| {
        list["seeks"].as_array().map(Vec::len) == Some(2)
    })
    .await;
    assert_eq!(list["online"], 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_seek_is_refused_with_a_sentence() {
    let house = House::open().await;
    let (_, mut socket) = newcomer(&house).await;
    for (wish, code) in [
        (json!({"variant": "checkers"}), "unreadable"),
        (
            json!({"variant": "chess", "clock": {"kind": "preset", "id": "bullet"}}),
            "unreadable",
        ),
        (
            json!({"variant": "chess", "ratings": [2_000, 1_000]}),
            "invalid",
        ),
        (
            json!({"variant": "chess", "ratings": [0, 1_000]}),
            "invalid",
        ),
    ] {
        let answer = seek(&mut socket, wish).await;
        assert_eq!(answer["problem"]["code"], code, "{answer}");
    }
    for text in [
        "",
        "{}",
        "[]",
        r#"{"t":"seek","id":"1","wish":{"variant":"chess","depth":3}}"#,
    ] {
        socket.say_text(text.to_owned()).await;
        let answer = socket.next_of("refused").await;
        assert_eq!(answer["problem"]["code"], "unreadable", "{text}");
    }
    assert_eq!(socket.request(json!({"t": "ping"})).await["t"], "pong");
    // At most five seeks at once.
    for variant in [
        "chess",
        "hyperspace",
        "hidden960",
        "dmchess",
        "time-traveler",
    ] {
        assert_eq!(seek(&mut socket, blitz(variant)).await["t"], "done");
    }
    let answer = seek(&mut socket, json!({"variant": "chess"})).await;
    assert_eq!(answer["problem"]["code"], "too-many", "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_may_not_make_games_spoils_nobodys_seek() {
    let house = House::with(|settings| {
        settings.behind_proxy = true;
        settings.games_per_hour = 3;
    })
    .await;
    let (_, mut waiting) = newcomer(&house).await;
    let id = seek(&mut waiting, blitz("chess")).await["seek"].clone();
    let attacker = house.visitor_from("10.6.6.6");
    let mut attacker = attacker.lobby().await;
    for n in 0..10 {
        let made = seek(&mut attacker, blitz("hidden960")).await;
        assert_eq!(made["t"], if n < 3 { "done" } else { "refused" }, "{made}");
    }
    let answer = attacker.request(json!({"t": "accept", "seek": id})).await;
    assert_eq!(answer["problem"]["code"], "too-many", "{answer}");
    let stranger = house.visitor_from("10.0.0.7");
    let mut stranger = stranger.lobby().await;
    assert_eq!(
        stranger.request(json!({"t": "accept", "seek": id})).await["t"],
        "done"
    );
    assert_eq!(waiting.next_of("paired").await["seek"], id);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_accounts_meet_for_a_rated_game_and_both_ratings_change() {
    let house = House::open().await;
    let mut players = Vec::new();
    for name in ["Rosalind", "Orlando"] {
        let mut client = house.visitor();
        client
            .account("/account", name, "a knight on the rim")
            .await
            .good();
        let socket = client.lobby().await;
        players.push((client, socket));
    }
    let (_, mut guest) = newcomer(&house).await;
    let mut wish = blitz("chess");
    wish["rated"] = json!(true);
    let refused = seek(&mut guest, wish.clone()).await;
    assert_eq!(refused["problem"]["code"], "not-signed-in", "{refused}");
    let mut colored = wish.clone();
    colored["color"] = json!("white");
    let [(one, first), (other, second)] = &mut players[..] else {
        panic!("two players")
    };
    assert_eq!(seek(first, colored).await["problem"]["field"], "color");
    // A rated and an unrated seek do not match.
    seek(&mut guest, blitz("chess")).await;
    let id = seek(first, wish).await["seek"].clone();
    let accept = json!({"t": "accept", "seek": id});
    let refused = guest.request(accept.clone()).await;
    assert_eq!(refused["problem"]["code"], "not-signed-in", "{refused}");
    let list = list_where(second, |list| {
        list["seeks"].as_array().map(Vec::len) == Some(2)
    })
    .await;
    let listed = &list["seeks"].as_array().expect("seeks")[..];
    let listed = listed
        .iter()
        .find(|seek| seek["id"] == id)
        .expect("the seek");
    assert_eq!(
        (&listed["rating"], &listed["provisional"]),
        (&json!(1_500), &json!(true))
    );
    second.request(accept).await;
    let game = text(&first.next_of("paired").await["game"]);
    let state = one.get(&format!("/games/{game}")).await.good();
    assert_eq!(
        (&state["rated"], &state["takebacks"]),
        (&json!(true), &json!(false))
    );
    let (white, black) = match text(&state["seat"]).as_str() {
        "white" => (one, other),
        _ => (other, one),
    };
    let (mut white, mut black) = (
        white.socket(&game, "?lean=true").await,
        black.socket(&game, "?lean=true").await,
    );
    let mut n = 0;
    for (ply, action) in ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().enumerate() {
        let socket = if ply % 2 == 0 { &mut white } else { &mut black };
        n = socket.play(n, action).await;
    }
    let mut ratings = Vec::new();
    for name in ["Rosalind", "Orlando"] {
        let profile = house
            .visitor()
            .get(&format!("/players/{name}"))
            .await
            .good();
        ratings.push(profile["ratings"][0]["rating"].as_f64().expect("a rating"));
    }
    ratings.sort_by(f64::total_cmp);
    assert!(ratings[0] < 1_500.0 && ratings[1] > 1_500.0, "{ratings:?}");
}

/// Pairs two members of the lobby, and returns their game.
async fn paired(first: &mut Socket, second: &mut Socket) -> String {
    for socket in [&mut *first, &mut *second] {
        let sought = seek(socket, blitz("chess")).await;
        assert_eq!(sought["t"], "done", "{sought}");
    }
    second.next_of("paired").await;
    text(&first.next_of("paired").await["game"])
}

/// Sends a request of a player to a game, which must be acknowledged.
async fn at_the_table(client: &Client, game: &str, message: Value) {
    let mut socket = client.socket(game, "").await;
    let answer = socket.request(message).await;
    assert_eq!(answer["t"], "ack", "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_walks_out_again_and_again_waits_and_a_game_that_is_played_forgives() {
    let house = House::open().await;
    let (mut one, mut first) = newcomer(&house).await;
    let (mut other, mut second) = newcomer(&house).await;
    let abort = json!({"t": "abort"});
    let waits = async |socket: &mut Socket| {
        let refused = seek(socket, blitz("chess")).await;
        assert_eq!(refused["problem"]["code"], "too-many", "{refused}");
        refused["problem"]["retry_after"].as_u64()
    };
    for _ in 0..2 {
        let game = paired(&mut first, &mut second).await;
        at_the_table(&one, &game, abort.clone()).await;
    }
    assert_eq!(waits(&mut first).await, Some(120));
    house.clock.advance(60_000);
    assert_eq!(waits(&mut first).await, Some(60));
    // Accepting another player's seek is refused, too, which is no fault of the seek's owner.
    let own = seek(&mut second, blitz("chess")).await;
    assert_eq!(own["t"], "done", "{own}");
    let accept = json!({"t": "accept", "seek": own["seek"]});
    let refused = first.request(accept).await;
    assert_eq!(refused["problem"]["code"], "too-many", "{refused}");
    second
        .request(json!({"t": "withdraw", "seek": own["seek"]}))
        .await;
    house.clock.advance(60_000);

    // The penalty is for the player who does not appear at all, not for the one who gives up waiting.
    let game = paired(&mut first, &mut second).await;
    house.clock.advance(20_000);
    let state = one.get(&format!("/games/{game}")).await.good();
    let is_white = state["seat"] == "white";
    let (waiting, blamed) = match is_white {
        true => (&other, &mut first),
        false => (&one, &mut second),
    };
    at_the_table(waiting, &game, abort.clone()).await;
    if is_white {
        assert_eq!(waits(blamed).await, Some(240));
        house.clock.advance(240_000);
    }

    // A finished game resets the penalty.
    let game = paired(&mut first, &mut second).await;
    let state = one.get(&format!("/games/{game}")).await.good();
    let (white, black) = match state["seat"] == "white" {
        true => (&one, &other),
        false => (&other, &one),
    };
    let mut sockets = [white.socket(&game, "").await, black.socket(&game, "").await];
    let mut n = 0;
    for (ply, action) in ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().enumerate() {
        n = sockets[ply % 2].play(n, action).await;
    }
    let game = paired(&mut first, &mut second).await;
    at_the_table(&one, &game, abort.clone()).await;
    // This counts as the first abort again; aborting a game by link does not count.
    let wish = json!({"variant": "chess", "opponent": {"kind": "link"}});
    let own = one.make(wish).await;
    at_the_table(&one, &own, abort).await;
    paired(&mut first, &mut second).await;
    assert_eq!(other.get("/me").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_leaves_after_a_move_makes_up_for_nothing() {
    let house = House::open().await;
    let (mut one, mut first) = newcomer(&house).await;
    let (other, mut second) = newcomer(&house).await;
    let game = paired(&mut first, &mut second).await;
    at_the_table(&one, &game, json!({"t": "abort"})).await;
    let game = paired(&mut first, &mut second).await;
    let state = one.get(&format!("/games/{game}")).await.good();
    let (white, black) = match state["seat"] == "white" {
        true => (&one, &other),
        false => (&other, &one),
    };
    let mut sockets = [white.socket(&game, "").await, black.socket(&game, "").await];
    let n = sockets[0].play(0, "e2e4").await;
    sockets[1].play(n, "e7e5").await;
    at_the_table(&one, &game, json!({"t": "resign"})).await;
    let game = paired(&mut first, &mut second).await;
    at_the_table(&one, &game, json!({"t": "abort"})).await;
    let refused = seek(&mut first, blitz("chess")).await;
    assert_eq!(refused["problem"]["code"], "too-many", "{refused}");
}

/// Waits until an idle game is over, and returns its outcome.
async fn ended(house: &House, client: &mut Client, game: &str) -> Value {
    let path = format!("/games/{game}");
    house.looks_after_games().await;
    let over =
        async || Some(client.get(&path).await.good()).filter(|state| state["status"] == "over");
    let state = house.eventually("an end in time", over).await;
    state["outcome"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_somebody_does_not_come_to_ends_after_a_minute_and_counts_against_them() {
    for (color, moves) in [("black", 0), ("white", 1)] {
        let house = House::open().await;
        let (mut one, mut first) = newcomer(&house).await;
        let (mut other, mut second) = newcomer(&house).await;
        // Twice, as the first time is free.
        for _ in 0..2 {
            let mut wish = blitz("chess");
            wish["color"] = json!(color);
            seek(&mut first, wish).await;
            seek(&mut second, blitz("chess")).await;
            second.next_of("paired").await;
            let game = text(&first.next_of("paired").await["game"]);
            if moves == 1 {
                one.socket(&game, "").await.play(0, "e2e4").await;
            }
            house.clock.advance(59_000);
            house.looks_after_games().await;
            let state = one.get(&format!("/games/{game}")).await.good();
            assert_eq!(state["status"], "live", "a minute has not passed");
            house.clock.advance(1_000);
            let outcome = ended(&house, &mut one, &game).await;
            assert_eq!(outcome["reason"], "aborted", "{outcome}");
        }
        let refused = seek(&mut second, blitz("chess")).await;
        assert_eq!(refused["problem"]["code"], "too-many", "{refused}");
        assert_eq!(seek(&mut first, blitz("chess")).await["t"], "done");
        assert_eq!(other.get("/me").await.status, 200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_hurried_in_a_game_that_has_begun_or_has_days_for_a_move_or_was_made_by_link() {
    let house = House::open().await;
    let (mut one, mut first) = newcomer(&house).await;
    let (other, mut second) = newcomer(&house).await;
    let begun = paired(&mut first, &mut second).await;
    let state = one.get(&format!("/games/{begun}")).await.good();
    let (white, black) = match state["seat"] == "white" {
        true => (&one, &other),
        false => (&other, &one),
    };
    let n = white.socket(&begun, "").await.play(0, "e2e4").await;
    black.socket(&begun, "").await.play(n, "e7e5").await;
    let days = json!({"variant": "chess", "clock": {"kind": "correspondence", "days": 3}});
    for socket in [&mut first, &mut second] {
        seek(socket, days.clone()).await;
    }
    let letters = text(&first.next_of("paired").await["game"]);
    let link = json!({"variant": "chess", "opponent": {"kind": "link"}});
    let by_link = one.make(link).await;
    let mut joiner = house.visitor();
    let path = format!("/games/{by_link}/join");
    joiner.post(&path, json!({})).await.good();
    house.clock.advance(120_000);
    house.looks_after_games().await;
    for game in [begun, letters, by_link] {
        let state = one.get(&format!("/games/{game}")).await.good();
        assert_eq!(state["status"], "live", "{state}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seek_with_days_for_a_move_comes_true_while_its_owner_is_away() {
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let wish = json!({"variant": "dmchess", "clock": {"kind": "correspondence", "days": 3}, "rated": false});
    let mut first = owner.lobby().await;
    let mine = seek(&mut first, wish.clone()).await;
    assert_eq!(mine["t"], "done", "{mine}");
    // A page that reconnects and repeats its seek has one seek, not two.
    assert_eq!(seek(&mut first, wish.clone()).await["seek"], mine["seek"]);
    first.cut();
    let (mut other, mut second) = newcomer(&house).await;
    list_where(&mut second, |list| list["online"] == 1).await;
    // When the owner reconnects, the remaining seek is reported.
    let mut third = owner.lobby().await;
    let staying = third.next_of("staying").await;
    assert_eq!(
        staying["seeks"],
        json!([{"seek": mine["seek"], "wish": wish}])
    );
    third.cut();
    let accepted = second
        .request(json!({"t": "accept", "seek": mine["seek"]}))
        .await;
    assert_eq!(accepted["t"], "done", "{accepted}");
    let game = text(&second.next_of("paired").await["game"]);
    let path = format!("/games/{game}");
    for client in [&mut owner, &mut other] {
        let state = client.get(&path).await.good();
        assert_eq!(state["status"], "live");
        assert_ne!(state["seat"], "spectator");
    }
    list_where(&mut second, |list| list["seeks"] == json!([])).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seek_with_days_for_a_move_lasts_through_a_restart_until_it_comes_true_or_is_taken_back()
{
    let house = House::open().await;
    let mut owner = house.signed_up("Rosalind").await;
    let wish = |variant: &str| {
        json!({
            "variant": variant, "clock": {"kind": "correspondence", "days": 3}, "color": "white",
            "ratings": [1_000, 2_000], "rated": false,
        })
    };
    let mut socket = owner.lobby().await;
    let mut seeks = Vec::new();
    for variant in ["chess", "dmchess", "hidden960"] {
        let sought = seek(&mut socket, wish(variant)).await;
        assert_eq!(sought["t"], "done", "{sought}");
        seeks.push(sought["seek"].clone());
    }
    let unwanted = json!({"t": "withdraw", "seek": seeks[1]});
    assert_eq!(socket.request(unwanted).await["t"], "done");
    // A guest's seeks do not stay.
    let (_, mut guest) = newcomer(&house).await;
    seek(&mut guest, wish("time-traveler")).await;
    let export = owner.get("/me/export").await.good();
    assert_eq!(export["seeks"].as_array().map(Vec::len), Some(2));
    let data = house.close().await;

    // A year later.
    let later = NOON + 365 * 86_400_000;
    let house = House::on(data, 2, later, |_| {}).await;
    let (mut other, mut socket) = newcomer(&house).await;
    let list = list_where(&mut socket, |list| list["seeks"] != json!([])).await;
    let listed = list["seeks"].as_array().expect("seeks");
    assert_eq!(listed.len(), 2, "{list}");
    assert!(listed.iter().all(|one| one["name"] == "Rosalind"));
    let accepted = json!({"t": "accept", "seek": seeks[0]});
    assert_eq!(socket.request(accepted).await["t"], "done");
    let game = text(&socket.next_of("paired").await["game"]);
    let state = other.get(&format!("/games/{game}")).await.good();
    assert_eq!(state["seat"], "black", "{state}");
    assert_eq!(state["players"]["white"]["name"], "Rosalind");
    let data = house.close().await;

    // A seek that was paired is not there again after a restart.
    let house = House::on(data, 3, later, |_| {}).await;
    let (_, mut socket) = newcomer(&house).await;
    let list = list_where(&mut socket, |list| list["seeks"] != json!([])).await;
    assert_eq!(list["seeks"].as_array().map(Vec::len), Some(1), "{list}");
    assert_eq!(list["seeks"][0]["id"], seeks[2]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_meets_an_account_that_was_deleted_or_banned_while_its_seek_stayed() {
    let (house, mut moderator, [mut leaver, mut troll]) =
        moderated(["Leaver", "Troll"], |_| {}).await;
    let (_, mut other) = newcomer(&house).await;
    let wish =
        |days: u32| json!({"variant": "chess", "clock": {"kind": "correspondence", "days": days}});
    for (client, days) in [(&mut leaver, 3), (&mut troll, 7)] {
        let mut socket = client.lobby().await;
        assert_eq!(seek(&mut socket, wish(days)).await["t"], "done");
        socket.cut();
    }
    let seeks = |list: &Value| list["seeks"].as_array().map_or(0, Vec::len);
    list_where(&mut other, |list| seeks(list) == 2).await;
    let password = json!({"password": PASSWORD});
    let deleted = leaver
        .ask(Method::DELETE, "/account", Some(&password))
        .await;
    assert_eq!(deleted.status, 204, "{}", deleted.text);
    list_where(&mut other, |list| seeks(list) == 1).await;
    let player = id_of(&mut troll).await;
    let ban = json!({"player": player, "kind": "ban", "reason": "Enough."});
    act(&mut moderator, ban).await;
    list_where(&mut other, |list| seeks(list) == 0).await;
    // None is left for a restart.
    let left: i64 = sqlx::query_scalar("SELECT count(*) FROM seeks")
        .fetch_one(&mut house.database().await)
        .await
        .expect("a number");
    assert_eq!(left, 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_while_away_is_found_by_the_rating_of_the_present() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let player = id_of(&mut ada).await;
    let pool = "chess/correspondence";
    rate_in(&house, &player, pool, 2_000.0).await;
    let days = json!({"variant": "chess", "clock": {"kind": "correspondence", "days": 3}});
    let mut adas = ada.lobby().await;
    let sought = seek(&mut adas, days.clone()).await;
    let (_, mut others) = newcomer(&house).await;
    let mut picky = days.clone();
    picky["ratings"] = json!([1_400, 1_600]);
    let unmet = seek(&mut others, picky.clone()).await;
    let withdrawn = json!({"t": "withdraw", "seek": unmet["seek"]});
    assert_eq!(others.request(withdrawn).await["t"], "done");
    // By now her rating has dropped.
    rate_in(&house, &player, pool, 1_500.0).await;
    assert_eq!(seek(&mut others, picky).await["t"], "done");
    others.next_of("paired").await;
    assert_eq!(adas.next_of("paired").await["seek"], sought["seek"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_of_whom_one_blocks_the_other_neither_sees_what_the_other_looks_for() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut mallory = house.signed_up("Mallory").await;
    let mut celia = house.signed_up("Celia").await;
    let ask = async |client: &mut Client, method: Method, name: &str| {
        let path = format!("/me/blocked/{name}");
        let said = client.ask(method, &path, None).await;
        assert_eq!(said.status, 204, "{}", said.text);
    };
    ask(&mut ada, Method::PUT, "mallory").await;
    let mut adas = ada.lobby().await;
    let mut celias = celia.lobby().await;
    let mut mallorys = mallory.lobby().await;
    for (socket, variant) in [
        (&mut adas, "chess"),
        (&mut celias, "hidden960"),
        (&mut mallorys, "dmchess"),
    ] {
        assert_eq!(seek(socket, blitz(variant)).await["t"], "done");
    }
    // The names, and the number of variants that are waited for.
    let listed = |list: &Value| -> (Vec<String>, usize) {
        let seeks = list["seeks"].as_array().expect("seeks");
        let mut names: Vec<String> = seeks.iter().map(|seek| text(&seek["name"])).collect();
        names.sort();
        let waiting = list["waiting"].as_array().expect("counts");
        (names, waiting.len())
    };
    let sees = async |socket: &mut Socket, names: &[&str]| {
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        list_where(socket, |list| listed(list) == (names.clone(), names.len())).await;
    };
    sees(&mut celias, &["Ada", "Celia", "Mallory"]).await;
    sees(&mut adas, &["Ada", "Celia"]).await;
    sees(&mut mallorys, &["Celia", "Mallory"]).await;
    // This applies at once, also to open sockets.
    ask(&mut celia, Method::PUT, "mallory").await;
    sees(&mut mallorys, &["Mallory"]).await;
    sees(&mut celias, &["Ada", "Celia"]).await;
    // It lasts until neither blocks the other any more.
    ask(&mut mallory, Method::PUT, "ada").await;
    ask(&mut ada, Method::DELETE, "mallory").await;
    ask(&mut celia, Method::DELETE, "mallory").await;
    sees(&mut mallorys, &["Celia", "Mallory"]).await;
    sees(&mut celias, &["Ada", "Celia", "Mallory"]).await;
    sees(&mut adas, &["Ada", "Celia"]).await;
    ask(&mut mallory, Method::DELETE, "ada").await;
    sees(&mut adas, &["Ada", "Celia", "Mallory"]).await;
}
