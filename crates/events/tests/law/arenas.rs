//! Regulations, section 2: arenas.

use manifold_events::{
    ARENA_PACE_MS, Body, Command, Fact, Format, GameId, GameResult, MOST_ARENA_GAMES, Pair,
    PairingOrder, Phase, Points, Terms, Who,
};

use crate::hall::*;

#[test]
fn an_arena_pairs_whoever_is_free_until_its_time_is_over_and_every_game_counts() {
    let mut hall = Hall::started(settings(Format::Arena { minutes: 60 }), 4);
    assert_eq!(hall.boards().len(), 2);
    let mut rounds = 0;
    while hall.now < START + 59 * MINUTE {
        hall.arrive();
        hall.wait(MINUTE);
        for id in live(&hall) {
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
    let live = live(&hall);
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
    // An opponent for the free player enters, and the server checks what is due a moment later.
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
        for id in live(&hall) {
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
fn in_an_arena_a_player_is_paired_again_half_a_minute_after_the_last_pairing_at_the_soonest() {
    let mut hall = Hall::started(settings(Format::Arena { minutes: 60 }), 4);
    hall.arrive();
    let start = hall.now;
    for id in hall.boards() {
        hall.end_game(id, GameResult::WhiteWins).expect("possible");
    }
    hall.wait_until(start + ARENA_PACE_MS - 1);
    assert_eq!(hall.event.games().count(), 2);
    hall.wait(1);
    assert_eq!(hall.event.games().count(), 4);

    // A player whose game took longer is free at once.
    hall.arrive();
    hall.wait(ARENA_PACE_MS);
    for id in hall.boards() {
        hall.end_game(id, GameResult::WhiteWins).expect("possible");
    }
    assert_eq!(hall.event.games().count(), 6);
}

#[test]
fn two_who_resign_again_and_again_make_two_games_a_minute_in_an_arena() {
    let mut hall = Hall::started(settings(Format::Arena { minutes: 10 }), 2);
    while hall.now < START + 10 * MINUTE {
        for id in live(&hall) {
            hall.end_game(id, GameResult::WhiteWins).expect("possible");
        }
        hall.wait(100);
    }
    assert_eq!(hall.event.games().count(), 20);
}

/// Appends facts as the server does, without checking what is due.
fn append(hall: &mut Hall, facts: Vec<Fact>) {
    let bodies = facts.into_iter().map(Body::Fact);
    for entry in hall.event.entries(hall.now, Who::Server, bodies) {
        hall.event.apply(entry).expect("it applies");
    }
}

/// A round of an arena in which all players have a game and White wins.
fn pair_all(hall: &mut Hall, players: u64) {
    let pairs: Vec<Pair> = (1..=players / 2)
        .map(|board| Pair {
            white: person(2 * board - 1),
            black: person(2 * board),
            game: hall.fresh_game(),
            terms: Terms::Usual,
        })
        .collect();
    let games: Vec<GameId> = pairs.iter().map(|pair| pair.game).collect();
    let round = hall.event.next_round();
    let paired = Fact::RoundPaired {
        round,
        starts_at: hall.now,
        pairs,
        byes: Vec::new(),
        order: PairingOrder::Final,
        replaces: None,
    };
    append(hall, vec![paired, Fact::RoundStarted { round }]);
    let ended = games.iter().map(|game| Fact::GameEnded {
        game: *game,
        result: GameResult::WhiteWins,
        reason: "checkmate".to_owned(),
        ended_at: hall.now,
        turns: 40,
    });
    append(hall, ended.collect());
    append(hall, vec![Fact::ResultsFinal { games }]);
}

#[test]
fn an_arena_with_thirty_thousand_games_pairs_nobody_more_and_ends_in_its_time() {
    let mut hall = Hall::new(settings(Format::Arena { minutes: 60 }));
    hall.enter_all(4);
    hall.now = START;
    assert!(hall.step(), "it starts");
    for _ in 0..(MOST_ARENA_GAMES - 2) / 2 {
        pair_all(&mut hall, 4);
    }
    hall.wait(ARENA_PACE_MS);
    assert_eq!(hall.event.games().count(), MOST_ARENA_GAMES);
    for id in live(&hall) {
        hall.end_game(id, GameResult::Draw).expect("possible");
    }
    hall.wait_until(START + 60 * MINUTE - 1);
    assert_eq!(hall.event.games().count(), MOST_ARENA_GAMES);
    assert_eq!(hall.event.phase(), Phase::Running);
    hall.wait(1);
    assert!(hall.over());
}

#[test]
fn the_points_of_an_arena_that_is_annulled_stay_as_they_were() {
    let mut hall = Hall::started(settings(Format::Arena { minutes: 60 }), 4);
    hall.arrive();
    let id = hall.boards()[0];
    hall.end_game(id, GameResult::WhiteWins).expect("possible");
    let before = hall.event.totals();
    let winner = hall.event.game(id).expect("a game").white;
    assert_eq!(before[&winner].points, Points::ONE * 2);
    assert!(before[&winner].provisional);
    let reasons = "The server was attacked all evening.".to_owned();
    hall.must(ARBITER, Command::Annul { reasons });
    let points = |player| hall.event.totals()[player].points;
    assert!(
        before
            .iter()
            .all(|(player, total)| points(player) == total.points)
    );
}

/// The games in progress.
fn live(hall: &Hall) -> Vec<GameId> {
    let live = hall.event.games().filter(|game| game.is_live());
    live.map(|game| game.id).collect()
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

/// For some minutes, everybody but one player comes and plays their games to the end.
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
fn who_loses_a_game_of_an_arena_without_a_turn_is_not_paired_either_however_it_was_lost() {
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
    let [winner, resigned] = hall.sides(other);
    let now = hall.now;
    hall.ask_as(Who::Server, lost(other, "resignation", now))
        .expect("possible");
    hall.ask_as(Who::Server, lost(id, "time", now))
        .expect("possible");
    let paused = |player| hall.event.player(person(player)).expect("a player").paused;
    assert!(paused(black) && !paused(white));
    assert!(paused(resigned) && !paused(winner));
}

/// Whether White and Black of a game of an arena are paused after it.
fn paused_after(result: GameResult, turns: u32) -> [bool; 2] {
    let mut hall = Hall::started(settings(Format::Arena { minutes: 60 }), 2);
    hall.arrive();
    let id = hall.boards()[0];
    let (reason, ended_at) = ("resignation".to_owned(), hall.now);
    let end = Command::EndGame {
        game: id,
        result,
        reason,
        ended_at,
        turns,
    };
    hall.ask_as(Who::Server, end).expect("possible");
    let is_paused = |player| hall.event.player(person(player)).expect("one").paused;
    hall.sides(id).map(is_paused)
}

#[test]
fn who_resigns_a_game_of_an_arena_after_a_turn_of_their_own_is_paired_again() {
    let (white, black) = (GameResult::WhiteWins, GameResult::BlackWins);
    assert_eq!(paused_after(black, 0), [true, false]);
    assert_eq!(paused_after(black, 1), [false, false]);
    assert_eq!(paused_after(white, 1), [false, true]);
    assert_eq!(paused_after(white, 2), [false, false]);
    assert_eq!(paused_after(GameResult::Draw, 0), [false, false]);
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
