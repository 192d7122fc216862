//! Games of every kind from the wish to the result.

use manifold_rules::variant::VariantId;
use serde_json::{Value, json};

use crate::client::{Client, House, Socket, actions_in};

/// A game by link between two people, with the sockets of both.
struct Pair {
    id: String,
    white: Client,
    black: Client,
    sockets: [Socket; 2],
    n: u64,
}

impl Pair {
    async fn sit_down(house: &House, game: &str) -> Pair {
        Pair::with(
            house,
            json!({"variant": game, "opponent": {"kind": "link"}, "color": "white"}),
        )
        .await
    }

    async fn with(house: &House, wish: Value) -> Pair {
        let mut white = house.visitor();
        let mut black = house.visitor();
        let id = white.make(wish).await;
        let joined = black
            .post(&format!("/games/{id}/join"), json!({}))
            .await
            .good();
        assert_eq!(joined["seat"], "black");
        let mut sockets = [white.socket(&id, "").await, black.socket(&id, "").await];
        let state = sockets[0].next_of("state").await["state"].clone();
        assert_eq!(state["status"], "live");
        sockets[1].next_of("state").await;
        Pair {
            n: state["n"].as_u64().expect("a number"),
            id,
            white,
            black,
            sockets,
        }
    }

    /// The side that must act, 0 for White.
    async fn side_to_act(&mut self) -> usize {
        let state = self.white.get(&format!("/games/{}", self.id)).await.good();
        usize::from(state["actor"] == "black")
    }

    async fn play(&mut self, actions: &str) {
        for action in actions.split_whitespace() {
            let side = self.side_to_act().await;
            self.n = self.sockets[side].play(self.n, action).await;
        }
    }

