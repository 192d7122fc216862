//! Regulations, section 4: rulings, and section 1: who rules.

use manifold_events::{
    APPEAL_MS, Command, GameResult, Ground, How, Outcome, RESTART_MS, Refusal, Role, Side, Text,
};

use crate::hall::*;

fn playing() -> (Hall, manifold_events::GameId) {
    let mut hall = Hall::started(swiss(2), 4);
    hall.arrive();
    let id = hall.boards()[0];
    (hall, id)
}

fn all_outcomes(hall: &mut Hall) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = GameResult::ALL.map(Outcome::from).to_vec();
    outcomes.extend([
        Outcome::Resume {
            from: 3,
            white_ms: 1,
            black_ms: 24 * 60 * MINUTE,
        },
        Outcome::Replay {
            game: hall.fresh_game(),
        },
        Outcome::Time {
            side: Side::Black,
            seconds: -30,
        },
        Outcome::Warning { side: Side::White },
        Outcome::Dismissed { frivolous: true },
    ]);
    outcomes
}

#[test]
fn every_outcome_can_be_ruled_on_every_ground() {
    let (mut hall, id) = playing();
    let white = hall.sides(id)[0];
    let called = hall.must(white, call(id));
    let before = hall.event.clone();
    for outcome in all_outcomes(&mut hall) {
        for ground in Ground::ALL {
            hall.event = before.clone();
            hall.must(
                DIRECTOR,
                Command::Rule {
                    game: id,
                    ground,
                    outcome: outcome.clone(),
                    reasons: REASONS.to_owned(),
                    call: Some(called),
                },
            );
            if let Some(result) = outcome.result() {
                let game = hall.event.game(id).expect("a game");
                assert_eq!(
                    (game.result, game.how),
                    (Some(result), Some(How::Adjudication))
                );
                assert!(!game.is_final, "it is provisional");
            }
        }
    }
}

#[test]
fn only_directors_rule() {
    let (mut hall, id) = playing();
    let player = hall.sides(id)[0];
    for who in [player, ORGANISER, ARBITER, DEPUTY] {
        let refused = hall.ask(who, rule(id, Outcome::Draw));
        assert_eq!(refused, Err(Refusal::Role(Role::Director)), "{who}");
    }
}

#[test]
fn a_director_who_plays_rules_in_no_game_of_the_event() {
    let mut hall = Hall::new(swiss(2));
    hall.enter_all(4);
    hall.must(ORGANISER, Command::NameDirector(person(1)));
    hall.wait_until(START);
    hall.arrive();
    for id in hall.boards() {
        assert_eq!(
            hall.ask(1, rule(id, Outcome::Draw)),
            Err(Refusal::DirectorPlays)
        );
        assert_eq!(
            hall.ask(1, Command::OpenSeal { game: id }),
            Err(Refusal::DirectorPlays)
        );
    }
}

#[test]
fn a_director_is_not_barred_by_an_entry_withdrawn_before_the_start() {
    let mut hall = Hall::new(swiss(2));
    hall.enter_all(4);
    hall.enter(DIRECTOR).expect("possible");
    hall.must(DIRECTOR, withdraw(DIRECTOR));
    hall.wait_until(START);
    hall.arrive();
    let id = hall.boards()[0];
    hall.must(DIRECTOR, rule(id, Outcome::Draw));
}

#[test]
fn reasons_have_10_to_4_000_characters() {
    let (mut hall, id) = playing();
    let with = |length| Command::Rule {
        game: id,
        ground: Ground::Rules,
        outcome: Outcome::Draw,
        reasons: "ä".repeat(length),
        call: None,
    };
    for length in [0, 9, 4_001] {
        assert_eq!(
            hall.ask(DIRECTOR, with(length)),
            Err(Refusal::Text(Text::Reasons))
        );
    }
    let before = hall.event.clone();
    for length in [10, 4_000] {
        hall.event = before.clone();
        hall.must(DIRECTOR, with(length));
    }
}

