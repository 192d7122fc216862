//! Playing rounds: clocks, default time, results, and what survives a restart.

use std::collections::BTreeSet;

use manifold_events::ARENA_PACE_MS;
use serde_json::{Value, json};

use super::hall::{Board, Hall, MINUTE, START};

/// The state of a game as a player sees it.
async fn game(hall: &Hall, board: &Board, seat: usize) -> Value {
    let mut client = hall.players[board.players[seat]].clone();
    client.get(&format!("/games/{}", board.game)).await.good()
}

#[tokio::test]
async fn a_swiss_is_played_to_its_end_with_one_game_a_pairing() {
    let hall = Hall::started(
        json!({"format": {"kind": "swiss", "rounds": 2}, "rated": true, "control": {"kind": "blitz"}}),
        4,
    )
    .await;
    for round in 0..2 {
        let started = |event: &Value| event["rounds"][round]["started"].is_u64();
        hall.until("the round has started", started).await;
        for board in 0..2 {
            let board = hall.board(round, board).await;
            let state = game(&hall, &board, 0).await;
            assert_eq!(state["event"]["round"], round + 1);
            let mut sockets = hall.sit(&board).await;
            let n = state["n"].as_u64().expect("a number");
            let n = sockets[0].play(n, "e2e4").await;
            let n = sockets[1].play(n, "e7e5").await;
            let _ = n;
            let answer = sockets[1].request(json!({"t": "resign"})).await;
            assert_eq!(answer["t"], "ack");
        }
    }
    let event = hall
        .until("it is over", |event| event["phase"] == "finished")
        .await;
    assert_eq!(event["standings"][0]["points"], 2.0);
    assert_eq!(hall.count("roundPaired").await, 2);
    assert_eq!(hall.count("gameEnded").await, 4);
    assert_eq!(hall.count("arrived").await, 8);
    // Everybody can check the sums of the tie-breaks.
    for line in event["standings"].as_array().expect("lines") {
        let player = line["player"]["id"].as_str().expect("an identifier");
        let path = format!("/events/{}/standings/{player}", hall.id);
        let sums = hall.house.visitor().get(&path).await.good();
        assert_eq!(sums["player"], line["player"]);
        let tie_breaks = sums["tieBreaks"].as_array().expect("tie-breaks");
        assert_eq!(tie_breaks.len(), 5);
        let values = line["tieBreaks"].as_array().expect("values");
        for (tie_break, shown) in tie_breaks.iter().zip(values) {
            assert_eq!(tie_break["value"], *shown);
            let name = tie_break["name"].as_str().expect("a name");
            if !["BH", "BH/C1", "SB", "WIN"].contains(&name) {
                continue;
            }
            let parts = tie_break["parts"].as_array().expect("parts").iter();
            let counted = parts.filter(|part| part["counts"] == true);
            let sum: f64 = counted.filter_map(|part| part["value"].as_f64()).sum();
            let value = shown.as_str().expect("a value");
            assert_eq!(value.parse(), Ok(sum), "{name}: {tie_break:#}");
        }
    }
    let stranger = format!("/events/{}/standings/aaaaaaaaaaaa", hall.id);
    hall.house
        .visitor()
        .get(&stranger)
        .await
        .refused(404, "not-found");
    // Ratings have changed exactly once for each result.
    let winner = event["standings"][0]["player"]["username"]
        .as_str()
        .expect("a name");
    let path = format!("/players/{winner}/ratings/hidden960/blitz");
    let games = hall.house.visitor().get(&path).await.good()["games"].clone();
    assert_eq!(games.as_array().map(Vec::len), Some(2), "{games}");
    // And the games are in the archive.
    let archive = hall.house.visitor().get("/archive").await.good();
    assert_eq!(archive["games"].as_array().map(Vec::len), Some(4));
    // Games of events have neither rematches nor takebacks.
    let board = hall.board(0, 0).await;
    let state = game(&hall, &board, 0).await;
    assert_eq!(state["can"]["rematch"], false);
    let mut socket = hall.players[board.players[0]].socket(&board.game, "").await;
    let answer = socket
        .request(json!({"t": "offer", "what": "rematch"}))
        .await;
    assert_eq!(answer["t"], "refused", "{answer}");
}