    async fn state(&mut self) -> Value {
        self.white.get(&format!("/games/{}", self.id)).await.good()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_each_kind_is_played_to_its_result() {
    let house = House::open().await;
    for (game, actions, winner, reason) in [
        (
            "hyperspace",
            "b1^2@d3 e7e5 f2f3 b8c6 g2g4 d8h4",
            "black",
            "checkmate",
        ),
        (
            "hyperspace:open",
            "f2f3 e7e5 g2g4 d8h4",
            "black",
            "checkmate",
        ),
        ("time-traveler", "Nf6/e8 g7f6", "black", "grammar"),
        (
            "hidden960",
            "d1=Q e1=K f1=B g1=N h1=R f2f3 d8=Q e7e5 g2g4 d8h4",
            "black",
            "checkmate",
        ),
    ] {
        let mut pair = Pair::sit_down(&house, game).await;
        pair.play(actions).await;
        let state = pair.state().await;
        assert_eq!(state["status"], "over", "{game}");
        assert_eq!(state["outcome"]["winner"], winner, "{game}");
        assert_eq!(state["outcome"]["reason"], reason, "{game}");
        let record = pair.black.get(&format!("/games/{}/record", pair.id)).await;
        assert!(record.text.contains("0-1"), "{}", record.text);
        let plies = pair
            .black
            .get(&format!("/games/{}/plies", pair.id))
            .await
            .good();
        let count = actions.split_whitespace().count();
        assert_eq!(plies["plies"].as_array().expect("a list").len(), count + 1);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn positions_of_a_game_that_goes_on_are_as_their_reader_may_see_them() {
    let house = House::open().await;
    let mut pair = Pair::sit_down(&house, "hyperspace").await;
    pair.play("g1^2@h5 e7e5").await;
    let path = format!("/games/{}/plies", pair.id);
    let mut spectator = house.visitor();
    let own = pair.white.get(&path).await.good();
    assert_eq!(own["plies"][1]["view"]["hyperspace"][0]["square"], "h5");
    assert_eq!(own["plies"][1]["notation"], "Ng1^2@h5");
    for other in [&mut pair.black, &mut spectator] {
        let seen = other.get(&path).await.good();
        let plies = seen["plies"].as_array().expect("a list");
        assert_eq!(plies.len(), 3);
        assert_eq!(plies[1]["view"]["hyperspace"][0]["square"], Value::Null);
        assert_eq!(plies[1]["notation"], "Ng1^2");
        assert_eq!(plies[1]["action"], "g1^2");
        assert!(!seen.to_string().contains("h5"), "{seen}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dmchess_begins_with_the_kings_and_ends_by_resignation() {
    let house = House::open().await;
    let mut pair = Pair::sit_down(&house, "dmchess:kings").await;
    for side in [0, 1] {
        let clients = [&mut pair.white, &mut pair.black];
        let client = &mut *clients.into_iter().nth(side).expect("two");
        let state = client.get(&format!("/games/{}", pair.id)).await.good();
        let home = state["options"]["placing"]["home"]
            .as_str()
            .expect("an action");
        pair.n = pair.sockets[side].play(pair.n, home).await;
    }
    let state = pair.state().await;
    assert_eq!(actions_in(&state["options"]).len(), 363);
    pair.play("Pd1e2-d1e4 Pd2e7-d2e5 Nd2b1-d4b5").await;
    let resigned = pair.sockets[1].request(json!({"t": "resign"})).await;
    assert_eq!(resigned["t"], "ack");
    assert_eq!(
        pair.state().await["outcome"]["text"],
        "White wins: Black has resigned."
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_engine_answers_in_every_game() {
    let house = House::open().await;
    for game in VariantId::all() {
        let game = game.id();
        let mut player = house.visitor();
        // The engine has White and begins, with as many actions as that takes in this game.
        let wish =
            json!({"variant": game, "opponent": {"kind": "engine", "level": 1}, "color": "black"});
        let id = player.make(wish).await;
        let mut socket = player.socket(&id, "").await;
        let mut state = socket.next_of("state").await["state"].clone();
        while state["actor"] != "black" {
            state = socket.next_of("event").await["state"].clone();
        }
        assert!(state["n"].as_u64() >= Some(1), "{game}");
        assert!(state["options"].is_object(), "{game}");
        assert_eq!(state["players"]["white"]["kind"], "engine");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_one_board_both_sides_are_played_undone_and_begun_anew() {
    let house = House::open().await;
    let mut player = house.visitor();
    let wish = json!({"variant": "hidden960", "opponent": {"kind": "same-board"}});
    let id = player.make(wish).await;
    let mut socket = player.socket(&id, "").await;
    let state = socket.next_of("state").await["state"].clone();
    assert_eq!(state["seat"], "both");
    let mut n = 0;
    for action in ["e2e4", "d8=Q", "d8h4"] {
        // Not all of these actions are legal in every game: play only those that are.
        if socket.act(n, action).await["t"] == "ack" {
            n += 1;
        }
    }
    let before = player.get(&format!("/games/{id}")).await.good();
    let count = before["moves"].as_array().expect("a list").len();
    assert!(count >= 2);
    let undone = socket
        .request(json!({"t": "offer", "what": "takeback"}))
        .await;
    assert_eq!(undone["t"], "ack");
    let state = player.get(&format!("/games/{id}")).await.good();
    assert_eq!(state["moves"].as_array().expect("a list").len(), count - 1);
    let reset = socket.request(json!({"t": "offer", "what": "reset"})).await;
    assert_eq!(reset["t"], "ack");
    let state = player.get(&format!("/games/{id}")).await.good();
    assert_eq!(state["moves"].as_array().expect("a list").len(), 0);
    assert_eq!(state["actor"], "white");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_one_board_who_must_act_is_not_shown_what_the_other_one_saw_before() {
    let house = House::open().await;
    let mut player = house.visitor();
    let wish = json!({"variant": "hyperspace", "opponent": {"kind": "same-board"}});
    let id = player.make(wish).await;
    let mut socket = player.socket(&id, "").await;
    for (n, action) in (0..).zip(["b1^3@c3", "b8^4@d5", "e2e4"]) {
        let told = socket.act(n, action).await;
        assert_eq!(told["t"], "ack", "{action}: {told}");
    }
    // Black must act, after a turn in which White saw the square.
    let plies = player.get(&format!("/games/{id}/plies")).await.text;
    assert!(plies.contains("d5"), "their own: {plies}");
    assert!(!plies.contains("c3"), "White's: {plies}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn offers_are_made_declined_accepted_and_lead_to_a_rematch() {
    let house = House::open().await;
    let mut pair = Pair::sit_down(&house, "hyperspace").await;
    pair.play("e2e4 e7e5").await;
    let [white, black] = &mut pair.sockets;
    // A takeback of White's turn takes Black's answer with it.
    assert_eq!(
        white
            .request(json!({"t": "offer", "what": "takeback"}))
            .await["t"],
        "ack"
    );
    let mut told = black.next_of("event").await;
    while told["event"]["kind"] == "action" {
        told = black.next_of("event").await;
    }
    assert_eq!(
        told["event"],
        json!({"kind": "offer", "color": "white", "what": "takeback"})
    );
    assert_eq!(
        black
            .request(json!({"t": "accept", "what": "takeback"}))
            .await["t"],
        "ack"
    );
    let state = pair.state().await;
    assert_eq!(state["moves"], json!([]));
    assert_eq!(state["offers"]["takeback"], Value::Null);
    pair.n = state["n"].as_u64().expect("a number");
    pair.play("d2d4").await;
    // A draw is offered once; the opponent's move declines it.
    let [white, black] = &mut pair.sockets;
    assert_eq!(
        white.request(json!({"t": "offer", "what": "draw"})).await["t"],
        "ack"
    );
    let again = white.request(json!({"t": "offer", "what": "draw"})).await;
    assert_eq!(again["problem"]["code"], "not-possible");
    assert_eq!(
        black.request(json!({"t": "decline", "what": "draw"})).await["t"],
        "ack"
    );
    let late = black.request(json!({"t": "accept", "what": "draw"})).await;
    assert_eq!(late["problem"]["code"], "not-possible");
    assert_eq!(
        black.request(json!({"t": "offer", "what": "draw"})).await["t"],
        "ack"
    );
    assert_eq!(
        white.request(json!({"t": "accept", "what": "draw"})).await["t"],
        "ack"
    );
    assert_eq!(pair.state().await["outcome"]["text"], "Draw by agreement.");
    // The rematch has colours swapped.
    let [white, black] = &mut pair.sockets;
    assert_eq!(
        black
            .request(json!({"t": "offer", "what": "rematch"}))
            .await["t"],
        "ack"
    );
    assert_eq!(
        white
            .request(json!({"t": "accept", "what": "rematch"}))
            .await["t"],
        "ack"
    );
    let next = pair.state().await["rematch_id"]
        .as_str()
        .expect("a game")
        .to_owned();
    let rematch = pair.white.get(&format!("/games/{next}")).await.good();
    assert_eq!(
        (&rematch["seat"], &rematch["status"]),
        (&json!("black"), &json!("live"))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_has_hardly_begun_can_be_aborted_and_no_other() {
    let house = House::open().await;
    let mut pair = Pair::sit_down(&house, "time-traveler").await;
    pair.play("e2e4 e7e5").await;
    let refused = pair.sockets[0].request(json!({"t": "abort"})).await;
    assert_eq!(refused["problem"]["code"], "not-possible");
    let mut pair = Pair::sit_down(&house, "time-traveler").await;
    pair.play("e2e4").await;
    assert_eq!(
        pair.sockets[1].request(json!({"t": "abort"})).await["t"],
        "ack"
    );
    assert_eq!(pair.state().await["outcome"]["reason"], "aborted");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_stays_can_claim_the_game_when_the_other_has_left() {
    let house = House::with(|settings| settings.claim_seconds = 0).await;
    let clock = json!({"kind": "preset", "id": "blitz"});
    let wish = json!({"variant": "hyperspace", "opponent": {"kind": "link"}, "color": "white", "clock": clock});
    let mut pair = Pair::with(&house, wish).await;
    let early = pair.sockets[0]
        .request(json!({"t": "claim", "what": "win"}))
        .await;
    assert_eq!(early["problem"]["code"], "not-possible");
    let [mut white, black] = pair.sockets;
    black.cut();
    while white.next_of("presence").await["claim"] != "white" {}
    assert_eq!(
        white.request(json!({"t": "claim", "what": "win"})).await["t"],
        "ack"
    );
    let state = pair.white.get(&format!("/games/{}", pair.id)).await.good();
    assert_eq!(
        state["outcome"]["text"],
        "White wins: Black has left the game."
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_open_referee_lets_a_conflict_be_amended_by_who_is_not_to_move() {
    let house = House::open().await;
    let mut pair = Pair::sit_down(&house, "hyperspace:open").await;
    // The second piece would return on the same turn as the first.
    pair.play("b1^3@a3 e7e5 g1^2@h3").await;
    let state = pair.state().await;
    assert_eq!(state["actor"], "black");
    let kinds: Vec<&str> = state["options"]["actions"]
        .as_array()
        .expect("what White can do about it")
        .iter()
        .filter_map(|choice| choice["kind"].as_str())
        .collect();
    assert!(
        kinds.contains(&"amend") && kinds.contains(&"cancel"),
        "{kinds:?}"
    );
    let n = pair.n;
    let black = pair.sockets[1].act(n, "amend:5").await;
    assert_eq!(black["problem"]["code"], "not-your-turn");
    pair.n = pair.sockets[0].play(n, "amend:5").await;
    assert_eq!(pair.state().await["options"], Value::Null);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_hyperspace_game_is_verified_with_what_was_taken_back() {
    let house = House::open().await;
    let mut player = house.visitor();
    let wish = json!({"variant": "hyperspace", "opponent": {"kind": "same-board"}});
    let id = player.make(wish).await;
    let mut socket = player.socket(&id, "").await;
    let early = player.get(&format!("/games/{id}/verify")).await;
    assert!(early.is_problem());
    let mut n = socket.play(0, "b1^4@c3").await;
    socket
        .request(json!({"t": "offer", "what": "takeback"}))
        .await;
    n += 1;
    for action in ["g1^2@f3", "b8^1@d4", "e2e4"] {
        n = socket.play(n, action).await;
    }
    socket.request(json!({"t": "resign"})).await;
    let verified = player.get(&format!("/games/{id}/verify")).await.good();
    assert_eq!(verified["holds"], true);
    let squares: Vec<(&Value, &Value)> = verified["departures"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|departure| (&departure["square"], &departure["taken_back"]))
        .collect();
    let [c3, f3, d4] = [json!("c3"), json!("f3"), json!("d4")];
    let [yes, no] = [json!(true), json!(false)];
    assert_eq!(squares, [(&c3, &yes), (&f3, &no), (&d4, &no)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_wish_sent_twice_makes_one_game() {
    let house = House::open().await;
    let mut player = house.visitor();
    player.get("/me").await;
    let mut ids = Vec::new();
    for key in ["a", "a", "b"] {
        let body = json!({"variant": "dmchess", "opponent": {"kind": "same-board"}});
        let made = player.post_once("/games", key, body).await.good();
        ids.push(made["id"].clone());
    }
    assert_eq!(ids[0], ids[1]);
    assert_ne!(ids[0], ids[2]);
    let mine = player.get("/games?of=me").await.good();
    assert_eq!(mine["games"].as_array().map(Vec::len), Some(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn actions_are_understood_as_people_write_them() {
    let house = House::open().await;
    let mut pair = Pair::sit_down(&house, "hyperspace").await;
    pair.play("Nf3 e5 Bf1^3@c4").await;
    let state = pair.state().await;
    assert_eq!(state["moves"][2]["notation"], "Bf1^3@c4");
    let n = pair.n;
    let wrong = pair.sockets[1].act(n, "Nf3").await;
    assert_eq!(wrong["problem"]["code"], "illegal");
    assert!(
        wrong["problem"]["detail"]
            .as_str()
            .expect("a sentence")
            .ends_with(['.', '?'])
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_analysis_of_a_finished_game_knows_what_was_secret() {
    let house = House::open().await;
    // A square where White's king can take the returning queen, and one where nobody can.
    for (square, is_lost) in [("d2", true), ("a5", false)] {
        let mut pair = Pair::sit_down(&house, "hyperspace").await;
        pair.play(&format!("e2e4 d8^1@{square}")).await;
        let path = format!("/games/{}/analysis", pair.id);
        let wish = json!({"n": 2, "nodes": 20_000});
        let early = pair.white.post(&path, wish.clone()).await;
        assert!(early.is_problem(), "{early:?}");
        pair.sockets[1].request(json!({"t": "resign"})).await;
        let analysis = pair.white.post(&path, wish).await.good();
        let score = &analysis["lines"][0]["score"]["cp"];
        let score = score.as_i64().expect("centipawns");
        assert_eq!(score > 500, is_lost, "{square}: {analysis}");
        let late = pair.white.post(&path, json!({"n": 3})).await;
        assert_eq!(late.json()["field"], "n");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_stops_gives_up_its_analyses_and_says_so() {
    let house = House::with(|settings| settings.behind_proxy = true).await;
    let mut pair = Pair::sit_down(&house, "chess").await;
    pair.play("e2e4 e7e5").await;
    pair.sockets[1].request(json!({"t": "resign"})).await;
    let mut stranger = house.visitor_from("203.0.113.7");
    let path = format!("/games/{}/analysis", pair.id);
    // One analysis is running and the other is queued: either takes longer than the server may take to stop.
    let wish = json!({"n": 2, "nodes": 400_000});
    let [first, second] =
        [&mut pair.white, &mut stranger].map(|client| client.post(&path, wish.clone()));
    let (first, second, _data) = tokio::join!(first, second, house.close());
    for answer in [first, second] {
        assert!(answer.is_problem(), "{answer:?}");
        let problem = answer.json();
        assert_eq!(problem["code"], "busy");
        let detail = problem["detail"].as_str().expect("a sentence");
        assert!(detail.starts_with("The server is restarting."), "{detail}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_array_of_chess960_is_drawn_by_lot_or_chosen_and_kept() {
    use manifold_rules::variant::AnyPosition;

    let id: VariantId = "chess:960".parse().expect("a game");
    let house = House::open().await;
    let mut player = house.visitor();
    let shown = |state: &Value| state["view"]["position"].as_str().map(str::to_owned);
    let array = |number: u32| AnyPosition::start_at(id, number).map(|start| start.to_text());
    for chosen in [Some(0), Some(959), None] {
        let mut wish = json!({"variant": "chess:960", "opponent": {"kind": "same-board"}});
        if let Some(number) = chosen {
            wish["start"] = json!(number);
        }
        let game = player.make(wish).await;
        let state = player.get(&format!("/games/{game}")).await.good();
        let number = state["start"].as_u64().expect("a number") as u32;
        assert!(chosen.is_none_or(|chosen| chosen == number));
        assert_eq!(shown(&state), array(number));
        let record = player.get(&format!("/games/{game}/record")).await.text;
        assert!(record.contains("[Variant \"Chess960\"]"), "{record}");
        assert!(
            record.contains(&array(number).expect("an array")),
            "{record}"
        );
    }
    let wish = json!({"variant": "chess:960", "opponent": {"kind": "link"}, "start": 960});
    let refused = player.post("/games", wish).await.json();
    assert_eq!(refused["field"], "start", "{refused}");
    assert!(
        refused["detail"]
            .as_str()
            .expect("a sentence")
            .contains("0 to 959"),
        "{refused}"
    );
    let wish = json!({"variant": "chess", "opponent": {"kind": "same-board"}});
    let game = player.make(wish).await;
    assert_eq!(
        player.get(&format!("/games/{game}")).await.good()["start"],
        Value::Null
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_calls_the_machine_what_the_page_does() {
    let house = House::open().await;
    let mut player = house.visitor();
    let opponent = json!({"kind": "engine", "level": 2});
    let wish = json!({"variant": "chess", "opponent": opponent, "color": "white"});
    let id = player.make(wish).await;
    let record = player.get(&format!("/games/{id}/record")).await.text;
    assert!(record.contains("[Black \"Computer, level 2\"]"), "{record}");
}
