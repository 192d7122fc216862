//! Seeks: the opponents that players look for.

use std::net::IpAddr;
use std::ops::RangeInclusive;

use manifold_ratings::Pool;
use manifold_rules::board::Color;
use manifold_rules::variant::VariantId;

use super::member::MemberId;
use crate::ids::{GameId, PlayerId, SeekId};
use crate::table::info::Person;
use crate::table::info::pool;
use crate::table::time_control::ClockChoice;

/// The rating assumed for a player without one.
const UNKNOWN: u32 = 1_500;
/// The greatest difference of two ratings at which players are paired at once, and its growth with every second of waiting.
const NEAR: u32 = 200;
const FURTHER_A_SECOND: u32 = 100;

/// The kind of game that is played. Only seeks for the same cell are paired.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Cell {
    pub(crate) variant: VariantId,
    pub(crate) clock: Option<ClockChoice>,
    /// Whether the result changes ratings.
    pub(crate) rated: bool,
}

impl Cell {
    /// The pool in which the result counts; `None` if it is not rated.
    pub(crate) fn pool(&self) -> Option<Pool> {
        pool(self.variant, self.clock.as_ref(), self.rated)
    }

    /// The pool whose ratings say who is near, whether the game is rated or not; `None` without a clock.
    pub(crate) fn strength(&self) -> Option<Pool> {
        pool(self.variant, self.clock.as_ref(), true)
    }

    /// Whether it is a correspondence game.
    pub(crate) fn is_correspondence(&self) -> bool {
        matches!(self.clock, Some(ClockChoice::Correspondence { .. }))
    }
}

/// A player who looks for an opponent.
#[derive(Debug, Clone)]
pub(crate) struct Seeker {
    /// The socket on which the seek was made.
    pub(crate) member: MemberId,
    pub(crate) person: Person,
    /// The network whose new games are counted.
    pub(crate) network: IpAddr,
    /// Players with whom this one is not paired: one of the two blocks the other, or both are one person and the game is rated.
    pub(crate) apart: Vec<PlayerId>,
}

/// A seek: a player who looks for an opponent, and on which terms.
#[derive(Debug, Clone)]
pub(crate) struct Seek {
    pub(crate) id: SeekId,
    pub(crate) seeker: Seeker,
    pub(crate) cell: Cell,
    /// The seeker's colour; none for a random one.
    pub(crate) color: Option<Color>,
    /// Ratings of opponents; none for those near.
    pub(crate) range: Option<RangeInclusive<u32>>,
    /// In milliseconds since 1970.
    pub(crate) since: u64,
    /// The owner's game until somebody comes.
    pub(crate) meanwhile: Option<Meanwhile>,
}

/// A seek that waits while its owner is away, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StayingSeek {
    pub(crate) id: SeekId,
    pub(crate) player: PlayerId,
    pub(crate) cell: Cell,
    pub(crate) color: Option<Color>,
    pub(crate) range: Option<RangeInclusive<u32>>,
    /// In milliseconds since 1970.
    pub(crate) since: u64,
}

/// A game against the computer, until somebody comes: the seek is not paired before its owner says so.
#[derive(Debug, Clone)]
pub(crate) struct Meanwhile {
    pub(super) game: GameId,
    /// Whether the owner knows that somebody has come.
    pub(super) is_asked: bool,
}

impl Seek {
    pub(super) fn player(&self) -> PlayerId {
        self.seeker.person.id
    }

    /// Whether it waits while its owner is away: a correspondence game needs nobody here, only owners who can come back as the same player.
    pub(crate) fn stays(&self) -> bool {
        self.cell.is_correspondence() && self.seeker.person.account
    }

    /// The seek as it is stored, if it stays.
    pub(crate) fn staying(&self) -> Option<StayingSeek> {
        self.stays().then(|| StayingSeek {
            id: self.id,
            player: self.player(),
            cell: self.cell.clone(),
            color: self.color,
            range: self.range.clone(),
            since: self.since,
        })
    }

    /// Whether another seek of the same player is for the same.
    pub(super) fn is_same_wish(&self, other: &Seek) -> bool {
        self.player() == other.player()
            && self.cell == other.cell
            && self.color == other.color
            && self.range == other.range
    }

    fn rating(&self) -> u32 {
        let rating = self.seeker.person.rating;
        rating.map_or(UNKNOWN, |rating| rating.rating)
    }

    fn waited_ms(&self, now: u64) -> u64 {
        now.saturating_sub(self.since)
    }

    /// The difference of two seekers' ratings.
    pub(super) fn distance(&self, other: &Seek) -> u32 {
        self.rating().abs_diff(other.rating())
    }

    /// Whether two seekers are not to be paired.
    pub(super) fn is_apart(&self, other: &Seek) -> bool {
        self.seeker.apart.contains(&other.player()) || other.seeker.apart.contains(&self.player())
    }

    /// Whether two seekers can play each other at all.
    pub(super) fn fits(&self, other: &Seek) -> bool {
        let accepts = |one: &Seek, other: &Seek| {
            let range = one.range.as_ref();
            range.is_none_or(|range| range.contains(&other.rating()))
        };
        self.cell == other.cell
            && self.player() != other.player()
            && !self.is_apart(other)
            && (self.color.is_none() || self.color != other.color)
            && accepts(self, other)
            && accepts(other, self)
    }

    /// Whether the ratings of two seekers who fit are near enough by now.
    pub(super) fn meets(&self, other: &Seek, now: u64) -> bool {
        let waited = self.waited_ms(now).max(other.waited_ms(now));
        let seconds = u32::try_from(waited / 1_000).unwrap_or(u32::MAX);
        let reach = NEAR.saturating_add(FURTHER_A_SECOND.saturating_mul(seconds));
        // A player who names a range has said who is near.
        self.distance(other) <= reach || (self.range.is_some() && other.range.is_some())
    }
}
