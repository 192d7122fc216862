//! Calls, rulings and appeals, and who may not make them.

use serde_json::{Value, json};

use super::hall::{Board, Hall, MINUTE};
use crate::client::PASSWORD;

const REASONS: &str = "Because it is so.";

async fn state(hall: &Hall, board: &Board) -> Value {
    let mut visitor = hall.house.visitor();
    visitor.get(&format!("/games/{}", board.game)).await.good()
}

fn rule(game: &str, outcome: Value) -> Value {
    json!({"type": "rule", "game": game, "ground": "rules", "outcome": outcome, "reasons": REASONS})
}

/// A Swiss event of one round whose games have begun, and its first board.
async fn in_play() -> (Hall, Board) {
    let hall = Hall::started(json!({"format": {"kind": "swiss", "rounds": 1}}), 4).await;
    let board = hall.board(0, 0).await;
    (hall, board)
}

async fn last_ruling(hall: &Hall) -> u64 {
    let event = hall.seen().await;
    let rulings = event["rulings"].as_array().expect("rulings");
    rulings.last().expect("a ruling")["n"]
        .as_u64()
        .expect("a number")
}

#[tokio::test]
async fn a_call_stops_both_clocks_until_a_director_answers() {
    let (hall, board) = in_play().await;
    let mut sockets = hall.sit(&board).await;
    let n = state(&hall, &board).await["n"].as_u64().expect("a number");
    let n = sockets[0].play(n, "e2e4").await;
    let call = json!({"type": "call", "game": board.game, "text": "The clock is wrong."});
    let called = hall.player(board.players[1], call.clone()).await.good();
    let number = called["entries"][0].as_u64().expect("a number");
    hall.player(board.players[1], call.clone())
        .await
        .refused(409, "not-possible");
    assert_eq!(state(&hall, &board).await["clock"]["running"], Value::Null);
    hall.house.clock.advance(MINUTE);
    let answer = sockets[1]
        .request(json!({"t": "act", "n": n + 1, "action": "e7e5"}))
        .await;
    assert_eq!(answer["t"], "refused", "{answer}");
    let before = state(&hall, &board).await["clock"]["black_ms"]
        .as_u64()
        .expect("a time");
    let dismissed = json!({"kind": "dismissed", "frivolous": true});
    let mut answered = rule(&board.game, dismissed.clone());
    answered["call"] = json!(number);
    hall.director(answered).await.good();
    let clock = state(&hall, &board).await["clock"].clone();
    assert_eq!(clock["running"], "black");
    assert_eq!(
        clock["black_ms"],
        before - 2 * MINUTE,
        "a frivolous call costs two minutes"
    );
    hall.director(rule(&board.game, dismissed))
        .await
        .refused(409, "not-possible");
    // The second call is the last one.
    hall.player(board.players[1], call.clone()).await.good();
    hall.house.clock.advance(10 * MINUTE + 1_000);
    hall.until("the clocks run again", |event| {
        event["calls"][1]["clocksUntil"].is_null()
    })
    .await;
    assert_eq!(state(&hall, &board).await["clock"]["running"], "black");
    let third = hall.player(board.players[1], call).await;
    assert!(third.is_problem(), "{}", third.text);
}

