//! Pools: a game at a speed, which has a rating of its own.

use std::fmt::{self, Display};
use std::str::FromStr;

use thiserror::Error;

use crate::speed::{ParseSpeedError, Speed};

/// A rated game. All its variants share the rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RatedGame {
    /// Chess.
    Chess,
    /// Hyperspace Chess.
    Hyperspace,
    /// Time Traveler's Chess.
    TimeTraveler,
    /// Hidden960.
    Hidden960,
    /// DMChess.
    DmChess,
}

impl RatedGame {
    /// All games that are rated.
    pub const ALL: [RatedGame; 5] = [
        RatedGame::Chess,
        RatedGame::Hyperspace,
        RatedGame::TimeTraveler,
        RatedGame::Hidden960,
        RatedGame::DmChess,
    ];

    /// Its name in pools and addresses.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            RatedGame::Chess => "chess",
            RatedGame::Hyperspace => "hyperspace",
            RatedGame::TimeTraveler => "time-traveler",
            RatedGame::Hidden960 => "hidden960",
            RatedGame::DmChess => "dmchess",
        }
    }
}

impl Display for RatedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for RatedGame {
    type Err = ParsePoolError;

    fn from_str(text: &str) -> Result<RatedGame, ParsePoolError> {
        RatedGame::ALL
            .into_iter()
            .find(|game| game.name() == text)
            .ok_or(ParsePoolError::Game)
    }
}

/// A game at a speed: each pool has its own ratings. Written `chess/blitz`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pool {
    /// The game.
    pub game: RatedGame,
    /// How fast it is played.
    pub speed: Speed,
}

impl Pool {
    /// All pools, game by game, the fastest first.
    pub fn all() -> impl Iterator<Item = Pool> {
        RatedGame::ALL
            .into_iter()
            .flat_map(|game| Speed::ALL.map(|speed| Pool { game, speed }))
    }
}

impl Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.game, self.speed)
    }
}

/// Why a text is not a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParsePoolError {
    /// The text does not consist of a game and a speed.
    #[error("a pool is a game and a speed with a slash between them, as in chess/blitz")]
    Form,
    /// The game is unknown or not rated.
    #[error("the game must be chess, hyperspace, time-traveler, hidden960 or dmchess")]
    Game,
    /// The speed is unknown.
    #[error(transparent)]
    Speed(#[from] ParseSpeedError),
}

impl FromStr for Pool {
    type Err = ParsePoolError;

    fn from_str(text: &str) -> Result<Pool, ParsePoolError> {
        let (game, speed) = text.split_once('/').ok_or(ParsePoolError::Form)?;
        Ok(Pool {
            game: game.parse()?,
            speed: speed.parse()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_25_pools_differ_and_are_read_back() {
        let names: BTreeSet<String> = Pool::all().map(|pool| pool.to_string()).collect();
        assert_eq!(names.len(), 25);
        assert!(names.contains("time-traveler/correspondence"));
        for pool in Pool::all() {
            assert_eq!(pool.to_string().parse(), Ok(pool));
        }
    }

    #[test]
    fn the_error_says_which_part_is_wrong_and_what_would_be_right() {
        for (text, error) in [
            ("chess", ParsePoolError::Form),
            ("", ParsePoolError::Form),
            ("checkers/blitz", ParsePoolError::Game),
            ("chess:960/blitz", ParsePoolError::Game),
            ("chess/fast", ParsePoolError::Speed(ParseSpeedError)),
            ("chess/blitz/1", ParsePoolError::Speed(ParseSpeedError)),
        ] {
            assert_eq!(text.parse::<Pool>(), Err(error), "{text}");
        }
        for game in RatedGame::ALL {
            assert!(ParsePoolError::Game.to_string().contains(game.name()));
        }
    }
}
