//! Regulations, section 2: round robins and matches.

use std::collections::BTreeSet;

use manifold_events::{
    Absent, Arranged, Command, Format, GameId, GameResult, Outcome, RESTART_MS, Refusal, Side,
};

use crate::hall::*;

fn pairs(hall: &Hall) -> Vec<[u64; 2]> {
    let games = hall.event.games().filter(|game| !game.replaced);
    games
        .map(|game| [number(game.white), number(game.black)])
        .collect()
}

#[test]
fn in_a_round_robin_everybody_meets_everybody_and_in_a_double_one_with_both_colours() {
    for players in [3, 4, 7] {
        for double in [false, true] {
            let format = Format::RoundRobin {
                double,
                arranged: None,
            };
            let mut hall = Hall::started(settings(format), players);
            while !hall.over() {
                hall.play_round();
            }
            let met = pairs(&hall);
            let different: BTreeSet<_> = met.iter().collect();
            let times = if double { 2 } else { 1 };
            assert_eq!(met.len() as u64, times * players * (players - 1) / 2);
            assert_eq!(different.len(), met.len());
        }
    }
}

#[test]
fn in_a_round_robin_the_games_of_somebody_who_has_withdrawn_are_forfeited() {
    let format = Format::RoundRobin {
        double: false,
        arranged: None,
    };
    let mut hall = Hall::started(settings(format), 4);
    hall.must(1, withdraw(1));
    for _ in 0..3 {
        hall.play_round();
    }
    assert!(hall.over());
    let lost = hall.event.games().filter(|game| {
        let side = game.side(person(1));
        side.is_some() && game.result.is_some_and(GameResult::is_forfeit)
    });
    assert_eq!(lost.count(), 2, "from the next round on");
}

fn arranged() -> Hall {
    let deadline = START + 1_000 * MINUTE;
    let arranged = Some(Arranged { deadline });
    Hall::started(
        settings(Format::RoundRobin {
            double: false,
            arranged,
        }),
        3,
    )
}

#[test]
fn arranged_games_are_paired_at_once_and_start_when_both_say_now() {
    let mut hall = arranged();
    assert_eq!(hall.boards().len(), 3);
    let id = hall.boards()[0];
    let [white, black] = hall.sides(id);
    let arrive = Command::Arrive { game: id };
    hall.must(white, arrive.clone());
    hall.wait(5 * MINUTE + 1);
    hall.must(black, arrive.clone());
    assert!(
        !hall.event.game(id).expect("a game").is_live(),
        "White has waited long enough"
    );
    hall.must(white, arrive);
    assert!(hall.event.game(id).expect("a game").is_live());
    hall.end_game(id, GameResult::Draw).expect("possible");
}

#[test]
fn an_arranged_game_is_forfeited_by_who_was_not_there_when_appointed_else_by_both() {
    let mut hall = arranged();
    let [a, b, c]: [_; 3] = hall.boards().try_into().expect("three games");
    let time = START + 100 * MINUTE;
    for id in [a, b] {
        let [white, black] = hall.sides(id);
        let agree = Command::AgreeAppointment { game: id, time };
        assert_eq!(hall.ask(black, agree.clone()), Err(Refusal::NoProposal));
        hall.must(white, Command::ProposeAppointment { game: id, time });
        assert_eq!(
            hall.ask(white, agree.clone()),
            Err(Refusal::NoProposal),
            "one's own"
        );
        hall.must(black, agree);
    }
    hall.wait_until(time);
    let [white, black] = hall.sides(b);
    hall.must(black, Command::Arrive { game: b });
    for player in hall.sides(a) {
        hall.must(player, Command::Arrive { game: a });
    }
    assert!(hall.event.game(a).expect("a game").is_live());
    hall.wait(5 * MINUTE + 1);
    assert_eq!(
        hall.event.game(b).expect("a game").missed,
        Some(Absent::White)
    );
    assert_eq!(
        hall.result(b),
        None,
        "it can still be played until the deadline"
    );
    hall.must(
        white,
        Command::ProposeAppointment {
            game: b,
            time: hall.now,
        },
    );
    hall.wait_until(START + 1_000 * MINUTE + 1);
    assert_eq!(hall.result(b), Some(GameResult::WhiteForfeits));
    assert_eq!(hall.result(c), Some(GameResult::BothForfeit));
    assert_eq!(
        hall.result(a),
        None,
        "a game that goes on is played to its end"
    );
    hall.end_game(a, GameResult::Draw).expect("possible");
    hall.wait(30 * MINUTE + 1);
    assert!(hall.over());
}

