//! Results of rated games: what counts, where, and for whom.

use manifold_ratings::{LevelRating, Pool, Score};

use super::info::Player;
use crate::ids::PlayerId;

/// The result of a rated game that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RatedResult {
    pub(crate) pool: Pool,
    pub(crate) white: RatedSide,
    pub(crate) black: RatedSide,
    /// White's score.
    pub(crate) score: Score,
}

/// The player of a side of a rated game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RatedSide {
    /// A person.
    Person(PlayerId),
    /// A level of the engine, with the rating that it had in this game.
    Machine(u8, LevelRating),
}

impl RatedSide {
    /// The player of a side, if that can be rated.
    pub(crate) fn of(player: &Player) -> Option<RatedSide> {
        match player {
            Player::Free => None,
            Player::Person(person) => Some(RatedSide::Person(person.id)),
            Player::Engine { level, rating } => {
                rating.map(|rating| RatedSide::Machine(*level, rating))
            }
        }
    }

    /// The person, if it is one.
    pub(crate) fn player(self) -> Option<PlayerId> {
        match self {
            RatedSide::Person(player) => Some(player),
            RatedSide::Machine(..) => None,
        }
    }

    /// The level and its rating, if it is the machine.
    pub(crate) fn machine(self) -> Option<(u8, LevelRating)> {
        match self {
            RatedSide::Person(_) => None,
            RatedSide::Machine(level, rating) => Some((level, rating)),
        }
    }
}
