//! Regulations, section 3.

use manifold_events::{
    Absent, Command, Due, DueRound, GameResult, How, Outcome, PairingOrder, Refusal, RequestedBye,
    Role, Schedule, Side, Who,
};

use crate::hall::*;

fn arrive(hall: &mut Hall, id: manifold_events::GameId, side: Side) {
    let player = hall.event.game(id).expect("a game").player(side);
    hall.ask_as(Who::Person(player), Command::Arrive { game: id })
        .expect("in time");
}

#[test]
fn who_is_not_there_within_the_default_time_loses_by_forfeit() {
    let mut hall = Hall::started(swiss(2), 6);
    let [none, white, both]: [_; 3] = hall.boards().try_into().expect("three boards");
    arrive(&mut hall, white, Side::White);
    arrive(&mut hall, both, Side::White);
    hall.wait(5 * MINUTE);
    arrive(&mut hall, both, Side::Black);
    assert_eq!(hall.result(none), None, "to the last millisecond");
    hall.wait(1);
    assert_eq!(hall.result(none), Some(GameResult::BothForfeit));
    assert_eq!(hall.result(white), Some(GameResult::BlackForfeits));
    assert_eq!(hall.result(both), None);
    assert_eq!(
        hall.event.game(white).expect("a game").how,
        Some(How::Default)
    );
    assert_eq!(Absent::Black.result(), GameResult::BlackForfeits);
}

#[test]
fn the_default_time_is_the_control_s_or_what_the_event_says() {
    use manifold_events::Control::{Blitz, Custom, Rapid, Standard};
    let custom = |seconds, increment| Custom {
        seconds,
        increment,
        delay: 0,
    };
    for (control, minutes) in [
        (Standard, 15),
        (Rapid, 5),
        (Blitz, 2),
        (custom(600, 0), 2),
        (custom(601, 0), 5),
        (custom(1_800, 29), 5),
        (custom(1_800, 30), 15),
    ] {
        assert_eq!(control.default_minutes(), minutes, "{control:?}");
    }
    let mut settings = swiss(2);
    settings.default_minutes = Some(30);
    let mut hall = Hall::started(settings, 2);
    hall.wait(30 * MINUTE);
    assert!(!hall.over());
    hall.wait(1);
    assert!(hall.over());
}

#[test]
fn an_arrival_after_the_default_time_is_too_late_even_if_nobody_has_looked() {
    let hall = Hall::started(swiss(2), 2);
    let id = hall.boards()[0];
    let white = Who::Person(hall.event.game(id).expect("a game").white);
    let arrive = Command::Arrive { game: id };
    let now = hall.now + 5 * MINUTE;
    assert!(hall.event.decide(now, white, arrive.clone()).is_ok());
    assert_eq!(
        hall.event.decide(now + 1, white, arrive),
        Err(Refusal::DefaultTime)
    );
}

#[test]
fn a_call_says_that_one_is_there() {
    let mut hall = Hall::started(swiss(2), 2);
    let id = hall.boards()[0];
    let white = hall.sides(id)[0];
    hall.must(white, call(id));
    hall.wait(5 * MINUTE + 1);
    assert_eq!(hall.result(id), Some(GameResult::BlackForfeits));
}

#[test]
fn a_played_result_is_final_when_the_last_game_of_the_round_ends_or_after_30_minutes() {
    let mut hall = Hall::started(swiss(2), 6);
    hall.arrive();
    let [a, b, c]: [_; 3] = hall.boards().try_into().expect("three boards");
    hall.end_game(a, GameResult::Draw).expect("possible");
    hall.wait(20 * MINUTE);
    hall.end_game(b, GameResult::Draw).expect("possible");
    hall.wait(10 * MINUTE);
    assert!(!hall.is_final(a));
    hall.wait(1);
    assert!(hall.is_final(a) && !hall.is_final(b));
    hall.end_game(c, GameResult::Draw).expect("possible");
    assert!(
        hall.is_final(b) && hall.is_final(c),
        "the last game of the round has ended"
    );
    assert_eq!(
        hall.event.rounds().len(),
        2,
        "and the next round is paired at once"
    );
}

