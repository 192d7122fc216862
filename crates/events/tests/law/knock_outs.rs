//! Regulations, section 2: knock-outs.

use std::collections::BTreeSet;

use manifold_events::{
    Command, Control, Format, GameResult, Outcome, Phase, Refusal, RequestedBye, Schedule, Terms,
};

use crate::hall::*;

fn knock_out(games: u16, third_place: bool, players: u64) -> Hall {
    Hall::started(settings(Format::KnockOut { games, third_place }), players)
}

/// Plays a round; the player with the lower number wins.
fn favourites_win(hall: &mut Hall) {
    hall.begin_round();
    for id in hall.boards() {
        let [white, black] = hall.sides(id);
        let result = if white < black {
            GameResult::WhiteWins
        } else {
            GameResult::BlackWins
        };
        hall.end_game(id, result).expect("possible");
    }
}

#[test]
fn in_a_knock_out_1_meets_the_last_and_byes_go_to_the_first_seeds() {
    let mut hall = knock_out(1, false, 6);
    let met: BTreeSet<BTreeSet<u64>> = hall
        .boards()
        .iter()
        .map(|id| BTreeSet::from(hall.sides(*id)))
        .collect();
    assert_eq!(
        met,
        BTreeSet::from([BTreeSet::from([3, 6]), BTreeSet::from([4, 5])])
    );
    for _ in 0..3 {
        favourites_win(&mut hall);
    }
    assert!(hall.over());
    let ranks: Vec<(usize, u64)> = hall
        .event
        .standings()
        .iter()
        .map(|line| (line.rank, number(line.player)))
        .collect();
    assert_eq!(ranks, [(1, 1), (2, 2), (3, 3), (3, 4), (5, 5), (5, 6)]);
}

#[test]
fn third_place_is_played_for_beside_the_final() {
    let mut hall = knock_out(2, true, 4);
    for _ in 0..2 {
        favourites_win(&mut hall);
    }
    assert_eq!(hall.boards().len(), 2);
    for _ in 0..2 {
        favourites_win(&mut hall);
    }
    assert!(hall.over());
    let ranks: Vec<(usize, u64)> = hall
        .event
        .standings()
        .iter()
        .map(|line| (line.rank, number(line.player)))
        .collect();
    assert_eq!(ranks, [(1, 1), (2, 2), (3, 3), (4, 4)]);
}

#[test]
fn a_tied_match_goes_on_at_rapid_then_at_blitz_then_with_one_game_that_a_draw_wins_for_black() {
    let mut hall = knock_out(2, false, 2);
    let mut terms = Vec::new();
    let mut last = None;
    while !hall.over() {
        hall.begin_round();
        let id = hall.boards()[0];
        terms.push(hall.event.game(id).expect("a game").terms);
        hall.end_game(id, GameResult::Draw).expect("possible");
        last = Some(id);
    }
    use Terms::{Armageddon, Blitz, Rapid, Usual};
    assert_eq!(
        terms,
        [Usual, Usual, Rapid, Rapid, Blitz, Blitz, Armageddon]
    );
    let black = hall.sides(last.expect("a game"))[1];
    assert_eq!(hall.event.standings()[0].player, person(black));
}

#[test]
fn the_decider_with_5_minutes_against_4_is_not_rated() {
    let mut hall = knock_out(1, false, 2);
    let mut games = Vec::new();
    while !hall.over() {
        hall.begin_round();
        games.extend(hall.boards());
        hall.end_game(hall.boards()[0], GameResult::Draw)
            .expect("possible");
    }
    let decider = games.pop().expect("a game");
    let terms = hall.event.game(decider).expect("a game").terms;
    assert_eq!(terms, Terms::Armageddon);
    let rated = hall.event.rated_results();
    assert_eq!(rated.iter().map(|one| one.game).collect::<Vec<_>>(), games);
}

#[test]
fn in_a_knock_out_the_opponent_of_somebody_who_has_withdrawn_goes_on() {
    let mut hall = knock_out(1, false, 4);
    favourites_win(&mut hall);
    hall.must(1, withdraw(1));
    hall.wait(10 * MINUTE);
    let final_game = hall.boards()[0];
    let absent = if hall.sides(final_game)[0] == 1 {
        GameResult::WhiteForfeits
    } else {
        GameResult::BlackForfeits
    };
    assert_eq!(hall.result(final_game), Some(absent));
    assert!(hall.over());
    assert_eq!(hall.event.standings()[0].player, person(2));
}

#[test]
fn a_knock_out_in_which_nobody_comes_ends() {
    let mut hall = knock_out(2, true, 7);
    hall.wait(24 * 60 * MINUTE);
    assert!(hall.over());
}

#[test]
fn byes_hand_pairings_and_forbidden_pairs_are_for_formats_that_pair() {
    let mut hall = knock_out(1, false, 4);
    let bye = Some(RequestedBye::Zero);
    let set_bye = Command::SetBye {
        player: person(1),
        round: 2,
        bye,
    };
    assert_eq!(hall.ask(1, set_bye), Err(Refusal::NoByes));
    let players = [person(1), person(2)];
    let forbid = Command::ForbidPair {
        players,
        forbidden: true,
    };
    assert_eq!(hall.ask(DIRECTOR, forbid), Err(Refusal::Format));
    let hand = Command::PairByHand {
        round: 2,
        pairs: Vec::new(),
        bye: None,
        games: Vec::new(),
    };
    assert_eq!(hall.ask(DIRECTOR, hand), Err(Refusal::Format));
}