#[tokio::test]
async fn who_may_not_rule_does_not() {
    let (hall, board) = in_play().await;
    let wins = rule(&board.game, json!({"kind": "white-wins"}));
    let mut organiser = hall.organiser.clone();
    hall.ask(&mut organiser, wins.clone())
        .await
        .refused(403, "not-yours");
    hall.arbiter(wins.clone()).await.refused(403, "not-yours");
    hall.player(board.players[0], wins.clone())
        .await
        .refused(403, "not-yours");
    hall.ask(&mut hall.house.visitor(), wins.clone())
        .await
        .refused(401, "not-signed-in");
    // A director who plays in the event can rule in none of its games.
    let other = hall.board(0, 1).await;
    let name = json!({"type": "nameDirector", "person": super::hall::name(board.players[0])});
    hall.ask(&mut organiser, name).await.good();
    for game in [&board.game, &other.game] {
        let answer = hall
            .player(board.players[0], rule(game, json!({"kind": "black-wins"})))
            .await;
        answer.refused(403, "not-yours");
    }
    for (bad, status) in [
        (rule("nosuchgame22", json!({"kind": "draw"})), 404),
        (
            rule(
                &board.game,
                json!({"kind": "dismissed", "frivolous": false}),
            ),
            409,
        ),
        (
            rule(
                &board.game,
                json!({"kind": "resume", "from": 1, "whiteMs": 0, "blackMs": 1}),
            ),
            422,
        ),
        (
            rule(
                &board.game,
                json!({"kind": "time", "side": "white", "seconds": 0}),
            ),
            422,
        ),
        (rule(&board.game, json!({"kind": "white-mates"})), 400),
        (
            rule(&board.game, json!({"kind": "draw", "winner": "white"})),
            400,
        ),
        (
            json!({"type": "rule", "game": board.game, "ground": "mood", "outcome": {"kind": "draw"}, "reasons": REASONS}),
            400,
        ),
        (
            json!({"type": "rule", "game": board.game, "ground": "rules", "outcome": {"kind": "draw"}, "reasons": "short"}),
            422,
        ),
        (
            json!({"type": "rule", "game": board.game, "ground": "rules", "outcome": {"kind": "draw"}, "reasons": REASONS, "call": 3}),
            404,
        ),
    ] {
        let answer = hall.director(bad.clone()).await;
        assert!(
            answer.is_problem() && answer.status == status,
            "{bad}: {}",
            answer.text
        );
    }
    assert_eq!(
        hall.seen().await["rulings"],
        json!([]),
        "nothing has changed"
    );
    assert_eq!(state(&hall, &board).await["status"], "live");
}

#[tokio::test]
async fn a_ruling_on_the_result_is_provisional_until_its_time_to_appeal_is_over() {
    let (hall, board) = in_play().await;
    hall.director(rule(&board.game, json!({"kind": "white-wins"})))
        .await
        .good();
    let over = state(&hall, &board).await;
    assert_eq!(over["outcome"]["reason"], "adjudication");
    assert_eq!(over["outcome"]["winner"], "white");
    let other = hall.board(0, 1).await;
    hall.resign(&other, 1).await;
    let event = hall.seen().await;
    assert_eq!(event["rounds"][0]["boards"][0]["provisional"], true);
    assert_eq!(event["phase"], "running");
    let ruling = last_ruling(&hall).await;
    // An appeal is possible up to the last millisecond.
    let by = event["rulings"][0]["appealBy"].as_u64().expect("a time");
    let now = event["now"].as_u64().expect("a time");
    assert_eq!(
        by,
        event["rulings"][0]["at"].as_u64().expect("a time") + 30 * MINUTE
    );
    hall.house.clock.advance(by - now);
    let appeal = json!({"type": "appeal", "ruling": ruling, "text": "I was about to win."});
    hall.player(board.players[1], appeal.clone()).await.good();
    hall.player(board.players[1], appeal.clone())
        .await
        .refused(409, "not-possible");
    // A millisecond later it is too late, for the other player too.
    hall.house.clock.advance(1);
    hall.player(board.players[0], appeal.clone())
        .await
        .refused(409, "not-possible");
    // None of these people may decide, and nobody on their own ruling.
    let confirm = json!({"type": "decideAppeal", "ruling": ruling, "decision": {"kind": "confirmed"}, "reasons": REASONS});
    hall.director(confirm.clone())
        .await
        .refused(403, "not-yours");
    hall.player(board.players[0], confirm.clone())
        .await
        .refused(403, "not-yours");
    hall.arbiter(confirm.clone()).await.good();
    hall.arbiter(confirm).await.refused(409, "over");
    let event = hall.seen().await;
    assert_eq!(event["phase"], "finished");
    assert_eq!(event["rounds"][0]["boards"][0]["final"], true);
    let again = rule(&board.game, json!({"kind": "black-wins"}));
    hall.director(again).await.refused(409, "over");
}

#[tokio::test]
async fn nothing_is_ruled_on_a_final_result_and_an_appeal_after_30_minutes_is_too_late() {
    let hall = Hall::started(json!({"format": {"kind": "swiss", "rounds": 2}}), 4).await;
    let board = hall.board(0, 0).await;
    hall.director(rule(&board.game, json!({"kind": "draw"})))
        .await
        .good();
    let ruling = last_ruling(&hall).await;
    hall.house.clock.advance(30 * MINUTE + 1);
    let appeal = json!({"type": "appeal", "ruling": ruling, "text": "I was about to win."});
    hall.player(board.players[0], appeal)
        .await
        .refused(409, "not-possible");
    hall.until("it is final", |event| {
        event["rounds"][0]["boards"][0]["final"] == true
    })
    .await;
    let again = rule(&board.game, json!({"kind": "black-wins"}));
    hall.director(again).await.refused(409, "not-possible");
}