#[tokio::test]
async fn before_the_round_begins_nothing_can_be_played_and_then_whites_clock_runs() {
    let change = json!({
        "format": {"kind": "match", "games": 2}, "control": {"kind": "blitz"},
        "schedule": {"kind": "times", "times": [START + 60 * MINUTE]},
    });
    let hall = Hall::started(change, 2).await;
    let board = hall.board(0, 0).await;
    let state = game(&hall, &board, 0).await;
    assert_eq!(state["status"], "live");
    assert_eq!(state["clock"]["running"], "white");
    hall.house.clock.advance(30_000);
    assert_eq!(game(&hall, &board, 1).await["clock"]["white_ms"], 270_000);
    hall.resign(&board, 0).await;
    let paired = |event: &Value| event["rounds"][1]["boards"][0]["game"].is_string();
    hall.until("round 2 is paired", paired).await;
    let board = hall.board(1, 0).await;
    let state = game(&hall, &board, 0).await;
    assert_eq!(state["status"], "waiting");
    assert_eq!(state["clock"]["running"], Value::Null);
    assert_eq!(state["options"], Value::Null);
    let mut socket = hall.players[board.players[0]].socket(&board.game, "").await;
    let n = state["n"].as_u64().expect("a number");
    for ask in [
        json!({"t": "act", "n": n, "action": "e2e4"}),
        json!({"t": "resign"}),
        json!({"t": "abort"}),
        json!({"t": "offer", "what": "draw"}),
    ] {
        let answer = socket.request(ask.clone()).await;
        assert_eq!(answer["t"], "refused", "{ask}: {answer}");
    }
    hall.player(
        board.players[0],
        json!({"type": "arrive", "game": board.game}),
    )
    .await
    .refused(409, "not-possible");
    let path = format!("/games/{}/join", board.game);
    let join = hall.house.visitor().post(&path, json!({})).await;
    join.refused(409, "taken");
}

#[tokio::test]
async fn who_is_not_there_in_the_default_time_loses_and_who_says_so_does_not() {
    let hall = Hall::started(json!({"format": {"kind": "swiss", "rounds": 1}}), 6).await;
    let [first, second, third] = [
        hall.board(0, 0).await,
        hall.board(0, 1).await,
        hall.board(0, 2).await,
    ];
    // White has arrived at the first board, both at the second, and nobody at the third.
    hall.player(
        first.players[0],
        json!({"type": "arrive", "game": first.game}),
    )
    .await
    .good();
    // Nobody else can say so.
    hall.player(
        second.players[0],
        json!({"type": "arrive", "game": first.game}),
    )
    .await
    .refused(403, "not-yours");
    let mut sockets = hall.sit(&second).await;
    let n = game(&hall, &second, 0).await["n"]
        .as_u64()
        .expect("a number");
    sockets[0].play(n, "e2e4").await;
    hall.player(
        second.players[1],
        json!({"type": "arrive", "game": second.game}),
    )
    .await
    .good();
    // To the last millisecond of the five minutes nobody has lost.
    hall.house.clock.advance(5 * MINUTE - 1_000);
    hall.house.tends_events().await;
    assert_eq!(hall.count("defaulted").await, 0);
    hall.house.clock.advance(2_000);
    let both = |event: &Value| {
        let board = |number: usize| event["rounds"][0]["boards"][number]["result"].clone();
        board(0) == "black-forfeits" && board(2) == "both-forfeit" && board(1).is_null()
    };
    hall.until("they have lost", both).await;
    let state = game(&hall, &first, 0).await;
    assert_eq!(state["outcome"]["reason"], "forfeit");
    assert_eq!(state["outcome"]["winner"], "white");
    let state = game(&hall, &third, 0).await;
    assert_eq!(state["outcome"]["winner"], Value::Null);
    hall.resign(&second, 0).await;
    let over = hall
        .until("it is over", |event| event["phase"] == "finished")
        .await;
    assert_eq!(over["rounds"][0]["boards"][1]["result"], "black-wins");
    let archive = hall.house.visitor().get("/archive").await.good();
    assert_eq!(
        archive["games"].as_array().map(Vec::len),
        Some(1),
        "forfeits are no games"
    );
}

