//! Challenges by name, and the feeds on which players hear of them.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::client::{Answer, Client, House, NOON, PASSWORD, Socket};

const DAY: u64 = 86_400_000;

fn blitz(to: &str) -> Value {
    json!({"to": to, "variant": "chess", "clock": {"kind": "preset", "id": "blitz"}})
}

fn three_days(to: &str) -> Value {
    json!({"to": to, "variant": "hidden960", "clock": {"kind": "correspondence", "days": 3}})
}

/// Creates a challenge and returns its identifier.
async fn challenge(client: &mut Client, wish: Value) -> String {
    let made = client.post("/challenges", wish).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    made.json()["id"].as_str().expect("a name").to_owned()
}

async fn accept(client: &mut Client, id: &str) -> Answer {
    client
        .post(&format!("/challenges/{id}/accept"), Value::Null)
        .await
}

async fn decline(client: &mut Client, id: &str, reason: &str) -> Answer {
    let path = format!("/challenges/{id}/decline");
    client.post(&path, json!({"reason": reason})).await
}

async fn delete(client: &mut Client, path: &str) -> Answer {
    client.ask(Method::DELETE, path, None).await
}

/// The next list of a feed that meets a condition.
async fn feed_where(socket: &mut Socket, is_so: impl Fn(&Value) -> bool) -> Value {
    loop {
        let feed = socket.next_of("feed").await;
        if is_so(&feed) {
            return feed;
        }
    }
}

