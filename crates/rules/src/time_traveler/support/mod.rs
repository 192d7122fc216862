//! The support of an explosion: the men that could stand on a square after three imagined moves in
//! a row.
//!
//! Trying all sequences of three moves takes milliseconds, and a position has hundreds of squares
//! and roles. So squares are found in sets. Why this is exact:
//!
//! - A man that slides there in three moves of its own is found by flood fill. Captures on the way
//!   open nothing that it could not have reached from the captured man's square.
//! - Another own man (a *helper*) only helps by clearing the path. It is on the first or the second
//!   leg of a path of two moves, or on a path of one move; then a second helper's move may be
//!   needed to let it go, or to clear a second man.
//! - A helper clears a line with any move off it. Along the line it only clears squares before
//!   the one on which it lands.
//! - A helper may move before the first move or between the two. Between is never worse, unless it
//!   stands on the second leg and must pass the square where the path turns.
//! - Castling as a helper's move is never better than a step of the king or the rook, since it
//!   needs the square beside the king empty. It matters for the king and the rook themselves.
//! - Pawns walk where they can; helpers vacate the squares before them.
//! - En passant is only possible at once: what follows is an ordinary search of two moves.
//!
//! The tests compare it with a plain search through all sequences.

mod castling;
mod en_passant;
mod helpers;
mod imagination;
mod leapers;
mod pawns;
mod reach;
mod scene;
mod sliders;

use serde::Serialize;

pub(super) use self::imagination::Imagination;
use super::action::Action;
use super::position::TimeTraveler;
use crate::board::{Bitboard, PROMOTIONS, Role, Square, names};

/// The support of an explosion that the player to move could make.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Support {
    /// The role of the explosion.
    #[serde(serialize_with = "names::role")]
    pub role: Role,
    /// The square of the explosion.
    #[serde(serialize_with = "names::square")]
    pub square: Square,
    /// The squares of the untraveled men that support it.
    #[serde(serialize_with = "names::squares")]
    pub men: Vec<Square>,
}

impl TimeTraveler {
    /// The support of an explosion of `role` on `square` by the player to move.
    pub(super) fn support(&self, role: Role, square: Square) -> Bitboard {
        let wanted = Bitboard::from(square);
        if self.men.occupied().contains(square) {
            return Bitboard::EMPTY;
        }
        let imagination = Imagination::new(self);
        let color = self.turn;
        let men = self.men.board();
        let mut possible = men.by_role(role);
        if PROMOTIONS.contains(&role) {
            possible |= men.by_role(Role::Pawn);
        }
        (possible & self.men.untraveled(color))
            .into_iter()
            .filter(|man| imagination.reach(*man, role, wanted).any())
            .collect()
    }

    /// The support of each explosion among `actions`, once for each role and square, in order of
    /// first appearance.
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
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::position::Position;

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
