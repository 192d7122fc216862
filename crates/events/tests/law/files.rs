//! Events as files for other programs: pairings and standings can be recomputed from them.

use manifold_events::{Command, Format, GameResult, RequestedBye};
use manifold_pairing::trf::{Report, Version, read, write};
use manifold_pairing::{Board, Entry, PairingError, Tournament, rounds, standings};

use crate::hall::*;

/// The file of an event in this version, and the tournament that is read from it.
fn file(hall: &Hall, version: Version) -> (String, Tournament) {
    let report = Report {
        tournament: hall.event.tournament(),
        ..Report::default()
    };
    let text = write(&report, version);
    let tournament = read(text.as_bytes()).expect(&text).tournament;
    (text, tournament)
}

/// Checks that the files in both versions are paired by the rules, and, if the event is over, have its standings.
fn is_true(hall: &Hall) {
    for version in [Version::Trf16, Version::Trf26] {
        let (text, tournament) = file(hall, version);
        assert_eq!(rounds::check(&tournament), Ok(Vec::new()), "{text}");
        if hall.over() {
            counts(hall, &text, &tournament);
        }
    }
}

fn counts(hall: &Hall, text: &str, tournament: &Tournament) {
    let names = hall.event.settings().tie_breaks();
    let tie_breaks: Vec<_> = names
        .iter()
        .map(|name| name.parse().expect("known"))
        .collect();
    let rows = standings::standings(tournament, &tie_breaks);
    let list = hall.event.players();
    for line in hall.event.standings() {
        let place = list.iter().position(|one| one.id == line.player);
        let number = place.expect("a player") + 1;
        let row = rows.iter().find(|row| usize::from(row.number) == number);
        let row = row.expect("a row");
        assert_eq!(row.points, line.total.points, "{number}\n{text}");
        if !line.tie_breaks.is_empty() {
            assert_eq!(
                (row.rank, &row.values),
                (line.rank, &line.tie_breaks),
                "{text}"
            );
        }
    }
}

fn bye(player: u64, round: u16, bye: RequestedBye) -> Command {
    Command::SetBye {
        player: person(player),
        round,
        bye: Some(bye),
    }
}

fn forbid(players: [u64; 2], forbidden: bool) -> Command {
    let players = players.map(person);
    Command::ForbidPair { players, forbidden }
}

#[test]
fn who_takes_no_part_in_the_coming_round_stands_in_the_file_and_it_is_paired_like_the_event() {
    let mut hall = Hall::started(swiss(4), 9);
    hall.must(2, bye(2, 2, RequestedBye::Half));
    hall.must(3, bye(3, 2, RequestedBye::Zero));
    hall.must(4, withdraw(4));
    hall.play_round();
    // Round 2 is in progress: the file has what was known before it.
    let paired: Vec<[u64; 2]> = hall.boards().iter().map(|id| hall.sides(*id)).collect();
    hall.must(5, withdraw(5));
    let pairs = |text: &str, tournament: &Tournament| -> Vec<[u64; 2]> {
        let boards = rounds::pair(tournament).expect(text).into_iter();
        let games = boards.filter_map(|board| match board {
            Board::Game { white, black } => Some([white, black].map(u64::from)),
            Board::Bye(_) => None,
        });
        games.collect()
    };
    for version in [Version::Trf16, Version::Trf26] {
        let (text, tournament) = file(&hall, version);
        assert_eq!(pairs(&text, &tournament), paired, "{text}");
        let second = |player: usize| tournament.players[player - 1].entries.get(1);
        assert_eq!(second(2), Some(&Entry::HalfBye));
        assert_eq!(second(3), Some(&Entry::Absent));
        assert_eq!(second(4), Some(&Entry::Absent));
        assert_eq!(second(5), None, "who plays in it");
    }
    // The round is over, and the next waits for a result to become final.
    hall.begin_round();
    let boards = hall.boards();
    let ruled = hall.must(DIRECTOR, rule(boards[0], manifold_events::Outcome::Draw));
    for id in &boards[1..] {
        hall.end_game(*id, GameResult::Draw).expect("possible");
    }
    hall.must(6, bye(6, 3, RequestedBye::Half));
    let files = [Version::Trf16, Version::Trf26].map(|version| file(&hall, version));
    let white = hall.sides(boards[0])[0];
    hall.must(white, appeal(ruled));
    hall.must(ARBITER, decide(ruled, manifold_events::Decision::Confirmed));
    let paired: Vec<[u64; 2]> = hall.boards().iter().map(|id| hall.sides(*id)).collect();
    for (text, tournament) in files {
        assert_eq!(tournament.players[5].entries.get(2), Some(&Entry::HalfBye));
        assert_eq!(pairs(&text, &tournament), paired, "{text}");
    }
    hall.play_round();
    hall.play_round();
    assert!(hall.over());
    is_true(&hall);
}

