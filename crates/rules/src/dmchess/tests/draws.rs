//! Insufficient material, the fifty-move count, repetition, time.

use super::*;
use crate::board::Color;

fn is_insufficient(boards: &[(usize, &str)]) -> bool {
    scene(boards).build().is_insufficient_material()
}

#[test]
fn one_king_each_and_the_common_rule_are_insufficient() {
    assert!(is_insufficient(&[]));
    assert!(is_insufficient(&[(1, "8/8/8/8/8/8/8/N7")]));
    assert!(is_insufficient(&[(1, "8/8/8/8/8/8/8/b7")]));
    assert!(!is_insufficient(&[(1, "8/8/8/8/8/8/8/NN6")]));
    assert!(!is_insufficient(&[(1, "8/8/8/8/8/8/8/R7")]));
    assert!(!is_insufficient(&[(1, "8/8/8/8/8/8/P7/8")]));
}

#[test]
fn bishops_of_two_dimensions_on_squares_of_one_colour_are_insufficient() {
    assert!(is_insufficient(&[
        (1, "8/8/8/8/8/8/8/B7"),
        (2, "8/8/8/8/8/8/8/b7")
    ]));
    assert!(!is_insufficient(&[
        (1, "8/8/8/8/8/8/8/B7"),
        (2, "8/8/8/8/8/8/8/1b6")
    ]));
    assert!(!is_insufficient(&[
        (1, "8/8/8/8/8/8/8/B7"),
        (2, "8/8/8/8/8/8/8/B7")
    ]));
}

#[test]
fn a_second_king_is_sufficient() {
    assert!(!is_insufficient(&[(1, "8/8/8/8/8/8/8/4K3")]));
}

#[test]
fn a_former_pawn_counts_as_a_pawn() {
    assert!(!is_insufficient(&[(1, "8/8/8/8/8/8/8/N[1=1]7")]));
}

#[test]
fn captures_and_pawn_moves_reset_the_fifty_move_count() {
    let position = scene(&[(1, "8/8/8/8/8/n7/P7/R7")])
        .number(60)
        .quiet(99)
        .build();
    for (text, count) in [("Rd1a1-d1b1", 100), ("Kd8e1-d8f1", 100)] {
        assert_eq!(after(&position, text).fifty_move_count(), count);
    }
    let position = scene(&[(1, "8/8/8/8/8/n7/1P6/R7")])
        .number(60)
        .quiet(99)
        .build();
    for text in ["Rd1a1-d1a3", "Pd1b2-d1b3", "Pd1b2-d1a3"] {
        assert_eq!(after(&position, text).fifty_move_count(), 0, "{text}");
    }
    // The move of a former pawn is not a pawn move.
    let position = scene(&[(1, "8/8/8/8/8/8/8/R[1=2]7")])
        .number(60)
        .quiet(99)
        .build();
    assert_eq!(after(&position, "Rd1a1-d1b1").fifty_move_count(), 100);
}

#[test]
fn repetition_compares_men_with_level_and_past() {
    let key = |board: &'static str| scene(&[(1, board)]).build().repetition_key();
    let keys = [
        key("8/8/8/8/8/8/8/R7"),
        key("8/8/8/8/8/8/8/1R6"),
        key("8/8/8/8/8/8/8/N7"),
        key("8/8/8/8/8/8/8/r7"),
        key("8/8/8/8/8/8/8/R[2]7"),
        key("8/8/8/8/8/8/8/R[1=1]7"),
        key("8/8/8/8/8/8/8/R[1=2]7"),
        key("8/8/8/8/8/8/8/R[1=12]7"),
    ];
    for (i, key) in keys.iter().enumerate() {
        assert!(!keys[..i].contains(key), "{i}");
    }
    // The last energy square is not compared.
    assert_eq!(key("8/8/8/8/8/8/8/R[2]7"), key("8/8/8/8/8/8/8/R[2@d1a4]7"));
}

#[test]
fn repetition_compares_side_epoch_and_charged_squares() {
    let base = || scene(&[(1, "8/8/8/8/8/8/8/R7")]);
    let key = base().number(3).build().repetition_key();
    assert_eq!(key, base().number(4).quiet(3).build().repetition_key());
    assert_ne!(key, base().number(3).black().build().repetition_key());
    assert_ne!(key, base().number(9).build().repetition_key());
    assert_eq!(key, base().number(67).build().repetition_key());
    let used = base().number(4).used("d1a4:5").build().repetition_key();
    assert_ne!(key, used);
    // Only the squares that are charged for the next ply count, not when the others will be.
    assert_eq!(
        used,
        base().number(4).used("d1a4:1").build().repetition_key()
    );
}

#[test]
fn repetition_compares_castling_men_if_a_player_has_both() {
    let board = "8/8/8/8/8/8/8/R3K2R";
    let key = |unmoved| {
        scene(&[(1, board)])
            .unmoved(unmoved)
            .build()
            .repetition_key()
    };
    let all = key("AEH/-/-/-/-/-/-/-");
    assert_ne!(all, key("AE/-/-/-/-/-/-/-"));
    assert_ne!(all, key("-/-/-/-/-/-/-/-"));
    assert_eq!(key("-/-/-/-/-/-/-/-"), key("E/-/-/-/-/-/-/-"));
    assert_eq!(key("-/-/-/-/-/-/-/-"), key("AH/-/-/-/-/-/-/-"));
}

#[test]
fn repetition_compares_en_passant_only_if_a_capture_is_legal() {
    let boards = [(1, "8/8/8/3pP3/8/8/8/8")];
    let key = |scene: Scene| scene.build().repetition_key();
    assert_ne!(
        key(scene(&boards).number(2)),
        key(scene(&boards).number(2).en_passant("d1d6"))
    );
    // Pinned: the capture would open the file to the only king.
    let boards = [(8, "4r1k1/8/8/3pP3/8/8/8/4K3")];
    assert_eq!(
        key(scene(&boards).number(2)),
        key(scene(&boards).number(2).en_passant("d8d6"))
    );
}

#[test]
fn on_time_only_a_bare_king_does_not_win() {
    let position = scene(&[(1, "8/8/8/8/8/8/8/N7")]).build();
    assert!(position.wins_on_time(Color::White));
    assert!(!position.wins_on_time(Color::Black));
    let position = scene(&[(1, "4k3/8/8/8/8/8/8/8")]).build();
    assert!(position.wins_on_time(Color::Black));
}
