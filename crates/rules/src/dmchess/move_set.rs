//! Moves in sets: a man and all its targets in one dimension.

use std::ops::ControlFlow;

use super::action::Move;
use super::dimension::Dimension;
use super::place::Place;
use crate::board::{Bitboard, PROMOTIONS, Role, Square};

/// A man and its targets in one dimension. For a king, a target with a rook of its own is castling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveSet {
    /// The role of the man that moves.
    pub role: Role,
    /// The origin.
    pub from: Place,
    /// The dimension of the targets.
    pub dimension: Dimension,
    /// The targets.
    pub to: Bitboard,
    /// The targets with four choices of promotion; for a former pawn, one of them is to stay what it
    /// is.
    pub promoting: Bitboard,
}

impl MoveSet {
    /// The number of moves.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.to.count() + 3 * self.promoting.count()
    }

    /// The move to a square, without a promotion.
    #[inline]
    pub(super) fn move_to(&self, square: Square) -> Move {
        Move {
            role: self.role,
            from: self.from,
            to: Place::new(self.dimension, square),
            promotion: None,
        }
    }

    /// Calls `visit` with each move.
    #[inline]
    pub fn for_each<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        for square in self.to {
            let mut m = self.move_to(square);
            if !self.promoting.contains(square) {
                visit(m)?;
                continue;
            }
            for role in PROMOTIONS {
                // Promotion to its own role stands for staying what it is.
                m.promotion = Some(role).filter(|role| *role != self.role);
                visit(m)?;
            }
        }
        ControlFlow::Continue(())
    }
}