#[tokio::test]
async fn events_with_no_one_one_two_and_three_players() {
    for (players, phase) in [
        (0, "cancelled"),
        (1, "cancelled"),
        (2, "running"),
        (3, "running"),
    ] {
        let mut hall = Hall::open(json!({}), players).await;
        hall.house.clock.advance(10 * MINUTE);
        let event = hall
            .until("it has begun or not", |event| event["phase"] != "open")
            .await;
        assert_eq!(event["phase"], phase, "{players}");
        if players == 3 {
            let event = hall
                .until("paired", |event| event["rounds"][0]["byes"][0].is_object())
                .await;
            assert_eq!(event["rounds"][0]["byes"][0]["kind"], "pairing");
        }
        hall.players.clear();
    }
}

#[tokio::test]
async fn who_withdraws_while_paired_finishes_the_game_and_is_paired_no_more() {
    let hall = Hall::started(json!({"format": {"kind": "swiss", "rounds": 3}}), 4).await;
    let [first, second] = [hall.board(0, 0).await, hall.board(0, 1).await];
    let leaver = first.players[1];
    hall.player(leaver, json!({"type": "withdraw"}))
        .await
        .good();
    hall.player(leaver, json!({"type": "enter"}))
        .await
        .refused(409, "not-possible");
    let state = game(&hall, &first, 1).await;
    assert_eq!(state["status"], "live", "the game goes on");
    hall.resign(&first, 0).await;
    hall.resign(&second, 0).await;
    let paired = |event: &Value| event["rounds"][1]["started"].is_u64();
    let event = hall.until("round 2", paired).await;
    assert_eq!(
        event["rounds"][1]["boards"].as_array().map(Vec::len),
        Some(1)
    );
    let byes = event["rounds"][1]["byes"].as_array().expect("byes").clone();
    assert_eq!(byes.len(), 2, "one is odd, and one has gone");
}

#[tokio::test]
async fn a_draw_is_agreed_only_after_the_turns_that_the_event_wants() {
    let hall = Hall::started(
        json!({"format": {"kind": "match", "games": 1}, "drawTurns": 2}),
        2,
    )
    .await;
    let board = hall.board(0, 0).await;
    let mut sockets = hall.sit(&board).await;
    let n = game(&hall, &board, 0).await["n"]
        .as_u64()
        .expect("a number");
    let offer = json!({"t": "offer", "what": "draw"});
    assert_eq!(sockets[0].request(offer.clone()).await["t"], "refused");
    let n = sockets[0].play(n, "e2e4").await;
    assert_eq!(sockets[1].request(offer.clone()).await["t"], "refused");
    sockets[1].play(n, "e7e5").await;
    assert_eq!(sockets[1].request(offer.clone()).await["t"], "ack");
    assert_eq!(
        sockets[0]
            .request(json!({"t": "accept", "what": "draw"}))
            .await["t"],
        "ack"
    );
    let event = hall
        .until("it is over", |event| event["phase"] == "finished")
        .await;
    assert_eq!(event["rounds"][0]["boards"][0]["result"], "draw");
}

#[tokio::test]
async fn every_format_is_played_through_the_same_path() {
    for (format, players, games) in [
        (json!({"kind": "round-robin"}), 3, 3),
        (json!({"kind": "round-robin", "double": true}), 3, 6),
        (json!({"kind": "match", "games": 3}), 2, 3),
        (
            json!({"kind": "knock-out", "games": 1, "thirdPlace": true}),
            4,
            4,
        ),
        (json!({"kind": "swiss", "rounds": 3}), 4, 6),
    ] {
        let hall = Hall::started(json!({"format": format}), players).await;
        let mut resigned = BTreeSet::new();
        let plays_on = async || {
            let event = hall.seen().await;
            if event["phase"] == "finished" {
                return Some(());
            }
            let rounds = event["rounds"].as_array().expect("rounds").clone();
            let boards = rounds
                .iter()
                .flat_map(|round| round["boards"].as_array().cloned());
            let live: Vec<Value> = boards
                .flatten()
                .filter(|board| board["live"] == true)
                .collect();
            for board in live {
                let board = Board::of(&board);
                // The event may not have heard yet that the game is over, so resign only once.
                if resigned.insert(board.game.clone()) {
                    hall.resign(&board, 1).await;
                }
            }
            None
        };
        hall.house.eventually("it is over", plays_on).await;
        assert_eq!(resigned.len(), games, "{format}");
        let event = hall.seen().await;
        assert_eq!(event["standings"][0]["rank"], 1);
        assert_eq!(hall.count("gameEnded").await, games, "{format}");
    }
}

