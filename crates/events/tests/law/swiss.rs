//! Regulations, section 2: Swiss events, and standings.

use std::collections::BTreeSet;

use manifold_events::{Command, Format, GameResult, Outcome, Phase, RequestedBye};

use crate::hall::*;

#[test]
fn swiss_rounds_are_ceil_log2_of_the_players_and_one_but_no_more_than_opponents() {
    for (players, rounds) in [(2, 1), (3, 2), (4, 3), (5, 4), (8, 4), (9, 5), (100, 8)] {
        assert_eq!(Format::swiss_rounds(None, players), rounds, "{players}");
    }
    assert_eq!(Format::swiss_rounds(Some(9), 6), 5);
}

#[test]
fn nobody_enters_and_the_event_is_cancelled() {
    for players in [0, 1] {
        let hall = Hall::started(swiss(3), players);
        assert_eq!(hall.event.phase(), Phase::Cancelled, "{players}");
        assert_eq!(hall.event.next_due(), None);
    }
}

#[test]
fn two_players_have_one_round_and_three_have_two() {
    for (players, rounds) in [(2, 1), (3, 2)] {
        let mut hall = Hall::started(swiss(9), players);
        for _ in 0..rounds {
            hall.play_round();
        }
        assert!(hall.over());
        assert_eq!(hall.event.rounds().len(), rounds);
    }
}

#[test]
fn every_player_asks_for_a_bye_and_the_round_passes() {
    let mut hall = Hall::new(swiss(3));
    hall.enter_all(4);
    for player in 1..=4 {
        let bye = Some(RequestedBye::Half);
        hall.must(
            player,
            Command::SetBye {
                player: person(player),
                round: 1,
                bye,
            },
        );
    }
    hall.wait_until(START);
    assert_eq!(hall.event.rounds().len(), 2);
    assert!(hall.event.rounds()[0].boards.is_empty());
    assert_eq!(hall.points(3), "0.5");
    hall.play_round();
    hall.play_round();
    assert!(hall.over());
}

#[test]
fn no_legal_pairing_waits_for_the_directors_and_then_ends_the_event() {
    let forbid = |a, b, forbidden| Command::ForbidPair {
        players: [person(a), person(b)],
        forbidden,
    };
    let mut hall = Hall::new(swiss(2));
    hall.enter_all(3);
    for (a, b) in [(1, 2), (1, 3), (2, 3)] {
        hall.must(DIRECTOR, forbid(a, b, true));
    }
    hall.wait_until(START);
    assert!(hall.event.rounds().is_empty());
    let mut waits = hall.clone();

    hall.must(DIRECTOR, forbid(1, 2, false));
    assert_eq!(
        hall.event.rounds().len(),
        1,
        "it is paired as soon as it can be"
    );

    waits.wait(30 * MINUTE);
    assert_eq!(waits.event.phase(), Phase::Running);
    waits.wait(1);
    assert!(waits.over());
}

#[test]
fn a_swiss_event_of_one_who_is_left_is_over() {
    let mut hall = Hall::started(swiss(3), 4);
    for player in 2..=4 {
        hall.must(player, withdraw(player));
    }
    hall.play_round();
    assert!(hall.over());
}

#[test]
fn standings_go_by_points_then_by_the_tie_breaks_of_the_event_and_say_what_is_provisional() {
    let mut hall = Hall::started(swiss(3), 6);
    for _ in 0..2 {
        hall.play_round();
    }
    hall.begin_round();
    let [a, b, c]: [_; 3] = hall.boards().try_into().expect("three boards");
    hall.must(DIRECTOR, rule(a, Outcome::Draw));
    for id in [b, c] {
        hall.end_game(id, GameResult::WhiteWins).expect("possible");
    }
    let standings = hall.event.standings();
    assert_eq!(standings.len(), 6);
    for pair in standings.windows(2) {
        assert!(pair[0].total.points >= pair[1].total.points);
        assert!(pair[0].rank <= pair[1].rank);
        if pair[0].rank == pair[1].rank {
            assert_eq!(pair[0].tie_breaks, pair[1].tie_breaks);
        }
    }
    assert!(standings.iter().all(|line| line.tie_breaks.len() == 5));
    let provisional = |line: &&manifold_events::Standing| line.total.provisional;
    let of_a: BTreeSet<u64> = standings
        .iter()
        .filter(provisional)
        .map(|line| number(line.player))
        .collect();
    assert_eq!(of_a, BTreeSet::from(hall.sides(a)));
    hall.wait(30 * MINUTE + 1);
    assert!(hall.over());
    assert!(
        !hall
            .event
            .standings()
            .iter()
            .any(|line| line.total.provisional)
    );
}

