//! Placement: rated games against the engine, for players whose rating is not settled yet.

use manifold_ratings::{LevelRating, PLACEMENT_GAMES, PoolRating, RatedGame, placement_allowed};
use manifold_ratings::{level_rating, rated_levels};

/// Why a game against the machine cannot be rated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoPlacement {
    /// The player's rating is no longer provisional.
    Known,
    /// All placement games in the pool were played, or are in progress.
    Played,
    /// The level has no measured rating in the game.
    Unmeasured {
        /// The game.
        game: RatedGame,
        /// The level.
        level: u8,
    },
}

/// The number of the next placement game, from 1 on, for a player with `begun` ones in the pool that have no result, at a time in
/// milliseconds since 1970.
pub(crate) fn next_placement(kept: &PoolRating, begun: u32, now: u64) -> Result<u32, NoPlacement> {
    let made = kept.placement_games.saturating_add(begun);
    let rating = kept.as_of(now);
    if placement_allowed(&rating, made) {
        Ok(made + 1)
    } else if rating.is_provisional() {
        debug_assert!(made >= PLACEMENT_GAMES);
        Err(NoPlacement::Played)
    } else {
        Err(NoPlacement::Known)
    }
}

/// The rating with which a level plays a placement game.
pub(crate) fn placed_with(game: RatedGame, level: u8) -> Result<LevelRating, NoPlacement> {
    level_rating(game, level).ok_or(NoPlacement::Unmeasured { game, level })
}

/// The measured level whose rating is nearest to a player's; the weaker one if two are equally near.
pub(crate) fn fitting_level(game: RatedGame, rating: f64) -> Option<(u8, LevelRating)> {
    rated_levels(game).min_by(|(_, one), (_, other)| {
        let distance = |level: &LevelRating| (f64::from(level.rating) - rating).abs();
        distance(one).total_cmp(&distance(other))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_games_are_placement_games_and_only_while_little_is_known() {
        let kept = |placement_games, deviation| PoolRating {
            placement_games,
            rating: manifold_ratings::Rating {
                deviation,
                ..manifold_ratings::Rating::START
            },
            ..PoolRating::START
        };
        assert_eq!(next_placement(&kept(0, 500.0), 0, 0), Ok(1));
        assert_eq!(next_placement(&kept(4, 110.0), 5, 0), Ok(10));
        for (played, begun) in [(10, 0), (5, 5), (0, 10)] {
            let refused = next_placement(&kept(played, 200.0), begun, 0);
            assert_eq!(refused, Err(NoPlacement::Played));
        }
        for played in [0, 10] {
            let refused = next_placement(&kept(played, 109.9), 0, 0);
            assert_eq!(refused, Err(NoPlacement::Known));
        }
    }

    #[test]
    fn the_fitting_level_is_the_one_nearest_to_the_rating() {
        for game in RatedGame::ALL {
            let levels: Vec<_> = rated_levels(game).collect();
            for (level, rating) in &levels {
                let found = fitting_level(game, rating.rating.into());
                assert_eq!(found, Some((*level, *rating)));
            }
            let strongest = levels.iter().max_by_key(|(_, rating)| rating.rating);
            assert_eq!(fitting_level(game, 4_000.0).as_ref(), strongest);
        }
    }
}