/// Both players arrive.
async fn are_back(hall: &Hall, board: &Board) {
    let arrive = json!({"type": "arrive", "game": board.game});
    for player in board.players {
        hall.player(player, arrive.clone()).await.good();
    }
}

#[tokio::test]
async fn players_hear_of_a_ruling_and_a_game_that_goes_on_waits_for_them() {
    let (hall, board) = in_play().await;
    let mut feeds = Vec::new();
    for player in board.players {
        feeds.push(hall.players[player].feed().await);
    }
    let resume = json!({"kind": "resume", "from": 0, "whiteMs": 61_000, "blackMs": 62_000});
    hall.director(rule(&board.game, resume)).await.good();
    for feed in &mut feeds {
        let told = feed.next_of("ruled").await;
        assert_eq!(told["game"], board.game.as_str());
    }
    let seen = hall.seen().await["rounds"][0]["boards"][0].clone();
    let ruled_at = hall.seen().await["rulings"][0]["at"].as_u64();
    let goes_on_at = ruled_at.expect("a time") + 5 * MINUTE;
    assert_eq!(seen["goesOnAt"], goes_on_at);
    assert_eq!(seen["arrived"], json!({"white": false, "black": false}));
    assert_eq!(seen["clocksStopped"], true);
    hall.house.clock.advance(5 * MINUTE);
    hall.until("the clocks run", |event| {
        event["rounds"][0]["boards"][0]["goesOnAt"].is_null()
    })
    .await;
    assert_eq!(state(&hall, &board).await["clock"]["running"], "white");
    // The ruling is appealed against, and varied.
    let ruling = last_ruling(&hall).await;
    let appeal = json!({"type": "appeal", "ruling": ruling, "text": "I was about to win."});
    hall.player(board.players[1], appeal).await.good();
    let varied = json!({"type": "decideAppeal", "ruling": ruling, "reasons": REASONS,
        "decision": {"kind": "varied", "outcome": {"kind": "replay"}}});
    hall.arbiter(varied).await.good();
    let new = Board::of(&hall.seen().await["rounds"][0]["boards"][0]);
    for feed in &mut feeds {
        let told = feed.next_of("ruled").await;
        assert_eq!(told["game"], new.game.as_str(), "the new game");
    }
    are_back(&hall, &new).await;
    for feed in &mut feeds {
        let told = feed.next_of("started").await;
        assert_eq!(told["game"], new.game.as_str());
    }
}

#[tokio::test]
async fn a_game_is_resumed_from_an_event_with_stated_clocks_and_replayed_anew() {
    let (hall, board) = in_play().await;
    let mut sockets = hall.sit(&board).await;
    let n = state(&hall, &board).await["n"].as_u64().expect("a number");
    let first = sockets[0].play(n, "e2e4").await;
    let n = sockets[1].play(first, "e7e5").await;
    sockets[0].play(n, "d2d4").await;
    assert_eq!(sockets[0].request(json!({"t": "resign"})).await["t"], "ack");
    hall.until("it has ended", |event| {
        event["rounds"][0]["boards"][0]["result"] == "black-wins"
    })
    .await;
    let last = state(&hall, &board).await["n"].as_u64().expect("a number");
    let resume =
        |from: u64| json!({"kind": "resume", "from": from, "whiteMs": 61_000, "blackMs": 62_000});
    let nowhere = hall.director(rule(&board.game, resume(last + 1))).await;
    let problem = nowhere.refused(422, "invalid");
    let detail = problem["detail"].as_str().unwrap_or_default();
    assert!(detail.ends_with(&format!("its log is {last}.")), "{detail}");
    assert!(
        hall.seen().await["rulings"]
            .as_array()
            .is_some_and(Vec::is_empty)
    );
    let resume = resume(first);
    hall.director(rule(&board.game, resume)).await.good();
    let mut now = state(&hall, &board).await;
    assert_eq!(now["status"], "live");
    assert_eq!(now["moves"].as_array().map(Vec::len), Some(1));
    assert_eq!(now["actor"], "black");
    assert_eq!(now["clock"]["running"], Value::Null, "nobody is back");
    hall.house.clock.advance(MINUTE);
    are_back(&hall, &board).await;
    now = state(&hall, &board).await;
    assert_eq!(
        (
            &now["clock"]["white_ms"],
            &now["clock"]["black_ms"],
            &now["clock"]["running"]
        ),
        (&json!(61_000), &json!(62_000), &json!("black"))
    );
    let n = now["n"].as_u64().expect("a number");
    sockets[1].play(n, "d7d5").await;
    hall.director(rule(&board.game, json!({"kind": "replay"})))
        .await
        .good();
    let event = hall.seen().await;
    let new = Board::of(&event["rounds"][0]["boards"][0]);
    assert_eq!(
        event["rounds"][0]["boards"][0]["replayOf"],
        board.game.as_str()
    );
    assert_eq!(new.players, board.players, "the same colours");
    assert_eq!(state(&hall, &board).await["outcome"]["reason"], "aborted");
    assert_eq!(state(&hall, &new).await["clock"]["running"], Value::Null);
    assert_eq!(event["rounds"][0]["boards"][0]["live"], false);
    are_back(&hall, &new).await;
    let now = state(&hall, &new).await;
    assert_eq!(
        (&now["status"], &now["clock"]["running"]),
        (&json!("live"), &json!("white"))
    );
    let time = json!({"kind": "time", "side": "black", "seconds": 60});
    hall.director(rule(&new.game, time)).await.good();
    assert_eq!(state(&hall, &new).await["clock"]["black_ms"], 26 * MINUTE);
}