#[test]
fn what_counts_of_a_tie_break_adds_up_to_its_value() {
    let mut hall = Hall::started(swiss(3), 7);
    for _ in 0..2 {
        hall.play_round();
    }
    // BH/C1, BH and SB are sums; the last is the number of wins.
    for line in hall.event.standings() {
        let parts = hall
            .event
            .tie_break_parts(line.player)
            .expect("a player of the event");
        assert_eq!(parts.len(), line.tie_breaks.len());
        for index in [0, 1, 2, 4] {
            let counted = parts[index].iter().filter(|part| part.counts);
            let sum: f64 = counted.map(|part| part.value).sum();
            assert!((sum - line.tie_breaks[index].number).abs() < 1e-9);
        }
        assert!(parts[0].iter().filter(|part| !part.counts).count() == 1);
    }
    assert_eq!(hall.event.tie_break_parts(person(999)), None);
}

#[test]
fn the_number_of_rounds_follows_from_those_who_are_there_at_the_start() {
    let mut checked = settings(Format::Swiss { rounds: None });
    checked.check_in_minutes = Some(30);
    let mut hall = Hall::new(checked);
    hall.enter_all(16);
    hall.wait_until(START - 10 * MINUTE);
    for player in 1..=4 {
        hall.must(player, Command::CheckIn(person(player)));
    }
    hall.wait_until(START);
    assert_eq!(hall.event.rounds_planned(), Some(3));
}

#[test]
fn tie_breaks_and_files_count_a_round_when_all_its_games_have_a_result() {
    let mut hall = Hall::started(swiss(3), 4);
    hall.play_round();
    hall.begin_round();
    let before: Vec<_> = (hall.event.standings().into_iter())
        .map(|line| (line.player, line.tie_breaks))
        .collect();
    let [first, second]: [_; 2] = hall.boards().try_into().expect("two games");
    hall.end_game(first, GameResult::WhiteWins)
        .expect("possible");
    let winner = hall.sides(first)[0];
    let points = hall.points(winner);
    assert!(points == "2.0" || points == "1.0", "{points}");
    for (player, tie_breaks) in before {
        let standings = hall.event.standings();
        let line = standings.iter().find(|line| line.player == player);
        assert_eq!(line.expect("a line").tie_breaks[0], tie_breaks[0]);
    }
    assert_eq!(hall.event.tournament().paired_rounds(), 1);
    hall.end_game(second, GameResult::Draw).expect("possible");
    assert_eq!(hall.event.tournament().paired_rounds(), 2);
}

#[test]
fn a_round_in_which_everybody_has_a_bye_is_over_at_once_and_counts() {
    use manifold_pairing::trf::{Report, Version, read, write};

    let mut hall = Hall::new(swiss(3));
    hall.enter_all(4);
    let ask = |hall: &mut Hall, player, round, bye| {
        let player = person(player);
        let bye = Some(bye);
        hall.must(DIRECTOR, Command::SetBye { player, round, bye });
    };
    for player in 1..=4 {
        let bye = if player < 3 {
            RequestedBye::Half
        } else {
            RequestedBye::Zero
        };
        ask(&mut hall, player, 2, bye);
        ask(&mut hall, player, 3, RequestedBye::Zero);
    }
    hall.wait_until(START);
    hall.play_round();
    assert!(hall.over(), "both rounds of byes are over at once");
    assert_eq!(hall.event.rounds().len(), 3);
    assert!(
        hall.event.rounds()[1..]
            .iter()
            .all(|round| round.boards.is_empty() && round.byes.len() == 4)
    );

    // The file gives the same standings and the same pairings.
    let tournament = hall.event.tournament();
    assert_eq!(tournament.counted_rounds(), 3);
    for version in [Version::Trf16, Version::Trf26] {
        let report = Report {
            tournament: tournament.clone(),
            ..Report::default()
        };
        let file = read(write(&report, version).as_bytes()).expect("a file");
        assert_eq!(file.tournament.players, tournament.players);
        assert_eq!(
            manifold_pairing::rounds::check(&file.tournament),
            Ok(Vec::new())
        );
        let names = hall.event.settings().tie_breaks();
        let tie_breaks: Vec<_> = names
            .iter()
            .map(|name| name.parse().expect("known"))
            .collect();
        let rows = manifold_pairing::standings::standings(&file.tournament, &tie_breaks);
        let standings = hall.event.standings();
        assert_eq!(rows.len(), standings.len());
        for (row, standing) in rows.iter().zip(&standings) {
            let place = hall
                .event
                .players()
                .iter()
                .position(|one| one.id == standing.player);
            assert_eq!(place, Some(usize::from(row.number) - 1));
            assert_eq!(
                (row.rank, row.points),
                (standing.rank, standing.total.points)
            );
            assert_eq!(row.values, standing.tie_breaks);
        }
    }
}
