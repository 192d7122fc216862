//! What those who search positions ask.

use std::ops::ControlFlow;

use super::Hidden960;
use crate::board::{Bitboard, MoveSet, StandardMove};
use crate::position::Position;

impl Hidden960 {
    /// The position if the player on the move could do nothing at all. This is no rule: those who
    /// search positions use it. `None` in check, and where something must be revealed first.
    #[must_use]
    pub fn after_pass(&self) -> Option<Hidden960> {
        if self.threatened.any() || self.gives_check || self.is_check() {
            return None;
        }
        let mut after = self.clone();
        after.pass_the_turn();
        Some(after)
    }

    /// The revealed kings and rooks that have never moved.
    #[must_use]
    pub fn never_moved(&self) -> Bitboard {
        self.unmoved
    }

    /// Hands out the legal moves, which are much cheaper to find than the legal reveals. None where
    /// something must be revealed first.
    pub fn for_each_move<B>(
        &self,
        mut visit: impl FnMut(StandardMove) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.threatened.any() {
            return ControlFlow::Continue(());
        }
        let each = |set: MoveSet| set.for_each(&mut visit);
        if self.moves_as_in_chess() {
            self.ground().standing().for_each_legal(each)
        } else {
            self.ground().for_each(each)
        }
    }
}