#[test]
fn the_next_round_is_paired_when_every_result_is_final() {
    let mut hall = Hall::started(swiss(2), 4);
    hall.arrive();
    let [a, b]: [_; 2] = hall.boards().try_into().expect("two boards");
    hall.end_game(a, GameResult::Draw).expect("possible");
    hall.must(DIRECTOR, rule(b, Outcome::WhiteWins));
    hall.wait(manifold_events::APPEAL_MS);
    assert_eq!(hall.event.rounds().len(), 1);
    let games = hall.fresh_games(2);
    let pair = Command::Pair { round: 2, games };
    assert_eq!(hall.ask_as(Who::Server, pair), Err(Refusal::NotFinal));
    hall.wait(1);
    assert_eq!(hall.event.rounds().len(), 2);
    assert_eq!(hall.event.rounds()[1].order, PairingOrder::Final);
}

/// An event with six players whose second round is due, and the round as it is drawn.
fn with_a_round_due() -> (Hall, DueRound) {
    let mut hall = Hall::started(swiss(3), 6);
    hall.arrive();
    for game in hall.boards() {
        hall.must(DIRECTOR, rule(game, Outcome::WhiteWins));
    }
    hall.now += manifold_events::APPEAL_MS + 1;
    loop {
        match hall.event.due(hall.now).expect("something is due") {
            Due::Pair(round) => return (hall, round),
            _ => assert!(hall.step()),
        }
    }
}

#[test]
fn a_round_that_is_due_is_paired_as_it_was_drawn() {
    let (mut hall, round) = with_a_round_due();
    assert_eq!(round.games(), 3);
    let games = hall.fresh_games(3);
    let drawn = hall.event.pair_due(hall.now, round.clone(), &games);
    let pair = Command::Pair { round: 2, games };
    assert_eq!(drawn, hall.event.decide(hall.now, Who::Server, pair));
    let few = hall.fresh_games(2);
    let refused = hall.event.pair_due(hall.now, round, &few);
    assert_eq!(refused, Err(Refusal::GameIds { needed: 3 }));
}

#[test]
fn a_round_is_drawn_again_if_the_log_has_grown_since_it_was_due() {
    let (mut hall, round) = with_a_round_due();
    let games = hall.fresh_games(3);
    let before = hall.event.pair_due(hall.now, round.clone(), &games);
    let gone = Command::Withdraw(person(1));
    let who = Who::Person(person(1));
    let bodies = hall.event.decide(hall.now, who, gone).expect("possible");
    for entry in hall.event.entries(hall.now, who, bodies) {
        hall.event.apply(entry).expect("it applies");
    }
    let after = hall.event.pair_due(hall.now, round, &games);
    assert_ne!(before, after);
    let pair = Command::Pair { round: 2, games };
    assert_eq!(after, hall.event.decide(hall.now, Who::Server, pair));
}

#[test]
fn the_chief_arbiter_orders_a_round_paired_with_provisional_results_which_then_stands() {
    let mut hall = Hall::started(swiss(2), 4);
    hall.arrive();
    let [a, b]: [_; 2] = hall.boards().try_into().expect("two boards");
    hall.end_game(a, GameResult::WhiteWins).expect("possible");
    let games = hall.fresh_games(2);
    let pair = Command::Pair { round: 2, games };
    assert_eq!(
        hall.ask(ARBITER, pair.clone()),
        Err(Refusal::NoResult),
        "a game goes on"
    );
    hall.must(DIRECTOR, rule(b, Outcome::WhiteWins));
    for who in [DIRECTOR, DEPUTY, ORGANISER] {
        let refused = hall.ask(who, pair.clone());
        assert_eq!(refused, Err(Refusal::Role(Role::ChiefArbiter)));
    }
    hall.must(ARBITER, pair);
    assert_eq!(hall.event.rounds()[1].order, PairingOrder::Provisional);
    let boards = hall.boards();
    let [white, black] = hall.sides(b);
    let ruling = *hall.event.rulings().keys().next().expect("a ruling");
    hall.must(black, appeal(ruling));
    let varied = manifold_events::Decision::Varied {
        outcome: Outcome::BlackWins,
    };
    hall.must(ARBITER, decide(ruling, varied));
    assert_eq!(hall.boards(), boards, "whatever becomes of those results");
    assert_eq!(
        (hall.points(white), hall.points(black)),
        ("0.0".into(), "1.0".into())
    );
}

