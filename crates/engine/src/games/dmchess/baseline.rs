//! The part of DMChess in the simple opponents. Frozen: see [`crate::baseline`].

use manifold_rules::board::{Color, File, Role, Square};
use manifold_rules::dmchess::{Action, Dimension, DmChess, Place, Placement};

use super::knowledge::Sight;
use crate::baseline::BaselineGame;
use crate::baseline::values::textbook_value;
use crate::random::Random;

impl BaselineGame for DmChess {
    fn material(&self, color: Color) -> i32 {
        /// The value of a king, of which there are several.
        const KING: i32 = 400;
        let boards = Dimension::ALL.into_iter().map(|dimension| {
            let board = self.board(dimension);
            let men = Role::ALL.into_iter().map(|role| {
                let value = if role == Role::King {
                    KING
                } else {
                    textbook_value(role)
                };
                board.of(color, role).count() as i32 * value
            });
            men.sum::<i32>()
        });
        boards.sum()
    }

    fn guess(knowledge: &Sight, _random: &mut Random) -> Option<DmChess> {
        match knowledge {
            Sight::Board(position) => Some(**position),
            Sight::Placing(_) | Sight::Waiting => None,
        }
    }

    /// All kings on their squares of chess.
    fn fixed_action(knowledge: &Sight) -> Option<Action> {
        let Sight::Placing(color) = knowledge else {
            return None;
        };
        let home = Square::from_coords(File::E, color.backrank());
        let places = Dimension::ALL.map(|dimension| Place::new(dimension, home));
        Placement::new(places).map(Action::PlaceKings)
    }
}
