//! Rated games between accounts, and how ratings are shown.

use axum::http::Method;
use manifold_ratings::{PoolRating, Score, rate_game};
use manifold_server::admin::{Recomputed, annul_result, recompute_ratings};
use serde_json::{Value, json};

use crate::client::{Client, House, NOON, PASSWORD, Socket};
use crate::moderation::{act, id_of, moderated};

const DAY: u64 = 86_400_000;
const FOOLS_MATE: &str = "f2f3 e7e5 g2g4 d8h4";

fn wish() -> Value {
    json!({
        "variant": "chess", "opponent": {"kind": "link"}, "rated": true,
        "clock": {"kind": "preset", "id": "blitz"},
    })
}

/// A rated game of two accounts.
pub(crate) struct Rated {
    pub(crate) id: String,
    /// White's and Black's.
    sockets: [Socket; 2],
    n: u64,
    /// Whether the player who created the game has White.
    is_white: bool,
}

impl Rated {
    pub(crate) async fn begin(maker: &mut Client, joiner: &mut Client) -> Rated {
        let id = maker.make(wish()).await;
        let path = format!("/games/{id}/join");
        let joined = joiner.post(&path, json!({})).await.good();
        let mut sockets = [maker.socket(&id, "").await, joiner.socket(&id, "").await];
        let is_white = joined["seat"] == "black";
        if !is_white {
            sockets.reverse();
        }
        let n = 1;
        Rated {
            id,
            sockets,
            n,
            is_white,
        }
    }

    pub(crate) async fn play(&mut self, actions: &str) {
        for (ply, action) in actions.split_whitespace().enumerate() {
            self.n = self.sockets[ply % 2].play(self.n, action).await;
        }
    }

    /// Lets the player who created the game resign, or the other one.
    pub(crate) async fn resign(&mut self, maker: bool) {
        let side = usize::from(maker != self.is_white);
        let resigned = self.sockets[side].request(json!({"t": "resign"})).await;
        assert_eq!(resigned["t"], "ack", "{resigned}");
    }
}

/// The only rating of a player.
pub(crate) async fn rating(client: &mut Client, name: &str) -> Value {
    let profile = client.get(&format!("/players/{name}")).await.good();
    assert_eq!(profile["username"], name);
    let ratings = profile["ratings"].as_array().expect("a list");
    assert!(ratings.len() <= 1, "{ratings:?}");
    ratings.first().cloned().unwrap_or_default()
}

pub(crate) fn assert_near(told: &Value, expected: f64) {
    let told = told.as_f64().expect("a number");
    assert!((told - expected).abs() < 1e-9, "{told} {expected}");
}

