//! A game of an event.

use crate::entry::Terms;
use crate::ids::{EntryNumber, GameId, PersonId};
use crate::outcome::{Absent, GameResult, Side};

/// How a result came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The game was played.
    Played,
    /// A player was absent.
    Default,
    /// A director ruled it, or an arbiter decided it on appeal.
    Adjudication,
}

/// A game of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventGame {
    /// The identifier.
    pub id: GameId,
    /// The round.
    pub round: u16,
    /// The board, from 1.
    pub board: usize,
    /// The player with White.
    pub white: PersonId,
    /// The player with Black.
    pub black: PersonId,
    /// Its clocks.
    pub terms: Terms,
    /// The time of its start, in milliseconds since 1970.
    pub started: Option<u64>,
    /// The time of its end, in milliseconds since 1970.
    pub ended_at: Option<u64>,
    /// Its result, which may be provisional.
    pub result: Option<GameResult>,
    /// The way in which the result came about.
    pub how: Option<How>,
    /// Turns of both players together, as far as they were recorded.
    pub turns: Option<u32>,
    /// Whether the result is final.
    pub is_final: bool,
    /// Whether another game, or another pairing, has replaced it.
    pub replaced: bool,
    /// The game that has replaced it by a `replay` ruling.
    pub replaced_by: Option<GameId>,
    /// The time since which it has waited for its players after a ruling to resume or replay it, and who has come since, White first.
    pub(crate) awaited: Option<(u64, [bool; 2])>,
    /// The time at which each side last said to be there, White first.
    pub(crate) arrived: [Option<u64>; 2],
    /// The time on which the players of an arranged game have agreed, in milliseconds since 1970.
    pub appointment: Option<u64>,
    /// The last proposal: the side that made it, and the time to play.
    pub proposal: Option<(Side, u64)>,
    pub(crate) proposals: u8,
    /// How many times each player has said to be there, White first.
    pub(crate) arrivals: [u8; 2],
    /// The players who missed the last appointment.
    pub missed: Option<Absent>,
    /// The calls of each side, White first.
    pub(crate) calls: [Vec<EntryNumber>; 2],
    /// The rulings about it, in order.
    pub rulings: Vec<EntryNumber>,
}

impl EventGame {
    /// The side of a player.
    #[must_use]
    pub fn side(&self, person: PersonId) -> Option<Side> {
        if person == self.white {
            Some(Side::White)
        } else if person == self.black {
            Some(Side::Black)
        } else {
            None
        }
    }

    /// The player of a side.
    #[must_use]
    pub fn player(&self, side: Side) -> PersonId {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// Whether it is in progress: it has started, and has no result.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.started.is_some() && self.result.is_none() && !self.replaced
    }

    /// Whether a side has ever said to be there.
    #[must_use]
    pub fn has_arrived(&self, side: Side) -> bool {
        self.arrived[side as usize].is_some()
    }

    /// Whether it waits for its players after a ruling to resume or replay it.
    #[must_use]
    pub fn is_awaited(&self) -> bool {
        self.awaited.is_some()
    }

    /// Whether a side is there: it has arrived, or, in a game that waits for its players, has come back.
    #[must_use]
    pub fn is_here(&self, side: Side) -> bool {
        match self.awaited {
            Some((_, here)) => here[side as usize],
            None => self.has_arrived(side),
        }
    }

    /// Whether its result counts for ratings, if the event is rated and the result final (Regulations, section 3): forfeits do not count,
    /// nor do games that ended before both had a turn, nor Armageddon games, in which the clocks differ and a draw is no draw.
    #[must_use]
    pub fn is_ratable(&self) -> bool {
        self.result.is_some_and(|result| !result.is_forfeit())
            && self.turns.is_none_or(|turns| turns >= 2)
            && !self.replaced
            && self.terms.are_rated()
    }
}
