//! Counts, material, repetition and time.

use super::*;
use crate::board::Color;

fn insufficient(text: &str) -> bool {
    at(text).is_insufficient_material()
}

#[test]
fn captures_and_pawn_moves_reset_the_fifty_move_count_other_moves_and_phase_outs_do_not() {
    let position = at("4k3/8/8/8/8/p7/4P3/R3K2R w KQ - 40 30 -");
    for (action, count) in [
        ("e1g1", 41),
        ("h1h5", 41),
        ("h1^3@h5", 41),
        ("a1a3", 0),
        ("e2e3", 0),
    ] {
        assert_eq!(
            after(&position, action).fifty_move_count(),
            count,
            "{action}"
        );
    }
}

#[test]
fn a_return_that_removes_a_piece_resets_the_fifty_move_count() {
    for (square, action, count) in [
        ("c3", "e1e2", 41),
        ("a1", "e1e2/r", 0),
        ("a1", "e1e2/o", 0),
        ("e2", "e1e2", 0),
        ("a8", "e1e2", 0),
    ] {
        let text = format!("r3k3/8/8/8/8/8/8/R3K3 w - - 40 30 N1@{square}");
        assert_eq!(
            after(&at(&text), action).fifty_move_count(),
            count,
            "{square}"
        );
    }
}

#[test]
fn pieces_in_hyperspace_count_as_material() {
    assert!(insufficient("4k3/8/8/8/8/8/8/4K3 w - - 0 1 -"));
    assert!(insufficient("4k3/8/8/8/8/8/8/4K3 w - - 0 1 N3@a1"));
    assert!(insufficient("4k3/8/8/8/8/8/8/4K3 w - - 0 1 B3d@a1"));
    for away in [
        "Q3@a1",
        "R3@a1",
        "N3@a1,N4@a1",
        "N3@a1,n3@a1",
        "N3@a1,B4d@a1",
        "n3@h8,b4l@a2",
    ] {
        let text = format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {away}");
        assert!(!insufficient(&text), "{away}");
    }
    assert!(!insufficient("4k3/8/8/8/8/8/8/4KN2 w - - 0 1 n3@a1"));
}

#[test]
fn a_bishop_in_hyperspace_counts_with_the_colour_of_its_squares() {
    assert!(insufficient("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1 b3d@a1"));
    assert!(!insufficient("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1 b3l@a2"));
    assert!(insufficient("4k3/8/8/8/8/8/8/4K3 w - - 0 1 B7d@a1,b3d@a1"));
    assert!(!insufficient("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1 B3d@a1"));
}

#[test]
fn a_doomed_bishop_counts_as_material_under_the_open_referee_because_its_square_is_secret() {
    let doomed = open_at("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1 b3l@a1");
    assert!(!doomed.is_insufficient_material());
    let doomed = open_at("4k3/8/8/8/8/8/8/2B1K3 w - - 0 1 b3d@a2");
    assert!(doomed.is_insufficient_material());
}

#[test]
fn a_bare_king_does_not_win_on_time_a_piece_in_hyperspace_is_enough() {
    let position = at("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 -");
    assert!(position.wins_on_time(Color::White));
    assert!(!position.wins_on_time(Color::Black));
    let position = at("4k3/8/8/8/8/8/8/4K3 w - - 0 1 b3d@a1");
    assert!(!position.wins_on_time(Color::White));
    assert!(position.wins_on_time(Color::Black));
}

#[test]
fn repetition_compares_owner_type_count_down_and_secret_square() {
    let key = |away: &str| at(&format!("4k3/8/8/8/8/8/8/4K3 w - - 0 1 {away}")).repetition_key();
    let keys = [
        key("-"),
        key("N3@a1"),
        key("n3@a1"),
        key("R3@a1"),
        key("N4@a1"),
        key("N3@b1"),
        key("N3@a1,R4@a1"),
    ];
    for (i, a) in keys.iter().enumerate() {
        for b in &keys[i + 1..] {
            assert_ne!(a, b);
        }
    }
    assert_eq!(
        key("N3@a1,R4@b1"),
        key("R4@b1,N3@a1"),
        "the order of leaving does not count"
    );
}

#[test]
fn repetition_does_not_compare_the_counts() {
    let one = at("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 N3@a1");
    let other = at("4k3/8/8/8/8/8/8/R3K3 w Q - 8 5 N3@a1");
    assert_eq!(one.repetition_key(), other.repetition_key());
    let without_right = at("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 N3@a1");
    assert_ne!(one.repetition_key(), without_right.repetition_key());
    let black = at("4k3/8/8/8/8/8/8/R3K3 b Q - 0 1 N3@a1");
    assert_ne!(one.repetition_key(), black.repetition_key());
}

#[test]
fn two_equal_pieces_returning_together_do_not_cancel_out_of_the_key() {
    let two = open_at("4k3/8/8/8/8/8/8/4K3 w - - 0 1 N3@a1,N3@a1");
    let none = open_at("4k3/8/8/8/8/8/8/4K3 w - - 0 1 -");
    assert_ne!(two.repetition_key(), none.repetition_key());
}
