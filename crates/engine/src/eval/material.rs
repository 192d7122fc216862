//! Simple tests of the material on a board.

use manifold_rules::board::{Bitboard, Board, Color, Role};

/// Whether a king is bare.
#[inline]
pub(crate) fn is_bare(board: &Board) -> bool {
    Color::ALL
        .into_iter()
        .any(|color| !board.by_color(color).more_than_one())
}

/// Whether any of `men` is a piece, hidden ones included: with pawns and kings alone zugzwang is too likely for a null move.
#[inline]
pub(crate) fn has_pieces(board: &Board, men: Bitboard) -> bool {
    let pawns_and_kings = board.by_role(Role::Pawn) | board.by_role(Role::King);
    (men & !pawns_and_kings).any()
}