#[test]
fn a_late_entry_above_somebody_who_never_came_changes_no_colour_of_the_past() {
    let mut settings = swiss(4);
    settings.check_in_minutes = Some(30);
    let mut hall = Hall::new(settings);
    for player in 2..=8 {
        hall.enter(player).expect("possible");
    }
    hall.wait_until(START - 10 * MINUTE);
    for player in [2, 4, 5, 6, 7, 8] {
        hall.must(player, Command::CheckIn(person(player)));
    }
    hall.wait_until(START);
    hall.play_round();
    let late = Command::Enter {
        player: person(1),
        name: "Player 1".into(),
        rating: Some(2_390),
    };
    hall.must(DIRECTOR, late);
    is_true(&hall);
    for _ in 0..3 {
        hall.play_round();
        is_true(&hall);
    }
    assert!(hall.over());
}

#[test]
fn pairs_that_were_forbidden_for_a_time_break_no_rule_in_the_rounds_in_which_they_met() {
    let mut hall = Hall::started(swiss(5), 8);
    hall.play_round();
    let met = hall.sides(hall.event.rounds()[0].boards[0]);
    hall.must(DIRECTOR, forbid(met, true));
    let next = hall.sides(hall.boards()[0]);
    hall.play_round();
    is_true(&hall);
    hall.must(DIRECTOR, forbid(next, true));
    hall.must(DIRECTOR, forbid([5, 6], true));
    hall.play_round();
    is_true(&hall);
    hall.must(DIRECTOR, forbid([5, 6], false));
    hall.play_round();
    is_true(&hall);
    hall.play_round();
    assert!(hall.over());
    is_true(&hall);
}

#[test]
fn games_of_a_round_robin_that_do_not_count_are_in_the_file_and_rated() {
    for double in [false, true] {
        let arranged = None;
        let format = Format::RoundRobin { double, arranged };
        let mut hall = Hall::started(settings(format), 6);
        hall.play_round();
        // The game of the second round is still played, as it is already paired.
        hall.must(1, withdraw(1));
        while !hall.over() {
            hall.play_round();
            hall.wait(31 * MINUTE);
        }
        is_true(&hall);
        for version in [Version::Trf16, Version::Trf26] {
            let (text, tournament) = file(&hall, version);
            let played = tournament.players[0].entries.iter().filter(|entry| {
                matches!(
                    entry,
                    Entry::Void {
                        played: true,
                        rated: true,
                        ..
                    }
                )
            });
            assert_eq!(played.count(), 2, "{text}");
            assert!(text.contains("\r\n299 "), "{text}");
        }
        let rated = hall.event.rated_results();
        let of_first =
            |one: &&manifold_events::RatedResult| [one.white, one.black].contains(&person(1));
        assert_eq!(rated.iter().filter(of_first).count(), 2);
    }
}

/// Plays games until the event is over: White wins everywhere.
fn play_all(hall: &mut Hall) {
    while !hall.over() {
        let live: Vec<_> = (hall.event.games())
            .filter(|game| game.is_live())
            .map(|game| game.id)
            .collect();
        for id in live {
            hall.end_game(id, GameResult::WhiteWins).expect("possible");
        }
        hall.wait(MINUTE);
    }
}

#[test]
fn a_knock_out_a_match_and_an_arena_are_no_swiss_in_their_files() {
    let knock_out = Format::KnockOut {
        games: 2,
        third_place: true,
    };
    for (format, players, words, code) in [
        (knock_out, 6, "Knock-Out", "CUSTOM_KNOCKOUT"),
        (Format::Match { games: 4 }, 2, "Match", "CUSTOM_ROUNDROBIN"),
        (Format::Arena { minutes: 60 }, 7, "Arena", "CUSTOM_SWISS"),
    ] {
        let mut hall = Hall::started(settings(format), players);
        play_all(&mut hall);
        for version in [Version::Trf16, Version::Trf26] {
            let (text, tournament) = file(&hall, version);
            assert!(
                text.contains(&format!("092 Individual: {words}\r\n")),
                "{text}"
            );
            let says = text.contains(&format!("192 {code}\r\n"));
            assert_eq!(says, version == Version::Trf26, "{text}");
            assert!(!text.to_lowercase().contains("dutch"), "{text}");
            assert_eq!(rounds::check(&tournament), Err(PairingError::Format));
            assert_eq!(rounds::pair(&tournament), Err(PairingError::Format));
            counts(&hall, &text, &tournament);
            let games = (tournament.players.iter())
                .flat_map(|player| &player.entries)
                .filter(|entry| entry.is_paired());
            assert_eq!(games.count(), 2 * hall.event.games().count());
        }
    }
}

#[test]
fn an_arranged_round_robin_is_checked_like_any() {
    let mut hall = Hall::started(
        settings(Format::RoundRobin {
            double: false,
            arranged: Some(manifold_events::Arranged {
                deadline: START + 7 * 24 * 60 * MINUTE,
            }),
        }),
        5,
    );
    for id in hall.boards() {
        for player in hall.sides(id) {
            hall.must(player, Command::Arrive { game: id });
        }
        hall.end_game(id, GameResult::Draw).expect("possible");
    }
    is_true(&hall);
}