#[test]
fn a_played_result_can_be_ruled_otherwise_until_it_is_final() {
    let (mut hall, id) = playing();
    hall.end_game(id, GameResult::WhiteWins).expect("possible");
    hall.wait(APPEAL_MS);
    let before = hall.event.clone();
    hall.must(DIRECTOR, rule(id, Outcome::Draw));
    assert_eq!(hall.result(id), Some(GameResult::Draw));
    hall.event = before;
    hall.wait(1);
    assert_eq!(
        hall.ask(DIRECTOR, rule(id, Outcome::Draw)),
        Err(Refusal::ResultFinal)
    );
}

#[test]
fn a_ruling_on_a_final_result_is_refused_even_if_nobody_has_logged_that_it_is() {
    let (mut hall, id) = playing();
    hall.end_game(id, GameResult::WhiteWins).expect("possible");
    let who = manifold_events::Who::Person(person(DIRECTOR));
    let now = hall.now + APPEAL_MS;
    assert!(hall.event.decide(now, who, rule(id, Outcome::Draw)).is_ok());
    let refused = hall.event.decide(now + 1, who, rule(id, Outcome::Draw));
    assert_eq!(refused, Err(Refusal::ResultFinal));
}

#[test]
fn a_resumed_game_goes_on_without_a_result_and_ends_anew() {
    let (mut hall, id) = playing();
    hall.end_game(id, GameResult::WhiteWins).expect("possible");
    let resume = Outcome::Resume {
        from: 10,
        white_ms: 5_000,
        black_ms: 5_000,
    };
    hall.must(DIRECTOR, rule(id, resume));
    assert_eq!(hall.result(id), None);
    hall.wait(60 * MINUTE);
    assert_eq!(hall.result(id), None, "there is no default time in it");
    hall.end_game(id, GameResult::BlackWins).expect("possible");
    hall.wait(APPEAL_MS + 1);
    assert!(hall.is_final(id));
    assert_eq!(hall.result(id), Some(GameResult::BlackWins));
}

#[test]
fn the_clocks_of_a_game_that_goes_on_run_when_both_are_back_or_after_five_minutes() {
    let (mut hall, id) = playing();
    let [white, black] = hall.sides(id);
    hall.wait(20 * MINUTE);
    let resume = Outcome::Resume {
        from: 10,
        white_ms: 5_000,
        black_ms: 5_000,
    };
    hall.must(DIRECTOR, rule(id, resume.clone()));
    let is_awaited = |hall: &Hall| hall.event.game(id).expect("a game").is_awaited();
    let mut nobody = hall.clone();
    hall.must(white, Command::Arrive { game: id });
    let again = hall.ask(white, Command::Arrive { game: id });
    assert_eq!(again, Ok(Vec::new()), "White is there already");
    assert!(is_awaited(&hall));
    hall.must(black, Command::Arrive { game: id });
    assert!(!is_awaited(&hall));

    nobody.wait(RESTART_MS - 1);
    assert!(is_awaited(&nobody));
    nobody.wait(1);
    assert!(!is_awaited(&nobody));
    nobody.wait(60 * MINUTE);
    assert_eq!(nobody.result(id), None, "there is no default time in it");
    // The next ruling can be made while it waits.
    nobody.must(DIRECTOR, rule(id, resume));
    nobody.must(OTHER_DIRECTOR, rule(id, Outcome::Draw));
    assert!(!is_awaited(&nobody));
}

#[test]
fn a_replayed_game_starts_when_both_are_back_or_after_five_minutes_with_its_default_time() {
    let (mut hall, id) = playing();
    let new = hall.fresh_game();
    hall.must(DIRECTOR, rule(id, Outcome::Replay { game: new }));
    let ruled_at = hall.now;
    let [white, black] = hall.sides(new);
    let started = |hall: &Hall| hall.event.game(new).expect("a game").started;
    assert_eq!(started(&hall), None);
    let mut alone = hall.clone();
    hall.wait(MINUTE);
    hall.must(black, Command::Arrive { game: new });
    hall.must(white, Command::Arrive { game: new });
    assert_eq!(started(&hall), Some(ruled_at + MINUTE));

    alone.must(black, Command::Arrive { game: new });
    alone.wait(RESTART_MS);
    assert_eq!(started(&alone), Some(ruled_at + RESTART_MS));
    alone.wait(5 * MINUTE + 1);
    assert_eq!(alone.result(new), Some(GameResult::WhiteForfeits));
}

