//! Moves within a dimension, energy, promotion.

use super::*;

#[test]
fn a_pawn_on_its_second_rank_may_move_two_squares() {
    let start = DmChess::start(Variant::Home);
    assert_legal(&start, "Pd1e2-d1e4");
    let position = scene(&[(1, "8/8/8/8/8/4P3/8/8")]).build();
    assert!(check(&position, "Pd1e3-d1e5").is_err());
}

#[test]
fn en_passant_is_for_the_next_turn_only() {
    let position = scene(&[(1, "8/3p4/8/4P3/8/8/8/8")]).black().build();
    let position = after(&position, "Pd1d7-d1d5");
    assert_eq!(position.en_passant, Some(place("d1d6")));
    assert_legal(&position, "Pd1e5-d1d6");
    let captured = after(&position, "Pd1e5-d1d6");
    assert!(captured.level_at(place("d1d5")).is_none());
    assert_eq!(level(&captured, "d1d6"), 2);
    let later = after(&position, "Kd8e1-d8f1 Kd8e8-d8f8");
    assert!(check(&later, "Pd1e5-d1d6").is_err());
}

#[test]
fn en_passant_is_for_the_same_dimension_only() {
    let position = scene(&[(1, "8/8/8/3pP3/8/8/8/8"), (2, "8/8/8/4P3/8/8/8/8")])
        .en_passant("d1d6")
        .number(2)
        .build();
    assert_legal(&position, "Pd1e5-d1d6");
    assert!(check(&position, "Pd2e5-d2d6").is_err());
    assert!(check(&position, "Pd2e5-d1d6").is_err());
}

#[test]
fn a_pawn_may_be_captured_en_passant_only_after_a_double_step() {
    let position = scene(&[(1, "8/8/3p4/4P3/8/8/8/8")]).black().build();
    let position = after(&position, "Pd1d6-d1d5");
    assert!(check(&position, "Pd1e5-d1d6").is_err());
}

#[test]
fn a_capture_gives_one_level_up_to_eight() {
    let position = scene(&[(1, "8/8/8/8/8/8/8/n6R"), (2, "8/8/8/8/8/8/8/n6R[8]")]).build();
    assert_eq!(level(&after(&position, "Rd1h1-d1a1"), "d1a1"), 2);
    assert_eq!(level(&after(&position, "Rd2h1-d2a1"), "d2a1"), 8);
}

#[test]
fn a_charged_energy_square_gives_one_level() {
    let position = scene(&[(1, "8/8/8/8/8/8/8/R7")]).build();
    let position = after(&position, "Rd1a1-d1a4");
    assert_eq!(level(&position, "d1a4"), 2);
    assert_eq!(position.imbalance(Dimension::ALL[0]), 1);
}

#[test]
fn passing_over_an_energy_square_gives_nothing() {
    let position = scene(&[(1, "8/8/8/8/8/8/8/R7")]).build();
    assert_eq!(level(&after(&position, "Rd1a1-d1a6"), "d1a6"), 1);
}

#[test]
fn a_capture_on_an_energy_square_gives_two_levels() {
    let position = scene(&[(1, "8/8/8/8/n7/8/8/R7")]).build();
    assert_eq!(level(&after(&position, "Rd1a1-d1a4"), "d1a4"), 3);
}

#[test]
fn a_man_of_level_eight_does_not_use_an_energy_square() {
    let position = scene(&[(1, "8/8/8/8/n7/8/8/R[7]7")]).build();
    let position = after(&position, "Rd1a1-d1a4");
    assert_eq!(level(&position, "d1a4"), 8);
    assert_eq!(position.used.iter().count(), 0);
}

#[test]
fn a_used_energy_square_serves_again_six_plies_later() {
    // The rook uses a4 on ply 1; the others step on it on ply 3, 5 and 7.
    let position = scene(&[(1, "8/8/8/8/8/8/8/RN1R4"), (3, "8/8/8/8/8/8/8/R7")]).build();
    let position = after(&position, "Rd1a1-d1a4 Kd8e8-d8f8 Rd1a4-d1a8 Kd8f8-d8e8");
    let early = after(&position, "Rd1d1-d1d4 Kd8e8-d8f8 Rd1d4-d1a4");
    // Ply 7 = 1 + 6: charged again.
    assert_eq!(level(&early, "d1a4"), 2);
    let position = scene(&[(1, "8/8/8/8/3R4/8/8/R7")]).build();
    let position = after(
        &position,
        "Rd1a1-d1a4 Kd8e8-d8f8 Rd1a4-d1a8 Kd8f8-d8e8 Rd1d4-d1a4",
    );
    // Ply 5: not yet.
    assert_eq!(level(&position, "d1a4"), 1);
}

