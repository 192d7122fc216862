//! The Conservation Law.

use super::*;

/// An imbalance of +8 in D1: a rook of level 8 (+7) and one of level 2 (+1).
const FULL: &str = "7n/8/8/8/8/8/R[2]7/R[8]6R";

#[test]
fn from_move_17_on_no_dimension_may_go_beyond_eight() {
    let position = scene(&[(1, FULL)]).number(17).build();
    assert_eq!(position.imbalance(Dimension::ALL[0]), 8);
    assert_eq!(
        refusal(&position, "Rd1h1-d1h8"),
        Refusal::ConservationLaw {
            dimension: Dimension::ALL[0],
            before: 8,
            after: 9
        }
    );
    // Moves that change nothing are free.
    assert_legal(&position, "Rd1h1-d1h7");
}

#[test]
fn before_move_17_the_law_does_not_bind() {
    let position = scene(&[(1, FULL)]).number(16).build();
    assert_legal(&position, "Rd1h1-d1h8");
    let position = scene(&[(1, "7N/8/8/8/8/8/r[2]7/r[8]6r")])
        .black()
        .number(16)
        .quiet(1)
        .build();
    assert_legal(&position, "Rd1h1-d1h8");
}

#[test]
fn the_law_binds_black_from_its_17th_move() {
    let position = scene(&[(1, "7N/8/8/8/8/8/r[2]7/r[8]6r")])
        .black()
        .number(17)
        .build();
    assert!(matches!(
        refusal(&position, "Rd1h1-d1h8"),
        Refusal::ConservationLaw { .. }
    ));
}

#[test]
fn an_energy_square_counts() {
    let position = scene(&[(1, "8/8/8/8/8/8/R[2]7/R[8]5R1")])
        .number(17)
        .build();
    // g4 is an energy square of D1.
    assert!(check(&position, "Rd1g1-d1g4").is_err());
    assert_legal(&position, "Rd1g1-d1g6");
    assert_legal(&position, "Rd1a1-d1c1");
    // A man that gains no energy may go there: one of level 8, or one to a used square or its last energy square.
    let position = scene(&[(1, "8/8/8/8/R[8]7/8/R[2]7/6R1")])
        .number(17)
        .build();
    assert_legal(&position, "Rd1a4-d1g4");
    assert!(check(&position, "Rd1g1-d1g4").is_err());
    let position = scene(&[(1, "8/8/8/8/8/8/R[2]7/R[8]5R1")])
        .number(17)
        .used("d1g4:2")
        .build();
    assert_legal(&position, "Rd1g1-d1g4");
    let position = scene(&[(1, "8/8/8/8/8/8/6R[2@d1g4]1/R[8]7")])
        .number(17)
        .build();
    assert_legal(&position, "Rd1g2-d1g4");
    assert!(check(&position, "Rd1g2-d1g5").is_err());
}

#[test]
fn a_capture_takes_away_what_the_victim_had() {
    // The knight of level 3 adds 2 to the 8 of the rooks.
    let position = scene(&[(1, "7n[3]/8/8/8/8/8/R[2]7/R[8]6R")])
        .number(17)
        .build();
    assert_eq!(position.imbalance(Dimension::ALL[0]), 10);
    let position = after(&position, "Rd1h1-d1h8");
    assert_eq!(position.imbalance(Dimension::ALL[0]), 9);
}

#[test]
fn beyond_the_bound_every_move_towards_zero_is_legal() {
    let position = scene(&[(1, "7n/8/8/8/8/8/R[4]7/R[8]6R"), (2, EMPTY)])
        .number(17)
        .build();
    assert_eq!(position.imbalance(Dimension::ALL[0]), 10);
    // The rook of level 4 leaves D1, which takes 3 off.
    assert_legal(&position, "Rd1a2-d2h2");
    assert!(check(&position, "Rd1h1-d1h8").is_err());
}

#[test]
fn a_weak_man_in_a_high_dimension_counts_below_zero() {
    // Level 7 in D8 counts -1, level 1 counts -7.
    let low = "4k3/8/8/8/8/8/8/N[1]3K3";
    let position = scene(&[(7, "8/8/8/8/8/8/8/R[6]7"), (8, low)])
        .number(17)
        .build();
    assert_eq!(position.imbalance(Dimension::ALL[7]), -7);
    assert_eq!(
        refusal(&position, "Rd7a1-d8d2"),
        Refusal::ConservationLaw {
            dimension: Dimension::ALL[7],
            before: -7,
            after: -9
        }
    );
    let position = scene(&[(7, "8/8/8/8/8/8/8/R7"), (8, low)])
        .number(17)
        .build();
    assert_legal(&position, "Rd7a1-d8d2");
}

#[test]
fn leaving_a_dimension_counts_too() {
    // D7 stands at -8; the rook of level 8 (+1) may not leave it.
    let position = scene(&[(7, "8/8/8/8/8/8/8/R[8]NNNN[1]N[4]2"), (8, KINGS)])
        .number(17)
        .build();
    assert_eq!(position.imbalance(Dimension::ALL[6]), -8);
    assert_eq!(
        refusal(
            &position,
            "Rd7a1-d8a3"
                .replace("a3", "b2")
                .replace("b2", "h2")
                .as_str()
        ),
        Refusal::ConservationLaw {
            dimension: Dimension::ALL[6],
            before: -8,
            after: -9
        }
    );
}

#[test]
fn castling_across_obeys_the_law() {
    let first = "8/8/8/8/8/8/8/4K3";
    for (second, lawful) in [
        ("8/8/8/8/8/NNNNNNNN/NNNNNNNN/7R", true),
        // Eight men of level 1 in D2: -8.
        ("8/8/8/8/8/N[1]N[1]N[1]N[1]N[1]N[1]N[1]N[1]/8/7R", false),
    ] {
        let position = scene(&[(1, first), (2, second)])
            .unmoved("E/H/-/-/-/-/-/-")
            .number(17)
            .build();
        assert_eq!(check(&position, "Kd1e1-d2h1").is_ok(), lawful, "{second}");
    }
}

#[test]
fn the_law_does_not_bear_on_attacks() {
    // The rook may not capture anything on D1, but it gives check all the same.
    let position = scene(&[(1, "8/8/8/8/8/8/r[2]7/r[8]3K2r"), (8, "4k3/8/8/8/8/8/8/8")])
        .number(17)
        .build();
    assert!(position.is_check());
    assert!(check(&position, "Kd1e1-d1f1").is_err());
}

#[test]
fn the_law_is_judged_before_the_shift() {
    // Displacement stays within a dimension, so the shift changes no imbalance.
    let position = scene(&[(1, "8/8/8/8/8/2N5/8/R[8]7")])
        .number(24)
        .black()
        .build();
    let shifted = after(&position, "Kd8e8-d8f8");
    assert_eq!(
        position.imbalance(Dimension::ALL[0]),
        shifted.imbalance(Dimension::ALL[0])
    );
}
