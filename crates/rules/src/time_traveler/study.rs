//! What those who search positions ask: stages as sets, and actions by kind.

use std::ops::ControlFlow;

use super::action::Action;
use super::position::TimeTraveler;
use super::{check, generate, grammar};
use crate::board::{Bitboard, Board, Color, Role, Square};
use crate::game::{Game, Outcome};

impl TimeTraveler {
    /// The traveling men of `color`.
    #[must_use]
    pub fn traveling(&self, color: Color) -> Bitboard {
        self.men.traveling(color)
    }

    /// The untraveled men of `color`.
    #[must_use]
    pub fn untraveled(&self, color: Color) -> Bitboard {
        self.men.untraveled(color)
    }

    /// The men of `color` that can move: all but the traveling ones.
    #[must_use]
    pub fn movable(&self, color: Color) -> Bitboard {
        self.men.movable(color)
    }

    /// Whether `color` has a king, as the rules count it.
    #[must_use]
    pub fn has_king(&self, color: Color) -> bool {
        check::has_king(&self.men, color)
    }

    /// The king whose capture would leave `color` without a king.
    #[must_use]
    pub fn critical_king(&self, color: Color) -> Option<Square> {
        check::critical_king(&self.men, color)
    }

    /// The untraveled men of `color` whose capture would make its position incorrect.
    #[must_use]
    pub fn indispensable(&self, color: Color) -> Bitboard {
        if self.men.traveling(color).is_empty() {
            return Bitboard::EMPTY;
        }
        self.men.untraveled(color) & !grammar::spare(&self.men, color).unwrap_or_default()
    }

    /// The untraveled men that could go onto the traveling man on `square` now.
    #[must_use]
    pub fn annihilators(&self, square: Square) -> Bitboard {
        check::annihilators(&self.men, square, self.men.occupied())
    }

    /// The untraveled men of `color` that could still support an explosion, as far as the explosions made
    /// so far leave them free.
    #[must_use]
    pub fn free_to_support(&self, color: Color) -> Bitboard {
        self.unspent(color)
    }

    /// The win that the last action has brought, as far as it shows without looking at legal actions.
    #[must_use]
    pub fn won_at_once(&self) -> Option<Outcome> {
        self.won()
    }

    /// Hands out the legal actions but for explosions, which are much dearer to find.
    pub fn for_each_without_explosions<B>(
        &self,
        visit: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        generate::for_each_without_explosions(self, visit)
    }

    /// The position if the player to move could do nothing at all. This is no rule: those who
    /// search positions use it. `None` in check, and where a game is decided by grammar or kings.
    #[must_use]
    pub fn after_pass(&self) -> Option<TimeTraveler> {
        if self.won().is_some() || self.is_check() {
            return None;
        }
        let mut after = self.clone();
        after.pass();
        Some(after)
    }

    /// What stands on `square`, its stage forgotten.
    #[must_use]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        let board: &Board = self.men.board();
        board.role_at(square)
    }
}