#[tokio::test]
async fn the_chief_arbiter_varies_and_remits_and_the_deputy_decides_where_they_must_not() {
    let (hall, board) = in_play().await;
    hall.director(rule(&board.game, json!({"kind": "white-wins"})))
        .await
        .good();
    let ruling = last_ruling(&hall).await;
    let appeal = json!({"type": "appeal", "ruling": ruling, "text": "I was about to win."});
    hall.player(board.players[1], appeal).await.good();
    let remit = |to: &str| json!({"type": "decideAppeal", "ruling": ruling, "decision": {"kind": "remitted", "to": to}, "reasons": REASONS});
    hall.arbiter(remit("Rosencrantz"))
        .await
        .refused(409, "not-possible");
    let waiting = hall.seen().await["rulings"][0].clone();
    let appealed = waiting["appeals"][0]["at"].as_u64().expect("a time");
    assert_eq!(waiting["waitingSince"], appealed);
    hall.house.clock.advance(MINUTE);
    hall.arbiter(remit("Guildenstern")).await.good();
    // The appeal now waits for the new ruling.
    let waiting = hall.seen().await["rulings"][0].clone();
    assert_eq!(waiting["waitingSince"], appealed + MINUTE);
    // The director who made the ruling has to wait now.
    let anew = rule(&board.game, json!({"kind": "draw"}));
    hall.director(anew.clone())
        .await
        .refused(409, "not-possible");
    hall.ask(&mut hall.directors[1].clone(), anew).await.good();
    assert_eq!(state(&hall, &board).await["outcome"]["winner"], Value::Null);
    let second = last_ruling(&hall).await;
    let appeal = json!({"type": "appeal", "ruling": second, "text": "I was about to win."});
    hall.player(board.players[1], appeal).await.good();
    let vary = json!({"type": "decideAppeal", "ruling": second, "reasons": REASONS,
        "decision": {"kind": "varied", "outcome": {"kind": "black-wins"}}});
    hall.ask(&mut hall.deputy.clone(), vary).await.good();
    let event = hall.seen().await;
    assert_eq!(event["rounds"][0]["boards"][0]["result"], "black-wins");
    assert_eq!(event["rounds"][0]["boards"][0]["final"], true);
    assert_eq!(state(&hall, &board).await["outcome"]["winner"], "black");
    assert_eq!(event["rulings"][1]["remitted"], ruling);
    assert_eq!(event["rulings"][1]["waitingSince"], Value::Null);
}

#[tokio::test]
async fn seconds_that_were_ruled_are_taken_back_when_the_arbiter_rules_others() {
    let (hall, board) = in_play().await;
    let mut sockets = hall.sit(&board).await;
    // White's clock is stopped from now on.
    let n = state(&hall, &board).await["n"].as_u64().expect("a number");
    sockets[0].play(n, "e2e4").await;
    let left = async || {
        let clock = state(&hall, &board).await["clock"].clone();
        clock["white_ms"].as_u64().expect("a time")
    };
    let before = left().await;
    let time = |seconds: i64| json!({"kind": "time", "side": "white", "seconds": seconds});
    hall.director(rule(&board.game, time(120))).await.good();
    assert_eq!(left().await, before + 120_000);
    let ruling = last_ruling(&hall).await;
    let appeal = json!({"type": "appeal", "ruling": ruling, "text": "That is far too much."});
    hall.player(board.players[1], appeal).await.good();
    let vary = json!({"type": "decideAppeal", "ruling": ruling, "reasons": REASONS,
        "decision": {"kind": "varied", "outcome": time(30)}});
    hall.arbiter(vary).await.good();
    assert_eq!(left().await, before + 30_000);
}

