//! Draws.

use super::*;

#[test]
fn captures_pawn_moves_explosions_and_annihilations_reset_the_fifty_move_count() {
    assert_eq!(played("Nf3 Nf6 Nc3").fifty_move_count(), 3);
    assert_eq!(played("Nf3 Nf6 e4").fifty_move_count(), 0);
    assert_eq!(played("Nf3 Nf6 Nc6/b4").fifty_move_count(), 0);
    assert_eq!(played("Nf3 Nf6 Ne5 Nc6 Nxd7").fifty_move_count(), 0);
    assert_eq!(played("Nc3/d5 Nf6 Nf3 Nc6 b1//c3").fifty_move_count(), 0);
}

#[test]
fn only_two_bare_traveled_kings_are_insufficient() {
    let draw = at("4k'3/8/8/8/8/8/8/4K'3 w Ka3=e1 Ka6=e8");
    assert!(draw.is_insufficient_material());
    let bare = at("4k3/8/8/8/8/8/8/4K3 w");
    assert!(!bare.is_insufficient_material());
    let knight = at("4k'3/8/8/8/8/8/8/4K'1N1 w Ka3=e1 Ka6=e8");
    assert!(!knight.is_insufficient_material());
}

#[test]
fn whoever_runs_out_of_time_loses() {
    let bare = at("4k3/8/8/8/8/8/8/4K3 w");
    assert!(bare.wins_on_time(Color::White) && bare.wins_on_time(Color::Black));
}

#[test]
fn repetition_compares_stages_but_not_the_past() {
    let start = TimeTraveler::start(Default::default());
    let back = played("Nf3 Nf6 Ng1 Ng8");
    assert_eq!(start.repetition_key(), back.repetition_key());
    let swapped = at("4k3/8/8/8/8/8/8/1N2K1N1 w b1g1,g1b1");
    let plain = at("4k3/8/8/8/8/8/8/1N2K1N1 w");
    assert_eq!(swapped.repetition_key(), plain.repetition_key());
    assert_ne!(swapped.zobrist(), plain.zobrist());
    let traveled = at("4k3/8/8/8/8/8/8/1N2K1N'1 w Nc3=g1");
    assert_ne!(traveled.repetition_key(), plain.repetition_key());
}

#[test]
fn an_en_passant_square_counts_only_if_a_capture_is_legal() {
    let with = at("4k3/8/8/8/4P3/8/8/4K3 b e3 e2e4");
    let without = at("4k3/8/8/8/4P3/8/8/4K3 b e2e4");
    assert_eq!(with.repetition_key(), without.repetition_key());
    let with = at("4k3/8/8/8/3pP3/8/8/4K3 b e3 e2e4,d7d4");
    let without = at("4k3/8/8/8/3pP3/8/8/4K3 b e2e4,d7d4");
    assert_ne!(with.repetition_key(), without.repetition_key());
}
