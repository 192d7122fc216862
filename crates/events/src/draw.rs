//! The next pairings, by the event's format (Regulations, section 2). The pairing itself is done by `manifold-pairing`.

mod arena;
mod knock_out;
mod swiss;
mod tables;

pub(crate) use knock_out::places;
pub(crate) use swiss::Unfinished;

use crate::entry::{Bye, ByeKind, RequestedBye, Terms};
use crate::event::Event;
use crate::ids::PersonId;
use crate::outcome::Side;
use crate::refusal::Refusal;
use crate::settings::Format;

/// A pair that has no game yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Drawn {
    pub(crate) white: PersonId,
    pub(crate) black: PersonId,
    pub(crate) terms: Terms,
}

impl Drawn {
    /// A pair in which `first` has this colour.
    fn with(first: PersonId, colour: Side, second: PersonId) -> Drawn {
        let (white, black) = match colour {
            Side::White => (first, second),
            Side::Black => (second, first),
        };
        Drawn {
            white,
            black,
            terms: Terms::Usual,
        }
    }
}

/// A round that is not in the log yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Draw {
    pub(crate) pairs: Vec<Drawn>,
    pub(crate) byes: Vec<Bye>,
}

impl Event {
    /// The pairing of the next round at `now`; `None` if there is no further round, or, in an arena, if nobody can be paired then.
    pub(crate) fn draw(&self, now: u64) -> Result<Option<Draw>, Refusal> {
        if !self.has_more_rounds() {
            return Ok(None);
        }
        match self.settings.format {
            Format::Swiss { .. } => match self.first_round_by_hand() {
                Some(draw) => Ok(Some(draw)),
                None => self.draw_swiss().map(Some),
            },
            Format::RoundRobin { double, arranged } => {
                self.draw_table(double, arranged.is_some()).map(Some)
            }
            Format::Match { .. } => Ok(Some(self.draw_match())),
            Format::KnockOut { games, third_place } => Ok(self.draw_knock_out(games, third_place)),
            Format::Arena { .. } => Ok(self.draw_arena(now)),
        }
    }

    /// The byes of the players who are not available in a round: all but the pairing-allocated bye.
    pub(crate) fn byes(&self, round: u16) -> Vec<Bye> {
        let away = self
            .players
            .values()
            .filter(|player| !self.is_available(player, round));
        away.map(|player| Bye {
            player: player.id,
            kind: match Event::requested_bye(player, round) {
                Some(RequestedBye::Half) if !player.withdrawn && self.is_present(player) => {
                    ByeKind::Half
                }
                _ => ByeKind::Zero,
            },
        })
        .collect()
    }

    /// The initial colour, as drawn by lot; White before that.
    pub(crate) fn initial_colour(&self) -> Side {
        self.lots.map_or(Side::White, |lots| lots.initial_colour)
    }
}
