//! Castling, within a dimension and across dimensions.

use super::*;

const HOME: &str = "8/8/8/8/8/8/8/R3K2R";
const BOTH: &str = "AEH/AEH/AEH/AEH/-/-/-/-";

#[test]
fn castling_within_a_dimension_is_that_of_chess() {
    let position = scene(&[(1, HOME)]).unmoved("AEH/-/-/-/-/-/-/-").build();
    let short = after(&position, "Kd1e1-d1h1");
    assert_eq!(
        short.board(Dimension::ALL[0]),
        position_board("8/8/8/8/8/8/8/R4RK1")
    );
    let long = after(&position, "Kd1e1-d1a1");
    assert_eq!(
        long.board(Dimension::ALL[0]),
        position_board("8/8/8/8/8/8/8/2KR3R")
    );
}

fn position_board(text: &str) -> &'static crate::board::Board {
    Box::leak(Box::new(crate::board::fen::read_board(text).expect(text)))
}

#[test]
fn who_has_moved_may_not_castle() {
    let position = scene(&[(1, HOME)]).unmoved("AH/-/-/-/-/-/-/-").build();
    assert!(matches!(
        refusal(&position, "Kd1e1-d1h1"),
        Refusal::CastlingManHasMoved { .. }
    ));
    let position = scene(&[(1, HOME)]).unmoved("AEH/-/-/-/-/-/-/-").build();
    let position = after(&position, "Rd1h1-d1h2 Kd8e8-d8f8 Rd1h2-d1h1 Kd8f8-d8e8");
    assert!(check(&position, "Kd1e1-d1h1").is_err());
    assert_legal(&position, "Kd1e1-d1a1");
    let position = after(&position, "Kd1e1-d1f1 Kd8e8-d8f8 Kd1f1-d1e1 Kd8f8-d8e8");
    assert!(check(&position, "Kd1e1-d1a1").is_err());
}

#[test]
fn a_captured_rook_takes_its_right_along() {
    let position = scene(&[(1, "7r/8/8/8/8/8/8/R3K2R"), (3, "8/8/8/8/8/8/8/R7")])
        .unmoved("AEH/-/-/-/-/-/-/-")
        .black()
        .build();
    let captured = after(&position, "Rd1h8-d1h1");
    assert_eq!(captured.unmoved.rooks[0], [1, 0]);
}

#[test]
fn squares_between_king_and_rook_must_be_empty() {
    let position = scene(&[(1, "8/8/8/8/8/8/8/RN2K1NR")])
        .unmoved("AEH/-/-/-/-/-/-/-")
        .build();
    assert_eq!(
        refusal(&position, "Kd1e1-d1h1"),
        Refusal::CastlingIsBlocked(place("d1g1"))
    );
    assert_eq!(
        refusal(&position, "Kd1e1-d1a1"),
        Refusal::CastlingIsBlocked(place("d1b1"))
    );
}

#[test]
fn the_king_does_not_castle_out_of_through_or_into_attack() {
    for (rook, short, long) in [
        ("4r3", false, false),
        ("5r2", false, true),
        ("6r1", false, true),
        ("7r", true, true),
        ("3r4", true, false),
        ("2r5", true, false),
        ("1r6", true, true),
    ] {
        let board = format!("{rook}/8/8/8/8/8/8/R3K2R");
        let position = scene(&[(1, &board)]).unmoved("AEH/-/-/-/-/-/-/-").build();
        assert_eq!(check(&position, "Kd1e1-d1h1").is_ok(), short, "{rook}");
        assert_eq!(check(&position, "Kd1e1-d1a1").is_ok(), long, "{rook}");
    }
}

#[test]
fn an_attack_from_another_dimension_counts_on_the_kings_way() {
    // g1 is no portal square: the rook on D2 comes by f1 or by g-file portals such as g2 and g3.
    let position = scene(&[(1, HOME), (2, "8/8/8/8/8/8/8/5r2")])
        .unmoved("AEH/-/-/-/-/-/-/-")
        .build();
    assert_eq!(
        refusal(&position, "Kd1e1-d1h1"),
        Refusal::CastlingThroughAttack(place("d1g1"))
    );
    // A knight on D2 attacks no square of the king's way.
    let position = scene(&[(1, HOME), (2, "8/8/8/8/8/8/8/7n")])
        .unmoved("AEH/-/-/-/-/-/-/-")
        .build();
    assert_legal(&position, "Kd1e1-d1h1");
}

