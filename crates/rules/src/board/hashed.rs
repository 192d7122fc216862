//! Boards with an incrementally updated Zobrist key.

use super::{Board, Castling, Color, Piece, Square, zobrist};

/// A position with one board, and a key that contains the keys of the men on it.
pub(crate) trait HashedBoard {
    /// The board and the key.
    fn board_and_key(&mut self) -> (&mut Board, &mut u64);

    /// Puts `piece` on `square`, which must be empty.
    #[inline]
    fn put(&mut self, square: Square, piece: Piece) {
        let (board, key) = self.board_and_key();
        board.put(square, piece);
        *key ^= zobrist::man(square, piece);
    }

    /// Takes `piece` off `square`, where it must stand.
    #[inline]
    fn take(&mut self, square: Square, piece: Piece) {
        let (board, key) = self.board_and_key();
        board.take(square, piece);
        *key ^= zobrist::man(square, piece);
    }

    /// Moves `piece` from `from`, where it must stand, to `to`, which must be empty.
    #[inline]
    fn shift(&mut self, from: Square, to: Square, piece: Piece) {
        let (board, key) = self.board_and_key();
        board.shift(from, to, piece);
        *key ^= zobrist::man(from, piece) ^ zobrist::man(to, piece);
    }
    /// Castles. King and rook are both lifted before either is set down: in Chess960 one can land where the other stood.
    #[inline]
    fn castle(&mut self, us: Color, king: Square, rook: Square) {
        let (king_to, rook_to) = Castling::targets(king, rook);
        self.take(king, us.king());
        self.take(rook, us.rook());
        self.put(king_to, us.king());
        self.put(rook_to, us.rook());
    }
}
