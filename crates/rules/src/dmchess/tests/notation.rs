//! Notation for people.

use super::*;
use crate::error::Problem;
use crate::viewer::Viewer;

fn read(position: &DmChess, text: &str) -> String {
    position
        .read(text)
        .map(|action| action.to_string())
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn problem(position: &DmChess, text: &str) -> Problem {
    position.read(text).expect_err(text).problem
}

#[test]
fn the_usual_spellings_of_a_move_are_read() {
    let start = DmChess::start(Variant::Home);
    for text in [
        "Pd1e2-d1e4",
        "Pd1e2-d1e4+",
        "d1e2-d1e4",
        "d1e2-e4",
        "d1e2e4",
        "d1e2d1e4",
        "pd1e2-d1e4",
        "Pd1e2 - d1e4",
        "Pd1e4",
        "d1e4!?",
        "D1e2-D1e4",
    ] {
        assert_eq!(read(&start, text), "Pd1e2-d1e4", "{text}");
    }
    for text in ["Nd1g1-d1f3", "nd1g1-f3", "Nd1g1f3", "Nd1-d1f3"] {
        assert_eq!(read(&start, text), "Nd1g1-d1f3", "{text}");
    }
}

#[test]
fn moves_across_captures_and_promotions_are_read() {
    let position = scene(&[
        (1, "8/7P/8/8/8/8/8/8"),
        (2, "8/8/8/8/4B[3]3/8/8/8"),
        (5, "8/8/5n2/8/8/8/8/8"),
    ])
    .build();
    for text in ["d1h7-h8=Q", "d1h8=Q", "Pd1h7-d1h8=Q", "d1h7h8Q"] {
        assert_eq!(read(&position, text), "Pd1h7-d1h8=Q", "{text}");
    }
    let m = position
        .legal_actions()
        .into_iter()
        .map(|action| action.to_string())
        .find(|word| word.starts_with("Bd2e4-d4"))
        .expect("a move to D4");
    assert_eq!(read(&position, &m.replace('-', "x")), m);
    assert_eq!(read(&position, &m.replace('B', "b")), m);
}

#[test]
fn castling_is_read_with_its_dimensions() {
    let boards = [(1, "8/8/8/8/8/8/8/R3K2R"), (2, "8/8/8/8/8/8/8/R6R")];
    let position = scene(&boards).unmoved("AEH/AH/-/-/-/-/-/-").build();
    assert_eq!(read(&position, "O-O d1"), "Kd1e1-d1h1");
    assert_eq!(read(&position, "0-0-0 d1"), "Kd1e1-d1a1");
    assert_eq!(read(&position, "O-O d1-d2"), "Kd1e1-d2h1");
    assert_eq!(
        problem(&position, "O-O"),
        Problem::Ambiguous(vec!["Kd1e1-d1h1".into(), "Kd1e1-d2h1".into()])
    );
}

#[test]
fn ambiguous_moves_list_what_they_can_mean() {
    let position = scene(&[(1, "8/8/8/8/8/8/8/N3N3")]).build();
    assert_eq!(
        problem(&position, "Nd1c2"),
        Problem::Ambiguous(vec!["Nd1a1-d1c2".into(), "Nd1e1-d1c2".into()])
    );
    assert_eq!(read(&position, "Nd1a-d1c2"), "Nd1a1-d1c2");
}

#[test]
fn a_wrong_move_is_refused_with_the_rule_and_the_nearest_move() {
    let start = DmChess::start(Variant::Home);
    let error = start.read("Pd1e2-d1e5").expect_err("too far");
    assert!(matches!(error.problem, Problem::Illegal(_)));
    assert!(error.nearest.is_some());
    assert!(
        error.to_string().contains("cannot go from d1e2 to d1e5"),
        "{error}"
    );
    assert!(matches!(problem(&start, "hello"), Problem::Unreadable(_)));
    for text in [
        "", " ", "-", "d", "d1", "=Q", "x", "Q", "O-O d9", "💥", "kings", "kings:",
    ] {
        assert!(start.read(text).is_err(), "{text}");
    }
}

#[test]
fn placements_are_read_in_any_order() {
    let start = DmChess::start(Variant::Placed);
    assert_eq!(
        read(
            &start,
            "kings d1a3, D1e1, d2e1, d3e1, d4e1, d5e1, d6e1, d8h3"
        ),
        "kings:d1e1,d1a3,d2e1,d3e1,d4e1,d5e1,d6e1,d8h3"
    );
    assert!(matches!(
        problem(&start, "kings:d1e4,d1e1,d2e1,d3e1,d4e1,d5e1,d6e1,d8h3"),
        Problem::Illegal(_)
    ));
    assert!(matches!(
        problem(&start, "kings d1e1"),
        Problem::Unreadable(_)
    ));
    assert!(matches!(problem(&start, "e4"), Problem::Illegal(_)));
}

#[test]
fn check_and_mate_are_marked() {
    let position = scene(&[
        (1, "1r6/8/8/8/1q6/8/8/K7"),
        (2, "8/8/8/8/8/8/n7/1n6"),
        (8, "4k3/8/8/8/8/8/8/8"),
    ])
    .black()
    .build();
    let word = |text: &str| position.notation(action(text), Viewer::Referee);
    assert_eq!(word("Qd1b4-d1b2"), "Qd1b4-d1b2#");
    assert_eq!(word("Qd1b4-d1c3"), "Qd1b4-d1c3+");
    assert_eq!(word("Qd1b4-d1c4"), "Qd1b4-d1c4");
}
