//! Regulations, section 2: arenas.

use manifold_events::{Format, GameResult, Phase, Points};

use crate::hall::*;

#[test]
fn an_arena_pairs_whoever_is_free_until_its_time_is_over_and_every_game_counts() {
    let mut hall = Hall::started(settings(Format::Arena { minutes: 60 }), 4);
    assert_eq!(hall.boards().len(), 2);
    let mut rounds = 0;
    while hall.now < START + 59 * MINUTE {
        hall.arrive();
        hall.wait(MINUTE);
        let live: Vec<_> = hall
            .event
            .games()
            .filter(|game| game.is_live())
            .map(|g| g.id)
            .collect();
        for id in live {
            hall.end_game(id, GameResult::WhiteWins).expect("possible");
        }
        rounds += 1;
    }
    assert!(rounds > 20);
    hall.arrive();
    hall.wait(10 * MINUTE);
    assert_eq!(
        hall.event.phase(),
        Phase::Running,
        "games that have begun are finished"
    );
    let live: Vec<_> = hall
        .event
        .games()
        .filter(|game| game.is_live())
        .map(|g| g.id)
        .collect();
    assert!(!live.is_empty());
    for id in live {
        hall.end_game(id, GameResult::Draw).expect("possible");
    }
    hall.wait(30 * MINUTE + 1);
    assert!(hall.over());
    let points: Points = hall.event.totals().values().map(|total| total.points).sum();
    let games = i32::try_from(hall.event.games().count()).expect("few");
    assert_eq!(
        points,
        Points::ONE * (2 * games),
        "2 for a win, 1 for a draw"
    );
}

#[test]
fn in_an_arena_nobody_meets_the_same_opponent_twice_in_a_row() {
    let mut hall = Hall::started(settings(Format::Arena { minutes: 60 }), 6);
    for _ in 0..20 {
        hall.arrive();
        hall.wait(MINUTE);
        let live: Vec<_> = hall
            .event
            .games()
            .filter(|game| game.is_live())
            .map(|g| g.id)
            .collect();
        for id in live {
            hall.end_game(id, GameResult::WhiteWins).expect("possible");
        }
    }
    for player in 1..=6 {
        let mut met = Vec::new();
        for round in hall.event.rounds() {
            for id in &round.boards {
                let sides = hall.sides(*id);
                if sides.contains(&player) {
                    met.push(sides.iter().sum::<u64>() - player);
                }
            }
        }
        assert!(
            met.windows(2).all(|pair| pair[0] != pair[1]),
            "{player}: {met:?}"
        );
    }
}

#[test]
fn an_arena_ranks_equal_points_by_performance() {
    let mut hall = Hall::started(settings(Format::Arena { minutes: 10 }), 4);
    hall.arrive();
    for id in hall.boards() {
        hall.end_game(id, GameResult::Draw).expect("possible");
    }
    let standings = hall.event.standings();
    assert!(
        standings
            .iter()
            .all(|line| line.total.points == Points::ONE)
    );
    assert_eq!(
        number(standings[0].player),
        2,
        "who drew with the strongest"
    );
    let performance = |line: usize| standings[line].tie_breaks[0].number;
    assert!(performance(0) > performance(1) && performance(2) > performance(3));
}