#[test]
fn rounds_start_minutes_after_the_last_is_final_or_at_their_times() {
    let mut hall = Hall::started(swiss(3), 4);
    hall.play_round();
    assert_eq!(hall.event.rounds()[1].starts_at, hall.now + 2 * MINUTE);
    let mut settings = swiss(3);
    let times = vec![START + 60 * MINUTE, START + 90 * MINUTE];
    settings.schedule = Schedule::Times { times };
    let mut hall = Hall::started(settings, 4);
    hall.play_round();
    assert_eq!(hall.event.rounds()[1].starts_at, START + 60 * MINUTE);
    hall.play_round();
    hall.begin_round();
    assert_eq!(hall.now, START + 90 * MINUTE);
}

#[test]
fn a_director_pairs_a_round_by_hand_before_it_starts_and_the_log_says_so() {
    let mut settings = swiss(3);
    settings.schedule = Schedule::After { minutes: 10 };
    let mut hall = Hall::started(settings, 5);
    hall.play_round();
    let old = hall.boards();
    let games = hall.fresh_games(2);
    let hand = |pairs: [[u64; 2]; 2], bye: Option<u64>| Command::PairByHand {
        round: 2,
        pairs: pairs.map(|pair| pair.map(person)).to_vec(),
        bye: bye.map(person),
        games: games.clone(),
    };
    let good = hand([[1, 2], [3, 4]], Some(5));
    assert_eq!(
        hall.ask(ORGANISER, good.clone()),
        Err(Refusal::Role(Role::Director))
    );
    let twice = hand([[1, 2], [1, 4]], Some(5));
    assert_eq!(
        hall.ask(DIRECTOR, twice),
        Err(Refusal::PairedOnce(person(1)))
    );
    let missing = hand([[1, 2], [3, 4]], None);
    assert_eq!(
        hall.ask(DIRECTOR, missing),
        Err(Refusal::PairedOnce(person(5)))
    );
    let stranger = hand([[1, 2], [3, 77]], Some(5));
    assert_eq!(
        hall.ask(DIRECTOR, stranger),
        Err(Refusal::NoPlayer(person(77)))
    );
    hall.must(DIRECTOR, good.clone());
    assert_eq!(hall.event.rounds().len(), 2);
    assert_eq!(hall.event.rounds()[1].order, PairingOrder::ByHand);
    assert_eq!(hall.sides(hall.boards()[0]), [1, 2]);
    for id in old {
        assert!(hall.event.game(id).expect("in the log").replaced);
    }
    hall.wait(10 * MINUTE);
    assert_eq!(hall.ask(DIRECTOR, good), Err(Refusal::RoundStarted(2)));
}

#[test]
fn a_director_pairs_the_first_round_by_hand_before_the_start() {
    let mut hall = Hall::new(swiss(3));
    hall.enter_all(5);
    let hand = |pairs: [[u64; 2]; 2], bye: Option<u64>| Command::PairByHand {
        round: 1,
        pairs: pairs.map(|pair| pair.map(person)).to_vec(),
        bye: bye.map(person),
        games: Vec::new(),
    };
    assert_eq!(
        hall.ask(ORGANISER, hand([[1, 2], [3, 4]], Some(5))),
        Err(Refusal::Role(Role::Director))
    );
    assert_eq!(
        hall.ask(DIRECTOR, hand([[1, 2], [3, 4]], None)),
        Err(Refusal::PairedOnce(person(5)))
    );
    hall.must(DIRECTOR, hand([[5, 4], [3, 2]], Some(1)));
    let by_hand = hall.must(DIRECTOR, hand([[2, 1], [3, 4]], Some(5)));
    assert_eq!(
        hall.ask(DIRECTOR, hand([[2, 1], [3, 4]], Some(5))),
        Ok(Vec::new()),
        "it says so already"
    );
    let mut other = hall.clone();

    hall.wait_until(START);
    let round = &hall.event.rounds()[0];
    assert_eq!(round.order, PairingOrder::ByHand);
    assert_eq!((round.starts_at, round.started), (START, Some(START)));
    let boards = hall.boards();
    assert_eq!(
        [boards[0], boards[1]].map(|id| hall.sides(id)),
        [[2, 1], [3, 4]]
    );
    assert_eq!(hall.points(5), "1.0");
    let entry = &hall.event.log()[usize::try_from(by_hand.0).expect("small") - 1];
    assert_eq!(
        entry.by,
        Who::Person(person(DIRECTOR)),
        "the log says whose"
    );
    assert_eq!(
        hall.ask(DIRECTOR, hand([[5, 4], [3, 2]], Some(1))),
        Err(Refusal::RoundStarted(1))
    );

    // The hand pairing was for other players.
    other.enter(6).expect("possible");
    other.wait_until(START);
    let round = &other.event.rounds()[0];
    assert_eq!(round.order, PairingOrder::Final);
    assert_eq!(round.boards.len(), 3);
}

