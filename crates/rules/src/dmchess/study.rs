//! What those who search positions ask.

use std::ops::ControlFlow;

use super::energy::EnergySquare;
use super::moves::{Generator, MoveSet};
use super::place::{Dimension, Place};
use super::position::{DmChess, LAW_FROM_PLY};
use crate::board::{Bitboard, Color, Role};
use crate::outcome::{Outcome, Reason};
use crate::position::Position;

impl DmChess {
    /// Hands out the legal moves of the `movers`, by dimension, to the squares that are `wanted` of a
    /// man in a dimension: what lists less than everything costs less. For a castling the square of
    /// the rook must be wanted.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use manifold_rules::board::{Bitboard, Role};
    /// use manifold_rules::dmchess::DmChess;
    /// use manifold_rules::position::Position;
    ///
    /// let position = DmChess::start(Default::default());
    /// let mut count = 0;
    /// let pawns = |role, _, _| if role == Role::Pawn { Bitboard::FULL } else { Bitboard::EMPTY };
    /// let _ = position.for_each_legal_among([Bitboard::FULL; 8], pawns, |set| {
    ///     count += set.to.count();
    ///     ControlFlow::<()>::Continue(())
    /// });
    /// assert!(count >= 8 * 16 && count < 363);
    /// ```
    pub fn for_each_legal_among<B>(
        &self,
        movers: [Bitboard; 8],
        wanted: impl FnMut(Role, Place, Dimension) -> Bitboard,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_over() {
            return ControlFlow::Continue(());
        }
        Generator::new(self).for_each_set_among(movers, wanted, visit)
    }

    /// The energy levels of a dimension's men, less one, as three planes of bits, the lowest first.
    /// Empty squares have no bit in them.
    #[inline]
    #[must_use]
    pub fn level_planes(&self, dimension: Dimension) -> [Bitboard; 3] {
        self.levels[dimension.index()].planes()
    }

    /// Equal for positions with the same men, levels and promotions on the same places.
    #[inline]
    #[must_use]
    pub fn men_key(&self) -> u64 {
        self.men_key
    }

    /// The square that a pawn has just jumped over, if an enemy pawn stands ready to capture there.
    #[inline]
    #[must_use]
    pub fn en_passant_place(&self) -> Option<Place> {
        self.en_passant
    }

    /// Whether a man that comes to `place` would find a charged energy square there. (One that took its
    /// last energy on it gets none.)
    #[inline]
    #[must_use]
    pub fn is_charged(&self, place: Place) -> bool {
        EnergySquare::at(place).is_some_and(|square| self.used.is_charged(square))
    }

    /// Whether the portals shift after the next ply.
    #[inline]
    #[must_use]
    pub fn shifts_next(&self) -> bool {
        self.shift_is_next()
    }

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
