//! A player of an event.

use std::collections::BTreeMap;

use manifold_pairing::Points;

use crate::entry::RequestedBye;
use crate::ids::PersonId;

/// A player of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventPlayer {
    /// The person.
    pub id: PersonId,
    /// The name.
    pub name: String,
    /// The rating in this game and speed at the start; before it, and of a late entry, at the entry.
    pub rating: Option<u16>,
    /// Whether somebody who runs the event has corrected it.
    pub(crate) rating_corrected: bool,
    /// Whether the player has checked in.
    pub checked_in: bool,
    /// Whether the player has withdrawn.
    pub withdrawn: bool,
    /// Whether there were games still to come then.
    pub(crate) left_early: bool,
    /// Whether the player of an arena did not come to a game, or lost it without a turn, and has not said to be there since.
    pub paused: bool,
    /// The byes that the player has asked for, by round.
    pub byes: BTreeMap<u16, RequestedBye>,
    /// The player's games of an arena.
    pub(crate) in_arena: InArena,
}

/// How often somebody has changed their mind: it is kept when they withdraw before the start, when nothing else is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// Withdrawals, by whomever.
    pub(crate) withdrawals: u8,
    /// Whether the last one was the player's own decision.
    pub(crate) left_willingly: bool,
    /// Byes set or taken back.
    pub(crate) byes: u8,
}

/// The games that a player of an arena has had, added up: there can be thousands, and the players who are free are sought after every entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct InArena {
    /// The time of the last pairing, in milliseconds since 1970.
    pub(crate) paired_at: Option<u64>,
    /// The last opponent.
    pub(crate) last_opponent: Option<PersonId>,
    /// Games with White less games with Black.
    pub(crate) colours: i32,
    /// The points of the games whose results are final.
    pub(crate) final_points: Points,
}

impl EventPlayer {
    /// How many half-point byes the player has asked for, that of `round` aside.
    pub(crate) fn half_point_byes(&self, round: u16) -> usize {
        let half = |&(&at, &bye): &(&u16, &RequestedBye)| at != round && bye == RequestedBye::Half;
        self.byes.iter().filter(half).count()
    }
}