fn count(list: &Value) -> usize {
    list.as_array().expect("a list").len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_challenge_accepted_in_two_tabs_is_one_game_and_both_get_the_same_answer() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let (mut adas, mut bobs) = (ada.feed().await, bob.feed().await);
    let empty = bobs.next_of("feed").await;
    assert_eq!(empty["challenges"], json!({"incoming": [], "outgoing": []}));
    assert_eq!(empty["turns"], json!([]));

    let mut wish = blitz("bOb");
    wish["color"] = json!("black");
    let id = challenge(&mut ada, wish).await;
    let heard = feed_where(&mut bobs, |feed| {
        count(&feed["challenges"]["incoming"]) == 1
    })
    .await;
    let incoming = &heard["challenges"]["incoming"][0];
    assert_eq!(incoming["id"], id.as_str());
    assert_eq!(
        (&incoming["challenger"], &incoming["challenged"]),
        (&json!("Ada"), &json!("Bob"))
    );
    assert_eq!(
        (&incoming["color"], &incoming["status"]),
        (&json!("black"), &json!("open"))
    );
    let own = ada.get("/challenges").await.good();
    assert_eq!(own["outgoing"][0]["id"], id.as_str());

    // Nobody else can answer it, not even the challenger.
    let mut eve = house.signed_up("Eve").await;
    for stranger in [&mut eve, &mut ada] {
        accept(stranger, &id).await.refused(404, "not-found");
        decline(stranger, &id, "later")
            .await
            .refused(404, "not-found");
    }
    delete(&mut eve, &format!("/challenges/{id}"))
        .await
        .refused(404, "not-found");

    let mut tabs = [bob.clone(), bob.clone()];
    let [one, other] = &mut tabs;
    let (one, other) = tokio::join!(accept(one, &id), accept(other, &id));
    assert_eq!(one.good(), other.good());
    let game = one.json()["game"].as_str().expect("a game").to_owned();
    assert_eq!(one.json()["url"], format!("/g/{game}"));
    assert_eq!(adas.next_of("started").await["game"], game.as_str());
    let state = ada.get(&format!("/games/{game}")).await.good();
    assert_eq!(
        (&state["seat"], &state["status"]),
        (&json!("black"), &json!("live"))
    );
    assert_eq!(state["takebacks"], true);
    for player in [&mut ada, &mut bob] {
        let games = player.get("/games?of=me").await.good();
        assert_eq!(count(&games["games"]), 1, "one game, not two");
    }
    // Accepting again gives the same answer; declining is no longer possible.
    assert_eq!(accept(&mut bob, &id).await.good()["game"], game.as_str());
    decline(&mut bob, &id, "later")
        .await
        .refused(404, "not-found");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_challenge_is_declined_with_a_reason_and_taken_back_by_its_maker() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let mut adas = ada.feed().await;
    let id = challenge(&mut ada, blitz("Bob")).await;
    decline(&mut bob, &id, "go away")
        .await
        .refused(400, "unreadable");
    assert_eq!(decline(&mut bob, &id, "too-fast").await.status, 204);
    let told = feed_where(&mut adas, |feed| {
        feed["challenges"]["outgoing"][0]["status"] == "declined"
    })
    .await;
    assert_eq!(told["challenges"]["outgoing"][0]["reason"], "too-fast");
    accept(&mut bob, &id).await.refused(404, "not-found");
    // A notice can be dismissed.
    let path = format!("/challenges/{id}");
    assert_eq!(delete(&mut ada, &path).await.status, 204);
    assert_eq!(ada.get("/challenges").await.good()["outgoing"], json!([]));

    let id = challenge(&mut ada, three_days("Bob")).await;
    assert_eq!(
        delete(&mut ada, &format!("/challenges/{id}")).await.status,
        204
    );
    assert_eq!(bob.get("/challenges").await.good()["incoming"], json!([]));
    accept(&mut bob, &id).await.refused(404, "not-found");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_live_challenge_ends_when_its_maker_has_gone_and_one_with_days_after_a_week() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    house.signed_up("Cleo").await;
    let live = challenge(&mut ada, blitz("Bob")).await;
    house.clock.advance(29_000);
    assert_eq!(count(&bob.get("/challenges").await.good()["incoming"]), 1);
    house.clock.advance(1_000);
    assert_eq!(bob.get("/challenges").await.good()["incoming"], json!([]));
    accept(&mut bob, &live).await.refused(404, "not-found");
    // A new challenge can be made now.
    challenge(&mut ada, blitz("Bob")).await;
    let slow = challenge(&mut ada, three_days("Cleo")).await;
    house.clock.advance(7 * DAY - 1);
    assert_eq!(
        ada.get("/challenges").await.good()["outgoing"][0]["id"],
        slow.as_str()
    );
    house.clock.advance(1);
    assert_eq!(ada.get("/challenges").await.good()["outgoing"], json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn challenges_and_their_answers_survive_a_restart() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let mut cleo = house.signed_up("Cleo").await;
    let open = challenge(&mut ada, three_days("Bob")).await;
    let declined = challenge(&mut ada, three_days("Cleo")).await;
    assert_eq!(decline(&mut cleo, &declined, "later").await.status, 204);
    let taken = challenge(&mut cleo, three_days("Bob")).await;
    let game = accept(&mut bob, &taken).await.good()["game"].clone();
    let house = House::on(house.close().await, 2, NOON + 60_000, |_| {}).await;
    let (mut ada, mut bob) = (house.knows(&ada), house.knows(&bob));
    let own = ada.get("/challenges").await.good()["outgoing"].clone();
    assert_eq!(count(&own), 2, "{own}");
    assert!(
        own.as_array()
            .expect("a list")
            .iter()
            .any(|one| one["reason"] == "later")
    );
    assert_eq!(accept(&mut bob, &taken).await.good()["game"], game);
    accept(&mut bob, &open).await.good();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rated_challenge_is_as_any_rated_game_must_be_and_shows_the_rating() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    for (change, field) in [
        (json!({"clock": null}), "clock"),
        (json!({"color": "white"}), "color"),
    ] {
        let mut wish = blitz("Bob");
        wish["rated"] = json!(true);
        let change = change.as_object().expect("members");
        wish.as_object_mut()
            .expect("members")
            .extend(change.clone());
        let problem = ada.post("/challenges", wish).await.refused(422, "invalid");
        assert_eq!(problem["field"], field);
    }
    let mut wish = blitz("Bob");
    wish["rated"] = json!(true);
    let id = challenge(&mut ada, wish).await;
    let incoming = bob.get("/challenges").await.good()["incoming"][0].clone();
    assert_eq!(
        (
            &incoming["rating"],
            &incoming["provisional"],
            &incoming["rated"]
        ),
        (&json!(1_500), &json!(true), &json!(true))
    );
    let game = accept(&mut bob, &id).await.good()["game"].clone();
    let path = format!("/games/{}", game.as_str().expect("a game"));
    let state = ada.get(&path).await.good();
    assert_eq!(
        (&state["rated"], &state["takebacks"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(state["players"]["white"]["rating"], 1_500);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_challenge_is_refused_and_guests_play_by_link() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut guest = house.visitor();
    guest.get("/me").await.good();
    guest
        .post("/challenges", blitz("Ada"))
        .await
        .refused(401, "not-signed-in");
    guest.get("/challenges").await.refused(401, "not-signed-in");
    accept(&mut guest, "abcdefghijkl")
        .await
        .refused(401, "not-signed-in");
    let mut slow = three_days("Ada");
    slow["clock"]["days"] = json!(15);
    for (wish, status, code) in [
        (blitz("Ada"), 422, "invalid"),
        (blitz("Nobody-here"), 404, "not-found"),
        (blitz(""), 404, "not-found"),
        (json!({"to": "Ada"}), 400, "unreadable"),
        (
            json!({"to": "Ada", "variant": "checkers"}),
            400,
            "unreadable",
        ),
        (slow, 400, "unreadable"),
    ] {
        ada.post("/challenges", wish).await.refused(status, code);
    }
    accept(&mut ada, "abcdefghijkl")
        .await
        .refused(404, "not-found");
    accept(&mut ada, "x").await.refused(404, "not-found");
    let mut feed = ada.feed().await;
    feed.say_text("{\"t\":\"seek\"}".to_owned()).await;
    assert_eq!(
        feed.next_of("refused").await["problem"]["code"],
        "unreadable"
    );
    assert_eq!(feed.request(json!({"t": "ping"})).await["t"], "pong");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_challenges_everybody_again_and_again_is_stopped() {
    let house = House::open().await;
    let mut mallory = house.signed_up("Mallory").await;
    for n in 0..11 {
        house.signed_up(&format!("player-{n}")).await;
    }
    challenge(&mut mallory, blitz("player-0")).await;
    let again = mallory.post("/challenges", three_days("player-0")).await;
    again.refused(409, "not-possible");
    for n in 1..10 {
        challenge(&mut mallory, blitz(&format!("player-{n}"))).await;
    }
    let more = mallory.post("/challenges", blitz("player-10")).await;
    more.refused(429, "too-many");
    // Taking challenges back does not help forever: six an hour to one player.
    for n in 0..6 {
        let own = mallory.get("/challenges").await.good();
        for one in own["outgoing"].as_array().expect("a list") {
            let id = one["id"].as_str().expect("a name");
            delete(&mut mallory, &format!("/challenges/{id}")).await;
        }
        let made = mallory.post("/challenges", blitz("player-0")).await;
        match n {
            5 => drop(made.refused(429, "too-many")),
            _ => drop(made.good()),
        }
    }
    house.clock.advance(3_600_001);
    challenge(&mut mallory, blitz("player-0")).await;
}

async fn put(client: &mut Client, path: &str) -> Answer {
    client.ask(Method::PUT, path, None).await
}

async fn followed(client: &mut Client) -> Vec<Value> {
    let list = client.get("/me/following").await.good();
    list["players"].as_array().expect("a list").clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whom_one_follows_is_shown_with_what_they_play_unless_they_hide_it() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    house.signed_up("Cleo").await;
    for name in ["cleo", "BOB", "Bob"] {
        assert_eq!(
            put(&mut ada, &format!("/me/following/{name}")).await.status,
            204
        );
    }
    let offline = followed(&mut ada).await;
    assert_eq!(offline.len(), 2);
    assert!(offline.iter().all(|one| one["online"] == false));

    let mut feed = bob.feed().await;
    feed.next_of("feed").await;
    let wish =
        json!({"variant": "chess", "opponent": {"kind": "engine", "level": 1}, "color": "white"});
    let game = bob.make(wish).await;
    let list = followed(&mut ada).await;
    assert_eq!(
        list[0],
        json!({"name": "Bob", "online": true, "game": game.as_str()})
    );
    let hidden = bob
        .ask(Method::PUT, "/me/presence", Some(&json!({"shown": false})))
        .await;
    assert_eq!(hidden.good()["shown"], false);
    let list = followed(&mut ada).await;
    assert!(
        list.iter()
            .all(|one| one["online"] == false && one["game"].is_null())
    );
    assert_eq!(bob.get("/me/presence").await.good()["shown"], false);

    for _ in 0..2 {
        assert_eq!(delete(&mut ada, "/me/following/bob").await.status, 204);
    }
    assert_eq!(followed(&mut ada).await.len(), 1);
    put(&mut ada, "/me/following/ada")
        .await
        .refused(409, "not-possible");
    put(&mut ada, "/me/following/nobody-here")
        .await
        .refused(404, "not-found");
    let mut guest = house.visitor();
    guest
        .get("/me/following")
        .await
        .refused(401, "not-signed-in");
    put(&mut guest, "/me/blocked/ada")
        .await
        .refused(401, "not-signed-in");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_blocked_reaches_nobody_and_is_told_nothing() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut mallory = house.signed_up("Mallory").await;
    for (client, name) in [(&mut ada, "mallory"), (&mut mallory, "ada")] {
        put(client, &format!("/me/following/{name}")).await;
    }
    let before = challenge(&mut mallory, blitz("Ada")).await;
    let own = challenge(&mut ada, three_days("Mallory")).await;
    assert_eq!(put(&mut ada, "/me/blocked/mallory").await.status, 204);
    assert_eq!(
        ada.get("/me/blocked").await.good()["players"],
        json!(["Mallory"])
    );
    assert!(followed(&mut ada).await.is_empty());
    assert!(followed(&mut mallory).await.is_empty());
    // The open challenge is gone for both.
    assert_eq!(ada.get("/challenges").await.good()["incoming"], json!([]));
    assert_eq!(
        mallory.get("/challenges").await.good()["incoming"],
        json!([])
    );
    accept(&mut ada, &before).await.refused(404, "not-found");
    accept(&mut mallory, &own).await.refused(404, "not-found");

    // All requests are answered as if there were no block.
    delete(&mut mallory, &format!("/challenges/{before}")).await;
    challenge(&mut mallory, blitz("Ada")).await;
    assert_eq!(put(&mut mallory, "/me/following/ada").await.status, 204);
    assert_eq!(ada.get("/challenges").await.good()["incoming"], json!([]));
    assert!(followed(&mut mallory).await.is_empty());
    // They are not paired in the lobby, either, and a blocked player does not see the seek.
    let (mut adas, mut mallorys) = (ada.lobby().await, mallory.lobby().await);
    let wish = json!({"variant": "chess", "clock": {"kind": "preset", "id": "blitz"}});
    let seek = json!({"t": "seek", "wish": wish});
    let id = adas.request(seek.clone()).await["seek"].clone();
    assert_eq!(mallorys.request(seek.clone()).await["t"], "done");
    let refused_seek = mallorys.request(json!({"t": "accept", "seek": id})).await;
    assert_eq!(
        refused_seek["problem"]["code"], "not-found",
        "{refused_seek}"
    );
    let mut bob = house.signed_up("Bob").await.lobby().await;
    assert_eq!(bob.request(seek).await["t"], "done");
    assert_eq!(
        adas.next_of("paired").await["seek"],
        id,
        "the blocked one came first"
    );

    // A player cannot challenge somebody they block, until they unblock them.
    ada.post("/challenges", blitz("Mallory"))
        .await
        .refused(409, "not-possible");
    put(&mut ada, "/me/following/mallory")
        .await
        .refused(409, "not-possible");
    assert_eq!(delete(&mut ada, "/me/blocked/mallory").await.status, 204);
    assert_eq!(count(&ada.get("/challenges").await.good()["incoming"]), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_account_challenges_follows_and_blocks_nobody_any_more() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    put(&mut bob, "/me/following/ada").await;
    challenge(&mut ada, three_days("Bob")).await;
    let deleted = ada
        .ask(
            Method::DELETE,
            "/account",
            Some(&json!({"password": PASSWORD})),
        )
        .await;
    assert_eq!(deleted.status, 204, "{}", deleted.text);
    assert_eq!(bob.get("/challenges").await.good()["incoming"], json!([]));
    assert!(followed(&mut bob).await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_with_days_for_a_move_is_on_the_feed_of_whose_turn_it_is() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let mut wish = three_days("Bob");
    wish["color"] = json!("white");
    let id = challenge(&mut ada, wish).await;
    accept(&mut bob, &id).await.good();
    let mut adas = ada.feed().await;
    let turn = adas.next_of("feed").await["turns"][0].clone();
    assert_eq!(
        (&turn["game"], &turn["opponent"], &turn["due_at"]),
        (&json!(id), &json!("Bob"), &json!(NOON + 3 * DAY + 1))
    );
    let mut bobs = bob.feed().await;
    assert_eq!(bobs.next_of("feed").await["turns"], json!([]));
    let mut table = ada.socket(&id, "").await;
    let n = table.play(0, "e2e4").await;
    feed_where(&mut adas, |feed| count(&feed["turns"]) == 0).await;
    feed_where(&mut bobs, |feed| count(&feed["turns"]) == 1).await;
    let mut opposite = bob.socket(&id, "").await;
    let n = opposite.play(n, "e7e5").await;
    table.play(n, "d2d4").await;
    let heard = feed_where(&mut bobs, |feed| feed["turns"][0]["turn_number"] == 2).await;
    assert_eq!(heard["turns"][0]["due_at"], NOON + 3 * DAY + 1);
    // When a quarter of the time is left, the player is reminded.
    assert_eq!(heard["turns"][0]["urgent"], false);
    house.clock.advance(3 * DAY - 3 * DAY / 4 + 1);
    let heard = feed_where(&mut bobs, |feed| feed["turns"][0]["urgent"] == true).await;
    assert_eq!(heard["turns"][0]["game"], id.as_str());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_with_days_for_a_move_are_listed_by_the_time_that_is_left() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    // White has moved twice, so that Bob's time is running in each game.
    let begun = async |ada: &mut Client, bob: &mut Client, days: u64| {
        let clock = json!({"kind": "correspondence", "days": days});
        let wish = json!({"to": "Bob", "variant": "chess", "color": "white", "clock": clock});
        let id = challenge(ada, wish).await;
        accept(bob, &id).await.good();
        let (mut white, mut black) = (ada.socket(&id, "").await, bob.socket(&id, "").await);
        let n = white.play(0, "e2e4").await;
        let n = black.play(n, "e7e5").await;
        let n = white.play(n, "d2d4").await;
        (id, white, black, n)
    };
    let turns = async |bob: &Client| {
        let feed = bob.feed().await.next_of("feed").await;
        let turns = feed["turns"].as_array().expect("a list").clone();
        turns
            .iter()
            .map(|turn| turn["game"].clone())
            .collect::<Vec<_>>()
    };
    let (long, ..) = begun(&mut ada, &mut bob, 7).await;
    let (short, _, mut black, n) = begun(&mut ada, &mut bob, 3).await;
    // The game that began later is due sooner.
    assert_eq!(turns(&bob).await, [json!(short), json!(long)]);
    // The remaining time decides the order, not the time per move.
    house.clock.advance(2 * DAY);
    let n = black.play(n, "e5d4").await;
    house.clock.advance(3 * DAY - 1_000);
    let mut white = ada.socket(&short, "").await;
    white.play(n, "d1d4").await;
    assert_eq!(turns(&bob).await, [json!(long), json!(short)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_is_told_to_who_looks_at_something_else() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let id = challenge(&mut ada, blitz("Bob")).await;
    accept(&mut bob, &id).await.good();
    let mut table = ada.socket(&id, "").await;
    assert_eq!(table.request(json!({"t": "resign"})).await["t"], "ack");
    let mut bobs = bob.feed().await;
    bobs.next_of("feed").await;
    table
        .request(json!({"t": "offer", "what": "rematch"}))
        .await;
    assert_eq!(bobs.next_of("rematch").await["game"], id.as_str());
    table.cut();
    let mut adas = ada.feed().await;
    adas.next_of("feed").await;
    let mut opposite = bob.socket(&id, "").await;
    let path = format!("/games/{id}");
    let is_here = |state: &Value| {
        let mut players = ["white", "black"]
            .map(|color| &state["players"][color])
            .into_iter();
        players.any(|player| player["name"] == "Ada" && player["online"] == true)
    };
    while is_here(&bob.get(&path).await.good()) {
        tokio::task::yield_now().await;
    }
    let accepted = opposite
        .request(json!({"t": "accept", "what": "rematch"}))
        .await;
    assert_eq!(accepted["t"], "ack", "{accepted}");
    let started = adas.next_of("started").await;
    assert_ne!(started["game"], id.as_str());
}

/// A finished game between two players, with the socket of the one who resigned.
async fn over(one: &mut Client, other: &mut Client, name: &str) -> (String, Socket) {
    let id = challenge(one, blitz(name)).await;
    accept(other, &id).await.good();
    let mut table = one.socket(&id, "").await;
    assert_eq!(table.request(json!({"t": "resign"})).await["t"], "ack");
    (id, table)
}

/// The number of rematches that a feed reports before the next challenge.
async fn rematches(feed: &mut Socket) -> usize {
    let mut count = 0;
    loop {
        let message = feed.next().await;
        match message["t"].as_str() {
            Some("rematch") => count += 1,
            Some("feed") if message["challenges"]["incoming"] != json!([]) => return count,
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_that_is_offered_again_and_again_is_told_once_elsewhere() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let (_, mut table) = over(&mut ada, &mut bob, "Bob").await;
    let mut bobs = bob.feed().await;
    bobs.next_of("feed").await;
    let offer = json!({"t": "offer", "what": "rematch"});
    assert_eq!(table.request(offer.clone()).await["t"], "ack");
    let again = table.request(offer.clone()).await;
    assert_eq!(again["problem"]["code"], "not-possible", "{again}");
    for _ in 0..3 {
        let withdrawn = json!({"t": "decline", "what": "rematch"});
        assert_eq!(table.request(withdrawn).await["t"], "ack");
        assert_eq!(table.request(offer.clone()).await["t"], "ack");
    }
    challenge(&mut ada, three_days("Bob")).await;
    assert_eq!(rematches(&mut bobs).await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn there_is_no_rematch_with_who_is_blocked_and_they_are_told_nothing() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut mallory = house.signed_up("Mallory").await;
    let mut celia = house.signed_up("Celia").await;
    let (id, mut mallorys) = over(&mut mallory, &mut ada, "Ada").await;
    let (open, mut own) = over(&mut ada, &mut mallory, "Mallory").await;
    let offer = json!({"t": "offer", "what": "rematch"});
    let accepting = json!({"t": "accept", "what": "rematch"});
    assert_eq!(own.request(offer.clone()).await["t"], "ack");
    assert_eq!(put(&mut ada, "/me/blocked/mallory").await.status, 204);
    let mut adas = ada.feed().await;
    adas.next_of("feed").await;
    // Mallory is answered as if there were no block.
    let offered = mallorys.request(offer.clone()).await;
    assert_eq!(offered["t"], "ack", "{offered}");
    challenge(&mut celia, three_days("Ada")).await;
    assert_eq!(rematches(&mut adas).await, 0);
    let mut adas = ada.socket(&id, "").await;
    let refused = adas.request(accepting.clone()).await;
    assert_eq!(refused["problem"]["code"], "not-possible", "{refused}");
    // An offer from before the block does not become a game, either.
    let mut mallorys = mallory.socket(&open, "").await;
    let refused = mallorys.request(accepting).await;
    assert_eq!(refused["problem"]["code"], "not-possible", "{refused}");
    assert_eq!(mallorys.request(offer).await["t"], "ack");
    for game in [&id, &open] {
        let state = ada.get(&format!("/games/{game}")).await.good();
        assert_eq!(state["rematch_id"], Value::Null, "{state}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_is_no_way_to_who_blocks_one_nor_to_whom_one_blocks() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut mallory = house.signed_up("Mallory").await;
    put(&mut ada, "/me/blocked/mallory").await;
    let wish = json!({"variant": "chess", "opponent": {"kind": "link"}});
    let join = async |client: &mut Client, game: &str| {
        let path = format!("/games/{game}/join");
        client.post(&path, json!({})).await
    };
    let adas = ada.make(wish.clone()).await;
    join(&mut mallory, &adas).await.refused(409, "taken");
    let mallorys = mallory.make(wish).await;
    let told = join(&mut ada, &mallorys).await.refused(409, "not-possible");
    assert!(told.to_string().contains("Unblock"), "{told}");
    // Everybody else can join it.
    join(&mut house.visitor(), &adas).await.good();
}
