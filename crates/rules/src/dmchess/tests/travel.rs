//! Moves from one dimension to another.

use super::*;

#[test]
fn the_example_of_the_rulebook_is_a_move() {
    // By e7, a portal that reaches everywhere, and from there on D5 to f6.
    let position = scene(&[(2, "8/8/8/8/4Q[3]3/8/8/8")]).build();
    assert_legal(&position, "Qd2e4-d5f6");
}

#[test]
fn the_level_must_be_at_least_the_distance() {
    let position = scene(&[(2, "8/8/8/8/4Q3/8/8/8")]).build();
    assert_eq!(
        refusal(&position, "Qd2e4-d5f6"),
        Refusal::LevelTooLow {
            place: place("d2e4"),
            level: 2,
            distance: 3
        }
    );
    assert_legal(&position, "Qd2e4-d4f6");
}

#[test]
fn a_man_on_a_portal_needs_no_first_leg() {
    // All squares to which the knight could leap are taken: it can only go by d4 itself.
    let position = scene(&[(1, "8/8/2P1P3/1P3P2/3N[3]4/1P3P2/2P1P3/8")]).build();
    assert_eq!(
        targets(&position, "d1d4"),
        // The same leaps on D2 to D4, but to b3, c2, e2 and f5, which are portal squares.
        [
            "d2b5", "d2c6", "d2e6", "d2f3", "d3b5", "d3c6", "d3e6", "d3f3", "d4b5", "d4c6", "d4e6",
            "d4f3"
        ]
    );
}

#[test]
fn the_portal_must_reach_the_distance() {
    // A rook on e1 (reach 1) with everything beside it taken.
    let position = scene(&[(1, "8/8/8/8/8/8/4P3/3NR[8]N2")]).build();
    let reached = targets(&position, "d1e1");
    assert!(reached.contains(&"d2h1".to_owned()));
    assert!(reached.iter().all(|to| to.starts_with("d2")), "{reached:?}");
    assert!(matches!(
        refusal(&position, "Rd1e1-d3h1"),
        Refusal::NoPortal { .. }
    ));
}

#[test]
fn the_square_on_the_other_side_of_the_portal_must_be_empty() {
    for man in ["N", "n"] {
        let blocked = format!("8/8/8/8/8/8/8/4{man}3");
        let position = scene(&[(1, "8/8/8/8/8/8/4P3/3NRN2"), (2, &blocked)]).build();
        assert!(matches!(
            refusal(&position, "Rd1e1-d2h1"),
            Refusal::NoPortal { .. }
        ));
    }
}

#[test]
fn a_first_leg_ends_on_an_empty_square_and_captures_nothing() {
    // The rook on a1 could use d1 (reach 7), if nothing stood there.
    let free = scene(&[(1, "8/8/8/8/8/8/N7/R[4]7")]).build();
    assert_legal(&free, "Rd1a1-d5d6");
    for man in ["N", "n"] {
        let board = format!("8/8/8/8/8/8/N7/R[4]2{man}4");
        let position = scene(&[(1, &board)]).build();
        assert!(check(&position, "Rd1a1-d5d6").is_err());
    }
}

#[test]
fn the_second_leg_looks_at_the_men_of_its_own_board_only() {
    let position = scene(&[
        (1, "8/8/8/8/8/3P4/2PPP3/2NR[4]N3"),
        (5, "8/8/8/3n4/8/8/8/8"),
    ])
    .build();
    let reached = targets(&position, "d1d1");
    // The men around d1 on D1 do not matter on D5. The knight on d5 of D5 blocks the file; it stands on a portal square.
    assert!(reached.contains(&"d5d3".to_owned()));
    assert!(reached.contains(&"d5h1".to_owned()));
    assert!(!reached.contains(&"d5d6".to_owned()));
}

#[test]
fn a_move_across_does_not_end_on_a_portal_square() {
    let position = scene(&[(1, "8/8/8/8/8/8/2PPP3/2NR[4]N3")]).build();
    assert_eq!(
        refusal(&position, "Rd1d1-d5d5"),
        Refusal::EndsOnPortal(place("d5d5"))
    );
    assert_eq!(
        refusal(&position, "Rd1d1-d5d1"),
        Refusal::EndsOnPortal(place("d5d1"))
    );
}

#[test]
fn a_move_within_a_dimension_may_end_on_a_portal_square() {
    let position = scene(&[(1, "8/8/8/8/8/8/8/R7")]).build();
    assert_legal(&position, "Rd1a1-d1d1");
}

#[test]
fn two_routes_to_a_square_are_one_move() {
    let position = scene(&[(1, "8/8/8/8/3Q[8]4/8/8/8")]).build();
    let reached = targets(&position, "d1d4");
    let mut once = reached.clone();
    once.dedup();
    assert_eq!(reached, once);
}