#[test]
fn castling_across_takes_the_king_to_the_rooks_dimension() {
    let position = scene(&[(1, HOME), (2, "8/8/8/8/8/8/8/R6R")])
        .unmoved("AEH/AH/-/-/-/-/-/-")
        .build();
    let castled = after(&position, "Kd1e1-d2h1");
    assert_eq!(
        castled.board(Dimension::ALL[1]),
        position_board("8/8/8/8/8/8/8/R4RK1")
    );
    assert_eq!(
        castled.board(Dimension::ALL[0]),
        position_board("8/8/8/8/8/8/8/R6R")
    );
    assert_eq!(level(&castled, "d2g1"), 1);
    assert_eq!(castled.imbalance(Dimension::ALL[1]), -1);
    let castled = after(&position, "Kd1e1-d2a1");
    assert_eq!(
        castled.board(Dimension::ALL[1]),
        position_board("8/8/8/8/8/8/8/2KR3R")
    );
    // Both have moved now.
    assert_eq!(castled.unmoved.kings[0], 0);
    assert_eq!(castled.unmoved.rooks[0], [1, 3]);
}

#[test]
fn an_own_king_on_the_other_home_square_leaves_the_portal_beside() {
    // p = e is blocked by D2's own king, p = f (reach 3) and p = d (reach 7) are not.
    let position = scene(&[(1, HOME), (2, HOME)]).unmoved(BOTH_12).build();
    assert_legal(&position, "Kd1e1-d2h1");
    assert_legal(&position, "Kd1e1-d2a1");
    assert_legal(&position, "Kd2e1-d1a1");
}

const BOTH_12: &str = "AEH/AEH/-/-/-/-/-/-";

#[test]
fn castling_across_needs_the_level_of_king_and_rook() {
    let position = scene(&[(1, HOME), (3, HOME)])
        .unmoved("AEH/-/AEH/-/-/-/-/-")
        .build();
    assert_eq!(
        refusal(&position, "Kd1e1-d3h1"),
        Refusal::LevelTooLow {
            place: place("d1e1"),
            level: 1,
            distance: 2
        }
    );
    // The king of D3 could go, but the rook of D1 has level 1.
    assert_eq!(
        refusal(&position, "Kd3e1-d1h1"),
        Refusal::LevelTooLow {
            place: place("d1h1"),
            level: 1,
            distance: 2
        }
    );
    let position = scene(&[(2, HOME), (4, HOME)])
        .unmoved("-/AEH/-/AEH/-/-/-/-")
        .build();
    assert_legal(&position, "Kd4e1-d2h1");
    assert_legal(&position, "Kd2e1-d4h1");
}

#[test]
fn castling_across_needs_a_portal_that_reaches() {
    // f1 reaches three dimensions, d1 seven.
    let position = scene(&[(4, HOME), (8, "4k3/8/8/8/8/8/8/R3K2R")])
        .unmoved("-/-/-/AEH/-/-/-/AEH")
        .build();
    assert_eq!(
        refusal(&position, "Kd4e1-d8h1"),
        Refusal::NoPortalForCastling { distance: 4 }
    );
    assert_legal(&position, "Kd4e1-d8a1");
    let position = scene(&[(4, HOME), (7, HOME)])
        .unmoved("-/-/-/AEH/-/-/AEH/-")
        .build();
    assert_legal(&position, "Kd4e1-d7h1");
}

#[test]
fn castling_across_needs_the_squares_between_empty_on_both_boards() {
    for (first, second, blocker) in [
        ("8/8/8/8/8/8/8/R3KN1R", "8/8/8/8/8/8/8/R6R", "d1f1"),
        ("8/8/8/8/8/8/8/R3K1NR", "8/8/8/8/8/8/8/R6R", "d1g1"),
        ("8/8/8/8/8/8/8/R3K2R", "8/8/8/8/8/8/8/R5NR", "d2g1"),
        ("8/8/8/8/8/8/8/R3K2R", "8/8/8/8/8/8/8/R4n1R", "d2f1"),
    ] {
        let position = scene(&[(1, first), (2, second)])
            .unmoved("AEH/AH/-/-/-/-/-/-")
            .build();
        assert_eq!(
            refusal(&position, "Kd1e1-d2h1"),
            Refusal::CastlingIsBlocked(place(blocker))
        );
    }
    let position = scene(&[(1, "8/8/8/8/8/8/8/RN2K2R"), (2, "8/8/8/8/8/8/8/R6R")])
        .unmoved("AEH/AH/-/-/-/-/-/-")
        .build();
    assert_eq!(
        refusal(&position, "Kd1e1-d2a1"),
        Refusal::CastlingIsBlocked(place("d1b1"))
    );
    // Neither the rook's corner on the king's board nor the king's home square on the rook's board needs to be empty.
    let position = scene(&[(1, "8/8/8/8/8/8/8/4K2N"), (2, "8/8/8/8/8/8/8/4N2R")])
        .unmoved("E/H/-/-/-/-/-/-")
        .build();
    assert_legal(&position, "Kd1e1-d2h1");
}

