//! Insufficient material.

use super::position::TimeTraveler;
use crate::board::{Color, Role};

/// Whether each player has a traveled king and nothing else.
pub(super) fn is_insufficient(game: &TimeTraveler) -> bool {
    Color::ALL.into_iter().all(|color| {
        let traveled_kings = game.men.traveled(color) & game.men.board().by_role(Role::King);
        game.men.all(color) == traveled_kings && traveled_kings.count() == 1
    })
}