#[test]
fn appointments_lie_before_the_deadline_and_are_for_arranged_games() {
    let mut hall = arranged();
    let id = hall.boards()[0];
    let white = hall.sides(id)[0];
    let (from, to) = (hall.now, START + 1_000 * MINUTE);
    for time in [from - 1, to + 1] {
        let propose = Command::ProposeAppointment { game: id, time };
        assert_eq!(hall.ask(white, propose), Err(Refusal::Time { from, to }));
    }
    let mut live = Hall::started(swiss(2), 2);
    let id = live.boards()[0];
    let time = live.now;
    let white = live.sides(id)[0];
    let propose = Command::ProposeAppointment { game: id, time };
    assert_eq!(live.ask(white, propose), Err(Refusal::Format));
}

#[test]
fn in_a_match_colours_alternate() {
    let mut hall = Hall::started(settings(Format::Match { games: 4 }), 2);
    let mut whites = Vec::new();
    while !hall.over() {
        whites.push(hall.sides(hall.boards()[0])[0]);
        hall.play_round();
    }
    assert_eq!(whites.len(), 4);
    assert!(whites.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn in_a_round_robin_the_points_of_who_withdrew_before_half_of_the_games_do_not_count() {
    let format = Format::RoundRobin {
        double: false,
        arranged: None,
    };
    let mut hall = Hall::started(settings(format), 6);
    for round in 1..=5 {
        hall.play_round();
        if round == 1 {
            hall.must(1, withdraw(1));
        }
        if round == 2 {
            hall.must(2, withdraw(2));
        }
    }
    assert!(hall.over());
    assert_eq!(hall.points(1), "0.0", "two of five games were played");
    let played_by_2 = hall.event.games().filter(|game| {
        let against_1 = game.side(person(1)).is_some();
        let won = game
            .side(person(2))
            .zip(game.result)
            .is_some_and(|(side, result)| result.score(side) == manifold_pairing::Score::Win);
        !against_1 && won
    });
    let wins = played_by_2.count();
    assert_eq!(
        hall.points(2),
        format!("{wins}.0"),
        "three of five are more than half, without that against the other"
    );
}

#[test]
fn every_arranged_game_counts_in_points_standings_and_files() {
    let mut hall = arranged();
    let boards = hall.boards();
    for &id in &boards {
        for player in hall.sides(id) {
            hall.must(player, Command::Arrive { game: id });
        }
        let [white, black] = hall.sides(id);
        let result = match white < black {
            true => GameResult::WhiteWins,
            false => GameResult::BlackWins,
        };
        hall.end_game(id, result).expect("possible");
    }
    let points: Vec<String> = (1..=3).map(|player| hall.points(player)).collect();
    assert_eq!(points, ["2.0", "1.0", "0.0"]);
    let order: Vec<u64> = (hall.event.standings().iter())
        .map(|line| number(line.player))
        .collect();
    assert_eq!(order, [1, 2, 3]);
    let tournament = hall.event.tournament();
    assert_eq!(tournament.rounds, Some(3), "the rounds of the table");
    for player in &tournament.players {
        let games = player.entries.iter().filter(|entry| entry.is_paired());
        assert_eq!(games.count(), 2, "each meets both others");
    }
}

#[test]
fn who_came_around_an_appointment_has_not_missed_it() {
    let mut hall = arranged();
    let id = hall.boards()[0];
    let [white, black] = hall.sides(id);
    let time = START + 100 * MINUTE;
    hall.must(white, Command::ProposeAppointment { game: id, time });
    hall.must(black, Command::AgreeAppointment { game: id, time });
    // The default time of rapid is five minutes, before and after the appointment.
    hall.wait_until(time - 5 * MINUTE);
    hall.must(white, Command::Arrive { game: id });
    hall.wait_until(time + 5 * MINUTE);
    hall.must(black, Command::Arrive { game: id });
    assert!(hall.event.game(id).expect("a game").is_live());
}

#[test]
fn who_waits_for_an_appointment_says_nothing_new_by_coming_again() {
    let mut hall = arranged();
    let id = hall.boards()[0];
    let [white, black] = hall.sides(id);
    let time = START + 100 * MINUTE;
    hall.must(white, Command::ProposeAppointment { game: id, time });
    hall.must(black, Command::AgreeAppointment { game: id, time });
    let arrive = Command::Arrive { game: id };
    // The default time of rapid is five minutes, before and after the appointment.
    hall.wait_until(time - 5 * MINUTE);
    assert_eq!(hall.ask(white, arrive.clone()).map(|n| n.len()), Ok(1));
    for _ in 0..9 {
        hall.wait(MINUTE);
        assert_eq!(hall.ask(white, arrive.clone()).map(|n| n.len()), Ok(0));
    }
    hall.must(black, arrive);
    assert!(hall.event.game(id).expect("a game").is_live());
    // A player who came earlier, or without an appointment, can say "now" again.
    let other = hall.boards()[1];
    let [white, _] = hall.sides(other);
    let arrive = Command::Arrive { game: other };
    for _ in 0..3 {
        hall.wait(MINUTE);
        assert_eq!(hall.ask(white, arrive.clone()).map(|n| n.len()), Ok(1));
    }
}

#[test]
fn who_says_now_waits_for_the_default_time_and_around_an_appointment_until_it_is_missed() {
    let mut hall = arranged();
    let id = hall.boards()[0];
    let [white, black] = hall.sides(id);
    let ends = |hall: &Hall| {
        let game = hall.event.game(id).expect("a game");
        Side::ALL.map(|side| hall.event.waits_until(game, side))
    };
    let said = START + 50 * MINUTE;
    hall.wait_until(said);
    assert_eq!(ends(&hall), [None, None]);
    hall.must(white, Command::Arrive { game: id });
    // The default time of rapid is five minutes; the end is also given when it has passed.
    hall.wait(6 * MINUTE);
    assert_eq!(ends(&hall), [Some(said + 5 * MINUTE), None]);
    let time = START + 100 * MINUTE;
    hall.must(white, Command::ProposeAppointment { game: id, time });
    hall.must(black, Command::AgreeAppointment { game: id, time });
    assert_eq!(ends(&hall), [Some(said + 5 * MINUTE), None]);
    hall.wait_until(time - 5 * MINUTE - 1);
    hall.must(white, Command::Arrive { game: id });
    assert_eq!(ends(&hall), [Some(time - 1), None]);
    hall.wait(MINUTE + 1);
    hall.must(white, Command::Arrive { game: id });
    assert_eq!(ends(&hall), [Some(time + 5 * MINUTE), None]);
    hall.must(black, Command::Arrive { game: id });
    assert_eq!(ends(&hall), [None, None], "it has started");
}

#[test]
fn nobody_waits_for_a_game_that_can_no_longer_begin() {
    let mut hall = arranged();
    let id = hall.boards()[0];
    let [white, _] = hall.sides(id);
    let deadline = START + 1_000 * MINUTE;
    hall.wait_until(deadline - MINUTE);
    hall.must(white, Command::Arrive { game: id });
    let game = hall.event.game(id).expect("a game");
    assert_eq!(hall.event.waits_until(game, Side::White), Some(deadline));
}

/// A player says "now" a hundred times, and nobody comes.
fn says_now_in_vain(hall: &mut Hall, player: u64, game: GameId) {
    for _ in 0..100 {
        hall.must(player, Command::Arrive { game });
        hall.wait(MINUTE);
    }
}

#[test]
fn players_say_now_in_vain_only_so_often_and_can_still_begin() {
    let mut hall = arranged();
    let id = hall.boards()[0];
    let [white, black] = hall.sides(id);
    let arrive = Command::Arrive { game: id };
    says_now_in_vain(&mut hall, white, id);
    assert_eq!(hall.ask(white, arrive.clone()), Err(Refusal::TooOften));
    hall.must(black, arrive);
    assert!(hall.event.game(id).expect("a game").is_live());
}

#[test]
fn who_says_now_in_vain_takes_nothing_from_the_other_and_both_are_heard_at_an_appointment() {
    let mut hall = arranged();
    let id = hall.boards()[0];
    let [white, black] = hall.sides(id);
    let arrive = Command::Arrive { game: id };
    says_now_in_vain(&mut hall, white, id);
    hall.wait(5 * MINUTE);
    assert_eq!(hall.ask(white, arrive.clone()), Err(Refusal::TooOften));
    says_now_in_vain(&mut hall, black, id);
    hall.wait(5 * MINUTE);
    assert_eq!(hall.ask(black, arrive.clone()), Err(Refusal::TooOften));
    let time = hall.now + 20 * MINUTE;
    hall.must(white, Command::ProposeAppointment { game: id, time });
    hall.must(black, Command::AgreeAppointment { game: id, time });
    // The default time of rapid is five minutes, before and after the appointment.
    hall.wait_until(time - 5 * MINUTE - 1);
    assert_eq!(hall.ask(black, arrive.clone()), Err(Refusal::TooOften));
    hall.wait_until(time + 5 * MINUTE);
    hall.must(black, arrive.clone());
    hall.must(white, arrive);
    assert!(hall.event.game(id).expect("a game").is_live());
}

#[test]
fn withdrawing_with_nothing_left_to_play_changes_no_points() {
    let format = Format::RoundRobin {
        double: false,
        arranged: None,
    };
    let mut live = Hall::started(settings(format), 3);
    // Each player has two games. Player 1 plays none, and wins one of them by forfeit.
    for _ in 0..3 {
        let round = live.event.rounds().last().expect("a round");
        live.wait_until(round.starts_at);
        if live.boards().iter().any(|id| live.sides(*id).contains(&1)) {
            let id = live.boards()[0];
            live.must(1, Command::Arrive { game: id });
            if live.event.rounds().len() == 3 {
                break;
            }
            live.wait(5 * MINUTE + 1);
        } else {
            live.play_round();
        }
    }
    let points: Vec<String> = [1, 2, 3].map(|player| live.points(player)).into();
    assert!(points[0] != "0.0", "{points:?}");
    live.must(1, withdraw(1));
    let after: Vec<String> = [1, 2, 3].map(|player| live.points(player)).into();
    assert_eq!(after, points);

    // If a player withdraws with games still to play and fewer than half played, wins against that player by forfeit do not count.
    let mut arranged = arranged();
    let game = arranged
        .event
        .games()
        .find(|game| game.side(person(1)).is_some());
    let id = game.expect("a game").id;
    let other = arranged.sides(id).into_iter().find(|player| *player != 1);
    let other = other.expect("an opponent");
    arranged.must(DIRECTOR, withdraw(other));
    assert_eq!(arranged.points(1), "0.0");
    arranged.must(DIRECTOR, Command::Reinstate(person(other)));
    assert_eq!(arranged.points(1), "1.0", "a forfeit that counts again");
}

#[test]
fn a_player_withdrawn_by_mistake_comes_back_to_an_arranged_event_and_is_given_games_back() {
    let mut hall = arranged();
    hall.must(DIRECTOR, withdraw(1));
    let lost: Vec<_> = (hall.boards().into_iter())
        .filter(|id| hall.sides(*id).contains(&1))
        .collect();
    assert_eq!(lost.len(), 2);
    assert!(lost.iter().all(|id| hall.result(*id).is_some()));
    hall.must(DIRECTOR, Command::Reinstate(person(1)));
    let new = hall.fresh_game();
    hall.must(DIRECTOR, rule(lost[0], Outcome::Replay { game: new }));
    assert_eq!(hall.result(new), None);
    // The players have to arrange it again: nothing starts by itself.
    hall.wait(60 * MINUTE);
    assert_eq!(hall.event.game(new).expect("a game").started, None);
    let [white, black] = hall.sides(new);
    let time = hall.now + 60 * MINUTE;
    hall.must(white, Command::ProposeAppointment { game: new, time });
    hall.must(black, Command::AgreeAppointment { game: new, time });
    for player in [white, black] {
        hall.must(player, Command::Arrive { game: new });
    }
    assert!(hall.event.game(new).expect("a game").is_live());
}

#[test]
fn time_in_which_the_server_did_not_run_is_added_to_the_deadline_of_arranged_games() {
    let mut hall = arranged();
    let deadline = START + 1_000 * MINUTE;
    hall.wait_until(deadline - 10 * MINUTE);
    hall.outage(20 * MINUTE);
    hall.catch_up();
    let id = hall.boards()[0];
    hall.wait_until(deadline + 20 * MINUTE);
    assert_eq!(hall.result(id), None);
    hall.wait(1);
    assert_eq!(hall.result(id), Some(GameResult::BothForfeit));
}

#[test]
fn a_game_that_was_forfeited_at_the_deadline_is_played_when_it_is_ruled_so() {
    let mut hall = arranged();
    let [live, id, _]: [_; 3] = hall.boards().try_into().expect("three games");
    let deadline = START + 1_000 * MINUTE;
    hall.wait_until(deadline);
    for player in hall.sides(live) {
        hall.must(player, Command::Arrive { game: live });
    }
    hall.wait(1);
    assert_eq!(hall.result(id), Some(GameResult::BothForfeit));
    let new = hall.fresh_game();
    hall.must(DIRECTOR, rule(id, Outcome::Replay { game: new }));
    let [white, _] = hall.sides(new);
    hall.must(white, Command::Arrive { game: new });
    let game = hall.event.game(new).expect("a game");
    assert_eq!(hall.event.waits_until(game, Side::White), None);
    hall.wait(RESTART_MS);
    let game = hall.event.game(new).expect("a game");
    assert!(game.is_live(), "there is nothing more to be arranged");
}