#[tokio::test]
async fn in_the_decider_of_a_knock_out_white_has_5_minutes_and_black_4_and_a_draw_wins_for_black_unrated()
 {
    let change = json!({"format": {"kind": "knock-out", "games": 1}, "control": {"kind": "blitz"}, "variant": "chess", "rated": true});
    let hall = Hall::started(change, 2).await;
    let mut black = 0;
    for round in 0..6 {
        let live = |event: &Value| event["rounds"][round]["boards"][0]["live"] == true;
        let event = hall.until("the next game", live).await;
        let board = hall.board(round, 0).await;
        let state = game(&hall, &board, 0).await;
        let is_last = event["rounds"][round]["boards"][0]["terms"] == "armageddon";
        assert_eq!(is_last, round == 5, "{event:#}");
        if is_last {
            assert_eq!(state["clock"]["white_ms"], 5 * MINUTE);
            assert_eq!(state["clock"]["black_ms"], 4 * MINUTE);
            black = board.players[1];
        }
        assert_eq!(state["rated"], !is_last, "{state:#}");
        let mut sockets = hall.sit(&board).await;
        let n = state["n"].as_u64().expect("a number");
        let n = sockets[0].play(n, "e2e4").await;
        sockets[1].play(n, "e7e5").await;
        let offer = json!({"t": "offer", "what": "draw"});
        assert_eq!(sockets[0].request(offer).await["t"], "ack");
        let accept = json!({"t": "accept", "what": "draw"});
        assert_eq!(sockets[1].request(accept).await["t"], "ack");
    }
    let event = hall
        .until("it is over", |event| event["phase"] == "finished")
        .await;
    let first = &event["standings"][0];
    assert_eq!(first["player"]["username"], super::hall::name(black));
    let path = format!("/players/{}", super::hall::name(black));
    let seen = hall.house.visitor().get(&path).await.good();
    let ratings = seen["ratings"].as_array().expect("a list").iter();
    let games: u64 = ratings.filter_map(|rating| rating["games"].as_u64()).sum();
    assert_eq!(games, 5, "the decider is not rated: {seen:#}");
}

