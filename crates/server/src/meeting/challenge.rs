//! Challenges: one account asks another, by name, to play.

use manifold_rules::board::Color;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::{ChallengeId, PlayerId};
use crate::lobby::Cell;
use crate::table::info::ShownRating;
use crate::table::time_control::ClockChoice;

const MINUTE_MS: u64 = 60_000;
const DAY_MS: u64 = 24 * 60 * MINUTE_MS;
/// Maximum lifetime of a challenge to a live game, and of one to a correspondence game, in milliseconds.
const LIVE_MS: u64 = 10 * MINUTE_MS;
const CORRESPONDENCE_MS: u64 = 7 * DAY_MS;
/// Lifetime of a challenge to a live game once its maker has gone, in milliseconds. A maker who is here renews it in time.
pub(crate) const LEASE_MS: u64 = 30_000;

/// Maximum number of challenges that one account has open at once, makes within an hour, and makes to the same player within an hour.
pub(crate) const OPEN: i64 = 10;
pub(crate) const AN_HOUR: i64 = 60;
pub(crate) const AN_HOUR_TO_ONE: i64 = 6;
/// Challenges that wait for the answer of one account.
pub(crate) const WAITING: i64 = 50;
pub(crate) const HOUR_MS: u64 = 60 * MINUTE_MS;
/// How long the outcome of a challenge is shown to its maker, and how long the challenge is kept, in milliseconds.
pub(crate) const SHOWN_MS: u64 = 3 * DAY_MS;
pub(crate) const KEPT_MS: u64 = 30 * DAY_MS;

/// The terms of the game if a challenge is accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Terms {
    pub(crate) cell: Cell,
    /// The challenger's colour; none for a random one.
    pub(crate) color: Option<Color>,
    /// The challenger's rating in what is played, when the challenge was made.
    pub(crate) rating: Option<ShownRating>,
}

/// A challenge.
#[derive(Debug, Clone)]
pub(crate) struct Challenge {
    pub(crate) id: ChallengeId,
    pub(crate) challenger: PlayerId,
    pub(crate) challenged: PlayerId,
    pub(crate) terms: Terms,
    /// In milliseconds since 1970.
    pub(crate) created_at: u64,
    /// The time at which it expires unless renewed, in milliseconds since 1970.
    pub(crate) expires_at: u64,
    /// The time beyond which it cannot be renewed, in milliseconds since 1970.
    pub(crate) ends_at: u64,
    /// The outcome, once one of the two has acted; none while it is open.
    pub(crate) outcome: Option<ChallengeOutcome>,
}

/// The outcome of a challenge on which one of the two has acted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ChallengeOutcome {
    Accepted,
    Declined(DeclineReason),
    Cancelled,
}

/// The reason for declining a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum DeclineReason {
    /// Nothing is said.
    Generic,
    /// Not now.
    Later,
    /// The clock is too fast.
    TooFast,
    /// The clock is too slow.
    TooSlow,
    /// A rated game would be welcome.
    RatedPlease,
    /// A casual game would be welcome.
    CasualPlease,
    /// Another game would be welcome.
    OtherGame,
    /// No games against bots.
    NoBots,
}

impl Challenge {
    /// A new challenge, at a time in milliseconds since 1970.
    pub(crate) fn new(
        id: ChallengeId,
        [challenger, challenged]: [PlayerId; 2],
        terms: Terms,
        now: u64,
    ) -> Challenge {
        let is_live = terms.is_live();
        let longest = if is_live { LIVE_MS } else { CORRESPONDENCE_MS };
        Challenge {
            id,
            challenger,
            challenged,
            terms,
            created_at: now,
            expires_at: now + if is_live { LEASE_MS } else { longest },
            ends_at: now + longest,
            outcome: None,
        }
    }

    /// Whether it can be accepted at a time.
    pub(crate) fn is_open(&self, now: u64) -> bool {
        self.outcome.is_none() && now < self.expires_at
    }
}

impl Terms {
    /// Whether both players must be here, as in every game but a correspondence game.
    pub(crate) fn is_live(&self) -> bool {
        !matches!(self.cell.clock, Some(ClockChoice::Correspondence { .. }))
    }
}