#[test]
fn one_way_without_attack_is_enough_for_castling_across() {
    // f1 of D1 is attacked, but through the portal on e1 the king crosses f1 of D2 instead.
    let board = "8/8/8/8/8/8/7n/R3K2R";
    let position = scene(&[(1, board), (2, "8/8/8/8/8/8/8/R6R")])
        .unmoved("AEH/AH/-/-/-/-/-/-")
        .build();
    assert_legal(&position, "Kd1e1-d2h1");
    // With e1 of D2 taken, only the way over f1 of D1 is left.
    let position = scene(&[(1, board), (2, "8/8/8/8/8/8/8/R3N2R")])
        .unmoved("AEH/AH/-/-/-/-/-/-")
        .build();
    assert_eq!(
        refusal(&position, "Kd1e1-d2h1"),
        Refusal::CastlingThroughAttack(place("d1f1"))
    );
    // And with e1 of D2 attacked, the way over f1 of D1 is possible.
    let position = scene(&[(1, HOME), (2, "4r3/8/8/8/8/8/8/R6R")])
        .unmoved("AEH/AH/-/-/-/-/-/-")
        .build();
    assert_legal(&position, "Kd1e1-d2h1");
    // The landing square lies on both ways.
    let position = scene(&[(1, HOME), (2, "6r1/8/8/8/8/8/8/R6R")])
        .unmoved("AEH/AH/-/-/-/-/-/-")
        .build();
    assert_eq!(
        refusal(&position, "Kd1e1-d2h1"),
        Refusal::CastlingThroughAttack(place("d2g1"))
    );
}

#[test]
fn an_attacked_king_does_not_castle_across() {
    let position = scene(&[(1, "4r3/8/8/8/8/8/8/R3K2R"), (2, "8/8/8/8/8/8/8/R6R")])
        .unmoved("AEH/AH/-/-/-/-/-/-")
        .build();
    assert_eq!(
        refusal(&position, "Kd1e1-d2h1"),
        Refusal::CastlingThroughAttack(place("d1e1"))
    );
}

#[test]
fn castling_and_a_kings_step_are_told_apart_by_the_own_rook() {
    // The king goes to g1 of D2 by way of f1; to h1 only by castling.
    let position = scene(&[(1, HOME), (2, "8/8/8/8/8/8/8/7R")])
        .unmoved("AEH/H/-/-/-/-/-/-")
        .build();
    let stepped = after(&position, "Kd1e1-d2g1");
    assert!(stepped.level_at(place("d2h1")).is_some());
    assert_eq!(
        stepped.board(Dimension::ALL[1]),
        position_board("8/8/8/8/8/8/8/6KR")
    );
    let castled = after(&position, "Kd1e1-d2h1");
    assert_eq!(
        castled.board(Dimension::ALL[1]),
        position_board("8/8/8/8/8/8/8/5RK1")
    );
}

#[test]
fn black_castles_on_its_own_first_rank() {
    let position = scene(&[(1, "r3k2r/8/8/8/8/8/8/8"), (2, "r6r/8/8/8/8/8/8/8")])
        .unmoved("aeh/ah/-/-/-/-/-/-")
        .black()
        .build();
    for text in ["Kd1e8-d1h8", "Kd1e8-d1a8", "Kd1e8-d2h8", "Kd1e8-d2a8"] {
        assert_legal(&position, text);
    }
}

#[test]
fn the_way_is_judged_with_king_and_rook_where_they_are() {
    // The rook on D2 would attack g1 by way of e1 if the king did not stand there.
    let position = scene(&[(1, "8/8/8/8/8/8/8/4K2R"), (2, "4r3/8/8/8/8/8/8/8")])
        .unmoved("EH/-/-/-/-/-/-/-")
        .build();
    assert_legal(&position, "Kd1e1-d1h1");
    let elsewhere = scene(&[(1, "8/8/8/8/8/8/4K3/7R"), (2, "4r3/8/8/8/8/8/8/8")]).build();
    assert!(
        elsewhere
            .field()
            .is_attacked(place("d1g1"), crate::board::Color::Black)
    );
}

#[test]
fn every_king_castles_with_every_rook_within_reach() {
    let position = scene(&[(1, HOME), (2, HOME), (3, HOME), (4, HOME)])
        .unmoved(BOTH)
        .build();
    let castlings = position
        .legal_actions()
        .into_iter()
        .filter(|action| matches!(action, Action::Move(m) if position.is_castling(*m)))
        .count();
    // Each of these with two rooks. Within a dimension: four kings. Across, king and rook both need a level of
    // at least the distance. From D1: D2; D2: D1, D3, D4; D3: D2, D4 and not D1 (rook of level 1); D4: D2, D3.
    assert_eq!(castlings, 2 * (4 + 1 + 3 + 2 + 2));
}