#[test]
fn a_hand_pairing_keeps_forbidden_pairs_and_byes_on_request() {
    let mut hall = Hall::started(swiss(3), 4);
    hall.must(
        DIRECTOR,
        Command::ForbidPair {
            players: [person(1), person(2)],
            forbidden: true,
        },
    );
    let zero = Some(RequestedBye::Zero);
    hall.must(
        4,
        Command::SetBye {
            player: person(4),
            round: 2,
            bye: zero,
        },
    );
    hall.play_round();
    let games = hall.fresh_games(2);
    let hand = |pairs: &[[u64; 2]], bye: Option<u64>| Command::PairByHand {
        round: 2,
        pairs: pairs.iter().map(|pair| pair.map(person)).collect(),
        bye: bye.map(person),
        games: games.clone(),
    };
    assert_eq!(
        hall.ask(DIRECTOR, hand(&[[1, 2]], Some(3))),
        Err(Refusal::Forbidden(person(1), person(2)))
    );
    assert_eq!(
        hall.ask(DIRECTOR, hand(&[[1, 4], [2, 3]], None)),
        Err(Refusal::NotAvailable(person(4)))
    );
    hall.must(DIRECTOR, hand(&[[1, 3]], Some(2)));
}

#[test]
fn draws_by_agreement_wait_for_the_turns_that_the_event_sets() {
    let mut settings = swiss(2);
    assert!(settings.may_agree_draw(0));
    settings.draw_turns = 60;
    assert!(!settings.may_agree_draw(59) && settings.may_agree_draw(60));
}

#[test]
fn a_game_ends_once_and_only_while_it_is_played() {
    let mut hall = Hall::started(swiss(2), 4);
    let id = hall.boards()[0];
    let at = hall.now;
    hall.arrive();
    let end = |result, ended_at| Command::EndGame {
        game: id,
        result,
        reason: "checkmate".into(),
        ended_at,
        turns: 9,
    };
    let player = Who::Person(hall.event.game(id).expect("a game").white);
    let good = end(GameResult::Draw, at);
    assert_eq!(
        hall.ask_as(player, good.clone()),
        Err(Refusal::Role(Role::Server))
    );
    let forfeit = end(GameResult::BothForfeit, at);
    assert_eq!(
        hall.ask_as(Who::Server, forfeit),
        Err(Refusal::PlayedForfeit)
    );
    let future = end(GameResult::Draw, at + 1);
    assert_eq!(
        hall.ask_as(Who::Server, future),
        Err(Refusal::Time { from: at, to: at })
    );
    hall.ask_as(Who::Server, good.clone()).expect("possible");
    assert_eq!(hall.ask_as(Who::Server, good), Err(Refusal::GameOver));
}

#[test]
fn a_round_whose_time_has_passed_gives_its_players_five_minutes() {
    let mut settings = swiss(4);
    let [second, third] = [START + 5 * MINUTE, START + 10 * MINUTE];
    settings.schedule = Schedule::Times {
        times: vec![second, third],
    };
    let mut hall = Hall::started(settings, 6);
    hall.begin_round();
    hall.wait(20 * MINUTE);
    for id in hall.boards() {
        hall.end_game(id, GameResult::WhiteWins).expect("possible");
    }
    // The second round is late, so the third is, too; the fourth has no time of its own.
    for round in 1..4 {
        assert_eq!(hall.event.rounds()[round].starts_at, hall.now + 5 * MINUTE);
        hall.play_round();
    }
}
