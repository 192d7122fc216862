//! A round of an event.

use crate::entry::{Bye, PairingOrder};
use crate::ids::{EntryNumber, GameId};

/// A round that is paired.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Its number, from 1.
    pub number: u16,
    /// The entry that pairs it.
    pub paired: EntryNumber,
    /// The time of its start, in milliseconds since 1970.
    pub starts_at: u64,
    /// The time at which it started.
    pub started: Option<u64>,
    /// The way in which it was paired.
    pub order: PairingOrder,
    /// The games that count, in the order of the boards.
    pub boards: Vec<GameId>,
    /// The byes: the players who do not play.
    pub byes: Vec<Bye>,
}