/// Compares a rating as shown by the API with the expected one.
pub(crate) fn assert_rating(told: &Value, expected: &PoolRating, now: u64) {
    let rating = expected.as_of(now);
    assert_near(&told["rating"], rating.rating);
    assert_near(&told["deviation"], rating.deviation);
    assert_eq!(told["provisional"], rating.is_provisional());
    assert_eq!(told["games"], expected.games);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_deletes_the_account_in_a_rated_game_loses_it_on_time_and_the_opponent_is_rated() {
    let house = House::open().await;
    // Both were guests before, and their browsers still have the cookies.
    let was_guest = async |name: &str| {
        let mut client = house.visitor();
        client.get("/me").await.good();
        let guest_cookie = client.cookie().expect("a cookie");
        client.account("/account", name, PASSWORD).await.good();
        client.keep(&guest_cookie);
        client
    };
    let mut ada = was_guest("Ada").await;
    let mut bob = was_guest("Bob").await;
    let mut game = Rated::begin(&mut ada, &mut bob).await;
    game.play("e2e4 e7e5").await;
    // It is White's turn.
    let (mut leaver, mut stayer, name) = match game.is_white {
        true => (ada, bob, "Bob"),
        false => (bob, ada, "Ada"),
    };
    let password = json!({"password": PASSWORD});
    let as_before = leaver.cookie().expect("cookies");
    let deleted = leaver
        .ask(Method::DELETE, "/account", Some(&password))
        .await;
    assert_eq!(deleted.status, 204, "{}", deleted.text);
    let mut guest = house.visitor();
    for cookie in as_before.split("; ").filter(|one| !one.contains("session")) {
        guest.keep(cookie);
    }
    let path = format!("/games/{}", game.id);
    let state = stayer.get(&path).await.good();
    assert_eq!(
        (&state["status"], &state["rated"]),
        (&json!("live"), &json!(true))
    );
    assert_eq!(state["players"]["white"]["name"], "[deleted]");
    // Nobody can play for White any more.
    let act = json!({"t": "act", "id": "late", "n": game.n, "action": "g1f3"});
    let late = leaver
        .post(&format!("/bot/games/{}/actions", game.id), act)
        .await;
    assert!(late.is_problem(), "{}", late.text);
    let mut socket = guest.socket(&game.id, "").await;
    assert_eq!(
        socket.next_of("state").await["state"]["seat"],
        "spectator",
        "also not as the guest from before"
    );
    assert_eq!(socket.act(game.n, "g1f3").await["t"], "refused");
    house.clock.advance(6 * 60_000);
    let ended =
        async || Some(stayer.get(&path).await.good()).filter(|state| state["status"] == "over");
    let state = house.eventually("it is lost on time", ended).await;
    assert_eq!(state["outcome"]["winner"], "black", "{state}");
    let now = NOON + 6 * 60_000;
    let start = PoolRating::START;
    let [_, won] = rate_game(&start, &start, Score::Loss, now).expect("ratings");
    assert_rating(&rating(&mut stayer, name).await, &won.after, now);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rated_game_changes_both_ratings_as_glicko_says() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let mut kept = [PoolRating::START; 2];
    let mut now = NOON;
    for _ in 0..3 {
        let mut game = Rated::begin(&mut ada, &mut bob).await;
        let state = house
            .visitor()
            .get(&format!("/games/{}", game.id))
            .await
            .good();
        assert_eq!(state["rated"], true);
        assert_eq!(state["takebacks"], false);
        let sides = match game.is_white {
            true => ["white", "black"],
            false => ["black", "white"],
        };
        for (side, kept) in sides.into_iter().zip(&kept) {
            let player = &state["players"][side];
            assert_eq!(player["account"], true);
            let before = kept.as_of(now);
            assert_eq!(player["rating"].as_f64(), Some(before.rating.round()));
            assert_eq!(player["provisional"], before.is_provisional());
        }
        let ratings = format!("/games/{}/ratings", game.id);
        bob.get(&ratings).await.refused(409, "not-possible");
        game.play(FOOLS_MATE).await;
        // Black has won.
        let score = match game.is_white {
            true => Score::Loss,
            false => Score::Win,
        };
        let changes = rate_game(&kept[0], &kept[1], score, now).expect("ratings");
        kept = changes.map(|change| change.after);
        assert_rating(&rating(&mut bob, "Ada").await, &kept[0], now);
        assert_rating(&rating(&mut ada, "Bob").await, &kept[1], now);
        let told = house.visitor().get(&ratings).await.good();
        assert_eq!(
            (&told["game"], &told["speed"]),
            (&json!("chess"), &json!("blitz"))
        );
        for (side, change) in sides.into_iter().zip(&changes) {
            assert_near(&told[side]["rating_before"], change.before.rating);
            assert_near(&told[side]["deviation_before"], change.before.deviation);
            assert_near(&told[side]["rating"], change.after.rating.rating);
            assert_near(&told[side]["deviation"], change.after.rating.deviation);
        }
        let record = bob.get(&format!("/games/{}/record", game.id)).await.text;
        assert!(record.contains("[Event \"Rated game\"]"), "{record}");
        let list = bob.get("/games?of=me").await.good();
        assert_eq!(list["games"][0]["rated"], true);
        house.clock.advance(3 * DAY);
        now += 3 * DAY;
    }
    // RD has grown in those days.
    assert_rating(&rating(&mut bob, "Ada").await, &kept[0], now);
    let history = house
        .visitor()
        .get("/players/aDA/ratings/chess/blitz")
        .await;
    let games = history.good()["games"].clone();
    let games = games.as_array().expect("a list");
    assert_eq!(games.len(), 3);
    assert_eq!(games[0]["opponent"], "Bob");
    assert_eq!(games[0]["at"], now - 3 * DAY);
    assert_near(&games[0]["rating"], kept[0].rating.rating);
    assert_eq!(games[1]["rating"], games[0]["rating_before"]);
    let other = bob.get("/players/Ada/ratings/chess/rapid").await.good();
    assert_eq!(other, json!({"games": []}));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_ends_before_both_have_moved_or_is_aborted_does_not_count() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    for (moves, end) in [
        ("", "resign"),
        ("e2e4", "resign"),
        ("e2e4", "abort"),
        ("", "abort"),
    ] {
        let mut game = Rated::begin(&mut ada, &mut bob).await;
        game.play(moves).await;
        let ended = game.sockets[1].request(json!({"t": end})).await;
        assert_eq!(ended["t"], "ack", "{ended}");
        let state = ada.get(&format!("/games/{}", game.id)).await.good();
        assert_eq!(state["status"], "over");
        let ratings = ada.get(&format!("/games/{}/ratings", game.id)).await;
        ratings.refused(409, "not-possible");
        for name in ["Ada", "Bob"] {
            assert_eq!(rating(&mut ada, name).await, Value::Null);
        }
    }
    // A draw between equal ratings counts, but changes only RD.
    let mut game = Rated::begin(&mut ada, &mut bob).await;
    game.play("e2e4 e7e5").await;
    game.sockets[0]
        .request(json!({"t": "offer", "what": "draw"}))
        .await;
    game.sockets[1]
        .request(json!({"t": "accept", "what": "draw"}))
        .await;
    let after = rating(&mut ada, "Bob").await;
    assert_near(&after["rating"], 1500.0);
    assert!(after["deviation"].as_f64() < Some(400.0), "{after}");
    let history = ada.get("/players/Bob/ratings/chess/blitz").await.good();
    assert_eq!(history["games"][0]["score"], 0.5);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_is_lost_on_time_counts() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let mut game = Rated::begin(&mut ada, &mut bob).await;
    game.play("e2e4 e7e5").await;
    house.clock.advance(DAY);
    // By now every request is too late.
    let late = game.sockets[1].request(json!({"t": "resign"})).await;
    assert_eq!(late["problem"]["code"], "over", "{late}");
    let state = ada.get(&format!("/games/{}", game.id)).await.good();
    assert_eq!(state["outcome"]["reason"], "time", "{state}");
    let [white, black] = match game.is_white {
        true => ["Ada", "Bob"],
        false => ["Bob", "Ada"],
    };
    // White was to move, and lost.
    let lost = rating(&mut ada, white).await["rating"].as_f64();
    let won = rating(&mut ada, black).await["rating"].as_f64();
    assert!(
        lost < Some(1500.0) && Some(1500.0) < won,
        "{lost:?} {won:?}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_is_claimed_from_who_has_left_counts() {
    let house = House::with(|settings| settings.claim_seconds = 0).await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let mut game = Rated::begin(&mut ada, &mut bob).await;
    game.play("e2e4 e7e5").await;
    let [mut white, black] = game.sockets;
    black.cut();
    while white.next_of("presence").await["claim"] != "white" {}
    let claimed = white.request(json!({"t": "claim", "what": "win"})).await;
    assert_eq!(claimed["t"], "ack", "{claimed}");
    let winner = if game.is_white { "Ada" } else { "Bob" };
    let won = rating(&mut ada, winner).await["rating"].as_f64();
    assert!(won > Some(1500.0), "{won:?}");
}

#[tokio::test]
async fn rated_games_are_for_accounts_and_everything_is_as_it_must_be() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut guest = house.visitor();
    let problem = guest
        .post("/games", wish())
        .await
        .refused(401, "not-signed-in");
    assert_eq!(problem["field"], "rated");
    for (field, value) in [
        ("opponent", json!({"kind": "same-board"})),
        ("clock", Value::Null),
        ("takebacks", json!(true)),
        ("color", json!("white")),
        ("color", json!("black")),
        ("start", json!(1)),
    ] {
        let mut wish = wish();
        wish["variant"] = json!("chess:960");
        wish[field] = value;
        let problem = ada.post("/games", wish).await.refused(422, "invalid");
        assert_eq!(problem["field"], field, "{problem}");
    }
    let mut same = wish();
    same["takebacks"] = json!(false);
    same["color"] = json!("random");
    let id = ada.make(same).await;
    let join = format!("/games/{id}/join");
    guest
        .post(&join, json!({}))
        .await
        .refused(401, "not-signed-in");
    // The same account in another browser has the same seat, and the other one stays free.
    let mut again = house.visitor();
    again.account("/session", "Ada", PASSWORD).await.good();
    again.post(&join, json!({})).await.good();
    assert_eq!(
        ada.get(&format!("/games/{id}")).await.good()["status"],
        "waiting"
    );
    let mut bob = house.signed_up("Bob").await;
    bob.post(&join, json!({})).await.good();
    let mut socket = bob.socket(&id, "").await;
    let offered = socket
        .request(json!({"t": "offer", "what": "takeback"}))
        .await;
    assert_eq!(offered["problem"]["code"], "not-possible", "{offered}");
    // Unrated games are not affected.
    let mut casual = wish();
    casual["rated"] = json!(false);
    let id = guest.make(casual).await;
    let state = guest.get(&format!("/games/{id}")).await.good();
    assert_eq!(
        (&state["rated"], &state["takebacks"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(state["players"]["white"]["rating"], Value::Null);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_is_rated_too_and_begins_with_the_new_ratings() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let mut game = Rated::begin(&mut ada, &mut bob).await;
    game.play(FOOLS_MATE).await;
    for side in [0, 1] {
        let offer = json!({"t": "offer", "what": "rematch"});
        let offered = game.sockets[side].request(offer).await;
        assert_eq!(offered["t"], "ack", "{offered}");
    }
    let state = ada.get(&format!("/games/{}", game.id)).await.good();
    let next = state["rematch_id"].as_str().expect("another game");
    let next = ada.get(&format!("/games/{next}")).await.good();
    assert_eq!(next["rated"], true);
    for (name, side) in [("Ada", game.is_white), ("Bob", !game.is_white)] {
        let side = if side { "black" } else { "white" };
        assert_eq!(next["players"][side]["name"], name);
        let now = rating(&mut bob, name).await["rating"].as_f64();
        let shown = next["players"][side]["rating"].as_f64();
        assert_eq!(shown, now.map(f64::round), "{name}");
        assert_ne!(shown, Some(1500.0));
    }
    // A rated game with a deleted account is not possible.
    let mut game = Rated::begin(&mut ada, &mut bob).await;
    game.play(FOOLS_MATE).await;
    let bobs = usize::from(game.is_white);
    let offer = json!({"t": "offer", "what": "rematch"});
    game.sockets[bobs].request(offer.clone()).await;
    let confirmation = json!({"password": PASSWORD});
    bob.ask(Method::DELETE, "/account", Some(&confirmation))
        .await;
    // His name is removed from the game, so its sockets have to reconnect.
    let mut socket = ada.socket(&game.id, "").await;
    let refused = socket.request(offer).await;
    assert_eq!(refused["problem"]["code"], "not-signed-in", "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_that_end_at_the_same_time_count_one_after_the_other() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut games = Vec::new();
    let mut names = Vec::new();
    for i in 0..6 {
        let name = format!("Other{i}x");
        let mut other = house.signed_up(&name).await;
        let mut game = Rated::begin(&mut ada, &mut other).await;
        game.play("e2e4 e7e5").await;
        games.push(game);
        names.push(name);
    }
    // Ada wins the games with even numbers.
    let ends = games.iter_mut().zip(0..);
    futures_util::future::join_all(ends.map(|(game, i)| game.resign(i % 2 == 1))).await;
    let history = ada.get("/players/Ada/ratings/chess/blitz").await.good();
    let history = history["games"].as_array().expect("a list").clone();
    assert_eq!(history.len(), 6);
    let mut kept = PoolRating::START;
    for played in history.iter().rev() {
        let score = match played["score"].as_f64() {
            Some(1.0) => Score::Win,
            _ => Score::Loss,
        };
        let other = played["opponent"].as_str().expect("a name");
        let [mine, theirs] = rate_game(&kept, &PoolRating::START, score, NOON).expect("ratings");
        assert_near(&played["rating_before"], mine.before.rating);
        assert_rating(&rating(&mut ada, other).await, &theirs.after, NOON);
        names.retain(|name| name != other);
        kept = mine.after;
    }
    assert!(names.is_empty(), "{names:?}");
    assert_rating(&rating(&mut ada, "Ada").await, &kept, NOON);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_leaderboard_has_who_is_well_known_and_has_played_lately() {
    const BOARD: &str = "/leaderboard/chess/blitz";
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let mut kept = [PoolRating::START; 2];
    let mut games = 0;
    while kept.iter().any(|kept| !kept.is_ranked(NOON)) {
        let board = ada.get(BOARD).await.good();
        let ranked = kept.iter().filter(|kept| kept.is_ranked(NOON)).count();
        assert_eq!(board["players"].as_array().expect("a list").len(), ranked);
        let mut game = Rated::begin(&mut ada, &mut bob).await;
        game.play("e2e4 e7e5").await;
        let loses = games % 3 == 0;
        game.resign(loses).await;
        let score = if loses { Score::Loss } else { Score::Win };
        let changes = rate_game(&kept[0], &kept[1], score, NOON).expect("ratings");
        kept = changes.map(|change| change.after);
        games += 1;
        assert!(games < 100, "{kept:?}");
    }
    let board = house.visitor().get(BOARD).await.good();
    let players = board["players"].as_array().expect("a list");
    let mut best = [("Ada", kept[0]), ("Bob", kept[1])];
    best.sort_by(|(_, one), (_, other)| other.rating.rating.total_cmp(&one.rating.rating));
    assert_eq!(players.len(), 2);
    for (place, (name, kept)) in players.iter().zip(best) {
        assert_eq!(place["username"], name);
        assert_near(&place["rating"], kept.rating.rating);
        assert_eq!(place["games"], games);
    }
    assert_eq!(
        (&board["ranked"], &board["own_place"]),
        (&json!(2), &Value::Null)
    );
    for (place, (name, _)) in best.iter().enumerate() {
        let client = if *name == "Ada" { &mut ada } else { &mut bob };
        let own = client.get(BOARD).await.good();
        assert_eq!(own["own_place"], place + 1, "{name}");
    }
    let empty = json!({"players": [], "ranked": 0, "own_place": null});
    assert_eq!(ada.get("/leaderboard/chess/rapid").await.good(), empty);
    // A deleted account is not on the leaderboard.
    let confirmation = json!({"password": PASSWORD});
    bob.ask(Method::DELETE, "/account", Some(&confirmation))
        .await;
    let board = ada.get(BOARD).await.good();
    assert_eq!(board["players"].as_array().map(Vec::len), Some(1));
    assert_eq!(board["players"][0]["username"], "Ada");
    ada.get("/players/Bob").await.refused(404, "not-found");
    let history = ada.get("/players/Ada/ratings/chess/blitz").await.good();
    assert_eq!(history["games"][0]["opponent"], "[deleted]");
    // She has not played for too long.
    house.clock.advance(31 * DAY);
    assert_eq!(ada.get(BOARD).await.good(), empty);
}

#[tokio::test]
async fn guests_and_strangers_have_no_page_and_pools_must_exist() {
    let house = House::open().await;
    let mut ada = house.signed_up("Rosalind").await;
    let mut guest = house.visitor();
    let name = guest.get("/me").await.good()["name"].clone();
    let name = name.as_str().expect("a name").replace(' ', "%20");
    for path in [
        "/players/Nobody",
        "/players/%5Bdeleted%5D",
        // A name that only looks like hers.
        "/players/Rosa1ind",
        &format!("/players/{name}"),
        "/players/Rosalind/ratings/chess/lightning",
        "/players/Rosalind/ratings/go/blitz",
        "/players/Nobody/ratings/chess/blitz",
        "/leaderboard/go/blitz",
        "/leaderboard/chess/lightning",
        "/games/abcdefghijkl/ratings",
    ] {
        ada.get(path).await.refused(404, "not-found");
    }
    let profile = guest.get("/players/rosalind").await.good();
    let expected = json!({"username": "Rosalind", "created_at": NOON, "bot": false, "ratings": []});
    assert_eq!(profile, expected);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ratings_survive_a_kill_and_are_worked_out_again_to_the_same_bits() {
    let house = House::open().await;
    let mut ada = house.signed_up("Ada").await;
    let mut bob = house.signed_up("Bob").await;
    let mut first = String::new();
    for i in 0..4 {
        let mut game = Rated::begin(&mut ada, &mut bob).await;
        game.play("e2e4 e7e5").await;
        game.resign(i % 2 == 0).await;
        house.clock.advance(DAY);
        if i == 0 {
            first = game.id;
        }
    }
    let before = [rating(&mut ada, "Ada").await, rating(&mut ada, "Bob").await];
    // Simulate a kill of the server by copying its files.
    let data = tempfile::tempdir().expect("a directory");
    for name in ["manifold.sqlite", "manifold.sqlite-wal", "cookie.key"] {
        let from = house.data.path().join(name);
        std::fs::copy(from, data.path().join(name)).expect("copied");
    }
    let now = NOON + 4 * DAY;
    let next = House::on(data, 2, now, |_| {}).await;
    let mut visitor = next.visitor();
    for (name, before) in ["Ada", "Bob"].into_iter().zip(&before) {
        assert_eq!(&rating(&mut visitor, name).await, before);
    }
    let busy = recompute_ratings(next.data.path()).await;
    let busy = busy.expect_err("a server is using it").to_string();
    assert!(busy.contains("another server is using it"), "{busy}");

    let data = next.close().await;
    let same = Recomputed {
        players: 2,
        ratings: 2,
        differed: 0,
    };
    let again = recompute_ratings(data.path()).await.expect("recomputed");
    assert_eq!(again, same);
    let annulled = annul_result(data.path(), &first).await.expect("annulled");
    assert_eq!(
        annulled,
        Some(Recomputed {
            differed: 2,
            ..same
        })
    );
    for wrong in [&*first, "nosuchgame12", "rubbish"] {
        let nothing = annul_result(data.path(), wrong).await.expect("an answer");
        assert_eq!(nothing, None, "{wrong}");
    }
    let house = House::on(data, 3, now, |_| {}).await;
    let mut visitor = house.visitor();
    assert_eq!(rating(&mut visitor, "Ada").await["games"], 3);
    let told = visitor.get(&format!("/games/{first}/ratings")).await.good();
    assert_eq!(
        (&told["annulled"], &told["white"]),
        (&json!(true), &Value::Null)
    );
    let history = visitor.get("/players/Ada/ratings/chess/blitz").await.good();
    let games = history["games"].as_array().expect("a list");
    assert_eq!(games.len(), 3);
    assert_near(&games[2]["rating_before"], 1500.0);
    let nothing = recompute_ratings(&house.data.path().join("elsewhere")).await;
    assert!(nothing.is_err_and(|error| error.to_string().contains("no database")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_moderator_annuls_a_result_and_undoing_it_gives_the_same_ratings_again() {
    let (_house, mut moderator, [mut ada, mut bob, mut celia]) =
        moderated(["Ada", "Bob", "Celia"], |_| {}).await;
    let mut games = Vec::new();
    for i in 0..3 {
        let mut game = Rated::begin(&mut ada, &mut bob).await;
        game.play("e2e4 e7e5").await;
        game.resign(i != 1).await;
        games.push(game.id);
    }
    let before = [rating(&mut ada, "Ada").await, rating(&mut ada, "Bob").await];
    let annul = |player: &str, game: &str| json!({"player": player, "kind": "annul", "game": game, "reason": "An engine."});
    let (cheat, other) = (id_of(&mut ada).await, id_of(&mut celia).await);
    // A result cannot be annulled for a player who did not play the game, or for a game that does not count.
    for (player, game) in [(&other, &*games[1]), (&cheat, "nosuchgame12")] {
        let nothing = moderator
            .post("/moderation/acts", annul(player, game))
            .await;
        nothing.refused(409, "not-possible");
    }
    let number = act(&mut moderator, annul(&cheat, &games[1])).await;
    let twice = moderator
        .post("/moderation/acts", annul(&cheat, &games[1]))
        .await;
    twice.refused(409, "not-possible");
    let told = ada
        .get(&format!("/games/{}/ratings", games[1]))
        .await
        .good();
    assert_eq!(told["annulled"], true);
    let without = rating(&mut ada, "Bob").await;
    assert_eq!(without["games"], 2);
    assert_ne!(without["rating"], before[1]["rating"]);
    let undo = format!("/moderation/acts/{number}/undo");
    moderator
        .post(&undo, json!({"reason": "It was no engine."}))
        .await
        .good();
    for (name, before) in ["Ada", "Bob"].into_iter().zip(&before) {
        assert_eq!(&rating(&mut celia, name).await, before);
    }
}
