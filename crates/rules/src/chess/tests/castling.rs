//! Castling, as chess and as Chess960 write it.

use super::*;
use crate::board::{Color, Role, Square};

const OPEN: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[test]
fn chess_castles_by_the_kings_move_of_two_squares() {
    let position = at(OPEN);
    assert!(position.is_legal(act("e1g1")));
    assert!(position.is_legal(act("e1c1")));
    assert!(!position.is_legal(act("e1h1")));
    assert!(position.legal_actions().contains(&act("e1g1")));
    let castled = after(&position, "e1g1 e8c8");
    assert_eq!(castled.to_text(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
}

#[test]
fn chess960_castles_by_taking_the_rook() {
    let position = at_960(OPEN);
    assert!(position.is_legal(act("e1h1")));
    assert!(position.is_legal(act("e1a1")));
    assert!(!position.is_legal(act("e1g1")));
    let castled = after(&position, "e1h1 e8a8");
    assert_eq!(castled.to_text(), "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
}

#[test]
fn in_chess960_king_and_rook_can_change_places() {
    // King on f1, rook on g1: they end on g1 and f1.
    let position = at_960("k7/8/8/8/8/8/8/5KR1 w K - 0 1");
    let castled = after(&position, "f1g1");
    assert_eq!(
        castled.board().piece_at(Square::G1),
        Some(Color::White.king())
    );
    assert_eq!(
        castled.board().piece_at(Square::F1),
        Some(Color::White.rook())
    );
    assert_eq!(castled.zobrist(), castled.recomputed_zobrist());
}

#[test]
fn in_chess960_the_king_may_stay_where_it_is() {
    let position = at_960("4k3/8/8/8/8/8/8/6KR w K - 0 1");
    let castled = after(&position, "g1h1");
    assert_eq!(castled.to_text(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
}

#[test]
fn a_rook_that_hides_an_attack_along_the_rank_does_not_let_the_king_castle() {
    // Castling takes the rook off b1 and so opens the line from the rook on a1 to c1.
    let position = at_960("4k3/8/8/8/8/8/8/rR1K4 w Q - 0 1");
    assert_eq!(
        refusal(&position, "d1b1"),
        Refusal::CastlingAttacked(Square::C1)
    );
    let free = at_960("4k3/8/8/8/8/8/8/1R1K4 w Q - 0 1");
    assert!(free.is_legal(act("d1b1")));
}

#[test]
fn nobody_castles_out_of_through_or_into_check() {
    for (rook, attacked) in [("e8", Square::E1), ("f8", Square::F1), ("g8", Square::G1)] {
        let file = rook.as_bytes()[0] - b'a';
        let rank: String = (0..8).map(|i| if i == file { 'r' } else { '1' }).collect();
        let position = at(&format!("{rank}/k7/8/8/8/8/8/4K2R w K - 0 1"));
        assert_eq!(
            refusal(&position, "e1g1"),
            Refusal::CastlingAttacked(attacked)
        );
    }
    // The rook may be attacked, and on the queen's side so may b1.
    assert!(at("1k5r/8/8/8/8/8/8/4K2R w K - 0 1").is_legal(act("e1g1")));
    assert!(at("1r3k2/8/8/8/8/8/8/R3K3 w Q - 0 1").is_legal(act("e1c1")));
}

#[test]
fn nobody_castles_past_a_piece() {
    let position = at("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1");
    assert_eq!(
        refusal(&position, "e1c1"),
        Refusal::CastlingBlocked(Square::B1)
    );
}

#[test]
fn a_move_of_king_or_rook_and_the_loss_of_the_rook_end_the_right() {
    let position = at(OPEN);
    for (line, lost) in [
        ("e1e2 e8e7 e2e1 e7e8", "e1g1"),
        ("h1h2 a8b8 h2h1 b8a8", "e1g1"),
        ("a1a8 e8e7 a8a1 e7e8", "e1c1"),
    ] {
        let later = after(&position, line);
        assert!(!later.is_legal(act(lost)), "{line}");
    }
    let captured = after(&position, "h1h8");
    assert_eq!(
        refusal(&captured, "e8g8"),
        Refusal::CastlingLost(Square::H8)
    );
    assert!(captured.castling().rooks().contains(Square::A8));
}

#[test]
fn a_king_away_from_home_does_not_castle_by_two_squares() {
    let position = at("4k3/8/8/8/8/8/4K3/7R w - - 0 1");
    assert_eq!(
        refusal(&position, "e2g2"),
        Refusal::CannotReach {
            role: Role::King,
            from: Square::E2,
            to: Square::G2
        }
    );
}