#[test]
fn a_pawn_steps_ahead_in_each_leg() {
    // a2 has a portal of reach 1, a3 one of reach 4.
    let position = scene(&[(4, "8/8/8/8/8/8/P7/8")]).build();
    assert_eq!(
        targets(&position, "d4a2"),
        [
            "d1a4", "d2a4", "d3a4", "d4a3", "d4a4", "d5a4", "d6a4", "d7a4", "d8a4"
        ]
    );
}

#[test]
fn a_pawn_does_not_make_a_double_step_in_a_leg() {
    // e2 reaches everywhere; from e2 on D2 only e3.
    let position = scene(&[(1, "8/8/8/8/8/8/4P3/8")]).build();
    assert_eq!(targets(&position, "d1e2"), ["d1e3", "d1e4", "d2e3"]);
}

#[test]
fn a_pawn_captures_only_with_its_second_leg_and_only_diagonally() {
    let position = scene(&[(1, "8/8/8/8/8/5n2/4P3/8"), (2, "8/8/8/8/8/3nnn2/8/8")]).build();
    assert_eq!(
        targets(&position, "d1e2"),
        ["d1e3", "d1e4", "d1f3", "d2d3", "d2f3"]
    );
    // Not with its first leg: d4 has a portal, but a man stands there. (From c4 only c5 is left, a portal square.)
    let position = scene(&[(1, "8/8/8/8/3n4/2P5/8/8")]).build();
    assert_eq!(targets(&position, "d1c3"), ["d1c4", "d1d4"]);
}

#[test]
fn a_pawn_cannot_leave_its_last_rank_behind() {
    // d8 is a portal square, but from there no step leads on.
    let position = scene(&[(1, "8/3P[8]4/8/8/8/8/8/8")]).build();
    assert_eq!(targets(&position, "d1d7"), ["d1d8", "d1d8", "d1d8", "d1d8"]);
}

#[test]
fn black_pawns_travel_towards_the_first_rank() {
    let position = scene(&[(1, "8/4p3/8/8/8/8/8/8"), (2, "8/8/3N4/8/8/8/8/8")])
        .black()
        .build();
    assert_eq!(targets(&position, "d1e7"), ["d1e5", "d1e6", "d2d6", "d2e6"]);
}

#[test]
fn a_king_travels_too() {
    let position = scene(&[(8, "4k3/8/8/8/8/8/8/3K4")]).build();
    assert_legal(&position, "Kd8d1-d1c1");
    assert_legal(&position, "Kd8d1-d7d2");
}

#[test]
fn nothing_on_a_portal_square_is_attacked_from_another_dimension() {
    // The rook on d1 (reach 7) would attack along the first rank of D8.
    let sheltered = scene(&[(1, "8/8/8/8/8/8/8/3r[8]4")]).build();
    assert!(!sheltered.is_check());
    let open = scene(&[(1, "8/8/8/8/8/8/8/3r[8]4"), (8, "4k3/8/8/8/8/8/8/6K1")]).build();
    assert!(open.is_check());
    assert_eq!(open.kings_in_check(), [place("d8g1")]);
}

#[test]
fn an_attack_across_needs_the_attackers_level() {
    let weak = scene(&[(1, "8/8/8/8/8/8/8/3r[6]4"), (8, "4k3/8/8/8/8/8/8/6K1")]).build();
    assert!(!weak.is_check());
}

#[test]
fn a_pawn_attacks_across_with_its_second_leg() {
    // From e7 through its portal to e7 of D8, and there it captures on d6 or f6.
    let position = scene(&[(1, "8/4p[7]3/8/8/8/8/8/8"), (8, "4k3/8/5K2/8/8/8/8/8")]).build();
    assert!(position.is_check());
    // Straight ahead it does not.
    let position = scene(&[(1, "8/4p[7]3/8/8/8/8/8/8"), (8, "4k3/8/4K3/8/8/8/8/8")]).build();
    assert!(!position.is_check());
}

#[test]
fn a_man_in_the_way_stops_an_attack_on_each_of_its_legs() {
    // From a1 by d1, the only portal of the first rank that reaches D8, and on to g1.
    let attacker = "8/8/8/8/8/8/n7/r[8]7";
    let king = "4k3/8/8/8/8/8/8/6K1";
    assert!(scene(&[(1, attacker), (8, king)]).build().is_check());
    for (first, second) in [
        ("8/8/8/8/8/8/n7/r[8]1N5", king),
        ("8/8/8/8/8/8/n7/r[8]2N4", king),
        (attacker, "4k3/8/8/8/8/8/8/3N2K1"),
        (attacker, "4k3/8/8/8/8/8/8/5NK1"),
    ] {
        let position = scene(&[(1, first), (8, second)]).build();
        assert!(!position.is_check(), "{first} {second}");
    }
}
