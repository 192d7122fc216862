//! What those who search positions ask: stages as sets, and actions by kind.

use std::ops::ControlFlow;

use serde::Serialize;

use super::action::Action;
use super::position::TimeTraveler;
use super::{check, generate, grammar};
use crate::board::{Bitboard, Board, Color, Role, Square, names};
use crate::outcome::Outcome;
use crate::position::Position;

/// Who supports an explosion that the player to move could make.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Support {
    /// What would explode.
    #[serde(serialize_with = "names::role")]
    pub role: Role,
    /// Where.
    #[serde(serialize_with = "names::square")]
    pub square: Square,
    /// The untraveled men that could stand there after three moves, where they stand now.
    #[serde(serialize_with = "names::squares")]
    pub men: Vec<Square>,
}

impl TimeTraveler {
    /// The support of each explosion among `actions`, once for each kind and square, in the order
    /// in which they first come.
    #[must_use]
    pub fn supports<'a>(&self, actions: impl IntoIterator<Item = &'a Action>) -> Vec<Support> {
        let mut seen = [Bitboard::EMPTY; 7];
        let mut supports = Vec::new();
        for action in actions {
            let Action::Explosion { role, square, .. } = *action else {
                continue;
            };
            let seen = &mut seen[role as usize];
            if !seen.contains(square) {
                seen.add(square);
                let men = self.support(role, square).into_iter().collect();
                supports.push(Support { role, square, men });
            }
        }
        supports
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn supports_are_told_once_for_each_kind_and_square_and_nobody_explodes_without() {
        let game = TimeTraveler::start(Default::default());
        let mut actions = Vec::new();
        let _ = game.for_each_legal(|action| {
            actions.push(action);
            ControlFlow::<()>::Continue(())
        });
        let supports = game.supports(&actions);
        assert_eq!(supports.len(), 140);
        assert!(supports.iter().all(|support| !support.men.is_empty()));
        let knight = supports
            .iter()
            .find(|support| support.role == Role::Knight && support.square == Square::F6)
            .map(|support| support.men.clone());
        assert_eq!(knight, Some(vec![Square::B1]));
    }
}