#[tokio::test]
async fn exports_have_the_standings_of_the_page_and_the_games_of_the_round_that_is_asked_for() {
    let hall = Hall::started(json!({"format": {"kind": "swiss", "rounds": 2}}), 5).await;
    for board in 0..2 {
        let board = hall.board(0, board).await;
        hall.resign(&board, 1).await;
    }
    let started = |event: &Value| event["rounds"][1]["started"].is_u64();
    hall.until("round 2 has started", started).await;
    let boards = [hall.board(1, 0).await, hall.board(1, 1).await];
    let rule = json!({"type": "rule", "game": boards[0].game, "ground": "rules",
        "outcome": {"kind": "draw"}, "reasons": "Because it is so."});
    hall.director(rule).await.good();
    hall.resign(&boards[1], 0).await;
    let over = |event: &Value| event["rounds"][1]["boards"][1]["result"].is_string();
    let event = hall.until("every game has a result", over).await;
    let mut visitor = hall.house.visitor();
    let path = format!("/events/{}/standings", hall.id);
    let exported = visitor.get(&path).await.good();
    assert_eq!(exported["event"], hall.id.as_str());
    assert_eq!(exported["tieBreaks"], event["tieBreaks"]);
    assert_eq!(exported["standings"], event["standings"]);
    let csv = visitor.get(&format!("{path}?format=csv")).await.text;
    let mut rows = csv.split_terminator("\r\n");
    let head = rows.next();
    assert_eq!(
        head,
        Some("rank,name,username,points,provisional,BH/C1,BH,SB,DE,WIN")
    );
    let lines = event["standings"].as_array().expect("lines");
    let provisional = lines.iter().filter(|line| line["provisional"] == true);
    assert_eq!(provisional.count(), 2, "those of the ruled game");
    let expected = lines.iter().map(|line| {
        let player = &line["player"];
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let is_provisional = if line["provisional"] == true {
            "yes"
        } else {
            "no"
        };
        let mut cells = vec![
            line["rank"].to_string(),
            text(&player["name"]),
            text(&player["username"]),
            line["points"].as_f64().expect("points").to_string(),
            is_provisional.to_owned(),
        ];
        let values = line["tieBreaks"].as_array().expect("values");
        cells.extend(values.iter().map(text));
        cells.join(",")
    });
    assert_eq!(rows.collect::<Vec<_>>(), expected.collect::<Vec<_>>());

    let pairs = async |query: &str| {
        let path = format!("/events/{}/pgn{query}", hall.id);
        let text = hall.house.visitor().get(&path).await.text;
        let tags = |name: &str| {
            let start = format!("[{name} \"");
            let found = text
                .lines()
                .filter_map(|line| line.strip_prefix(start.as_str()));
            let found = found.map(|tag| tag.trim_end_matches("\"]").to_owned());
            found.collect::<Vec<_>>()
        };
        std::iter::zip(tags("White"), tags("Black")).collect::<Vec<_>>()
    };
    let mut all = Vec::new();
    for round in [0, 1] {
        let boards = event["rounds"][round]["boards"].as_array().expect("boards");
        let name = |person: &Value| person["name"].as_str().expect("a name").to_owned();
        let paired: Vec<_> = boards
            .iter()
            .map(|board| (name(&board["white"]), name(&board["black"])))
            .collect();
        assert_eq!(pairs(&format!("?round={}", round + 1)).await, paired);
        all.extend(paired);
    }
    assert_eq!(pairs("").await, all);
    assert_eq!(pairs("?round=3").await, []);
}

#[tokio::test]
async fn an_arena_pairs_whoever_is_free_until_its_time_is_over() {
    let hall = Hall::started(
        json!({"format": {"kind": "arena", "minutes": 10}, "control": {"kind": "blitz"}}),
        2,
    )
    .await;
    for round in 0..3 {
        let live = |event: &Value| event["rounds"][round]["boards"][0]["live"] == true;
        hall.until("a game", live).await;
        let board = hall.board(round, 0).await;
        hall.resign(&board, 1).await;
        // Losing without a turn counts as not having come.
        let is_paused = |event: &Value| {
            let mut entries = event["entries"].as_array().expect("entries").iter();
            entries.any(|entry| entry["paused"] == true)
        };
        hall.until("who has resigned is paused", is_paused).await;
        let here = json!({"type": "checkIn"});
        hall.player(board.players[1], here).await.good();
        // Nobody is paired twice within half a minute.
        hall.house.clock.advance(ARENA_PACE_MS);
    }
    // A player enters late.
    let mut late = hall.house.signed_up("Page-2").await;
    hall.ask(&mut late, json!({"type": "enter"})).await.good();
    let live = |event: &Value| event["rounds"][3]["boards"][0]["live"] == true;
    hall.until("a game", live).await;
    hall.house.clock.advance(11 * MINUTE);
    let event = hall
        .until("it is over", |event| event["phase"] == "finished")
        .await;
    assert_eq!(event["rounds"].as_array().map(Vec::len), Some(4));
    assert!(event["standings"][0]["points"].as_f64() >= Some(2.0));
}