#[test]
fn a_square_does_not_give_the_same_man_energy_twice_running() {
    let position = scene(&[(1, "8/8/8/8/8/8/8/R7")]).build();
    let position = after(
        &position,
        "Rd1a1-d1a4 Kd8e8-d8f8 Rd1a4-d1a6 Kd8f8-d8e8 Kd8e1-d8f1 Kd8e8-d8f8 Kd8f1-d8e1 Kd8f8-d8e8 Rd1a6-d1a4",
    );
    assert_eq!(level(&position, "d1a4"), 2);
    // Unused, so it serves another man.
    assert_eq!(position.used.iter().count(), 0);
    // After another energy square the first one serves again.
    let position = after(&position, "Kd8e8-d8f8 Rd1a4-d1a5 Kd8f8-d8e8 Rd1a5-d1a4");
    assert_eq!(level(&position, "d1a4"), 4);
}

#[test]
fn a_pawn_promotes_on_the_last_rank_of_any_dimension_and_keeps_its_level() {
    let position = scene(&[(2, "8/7P[5]/8/8/8/8/8/8")]).build();
    assert_eq!(
        refusal(&position, "Pd2h7-d2h8"),
        Refusal::MustPromote(place("d2h8"))
    );
    for letter in ["Q", "R", "B", "N"] {
        let position = after(&position, &format!("Pd2h7-d2h8={letter}"));
        assert_eq!(level(&position, "d2h8"), 5);
    }
    // e7 reaches every dimension, but all targets beyond it are portal squares: e8, and d8 and f8 for captures.
    let position = scene(&[(1, "8/4P[4]3/8/8/8/8/8/8"), (5, "3n1n2/8/8/8/8/8/8/8")]).build();
    assert!(check(&position, "Pd1e7-d5e8=Q").is_err());
    assert!(check(&position, "Pd1e7-d5d8=Q").is_err());
    // a7 reaches one dimension.
    let position = scene(&[(1, "8/P7/8/8/8/8/8/8")]).build();
    assert_legal(&position, "Pd1a7-d2a8=N");
}

#[test]
fn nothing_else_promotes() {
    let position = scene(&[(1, "8/7P/8/8/8/8/8/R6R")]).build();
    assert_eq!(
        refusal(&position, "Rd1a1-d1a8=Q"),
        Refusal::NoPromotion(place("d1a8"))
    );
    let position = scene(&[(1, "8/8/7P/8/8/8/8/8")]).build();
    assert_eq!(
        refusal(&position, "Pd1h6-d1h7=Q"),
        Refusal::NoPromotion(place("d1h7"))
    );
}

#[test]
fn a_former_pawn_may_promote_again_in_another_dimension() {
    // g7 is a portal of reach 1: from g8 by way of g7 to D2.
    let position = scene(&[(1, "6R[4=1]1/8/8/8/8/8/8/8")]).build();
    for promotion in ["", "=Q", "=B", "=N"] {
        assert_legal(&position, &format!("Rd1g8-d2h8{promotion}"));
    }
    assert_eq!(
        refusal(&position, "Rd1g8-d2h8=R"),
        Refusal::AlreadyThat(crate::board::Role::Rook)
    );
}

#[test]
fn a_former_pawn_has_no_choice_where_it_has_promoted_already() {
    let position = scene(&[(1, "6R[4=1]1/8/8/8/8/8/8/8")]).build();
    assert_legal(&position, "Rd1g8-d1h8");
    assert_eq!(
        refusal(&position, "Rd1g8-d1h8=Q"),
        Refusal::NoPromotion(place("d1h8"))
    );
    let position = after(&position, "Rd1g8-d2h8=Q Kd8e8-d8f8");
    assert!(check(&position, "Qd2h8-d2g8=N").is_err());
    assert!(check(&position, "Qd2h8-d1h8=N").is_err());
}

#[test]
fn a_former_pawn_that_stays_as_it_is_may_still_promote_there() {
    let position = scene(&[(1, "6R[4=1]1/8/8/8/8/8/8/8")]).build();
    let position = after(&position, "Rd1g8-d2h8 Kd8e8-d8f8");
    assert_legal(&position, "Rd2h8-d2g8=Q");
    assert_legal(&position, "Rd2h8-d2g8");
}

#[test]
fn a_first_leg_over_the_last_rank_promotes_nothing() {
    // The former pawn passes d8 of D1 and D2 and ends below.
    let position = scene(&[(1, "R[4=5]7/8/8/8/8/8/8/8")]).build();
    let passed = after(&position, "Rd1a8-d2d6");
    assert!(
        !passed
            .mark_at(place("d2d6"))
            .has_promoted_in(Dimension::ALL[0])
    );
    assert!(check(&position, "Rd1a8-d2d6=Q").is_err());
}
