//! The board in compact form.

use manifold_rules::board::fen::write_board;
use manifold_rules::board::{Board, Color, Piece, Role, Square};

/// A board as in FEN.
pub(super) fn board_of(men: impl Iterator<Item = (Square, Color, Role)>) -> String {
    let mut board = Board::EMPTY;
    for (square, color, role) in men {
        board.put(square, Piece { color, role });
    }
    write_board(&board)
}
