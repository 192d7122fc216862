//! A game of an event.

use crate::entry::Terms;
use crate::ids::{EntryNumber, GameId, PersonId};
use crate::outcome::{Absent, GameResult, Side};

/// How a result came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The game was played.
    Played,
    /// Somebody was not there.
    Default,
    /// It was ruled, or decided on appeal.
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
    /// The time of its end.
    pub ended_at: Option<u64>,
    /// Its result, which may be provisional.
    pub result: Option<GameResult>,
    /// The way in which the result came about.
    pub how: Option<How>,
    /// Turns of both players together, as far as it was told.
    pub turns: Option<u32>,
    /// Whether the result is final.
    pub is_final: bool,
    /// Whether another game, or another pairing, has taken its place.
    pub replaced: bool,
    /// The game that has taken its place by a ruling `replay`.
    pub replaced_by: Option<GameId>,
    /// The time since which it waits for its players after a ruling to resume or replay it, and who is there since, White first.
    pub(crate) awaited: Option<(u64, [bool; 2])>,
    /// The time at which each side was last there, White first.
    pub(crate) arrived: [Option<u64>; 2],
    /// The time on which the players have agreed, if they arrange it.
    pub appointment: Option<u64>,
    /// The last proposal: whose, and when to play.
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

    /// Whether it goes on: it has started, and has no result.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.started.is_some() && self.result.is_none() && !self.replaced
    }

    /// Whether a side was there.
    #[must_use]
    pub fn has_arrived(&self, side: Side) -> bool {
        self.arrived[side as usize].is_some()
    }

    /// Whether it waits for its players: it was ruled that it goes on or is played again.
    #[must_use]
    pub fn is_awaited(&self) -> bool {
        self.awaited.is_some()
    }

    /// Whether a side is there: was, since the game began, or has come back, where it is waited for.
    #[must_use]
    pub fn is_here(&self, side: Side) -> bool {
        match self.awaited {
            Some((_, here)) => here[side as usize],
            None => self.has_arrived(side),
        }
    }

    /// Whether its result counts for ratings, if the event is rated and the result final (Regulations, section 3): no forfeit, not a
    /// game that ended before both had a turn, and none in which the players have different times and a draw is no draw.
    #[must_use]
    pub fn is_ratable(&self) -> bool {
        self.result.is_some_and(|result| !result.is_forfeit())
            && self.turns.is_none_or(|turns| turns >= 2)
            && !self.replaced
            && self.terms.are_rated()
    }
}
