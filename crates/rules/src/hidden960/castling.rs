//! Why castling is refused. Whether it is legal is decided with all other moves.

use super::{Hidden960, Refusal};
use crate::board::{Bitboard, Castling, Square, attacks};

impl Hidden960 {
    /// The first condition that castling with the rook on `rook` does not meet.
    pub(super) fn castling_refusal(&self, king: Square, rook: Square) -> Refusal {
        let enemy = self.turn.other();
        let occupied = self.board.occupied();
        if !self.unmoved.contains(king) {
            return Refusal::KingHasMoved;
        }
        if !self.unmoved.contains(rook) {
            return Refusal::RookHasMoved(rook);
        }
        let in_the_way = Castling::must_be_empty(king, rook) & occupied;
        if let Some(hidden) = (in_the_way & self.board.unknown()).first() {
            return Refusal::CastlingPastHidden(hidden);
        }
        if let Some(square) = in_the_way.first() {
            return Refusal::CastlingBlocked(square);
        }
        if self.board.is_attacked(king, enemy, occupied) {
            return Refusal::CastlingInCheck;
        }
        let (king_to, _) = Castling::targets(king, rook);
        let way = attacks::between(king, king_to) | Bitboard::from(king_to);
        let without_both = occupied.without(king).without(rook);
        way.into_iter()
            .find(|square| self.board.is_attacked(*square, enemy, without_both))
            .map_or(Refusal::CastlingInCheck, Refusal::CastlingThroughAttack)
    }
}