#[tokio::test]
async fn players_of_an_arranged_game_say_now_or_agree_on_a_time() {
    let deadline = START + 7 * 24 * 60 * MINUTE;
    let format = json!({"kind": "round-robin", "arranged": {"deadline": deadline}});
    let hall = Hall::open(json!({"format": format}), 3).await;
    hall.house.clock.advance(10 * MINUTE);
    hall.until("paired", |event| {
        event["rounds"][0]["boards"][2].is_object()
    })
    .await;
    let board = hall.board(0, 0).await;
    let [white, black] = board.players;
    let time = START + 24 * 60 * MINUTE;
    let propose = json!({"type": "proposeAppointment", "game": board.game, "time": time});
    let agree = json!({"type": "agreeAppointment", "game": board.game, "time": time});
    hall.player(white, agree.clone())
        .await
        .refused(409, "not-possible");
    hall.player(white, propose.clone()).await.good();
    let late = json!({"type": "proposeAppointment", "game": board.game, "time": deadline + 1});
    hall.player(black, late).await.refused(422, "invalid");
    hall.player(black, agree).await.good();
    let event = hall.seen().await;
    assert_eq!(event["rounds"][0]["boards"][0]["appointment"], time);
    // Both say "now".
    let arrive = json!({"type": "arrive", "game": board.game});
    hall.player(white, arrive.clone()).await.good();
    assert_eq!(game(&hall, &board, 0).await["status"], "waiting");
    hall.player(black, arrive).await.good();
    let state = game(&hall, &board, 0).await;
    assert_eq!(
        (&state["status"], &state["clock"]["running"]),
        (&json!("live"), &json!("white"))
    );
    hall.resign(&board, 0).await;
    hall.house.clock.advance(8 * 24 * 60 * MINUTE);
    let event = hall
        .until("it is over", |event| event["phase"] == "finished")
        .await;
    assert_eq!(event["rounds"][0]["boards"][1]["result"], "both-forfeit");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_runs_out_before_the_default_time_wins_nobody_a_game_to_which_neither_came() {
    let change = json!({"format": {"kind": "swiss", "rounds": 1}, "control": {"kind": "custom", "seconds": 30}});
    let hall = Hall::started(change, 4).await;
    let [first, second] = [hall.board(0, 0).await, hall.board(0, 1).await];
    // Only Black comes to the second board.
    let arrive = json!({"type": "arrive", "game": second.game});
    hall.player(second.players[1], arrive).await.good();
    hall.house.clock.advance(31_000);
    for (board, side) in [(&first, 0), (&second, 0)] {
        let is_over = async || (game(&hall, board, side).await["status"] == "over").then_some(());
        hall.house.eventually("it is lost on time", is_over).await;
    }
    let boards = hall.seen().await["rounds"][0]["boards"].clone();
    assert_eq!(boards[0]["result"], serde_json::Value::Null, "{boards:#}");
    hall.house.clock.advance(2 * MINUTE);
    let event = hall
        .until("both are decided", |event| {
            event["rounds"][0]["boards"][1]["result"].is_string()
                && event["rounds"][0]["boards"][0]["result"].is_string()
        })
        .await;
    let boards = &event["rounds"][0]["boards"];
    assert_eq!(boards[0]["result"], "both-forfeit");
    assert_eq!(boards[1]["result"], "white-forfeits");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_gives_the_time_back_and_events_go_on() {
    let hall = Hall::started(json!({"format": {"kind": "swiss", "rounds": 2}}), 4).await;
    let [first, second] = [hall.board(0, 0).await, hall.board(0, 1).await];
    let mut sockets = hall.sit(&first).await;
    let n = game(&hall, &first, 0).await["n"]
        .as_u64()
        .expect("a number");
    sockets[0].play(n, "e2e4").await;
    drop(sockets);
    // An outage of an hour.
    let hall = hall.restarted(START + 60 * MINUTE).await;
    hall.until("the outage is noted", |_| true).await;
    assert_eq!(hall.count("outage").await, 1);
    assert_eq!(hall.count("defaulted").await, 0, "the hour was given back");
    let left = game(&hall, &first, 0).await["clock"]["white_ms"]
        .as_u64()
        .expect("a time");
    assert!(left > 24 * MINUTE, "{left}");
    hall.house.clock.advance(5 * MINUTE + 1_000);
    let event = hall
        .until("who did not come has lost", |event| {
            event["rounds"][0]["boards"][1]["result"] == "both-forfeit"
        })
        .await;
    assert_eq!(event["rounds"][0]["boards"][0]["result"], "black-forfeits");
    let round = |event: &Value| event["rounds"][1]["boards"][0].is_object();
    hall.until("round 2 is paired", round).await;
    assert_eq!(hall.count("roundPaired").await, 2);
    let _ = second;
}
