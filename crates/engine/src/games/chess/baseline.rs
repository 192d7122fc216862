//! The part of chess in the simple opponents. Frozen: see [`crate::baseline`].

use manifold_rules::board::{Color, Role};
use manifold_rules::chess::Chess;

use crate::baseline::BaselineGame;
use crate::baseline::values::textbook_value;
use crate::random::Random;

impl BaselineGame for Chess {
    fn material(&self, color: Color) -> i32 {
        Role::ALL
            .into_iter()
            .map(|role| self.board().of(color, role).count() as i32 * textbook_value(role))
            .sum()
    }

    fn guess(knowledge: &Chess, _random: &mut Random) -> Option<Chess> {
        Some(*knowledge)
    }
}
