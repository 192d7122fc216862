//! Insufficient material by the usual rule.

use super::{Bitboard, Board, Color, Role};

/// Whether the men on `board` are insufficient by the usual rule: at most one minor piece besides
/// the kings, or one bishop each on squares of the same colour.
///
/// `board` must include men that can still enter the game; unknown men always count as sufficient.
#[must_use]
pub fn is_insufficient(board: &Board) -> bool {
    let heavy = board.by_role(Role::Pawn) | board.by_role(Role::Rook) | board.by_role(Role::Queen);
    if heavy.any() || board.unknown().any() {
        return false;
    }
    let bishops = board.by_role(Role::Bishop);
    let minors = bishops | board.by_role(Role::Knight);
    if minors.count() <= 1 {
        return true;
    }
    let one_bishop_each = minors == bishops
        && Color::ALL
            .into_iter()
            .all(|color| board.of(color, Role::Bishop).count() == 1);
    let same_color = (bishops & Bitboard::LIGHT_SQUARES).is_empty()
        || (bishops & Bitboard::DARK_SQUARES).is_empty();
    one_bishop_each && same_color
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    fn insufficient(placement: &str) -> bool {
        is_insufficient(&fen::read_board(placement).expect("test placement"))
    }

    #[test]
    fn bare_kings_and_one_minor_piece_are_insufficient() {
        assert!(insufficient("4k3/8/8/8/8/8/8/4K3"));
        assert!(insufficient("4k3/8/8/8/8/8/8/4KN2"));
        assert!(insufficient("4k3/8/8/8/8/8/8/4KB2"));
    }

    #[test]
    fn bishops_on_one_colour_are_insufficient_on_two_they_are_not() {
        assert!(insufficient("4kb2/8/8/8/8/8/8/2B1K3"));
        assert!(!insufficient("2b1k3/8/8/8/8/8/8/2B1K3"));
        assert!(!insufficient("4k3/8/8/8/8/8/3B4/2B1K3"));
    }

    #[test]
    fn two_knights_or_a_pawn_are_sufficient() {
        assert!(!insufficient("4k3/8/8/8/8/8/8/3NKN2"));
        assert!(!insufficient("4kn2/8/8/8/8/8/8/4KN2"));
        assert!(!insufficient("4k3/8/8/8/8/8/P7/4K3"));
    }
}
