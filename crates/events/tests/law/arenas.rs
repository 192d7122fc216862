//! Regulations, section 2: arenas.

use manifold_events::{Command, Format, GameResult, Phase, Points, Who};

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
fn an_arena_whose_time_ends_while_the_last_entry_is_stored_pairs_nobody_more_and_ends() {
    let mut hall = Hall::started(settings(Format::Arena { minutes: 10 }), 3);
    hall.arrive();
    hall.wait_until(START + 10 * MINUTE - 4);
    // Somebody comes for the one who is free, and the server looks at it a moment later.
    let enter = Command::Enter {
        player: person(4),
        name: "Player 4".to_owned(),
        rating: None,
    };
    let who = Who::Person(person(4));
    let bodies = hall.event.decide(hall.now, who, enter).expect("possible");
    for entry in hall.event.entries(hall.now, who, bodies) {
        hall.event.apply(entry).expect("it applies");
    }
    hall.now += 5;
    let before = hall.event.games().count();
    hall.catch_up();
    assert_eq!(hall.event.games().count(), before);
    for id in hall.boards() {
        hall.end_game(id, GameResult::Draw).expect("possible");
    }
    hall.wait(30 * MINUTE + 1);
    assert!(hall.over());
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

/// How many games a player has had.
fn games_of(hall: &Hall, player: u64) -> usize {
    hall.event
        .games()
        .filter(|game| game.side(person(player)).is_some())
        .count()
}

/// Everybody but one player comes and plays to the end, for a time.
fn play_without(hall: &mut Hall, away: u64, minutes: u64) {
    for _ in 0..minutes {
        let live: Vec<_> = (hall.event.games())
            .filter(|game| game.is_live())
            .map(|game| (game.id, [game.white, game.black]))
            .collect();
        for (id, players) in live {
            if players.contains(&person(away)) {
                for player in players.into_iter().filter(|one| *one != person(away)) {
                    let arrive = Command::Arrive { game: id };
                    hall.ask_as(Who::Person(player), arrive).expect("in time");
                }
            } else {
                hall.end_game(id, GameResult::Draw).expect("possible");
            }
        }
        hall.wait(MINUTE);
    }
}

#[test]
fn who_did_not_come_to_a_game_of_an_arena_is_not_paired_until_they_say_that_they_are_there() {
    let mut hall = Hall::started(settings(Format::Arena { minutes: 90 }), 6);
    play_without(&mut hall, 3, 40);
    assert_eq!(games_of(&hall, 3), 1);
    assert!(hall.event.player(person(3)).expect("a player").paused);
    assert!(
        (1..=6)
            .filter(|player| *player != 3)
            .all(|player| games_of(&hall, player) > 5)
    );
    let others: Vec<_> = (1..=6).filter(|player| *player != 3).collect();
    assert!(
        others
            .iter()
            .all(|player| !hall.event.player(person(*player)).expect("one").paused)
    );
    hall.must(3, Command::CheckIn(person(3)));
    hall.wait(5 * MINUTE);
    assert_eq!(games_of(&hall, 3), 2, "and is paired again");
}

#[test]
fn who_loses_a_game_of_an_arena_on_time_without_a_turn_is_not_paired_either_but_who_resigns_is() {
    let mut hall = Hall::started(settings(Format::Arena { minutes: 60 }), 4);
    hall.arrive();
    let id = hall.boards()[0];
    let [white, black] = hall.sides(id);
    let lost = |game, reason: &str, ended_at| Command::EndGame {
        game,
        result: GameResult::WhiteWins,
        reason: reason.to_owned(),
        ended_at,
        turns: 1,
    };
    let other = hall.boards()[1];
    let resigned = hall.sides(other);
    let now = hall.now;
    hall.ask_as(Who::Server, lost(other, "resignation", now))
        .expect("possible");
    hall.ask_as(Who::Server, lost(id, "time", now))
        .expect("possible");
    let paused = |player| hall.event.player(person(player)).expect("a player").paused;
    assert!(paused(black) && !paused(white));
    assert!(!resigned.into_iter().any(paused));
}

#[test]
fn in_other_events_who_did_not_come_is_paired_in_the_next_round() {
    let mut hall = Hall::started(swiss(3), 4);
    hall.wait(10 * MINUTE);
    assert_eq!(
        hall.event.rounds().len(),
        2,
        "both games were forfeited by both"
    );
    assert!(hall.event.players().iter().all(|player| !player.paused));
    assert_eq!(hall.boards().len(), 2);
}
