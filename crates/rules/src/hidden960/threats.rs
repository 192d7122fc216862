//! Threatened hidden squares, which must be revealed.

use super::position::Hidden960;
use crate::board::{Bitboard, Color};

impl Hidden960 {
    /// Computes the threatened squares, and whether the player not to move is in check.
    pub(super) fn find_threats(&mut self) {
        self.threatened = Color::ALL
            .into_iter()
            .map(|color| self.exposed(color))
            .fold(Bitboard::EMPTY, |all, exposed| all | exposed);
        let idle = self.turn.other();
        self.gives_check = self.board.king_of(idle).is_some_and(|king| {
            self.board
                .is_attacked(king, self.turn, self.board.occupied())
        });
    }

    /// The hidden squares of a player that enemy men attack.
    pub(super) fn exposed(&self, color: Color) -> Bitboard {
        let occupied = self.board.occupied();
        self.hidden(color)
            .into_iter()
            .filter(|square| self.board.is_attacked(*square, color.other(), occupied))
            .collect()
    }

    #[inline]
    pub(super) fn find_threats_if_hidden(&mut self) {
        if !self.nothing_is_hidden() {
            self.find_threats();
        }
    }
}