#[test]
fn only_swiss_pairing_respects_forbidden_pairs_so_no_other_format_has_any() {
    let mut hall = Hall::new(swiss(3));
    hall.enter_all(4);
    let forbid = |forbidden| Command::ForbidPair {
        players: [person(1), person(2)],
        forbidden,
    };
    let formats = [
        Format::RoundRobin {
            double: false,
            arranged: None,
        },
        Format::KnockOut {
            games: 1,
            third_place: false,
        },
        Format::Arena { minutes: 60 },
    ];
    hall.must(DIRECTOR, forbid(true));
    for format in formats {
        let change = Command::ChangeSettings(Box::new(settings(format)));
        let refused = hall.ask(ORGANISER, change);
        assert_eq!(refused, Err(Refusal::HasForbiddenPairs));
        assert_eq!(hall.event.settings().format, swiss(3).format);
    }
    let longer = Command::ChangeSettings(Box::new(swiss(4)));
    hall.must(ORGANISER, longer);
    hall.must(DIRECTOR, forbid(false));
    for format in formats {
        let change = Command::ChangeSettings(Box::new(settings(format)));
        hall.must(ORGANISER, change);
        assert_eq!(hall.ask(DIRECTOR, forbid(true)), Err(Refusal::Format));
    }
}

#[test]
fn in_a_knock_out_nobody_goes_on_with_a_provisional_result() {
    let mut hall = knock_out(1, false, 4);
    hall.arrive();
    for id in hall.boards() {
        hall.must(DIRECTOR, rule(id, Outcome::WhiteWins));
    }
    let games = hall.fresh_games(1);
    let pair = Command::Pair { round: 2, games };
    assert_eq!(hall.ask(ARBITER, pair), Err(Refusal::Format));
}

#[test]
fn a_knock_out_has_standings_before_anybody_has_entered() {
    let mut hall = Hall::new(settings(Format::KnockOut {
        games: 1,
        third_place: true,
    }));
    assert!(hall.event.standings().is_empty());
    hall.enter_all(1);
    assert_eq!(hall.event.standings()[0].rank, 1);
    hall.wait_until(START);
    assert_eq!(hall.event.phase(), Phase::Cancelled);
}

#[test]
fn the_default_time_of_a_tie_break_is_that_of_its_own_clocks() {
    let mut standard = settings(Format::KnockOut {
        games: 1,
        third_place: false,
    });
    standard.control = Control::Standard;
    let mut hall = Hall::started(standard, 2);
    let mut defaults = Vec::new();
    // Two games at rapid, two at blitz.
    for _ in 0..6 {
        let round = hall.event.rounds().last().expect("a round").clone();
        hall.wait_until(round.starts_at);
        let id = hall.boards()[0];
        let game = hall.event.game(id).expect("a game").clone();
        let end = hall.event.default_deadline(&game).expect("it has started");
        defaults.push((game.terms, (end - hall.now) / MINUTE));
        hall.arrive();
        hall.end_game(id, GameResult::Draw).expect("possible");
    }
    defaults.dedup();
    let expected = [
        (Terms::Usual, 15),
        (Terms::Rapid, 5),
        (Terms::Blitz, 2),
        (Terms::Armageddon, 2),
    ];
    assert_eq!(defaults, expected);
}

#[test]
fn games_that_break_ties_leave_the_next_stage_its_time() {
    let mut timed = settings(Format::KnockOut {
        games: 1,
        third_place: false,
    });
    let second = START + 1_000 * MINUTE;
    timed.schedule = Schedule::Times {
        times: vec![second],
    };
    let mut hall = Hall::started(timed, 4);
    hall.begin_round();
    let [tied, won]: [_; 2] = hall.boards().try_into().expect("two games");
    hall.end_game(tied, GameResult::Draw).expect("possible");
    hall.end_game(won, GameResult::WhiteWins).expect("possible");
    let tie_break = hall.event.rounds().last().expect("a round").clone();
    assert_eq!(tie_break.number, 2);
    assert!(tie_break.starts_at < START + 60 * MINUTE);
    for _ in 0..2 {
        favourites_win(&mut hall);
    }
    let last = hall.event.rounds().last().expect("a round");
    assert_eq!((last.number, last.starts_at), (4, second));
}

#[test]
fn a_match_that_is_decided_before_its_last_game_leaves_the_next_stage_its_time() {
    let mut timed = settings(Format::KnockOut {
        games: 4,
        third_place: false,
    });
    let time = |game: u64| START + 1_000 * game * MINUTE;
    timed.schedule = Schedule::Times {
        times: (1..8).map(time).collect(),
    };
    let mut hall = Hall::started(timed, 4);
    for _ in 0..3 {
        favourites_win(&mut hall);
    }
    let last = hall.event.rounds().last().expect("a round");
    assert_eq!(last.number, 4, "nobody can catch up after three games");
    assert_eq!(last.starts_at, time(4), "of the fifth game");
    favourites_win(&mut hall);
    let last = hall.event.rounds().last().expect("a round");
    assert_eq!((last.number, last.starts_at), (5, time(5)));
}
