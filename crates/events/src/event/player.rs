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
    /// The rating in this variant and speed at the start of the event; at the entry for a late entry, and until the start.
    pub rating: Option<u16>,
    /// Whether staff have corrected the rating.
    pub(crate) rating_corrected: bool,
    /// Whether the player has checked in.
    pub checked_in: bool,
    /// Whether the player has withdrawn.
    pub withdrawn: bool,
    /// Whether there were still games to come when the player withdrew.
    pub(crate) left_early: bool,
    /// Whether the player of an arena missed a game, or lost one without a turn, and has not checked in since.
    pub paused: bool,
    /// The byes that the player has asked for, by round.
    pub byes: BTreeMap<u16, RequestedBye>,
    /// The player's games in an arena, added up.
    pub(crate) in_arena: InArena,
}

/// How often a person has changed their mind. It is all that is kept of a player who withdraws before the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// Withdrawals, by the player or by staff.
    pub(crate) withdrawals: u8,
    /// Whether the last one was the player's own decision.
    pub(crate) left_willingly: bool,
    /// Byes set or taken back.
    pub(crate) byes: u8,
}

/// A player's games in an arena, added up: there can be thousands, and the free players are looked up after every entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct InArena {
    /// The time of the last pairing, in milliseconds since 1970.
    pub(crate) paired_at: Option<u64>,
    /// The last opponent.
    pub(crate) last_opponent: Option<PersonId>,
    /// Games with White minus games with Black.
    pub(crate) colours: i32,
    /// The points of the games whose results are final.
    pub(crate) final_points: Points,
}

impl EventPlayer {
    /// How many half-point byes the player has asked for in rounds other than `round`.
    pub(crate) fn half_point_byes(&self, round: u16) -> usize {
        let half = |&(&at, &bye): &(&u16, &RequestedBye)| at != round && bye == RequestedBye::Half;
        self.byes.iter().filter(half).count()
    }
}
