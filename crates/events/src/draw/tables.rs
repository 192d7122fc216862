//! Round robins by Berger tables, and matches.

use manifold_pairing::{Board, Number, berger};

use super::{Draw, Drawn};
use crate::entry::{Bye, ByeKind, Terms};
use crate::event::Event;
use crate::ids::PersonId;
use crate::refusal::Refusal;

impl Event {
    /// The next round of the Berger table, or all of them, for an arranged round robin.
    pub(super) fn draw_table(&self, double: bool, all: bool) -> Result<Draw, Refusal> {
        let list: Vec<PersonId> = self.players().iter().map(|player| player.id).collect();
        let rounds = berger::rounds(list.len(), double).map_err(|_| Refusal::NoLegalPairing)?;
        let id = |number: Number| list[usize::from(number) - 1];
        let boards: Vec<Board> = if all {
            rounds.into_iter().flatten().collect()
        } else {
            let index = self.rounds.len();
            rounds.into_iter().nth(index).ok_or(Refusal::NoMoreRounds)?
        };
        let mut draw = Draw {
            pairs: Vec::new(),
            byes: Vec::new(),
        };
        for board in boards {
            match board {
                Board::Game { white, black } => draw.pairs.push(Drawn {
                    white: id(white),
                    black: id(black),
                    terms: Terms::Usual,
                }),
                // The free round of a Berger table scores nothing.
                Board::Bye(number) if !all => draw.byes.push(Bye {
                    player: id(number),
                    kind: ByeKind::Zero,
                }),
                Board::Bye(_) => {}
            }
        }
        Ok(draw)
    }

    /// The next game of a match; colours alternate.
    pub(super) fn draw_match(&self) -> Draw {
        let players = self.players();
        let colour = if self.rounds.len().is_multiple_of(2) {
            self.initial_colour()
        } else {
            self.initial_colour().opposite()
        };
        let pairs = match players.as_slice() {
            [first, second] => vec![Drawn::with(first.id, colour, second.id)],
            _ => Vec::new(),
        };
        Draw {
            pairs,
            byes: Vec::new(),
        }
    }
}