#[test]
fn the_result_of_a_resumed_game_is_final_by_its_own_time_however_old_the_ruling_is() {
    let (mut hall, id) = playing();
    hall.end_game(id, GameResult::WhiteWins).expect("possible");
    let resume = Outcome::Resume {
        from: 10,
        white_ms: 3_600_000,
        black_ms: 3_600_000,
    };
    hall.must(DIRECTOR, rule(id, resume));
    hall.wait(60 * MINUTE);
    hall.end_game(id, GameResult::BlackWins).expect("possible");
    assert!(!hall.is_final(id), "the other board still plays");
    hall.wait(APPEAL_MS);
    hall.must(DIRECTOR, rule(id, Outcome::Draw));
    assert_eq!(hall.result(id), Some(GameResult::Draw));
}

#[test]
fn the_result_of_a_replayed_game_is_final_by_its_own_time_however_old_the_ruling_is() {
    let (mut hall, id) = playing();
    let new = hall.fresh_game();
    hall.must(DIRECTOR, rule(id, Outcome::Replay { game: new }));
    hall.arrive();
    hall.wait(60 * MINUTE);
    hall.end_game(new, GameResult::BlackWins).expect("possible");
    hall.wait(APPEAL_MS);
    assert!(!hall.is_final(new), "the other board still plays");
    hall.wait(1);
    assert!(hall.is_final(new));
}

#[test]
fn a_played_result_is_final_by_its_own_time_whatever_else_was_ruled_long_before() {
    let (mut hall, id) = playing();
    let white = hall.sides(id)[0];
    hall.wait(5 * MINUTE);
    let called = hall.must(white, call(id));
    let dismissed = Outcome::Dismissed { frivolous: true };
    hall.must(DIRECTOR, answer(id, called, dismissed));
    let (side, seconds) = (Side::Black, 60);
    hall.must(DIRECTOR, rule(id, Outcome::Time { side, seconds }));
    hall.must(DIRECTOR, rule(id, Outcome::Warning { side }));
    hall.wait(55 * MINUTE);
    hall.end_game(id, GameResult::BlackWins).expect("possible");
    assert!(!hall.is_final(id), "the other board still plays");
    hall.wait(APPEAL_MS);
    assert!(!hall.is_final(id));
    hall.wait(1);
    assert!(hall.is_final(id));
}

#[test]
fn what_is_ruled_about_something_else_holds_up_no_result() {
    let (mut hall, id) = playing();
    let [white, black] = hall.sides(id);
    let side = Side::White;
    let called = hall.must(black, call(id));
    let dismissed = Outcome::Dismissed { frivolous: false };
    hall.must(DIRECTOR, answer(id, called, dismissed));
    let seconds = -30;
    let time = hall.must(DIRECTOR, rule(id, Outcome::Time { side, seconds }));
    let warning = hall.must(DIRECTOR, rule(id, Outcome::Warning { side }));
    hall.must(white, appeal(warning));
    for id in hall.boards() {
        hall.end_game(id, GameResult::Draw).expect("possible");
    }
    assert!(hall.is_final(id), "the last game of the round has ended");
    assert_eq!(hall.event.rounds().len(), 2, "the next round is paired");
    hall.must(white, appeal(time));
    for ruling in [warning, time] {
        hall.must(
            ARBITER,
            decide(ruling, manifold_events::Decision::Confirmed),
        );
    }
}

#[test]
fn a_replayed_game_has_the_same_colours_and_takes_the_place_of_the_old_one() {
    let (mut hall, id) = playing();
    hall.end_game(id, GameResult::WhiteWins).expect("possible");
    let sides = hall.sides(id);
    let new = hall.fresh_game();
    hall.must(DIRECTOR, rule(id, Outcome::Replay { game: new }));
    assert_eq!(hall.sides(new), sides);
    assert_eq!(hall.boards()[0], new);
    assert!(hall.event.game(id).expect("it stays in the log").replaced);
    assert_eq!(
        hall.ask(DIRECTOR, rule(id, Outcome::Draw)),
        Err(Refusal::NoGame(id))
    );
    assert_eq!(
        hall.points(sides[0]),
        "0.0",
        "the old result does not count"
    );
    hall.arrive();
    hall.end_game(new, GameResult::Draw).expect("possible");
    assert_eq!(hall.points(sides[0]), "0.5");
}

