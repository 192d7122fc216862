//! The knowledge of one player of DMChess: everything except the opponent's kings while they are being placed.

use manifold_rules::board::Color;
use manifold_rules::dmchess::{Action, DmChess};

use super::placement;
use crate::playable::{Information, Secrets, UnlistedActions};
use crate::random::Random;

/// The knowledge of one player of DMChess.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sight {
    /// Both players place their kings in secret, and it is this one's turn.
    Placing(Color),
    /// The whole position.
    Board(Box<DmChess>),
    /// Nothing, until the other player has placed the kings.
    Waiting,
}

impl Information for DmChess {
    type Knowledge = Sight;
    type Memory = ();

    fn knowledge(&self, color: Color) -> Sight {
        match self.placer() {
            Some(placer) if placer == color => Sight::Placing(color),
            Some(_) => Sight::Waiting,
            None => Sight::Board(Box::new(*self)),
        }
    }

    fn determinizations(
        knowledge: &Sight,
        _memory: &(),
        _random: &mut Random,
        _most: usize,
    ) -> Vec<DmChess> {
        match knowledge {
            Sight::Board(position) => vec![**position],
            Sight::Placing(_) | Sight::Waiting => Vec::new(),
        }
    }
}

impl Secrets for DmChess {}

impl UnlistedActions for DmChess {
    fn unlisted_action(knowledge: &Sight, only: &[Action], random: &mut Random) -> Option<Action> {
        match knowledge {
            Sight::Placing(color) => placement::place(*color, only, random),
            Sight::Board(_) | Sight::Waiting => None,
        }
    }
}
