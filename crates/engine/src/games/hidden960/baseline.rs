//! The part of Hidden960 in the simple opponents. Frozen: see [`crate::baseline`].

use manifold_rules::board::{Color, Role};
use manifold_rules::hidden960::{Action, Hidden960};
use manifold_rules::position::{Bounded, Bounds};

use crate::baseline::BaselineGame;
use crate::baseline::values::{sum, textbook_value};
use crate::random::Random;

impl BaselineGame for Hidden960 {
    fn material(&self, color: Color) -> i32 {
        let on_board = Role::ALL
            .into_iter()
            .map(|role| self.board().of(color, role).count() as i32 * textbook_value(role));
        on_board.sum::<i32>() + sum(self.pool(color).men())
    }

    fn guess(knowledge: &Hidden960, _random: &mut Random) -> Option<Hidden960> {
        Some(*knowledge)
    }

    /// All legal actions except taking back a reveal: reveals could be made and taken back forever.
    fn list(&self, bounds: Bounds, _salt: u64, out: &mut Vec<Action>) {
        let all = self.legal_actions_within(bounds);
        out.extend(all.into_iter().filter(|action| *action != Action::Unreveal));
    }
}
