//! What those who search positions ask.

use super::position::{DmChess, LAW_FROM_PLY};
use crate::board::Color;
use crate::game::{Game, Outcome, Reason};

impl DmChess {
    /// The win by dominance, if the last move has completed it.
    #[must_use]
    pub fn won_by_dominance(&self) -> Option<Outcome> {
        self.dominance
            .winner()
            .map(|winner| Outcome::win(winner, Reason::Dominance))
    }

    /// Who controls five or more dimensions, and after how many plies that wins.
    #[must_use]
    pub fn dominant(&self) -> Option<(Color, u8)> {
        self.dominance
            .player
            .map(|player| (player, self.dominance.plies_left()))
    }

    /// Whether the Conservation Law binds the next move.
    #[must_use]
    pub fn is_under_the_law(&self) -> bool {
        self.ply >= LAW_FROM_PLY
    }

    /// The number of kings of `color`.
    #[must_use]
    pub fn king_count(&self, color: Color) -> usize {
        self.count_kings(color)
    }

    /// Whether some king of the player to move is not attacked. Without one, the player must save a
    /// king or is checkmated.
    #[must_use]
    pub fn mover_has_a_safe_king(&self) -> bool {
        self.has_safe_king(self.mover())
    }

    /// The position if the player to move could do nothing at all. This is no rule: those who
    /// search positions use it. `None` if every own king is attacked, before a shift, and while
    /// kings are placed.
    #[must_use]
    pub fn after_pass(&self) -> Option<DmChess> {
        if self.is_placing_kings()
            || self.won_by_dominance().is_some()
            || self.shift_is_next()
            || !self.mover_has_a_safe_king()
        {
            return None;
        }
        let mut after = *self;
        after.pass();
        (after.turn() != self.turn()).then_some(after)
    }
}