/// A game in which White's clock is stopped, and White's remaining time in milliseconds.
async fn with_a_standing_clock() -> (Hall, Board, u64) {
    let (hall, board) = in_play().await;
    let mut sockets = hall.sit(&board).await;
    let n = state(&hall, &board).await["n"].as_u64().expect("a number");
    sockets[0].play(n, "e2e4").await;
    let left = white_ms(&hall, &board).await;
    (hall, board, left)
}

async fn white_ms(hall: &Hall, board: &Board) -> u64 {
    let clock = state(hall, board).await["clock"].clone();
    clock["white_ms"].as_u64().expect("a time")
}

/// White appeals against the last ruling, which the Chief Arbiter varies.
async fn varied_on_appeal(hall: &Hall, board: &Board, outcome: Value) {
    let ruling = last_ruling(hall).await;
    let appeal = json!({"type": "appeal", "ruling": ruling, "text": "That is far too much."});
    hall.player(board.players[0], appeal).await.good();
    let vary = json!({"type": "decideAppeal", "ruling": ruling, "reasons": REASONS,
        "decision": {"kind": "varied", "outcome": outcome}});
    hall.arbiter(vary).await.good();
}

#[tokio::test]
async fn on_appeal_too_a_game_is_resumed_only_from_a_number_that_its_log_has() {
    let (hall, board, _) = with_a_standing_clock().await;
    let warning = json!({"kind": "warning", "side": "white"});
    hall.director(rule(&board.game, warning)).await.good();
    let ruling = last_ruling(&hall).await;
    let appeal = json!({"type": "appeal", "ruling": ruling, "text": "It was not my move."});
    hall.player(board.players[1], appeal).await.good();
    let last = state(&hall, &board).await["n"].as_u64().expect("a number");
    let vary = |from: u64| {
        let outcome = json!({"kind": "resume", "from": from, "whiteMs": 61_000, "blackMs": 62_000});
        json!({"type": "decideAppeal", "ruling": ruling, "reasons": REASONS,
            "decision": {"kind": "varied", "outcome": outcome}})
    };
    let problem = hall.arbiter(vary(last + 1)).await.refused(422, "invalid");
    let detail = problem["detail"].as_str().unwrap_or_default();
    assert!(detail.ends_with(&format!("its log is {last}.")), "{detail}");
    let undecided = hall.seen().await;
    assert_eq!(undecided["rulings"][0]["state"], "appealed");
    hall.arbiter(vary(0)).await.good();
    let now = state(&hall, &board).await;
    assert_eq!(now["moves"].as_array().map(Vec::len), Some(0));
}

#[tokio::test]
async fn of_seconds_that_a_player_did_not_have_none_are_given_back() {
    let (hall, board, before) = with_a_standing_clock().await;
    let less = json!({"kind": "time", "side": "white", "seconds": -3_600});
    hall.director(rule(&board.game, less)).await.good();
    assert_eq!(white_ms(&hall, &board).await, 1);
    let warning = json!({"kind": "warning", "side": "white"});
    varied_on_appeal(&hall, &board, warning).await;
    assert_eq!(white_ms(&hall, &board).await, before);
}

#[tokio::test]
async fn the_two_minutes_of_a_call_that_was_not_frivolous_are_given_back() {
    let (hall, board, before) = with_a_standing_clock().await;
    let call = json!({"type": "call", "game": board.game, "text": "The clock is wrong."});
    let called = hall.player(board.players[0], call).await.good();
    let mut answered = rule(&board.game, json!({"kind": "dismissed", "frivolous": true}));
    answered["call"] = called["entries"][0].clone();
    hall.director(answered).await.good();
    assert_eq!(white_ms(&hall, &board).await, before - 2 * MINUTE);
    let dismissed = json!({"kind": "dismissed", "frivolous": false});
    varied_on_appeal(&hall, &board, dismissed).await;
    assert_eq!(white_ms(&hall, &board).await, before);
}

