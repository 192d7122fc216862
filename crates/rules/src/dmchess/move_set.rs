//! Moves in sets: a man and all its targets in one dimension.

use std::ops::ControlFlow;

use super::action::Move;
use super::dimension::Dimension;
use super::place::Place;
use crate::board::{Bitboard, PROMOTIONS, Role};

/// A man and the squares of one dimension to which it can go. A king's target that holds an own rook
/// is castling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveSet {
    /// What moves.
    pub role: Role,
    /// From where.
    pub from: Place,
    /// The dimension to which it goes.
    pub dimension: Dimension,
    /// The squares there to which it can go.
    pub to: Bitboard,
    /// The targets on which the man has four choices: what to become, or, if it is no pawn, to stay.
    pub promoting: Bitboard,
}

impl MoveSet {
    /// The number of moves.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.to.count() + 3 * self.promoting.count()
    }

    /// Calls `visit` with each move.
    #[inline]
    pub fn for_each<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        for square in self.to {
            let mut m = Move {
                role: self.role,
                from: self.from,
                to: Place::new(self.dimension, square),
                promotion: None,
            };
            if !self.promoting.contains(square) {
                visit(m)?;
                continue;
            }
            for role in PROMOTIONS {
                // To become what it is already means to stay.
                m.promotion = Some(role).filter(|role| *role != self.role);
                visit(m)?;
            }
        }
        ControlFlow::Continue(())
    }
}