#[test]
fn a_replay_needs_a_new_game() {
    let (mut hall, id) = playing();
    let old = hall.boards()[1];
    let refused = hall.ask(DIRECTOR, rule(id, Outcome::Replay { game: old }));
    assert_eq!(refused, Err(Refusal::GameIds { needed: 1 }));
}

#[test]
fn clocks_have_limits() {
    let (mut hall, id) = playing();
    for (white_ms, black_ms) in [(0, 1), (1, 24 * 60 * MINUTE + 1)] {
        let resume = Outcome::Resume {
            from: 1,
            white_ms,
            black_ms,
        };
        assert_eq!(hall.ask(DIRECTOR, rule(id, resume)), Err(Refusal::Clock));
    }
    for seconds in [0, 86_401, i32::MIN] {
        let time = Outcome::Time {
            side: Side::White,
            seconds,
        };
        assert_eq!(
            hall.ask(DIRECTOR, rule(id, time)),
            Err(Refusal::ClockChange)
        );
    }
    hall.end_game(id, GameResult::Draw).expect("possible");
    let time = Outcome::Time {
        side: Side::White,
        seconds: 60,
    };
    assert_eq!(hall.ask(DIRECTOR, rule(id, time)), Err(Refusal::GameOver));
}

#[test]
fn ratings_change_when_results_are_final_in_the_order_in_which_games_ended() {
    let (mut hall, first) = playing();
    let second = hall.boards()[1];
    // The first game is ruled, and becomes final half an hour after the other.
    hall.must(DIRECTOR, rule(first, Outcome::WhiteWins));
    hall.wait(MINUTE);
    hall.end_game(second, GameResult::Draw).expect("possible");
    let rated = |hall: &Hall| -> Vec<_> {
        hall.event
            .rated_results()
            .iter()
            .map(|result| result.game)
            .collect()
    };
    assert_eq!(rated(&hall), [second]);
    hall.wait(APPEAL_MS);
    assert_eq!(rated(&hall), [first, second]);
}

#[test]
fn forfeits_and_games_without_a_turn_of_both_are_not_rated() {
    let (mut hall, first) = playing();
    let second = hall.boards()[1];
    hall.must(DIRECTOR, rule(first, Outcome::BlackForfeits));
    hall.ask_as(
        manifold_events::Who::Server,
        Command::EndGame {
            game: second,
            result: GameResult::BlackWins,
            reason: "time".to_owned(),
            ended_at: hall.now,
            turns: 1,
        },
    )
    .expect("possible");
    hall.wait(APPEAL_MS + 1);
    assert!(hall.is_final(first) && hall.is_final(second));
    assert_eq!(hall.event.rated_results(), []);
}

#[test]
fn a_game_that_was_ruled_before_both_had_a_turn_is_not_rated() {
    for (turns, is_rated) in [(0, false), (1, false), (2, true)] {
        let (mut hall, id) = playing();
        let record = |turns| Command::RecordTurns { game: id, turns };
        let server = manifold_events::Who::Server;
        hall.ask_as(server, record(turns)).expect("possible");
        let again = hall.ask_as(server, record(turns)).expect("known");
        assert_eq!(again, [], "nothing new");
        hall.must(DIRECTOR, rule(id, Outcome::WhiteWins));
        hall.wait(APPEAL_MS + 1);
        assert!(hall.is_final(id));
        let rated = hall.event.rated_results();
        assert_eq!(rated.iter().any(|one| one.game == id), is_rated, "{turns}");
        assert!(hall.ask_as(server, record(9)).is_err(), "it is final");
    }
}

#[test]
fn only_the_server_records_turns() {
    let (mut hall, id) = playing();
    let record = Command::RecordTurns { game: id, turns: 2 };
    let refused = hall.ask(DIRECTOR, record);
    assert_eq!(refused, Err(Refusal::Role(manifold_events::Role::Server)));
}