#[tokio::test]
async fn seconds_are_taken_back_only_from_the_clock_to_which_they_were_given() {
    let (hall, board, _) = with_a_standing_clock().await;
    let more = json!({"kind": "time", "side": "white", "seconds": 240});
    hall.director(rule(&board.game, more)).await.good();
    let resumed = json!({"kind": "resume", "from": 1, "whiteMs": 50_000, "blackMs": 60_000});
    let ruling = last_ruling(&hall).await;
    let appeal = json!({"type": "appeal", "ruling": ruling, "text": "That is far too little."});
    hall.player(board.players[0], appeal).await.good();
    hall.director(rule(&board.game, resumed)).await.good();
    let stated = white_ms(&hall, &board).await;
    assert!(stated <= 50_000, "{stated}");
    let vary = json!({"type": "decideAppeal", "ruling": ruling, "reasons": REASONS,
        "decision": {"kind": "varied", "outcome": {"kind": "warning", "side": "white"}}});
    hall.arbiter(vary).await.good();
    assert_eq!(white_ms(&hall, &board).await, stated);
}

#[tokio::test]
async fn the_chief_arbiter_has_a_round_paired_with_provisional_results_and_the_pairings_stand() {
    let hall = Hall::started(json!({"format": {"kind": "swiss", "rounds": 2}}), 4).await;
    let boards = [hall.board(0, 0).await, hall.board(0, 1).await];
    let order = json!({"type": "orderPairing", "round": 2});
    hall.director(rule(&boards[0].game, json!({"kind": "white-wins"})))
        .await
        .good();
    let ruling = last_ruling(&hall).await;
    // It is refused until every game has a result.
    hall.arbiter(order.clone())
        .await
        .refused(409, "not-possible");
    hall.director(rule(&boards[1].game, json!({"kind": "draw"})))
        .await
        .good();
    hall.director(order.clone()).await.refused(403, "not-yours");
    hall.arbiter(order.clone()).await.good();
    hall.arbiter(order).await.refused(409, "not-possible");
    let paired = hall.seen().await;
    assert_eq!(paired["rounds"][1]["orderedBy"], "provisional");
    let pairings = |event: &Value| {
        let boards = event["rounds"][1]["boards"].as_array().expect("boards");
        let of =
            |board: &Value| [&board["game"], &board["white"], &board["black"]].map(Value::clone);
        boards.iter().map(of).collect::<Vec<_>>()
    };
    let is_final =
        |event: &Value| [0, 1].map(|board| event["rounds"][0]["boards"][board]["final"] == true);
    assert_eq!(pairings(&paired).len(), 2);
    assert_eq!(is_final(&paired), [false, false]);
    // One result is changed on appeal, which makes it final; the other becomes final when its time is over.
    let appeal = json!({"type": "appeal", "ruling": ruling, "text": "I was about to win."});
    hall.player(boards[0].players[1], appeal).await.good();
    let vary = json!({"type": "decideAppeal", "ruling": ruling, "reasons": REASONS,
        "decision": {"kind": "varied", "outcome": {"kind": "black-wins"}}});
    hall.arbiter(vary).await.good();
    let varied = hall.seen().await;
    assert_eq!(varied["rounds"][0]["boards"][0]["result"], "black-wins");
    assert_eq!(is_final(&varied), [true, false]);
    hall.house.clock.advance(30 * MINUTE + 1);
    let later = hall
        .until("both are final", |event| is_final(event) == [true, true])
        .await;
    assert_eq!(later["rounds"][0]["boards"][1]["result"], "draw");
    assert_eq!(pairings(&later), pairings(&paired));
    assert_eq!(hall.count("roundPaired").await, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_down_over_the_end_of_the_time_to_appeal_gives_its_time_back() {
    let (hall, board) = in_play().await;
    hall.director(rule(&board.game, json!({"kind": "white-wins"})))
        .await
        .good();
    let ruled = hall.seen().await["rulings"][0].clone();
    let at = ruled["at"].as_u64().expect("a time");
    let number = ruled["n"].clone();
    assert_eq!(ruled["appealBy"], at + 30 * MINUTE);
    hall.house.clock.advance(29 * MINUTE);
    let hall = hall.restarted(at + 60 * MINUTE).await;
    let outage = hall.until("the outage is noted", |_| true).await;
    let log = hall.log(&hall.organiser).await;
    let noted = log.iter().find(|entry| entry["type"] == "outage");
    let noted = noted.expect("an outage");
    let [from, to] = ["from", "to"].map(|key| noted[key].as_u64().expect("a time"));
    // The server's last heartbeat was when it stopped, or shortly before.
    assert!(
        from <= at + 29 * MINUTE && at + 28 * MINUTE < from,
        "{noted}"
    );
    assert_eq!(to, at + 60 * MINUTE);
    let end = at + 30 * MINUTE + (to - from);
    assert_eq!(outage["rulings"][0]["appealBy"], end);
    assert_eq!(outage["rounds"][0]["boards"][0]["final"], false);
    hall.house.clock.advance(end - to);
    let appeal = json!({"type": "appeal", "ruling": number, "text": "I was about to win."});
    hall.player(board.players[1], appeal.clone()).await.good();
    hall.house.clock.advance(1);
    hall.player(board.players[0], appeal)
        .await
        .refused(409, "not-possible");
    let event = hall.seen().await;
    assert_eq!(event["rulings"][0]["state"], "appealed");
    assert_eq!(event["rounds"][0]["boards"][0]["final"], false);
}

#[tokio::test]
async fn what_players_write_is_read_by_those_whom_it_concerns() {
    let (hall, board) = in_play().await;
    let [caller, opponent] = board.players;
    let call = json!({"type": "call", "game": board.game, "text": "He looks at a book."});
    hall.player(caller, call).await.good();
    let text = |event: Value| event["calls"][0]["text"].clone();
    let readable = json!("He looks at a book.");
    for client in [
        &hall.players[caller],
        &hall.directors[0],
        &hall.arbiter,
        &hall.deputy,
    ] {
        assert_eq!(text(hall.seen_by(client).await), readable);
        let log = hall.log(client).await;
        assert!(log.iter().any(|entry| entry["text"] == readable));
    }
    for client in [
        &hall.players[opponent],
        &hall.organiser,
        &hall.house.visitor(),
    ] {
        assert_eq!(text(hall.seen_by(client).await), Value::Null);
        let log = hall.log(client).await;
        assert!(!log.iter().any(|entry| entry["text"] == readable));
    }
    // A director's program may read it only with the scope for events.
    let mut director = hall.directors[0].clone();
    for (scope, reads) in [
        ("events", true),
        ("games:read", false),
        ("account:read", false),
    ] {
        let made = director.make_token(PASSWORD, &[scope]).await;
        let program = hall.house.program(made["token"].as_str().expect("a token"));
        let is_seen = text(hall.seen_by(&program).await) == readable;
        assert_eq!(is_seen, reads, "{scope}");
        let log = hall.log(&program).await;
        assert_eq!(
            log.iter().any(|entry| entry["text"] == readable),
            reads,
            "{scope}"
        );
    }
}

#[tokio::test]
async fn the_engine_is_asked_by_directors_only_and_decides_nothing() {
    let (hall, board) = in_play().await;
    let path = format!("/events/{}/evidence", hall.id);
    let wanted = json!({"game": board.game});
    let mut player = hall.players[board.players[0]].clone();
    player
        .post(&path, wanted.clone())
        .await
        .refused(403, "not-yours");
    let mut director = hall.directors[0].clone();
    director.post(&path, wanted).await.good();
    let own = hall.seen_by(&director).await["evidence"][0]["text"].clone();
    assert!(
        own.as_str().is_some_and(|text| text.contains("nodes")),
        "{own}"
    );
    let others = hall.seen_by(&player).await["evidence"][0]["text"].clone();
    assert_eq!(others, Value::Null, "it is sealed");
    let ruling = hall.seen_by(&director).await["evidence"][0]["ruling"].clone();
    assert_eq!(ruling, Value::Null, "there is none yet");
    assert_eq!(state(&hall, &board).await["status"], "live");
    // Evidence can belong only to a ruling on the same game.
    let warning = rule(&board.game, json!({"kind": "warning", "side": "white"}));
    hall.director(warning).await.good();
    let ruling = last_ruling(&hall).await;
    let about = |ruling: u64| json!({"game": board.game, "ruling": ruling});
    let answer = director.post(&path, about(1)).await;
    answer.refused(404, "not-found");
    director.post(&path, about(ruling)).await.good();
    let evidence = hall.seen_by(&director).await["evidence"].clone();
    assert_eq!(evidence[0]["ruling"], ruling, "it was asked for before");
    assert_eq!(evidence[1]["ruling"], ruling);
}

/// Whether a game with this many turns is rated after a ruling on the result, once the time to appeal has passed.
async fn is_rated(turns: usize) -> bool {
    is_rated_after(turns, async |_| {}).await
}

/// As [`is_rated`], after something else has happened before the result is final.
async fn is_rated_after(turns: usize, meanwhile: impl AsyncFnOnce(&Hall)) -> bool {
    let settings =
        json!({"format": {"kind": "swiss", "rounds": 1}, "variant": "chess", "rated": true});
    let hall = Hall::started(settings, 2).await;
    let board = hall.board(0, 0).await;
    let mut sockets = hall.sit(&board).await;
    let mut n = state(&hall, &board).await["n"].as_u64().expect("a number");
    for (side, action) in ["e2e4", "e7e5"].into_iter().enumerate().take(turns) {
        n = sockets[side].play(n, action).await;
    }
    // A refused ruling leaves nothing in the log.
    let ruled = rule(&board.game, json!({"kind": "white-wins"}));
    hall.player(board.players[0], ruled.clone())
        .await
        .refused(403, "not-yours");
    assert_eq!(hall.count("turnsRecorded").await, 0);
    hall.director(ruled).await.good();
    assert_eq!(hall.count("turnsRecorded").await, 1);
    meanwhile(&hall).await;
    hall.house.clock.advance(30 * MINUTE + 1);
    hall.until("it is over", |event| event["phase"] == "finished")
        .await;
    let path = format!("/players/{}", super::hall::name(board.players[0]));
    let seen = hall.house.visitor().get(&path).await.good();
    !seen["ratings"].as_array().expect("a list").is_empty()
}

#[tokio::test]
async fn a_ruled_game_is_rated_if_both_have_had_a_turn_and_not_before() {
    assert!(!is_rated(0).await, "nobody has moved");
    assert!(!is_rated(1).await, "White has");
    assert!(is_rated(2).await);
}

#[tokio::test]
async fn a_result_is_not_rated_if_both_are_one_person_by_the_time_it_is_final() {
    let in_one_browser = async |hall: &Hall| {
        let mut browser = hall.players[0].clone();
        let other = super::hall::name(1);
        browser.account("/session", &other, PASSWORD).await.good();
    };
    assert!(!is_rated_after(2, in_one_browser).await);
}

/// The entry of a player in the event, if there is one.
async fn entry_of(hall: &Hall, player: usize) -> Option<Value> {
    let event = hall.seen().await;
    let mut entries = event["entries"].as_array().expect("entries").iter();
    let own = entries.find(|entry| entry["username"] == super::hall::name(player));
    own.cloned()
}

#[tokio::test]
async fn a_director_lets_a_withdrawn_player_play_again() {
    let hall = Hall::started(json!({"format": {"kind": "swiss", "rounds": 3}}), 4).await;
    let withdraw = json!({"type": "withdraw", "player": super::hall::name(2)});
    hall.director(withdraw).await.good();
    let again = json!({"type": "reinstate", "player": super::hall::name(2)});
    hall.player(2, again.clone())
        .await
        .refused(403, "not-yours");
    let withdrawn = async || entry_of(&hall, 2).await.expect("an entry")["withdrawn"] == true;
    assert!(withdrawn().await);
    hall.director(again.clone()).await.good();
    assert!(!withdrawn().await);
    let twice = hall.director(again).await.good();
    assert_eq!(twice["entries"], json!([]));
    assert_eq!(hall.count("reinstated").await, 1);
}

#[tokio::test]
async fn nobody_else_lets_in_a_player_who_has_withdrawn() {
    let mut hall = Hall::open(json!({"format": {"kind": "swiss", "rounds": 3}}), 4).await;
    let enter = json!({"type": "enter", "player": super::hall::name(2)});
    hall.player(2, json!({"type": "withdraw"})).await.good();
    let refused = hall.director(enter).await;
    let problem = refused.refused(409, "not-possible");
    assert_eq!(
        problem["detail"],
        "This player has withdrawn by their own decision. Only they can come back."
    );
    assert_eq!(entry_of(&hall, 2).await, None);
    hall.player(2, json!({"type": "enter"})).await.good();
    hall.start().await;
    hall.player(2, json!({"type": "withdraw"})).await.good();
    let again = json!({"type": "reinstate", "player": super::hall::name(2)});
    hall.director(again).await.refused(409, "not-possible");
    assert_eq!(
        entry_of(&hall, 2).await.expect("an entry")["leftWillingly"],
        true
    );
    hall.player(2, json!({"type": "reinstate"})).await.good();
    let entry = entry_of(&hall, 2).await.expect("an entry");
    assert_eq!(entry["withdrawn"], false);
    assert_eq!(entry.get("leftWillingly"), None);
}
