//! The engine's levels: measured ratings that no game changes.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::pool::RatedGame;
use crate::pool_rating::FixedRating;
use crate::rating::Rating;

/// The measurements, as `cargo xtask levels` writes them.
const FILE: &str = include_str!("../data/levels.toml");
/// The highest level that plays the same on every machine. Level 8 is not rated because it uses all the time that it has.
const MEASURED: u8 = 7;

/// The rating of a level in a game. It is stored with every result, so that a new measurement does not change old results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LevelRating {
    /// The rating.
    pub rating: i32,
    /// The uncertainty, as RD: the error of the measurement, but at least the minimum of a player.
    pub deviation: u32,
}

impl From<LevelRating> for FixedRating {
    fn from(level: LevelRating) -> FixedRating {
        FixedRating {
            rating: level.rating.into(),
            deviation: level.deviation.into(),
        }
    }
}

/// A game in the file.
#[derive(Deserialize)]
struct Section {
    /// The anchor of the measurement.
    #[serde(rename = "anchor")]
    _anchor: String,
    #[serde(flatten)]
    players: BTreeMap<String, Measured>,
}

#[derive(Deserialize)]
struct Measured {
    rating: i32,
    error: u32,
}

type Levels = BTreeMap<(RatedGame, u8), LevelRating>;

/// The parsed file. It is part of the program, and a test checks that it can be parsed.
static LEVELS: LazyLock<Levels> = LazyLock::new(|| read(FILE).unwrap_or_default());

fn read(text: &str) -> Result<Levels, toml::de::Error> {
    let sections: BTreeMap<String, Section> = toml::from_str(text)?;
    let mut levels = Levels::new();
    for game in RatedGame::ALL {
        let Some(section) = sections.get(game.name()) else {
            continue;
        };
        for level in 1..=MEASURED {
            if let Some(measured) = section.players.get(&format!("level{level}")) {
                let rating = LevelRating {
                    rating: measured.rating,
                    deviation: measured.error.max(Rating::MIN_DEVIATION as u32),
                };
                levels.insert((game, level), rating);
            }
        }
    }
    Ok(levels)
}

/// The rating of a level in a game, if it was measured.
#[must_use]
pub fn level_rating(game: RatedGame, level: u8) -> Option<LevelRating> {
    LEVELS.get(&(game, level)).copied()
}

/// The measured levels of a game, in ascending order of level.
pub fn rated_levels(game: RatedGame) -> impl Iterator<Item = (u8, LevelRating)> {
    LEVELS
        .range((game, 0)..=(game, u8::MAX))
        .map(|((_, level), rating)| (*level, *rating))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Quantity;

    #[test]
    fn the_file_can_be_read_and_every_game_has_a_level_to_be_placed_with() {
        let levels = read(FILE).expect("a file that can be read");
        assert_eq!(levels, *LEVELS);
        for game in RatedGame::ALL {
            assert!(rated_levels(game).count() > 0, "{game}");
            for (level, rating) in rated_levels(game) {
                let fixed = FixedRating::from(rating);
                assert!(Quantity::Rating.range().contains(&fixed.rating));
                assert!(fixed.deviation >= Rating::MIN_DEVIATION);
                assert_eq!(level_rating(game, level), Some(rating));
            }
        }
    }

    #[test]
    fn a_measurement_is_never_surer_than_a_player_can_be_known() {
        let text = "[chess]\nanchor = \"x\"\n\
            depth2 = { rating = 446, error = 183, games = 80 }\n\
            level1 = { rating = -63, error = 184, games = 80 }\n\
            level4 = { rating = 1488, error = 12, games = 80 }\n\
            level8 = { rating = 2800, error = 50, games = 80 }\n";
        let levels = read(text).expect("it can be read");
        let found = |level| levels.get(&(RatedGame::Chess, level)).copied();
        let rating = |rating, deviation| Some(LevelRating { rating, deviation });
        assert_eq!(found(1), rating(-63, 184));
        assert_eq!(found(4), rating(1488, 45));
        assert_eq!(found(2), None, "it was not measured");
        assert_eq!(found(8), None, "it plays as well as the machine is fast");
    }
}
