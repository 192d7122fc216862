//! Position text.

use super::*;
use crate::position::Secret;

fn complaint(variant: Variant, text: &str) -> String {
    Hyperspace::from_text(variant, text)
        .expect_err(text)
        .to_string()
}

#[test]
fn the_start_position_is_that_of_chess_with_nobody_away() {
    assert_eq!(
        Hyperspace::start(Variant::Strict).to_text(),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -"
    );
}

#[test]
fn a_plain_fen_is_a_position_with_nobody_away() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(at(fen), Hyperspace::start(Variant::Strict));
}

#[test]
fn a_conflict_is_part_of_the_text() {
    let position = played(Variant::Open, "b1^2@c3 e7e5 c1^1@f4");
    let text = position.to_text();
    assert_eq!(
        text,
        "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/R2QKBNR b KQkq - 1 2 N2@c3,B2d@f4 conflict c1^1@f4 after \
         rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/R1BQKBNR w KQkq e6 0 2 N3@c3"
    );
    assert_eq!(open_at(&text), position);
    assert!(
        position
            .view(Viewer::Spectator)
            .to_string()
            .ends_with(" N2@?,B2d@? conflict c1^1")
    );
}

#[test]
fn every_wrong_field_is_named() {
    for (text, words) in [
        ("", "fields"),
        ("8/8/8/8/8/8/8/8 w - -", "fields"),
        ("8/8/8/8/8/8/8 w - - 0 1 -", "board: 7 ranks"),
        (
            "4k3/8/8/8/8/8/8/8 w - - 0 1 -",
            "white should have exactly one king",
        ),
        (
            "4kk2/8/8/8/8/8/8/4K3 w - - 0 1 -",
            "black should have exactly one king",
        ),
        (
            "4k2P/8/8/8/8/8/8/4K3 w - - 0 1 -",
            "a pawn stands on the first or the last rank",
        ),
        ("4k2?/8/8/8/8/8/8/4K3 w - - 0 1 -", "no hidden men"),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1 -", "side to move"),
        (
            "4k3/8/8/8/8/8/8/4K3 w K - 0 1 -",
            "“K” needs a king on e1 and a rook on h1",
        ),
        ("4k3/8/8/8/8/8/8/4K2R w KK - 0 1 -", "“K” is there twice"),
        (
            "4k3/8/8/8/8/8/8/4K2R w X - 0 1 -",
            "castling: “X” should be some of KQkq",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1 -", "en passant"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e6 0 1 -",
            "no pawn has just jumped over e6",
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1 -",
            "no pawn has just jumped over e3",
        ),
        (
            "4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1 -",
            "no pawn has just jumped over e6",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1 -", "fifty-move count"),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1 -", "fifty-move count"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0 -", "turn number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 9999999999 -", "turn number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 - -", "withdrawn"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 - withdrawn:e1",
            "under the open referee only",
        ),
        (
            "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1 -",
            "the king on e8 is attacked",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 K3@a1",
            "hyperspace: “K3@a1” should be a piece",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 P3@a1", "should be a piece"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 N3", "should be a piece"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 N0@a1", "should be a piece"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 N03@a1", "should be a piece"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 N101@a1", "should be a piece"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 N3@?", "should be a piece"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 N3l@a1", "should be a piece"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 B3@a1", "should be a piece"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 B3l@a1", "wrong colour"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 N3@a1,", "should be a piece"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 N3@a1,R3@b1",
            "returns on the same turn",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 - conflict c1^1@f4",
            "conflict",
        ),
        ("💥", "fields"),
    ] {
        let complaint = complaint(Variant::Strict, text);
        assert!(complaint.contains(words), "{text}: {complaint}");
    }
}

#[test]
fn the_same_count_down_is_possible_for_different_players_and_under_the_open_referee() {
    at("4k3/8/8/8/8/8/8/4K3 w - - 0 1 N3@a1,n3@a1");
    open_at("4k3/8/8/8/8/8/8/4K3 w - - 0 1 N3@a1,N3@a1,B3l@a1");
}

#[test]
fn more_men_than_sixteen_are_refused() {
    let full = "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1";
    assert!(complaint(Variant::Strict, &format!("{full} N3@a1")).contains("17 men"));
    let many: Vec<String> = (1..=16).map(|n| format!("N{n}@a1")).collect();
    let text = format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {}", many.join(","));
    assert!(complaint(Variant::Strict, &text).contains("one piece too many"));
    let fifteen = format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {}", many[..15].join(","));
    assert_eq!(at(&fifteen).away(crate::board::Color::White).count(), 15);
}

#[test]
fn a_conflict_that_does_not_lead_to_the_position_is_refused() {
    let good = played(Variant::Open, "b1^2@c3 e7e5 c1^1@f4").to_text();
    for (old, new, words) in [
        ("conflict c1^1", "conflict c1^5", "return turn that is free"),
        ("conflict c1^1@f4", "conflict c1^1@g5", "not the one after"),
        (
            "conflict c1^1@f4",
            "conflict e2e4",
            "return turn that is free",
        ),
        ("conflict c1^1@f4", "conflict e2e5", "not legal"),
        (
            "conflict c1^1@f4",
            "conflict zzz",
            "should start with a phase-out",
        ),
        (" after ", " before ", "“after”"),
        ("e6 0 2 N3@c3", "e6 0 2 N4@c3", "free"),
    ] {
        let complaint = complaint(Variant::Open, &good.replace(old, new));
        assert!(complaint.contains(words), "{new}: {complaint}");
    }
}

#[test]
fn a_withdrawn_piece_must_be_one_that_could_have_left() {
    let text = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 - withdrawn:";
    open_at(&format!("{text}a1"));
    for square in ["e1", "a2", "e8", "", "a9"] {
        assert!(
            complaint(Variant::Open, &format!("{text}{square}")).contains("withdrawn"),
            "{square}"
        );
    }
}

#[test]
fn the_examples_of_the_players_rules_are_right() {
    let page = include_str!("../../../../../docs/rules/hyperspace.md");
    let text = page
        .lines()
        .map(str::trim)
        .find(|line| line.contains(" KQkq - "))
        .expect("an example of position text");
    assert_eq!(at(text).to_text(), text);
    // “After N full turns it returns at the end of the next one.”
    let position = played(
        Variant::Strict,
        "a2a3 a7a6 b2b3 b7b6 g2g3 g7g6 h2h3 h7h6 c1^1@f4 c7c6 d2d3 d7d6",
    );
    assert_eq!(position.ply() / 2 + 1, 7);
    assert!(board(&after(&position, "e2e3")).contains("/5B2/"));
}
