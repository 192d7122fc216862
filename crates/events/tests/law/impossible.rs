//! Entries that cannot happen in any event.

use manifold_events::{
    Absent, Bye, ByeKind, Command, Decision, Entry, Fact, FoldError, GameResult, Ground, How,
    Outcome, Pair, PairingOrder, Points, RequestedBye, Terms, Who,
};

use crate::hall::*;

/// Appends a fact as a faulty server would, without asking.
fn force(hall: &mut Hall, by: Who, fact: Fact) -> Result<(), FoldError> {
    let entry: Vec<Entry> = hall.event.entries(hall.now, by, [fact.into()]);
    let before = hall.event.clone();
    let result = hall
        .event
        .apply(entry.into_iter().next().expect("an entry"));
    if result.is_err() {
        assert_eq!(hall.event, before, "what is refused changes nothing");
    }
    result
}

#[test]
fn a_round_paired_twice() {
    let mut hall = Hall::started(swiss(3), 4);
    let games = hall.fresh_games(2);
    let paired = |round, replaces| Fact::RoundPaired {
        round,
        starts_at: START,
        pairs: vec![Pair {
            white: person(1),
            black: person(2),
            game: games[0],
            terms: Terms::Usual,
        }],
        byes: vec![Bye {
            player: person(3),
            kind: ByeKind::Zero,
        }],
        order: PairingOrder::Final,
        replaces,
    };
    let own = hall.event.rounds()[0].paired;
    for (round, replaces) in [(1, None), (1, Some(own)), (0, None), (3, None)] {
        let result = force(&mut hall, Who::Server, paired(round, replaces));
        assert_eq!(result, Err(FoldError::Round(round)));
    }
    let again = Command::Pair {
        round: 1,
        games: games.clone(),
    };
    assert!(hall.ask_as(Who::Server, again).is_err());
}

#[test]
fn a_game_made_twice() {
    let mut hall = Hall::started(swiss(3), 4);
    let games = hall.boards();
    hall.arrive();
    hall.must(DIRECTOR, rule(games[0], Outcome::Draw));
    hall.must(DIRECTOR, rule(games[1], Outcome::Draw));
    let pair = Command::Pair { round: 2, games };
    assert_eq!(
        hall.ask(ARBITER, pair),
        Err(manifold_events::Refusal::GameIds { needed: 2 })
    );
}

#[test]
fn a_stuck_round() {
    // If nobody comes, or calls are not answered, the event still goes on. An appeal waits for people, but the organiser can name some.
    let mut hall = Hall::started(swiss(3), 4);
    hall.arrive();
    let [a, b]: [_; 2] = hall.boards().try_into().expect("two boards");
    let [white, black] = hall.sides(a);
    hall.must(white, call(a));
    let ruling = hall.must(DIRECTOR, rule(a, Outcome::WhiteWins));
    hall.must(black, appeal(ruling));
    let to = person(OTHER_DIRECTOR);
    hall.must(ARBITER, decide(ruling, Decision::Remitted { to }));
    hall.must(hall.sides(b)[0], call(b));
    hall.end_game(b, GameResult::Draw).expect("possible");
    hall.wait(3 * 24 * 60 * MINUTE);
    assert!(hall.is_final(b) && !hall.is_final(a));
    assert_eq!(hall.event.rounds().len(), 1);
    hall.must(ORGANISER, Command::NameDeputy(person(950)));
    hall.must(950, decide(ruling, Decision::Confirmed));
    hall.wait(3 * 24 * 60 * MINUTE);
    assert!(hall.over());
    assert_eq!(hall.event.rounds().len(), 3);
}

