//! Moves in sets: a man and all its targets, so that counting and filtering are operations on bitboards.

use std::ops::ControlFlow;

use super::standard_move::StandardMove;
use super::{Bitboard, PROMOTIONS, Role, Square};

/// A man and its targets. For a king, the square of its own rook as target means castling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveSet {
    /// The role of the man that moves.
    pub role: Role,
    /// The origin square.
    pub from: Square,
    /// The target squares.
    pub to: Bitboard,
}

impl MoveSet {
    /// The number of moves in the set; a promotion counts four times.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        let promotions = match self.role {
            Role::Pawn => Bitboard(self.to.0 & Bitboard::BACKRANKS.0).count(),
            _ => 0,
        };
        self.to.count() + 3 * promotions
    }

    /// Whether there is no move in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.to.is_empty()
    }

    /// Calls `visit` with each move.
    #[inline]
    pub fn for_each<B>(
        self,
        mut visit: impl FnMut(StandardMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let from = self.from;
        for to in self.to {
            if self.role == Role::Pawn && Bitboard::BACKRANKS.contains(to) {
                for role in PROMOTIONS {
                    visit(StandardMove {
                        from,
                        to,
                        promotion: Some(role),
                    })?;
                }
            } else {
                visit(StandardMove::new(from, to))?;
            }
        }
        ControlFlow::Continue(())
    }
}