#[test]
fn a_last_game_not_counted() {
    let mut hall = Hall::started(swiss(1), 4);
    hall.arrive();
    let [a, b]: [_; 2] = hall.boards().try_into().expect("two boards");
    hall.end_game(a, GameResult::WhiteWins).expect("possible");
    let finished = force(&mut hall, Who::Server, Fact::Finished);
    assert!(
        matches!(finished, Err(FoldError::Phase(_))),
        "a game goes on"
    );
    hall.must(DIRECTOR, rule(b, Outcome::BlackWins));
    let finished = force(&mut hall, Who::Server, Fact::Finished);
    assert!(
        matches!(finished, Err(FoldError::Phase(_))),
        "a result is provisional"
    );
    hall.wait(30 * MINUTE + 1);
    assert!(hall.over());
    assert_eq!(hall.event.rated_results().len(), 2);
    let points: Points = hall.event.totals().values().map(|total| total.points).sum();
    assert_eq!(points, Points::ONE + Points::ONE);
}

#[test]
fn a_bye_scored_wrongly() {
    let mut hall = Hall::new(swiss(3));
    hall.enter_all(5);
    for (player, bye) in [(1, RequestedBye::Half), (2, RequestedBye::Zero)] {
        let bye = Some(bye);
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
    let byes = hall.event.rounds()[0].byes.clone();
    assert_eq!(byes.len(), 3, "half, zero, and the pairing's");
    for Bye { player, kind } in byes {
        let points = match kind {
            ByeKind::Pairing => Points::ONE,
            ByeKind::Half => Points::HALF,
            ByeKind::Zero => Points::ZERO,
        };
        assert_eq!(hall.event.totals()[&player].points, points, "{kind:?}");
    }
}

#[test]
fn a_result_edited_in_place() {
    let mut hall = Hall::started(swiss(2), 4);
    hall.arrive();
    let [a, b]: [_; 2] = hall.boards().try_into().expect("two boards");
    hall.end_game(a, GameResult::WhiteWins).expect("possible");
    let ended = |game| Fact::GameEnded {
        game,
        result: GameResult::BlackWins,
        reason: "again".into(),
        ended_at: START,
        turns: 9,
    };
    let absent = Absent::White;
    assert!(
        force(&mut hall, Who::Server, ended(a)).is_err(),
        "provisional"
    );
    hall.end_game(b, GameResult::WhiteWins).expect("possible");
    assert!(hall.is_final(a));
    let ruled = Fact::Ruled {
        game: a,
        ground: Ground::Rules,
        outcome: Outcome::Draw,
        reasons: REASONS.into(),
        call: None,
        remitted: None,
    };
    for (by, fact) in [
        (Who::Server, ended(a)),
        (Who::Server, Fact::Defaulted { game: a, absent }),
        (Who::Person(person(DIRECTOR)), ruled),
        (Who::Server, Fact::ResultsFinal { games: vec![a] }),
    ] {
        assert_eq!(force(&mut hall, by, fact), Err(FoldError::Final(a)));
    }
    let game = hall.event.game(a).expect("a game");
    assert_eq!(
        (game.result, game.how),
        (Some(GameResult::WhiteWins), Some(How::Played))
    );
}

#[test]
fn a_gap_or_a_double_in_the_log() {
    let mut hall = Hall::started(swiss(2), 4);
    let entries = hall
        .event
        .entries(hall.now, Who::Server, [Fact::Finished.into()]);
    for n in [0, 1, hall.event.last().0, hall.event.last().0 + 2] {
        let mut entry = entries[0].clone();
        entry.n = manifold_events::EntryNumber(n);
        assert!(matches!(
            hall.event.apply(entry),
            Err(FoldError::Number { .. })
        ));
    }
}

#[test]
fn time_that_goes_backwards() {
    let mut hall = Hall::started(swiss(2), 4);
    let mut entry = hall
        .event
        .entries(0, Who::Server, [Fact::Finished.into()])
        .remove(0);
    assert_eq!(entry.at, START, "a clock that was set back does not matter");
    entry.at -= 1;
    assert!(matches!(hall.event.apply(entry), Err(FoldError::Time(_))));
}
