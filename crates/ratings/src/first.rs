//! The first rating of a player in a pool.

use crate::pool_rating::PoolRating;
use crate::rating::Rating;
use crate::speed::Speed;

/// The minimum RD of a player who is new at a speed.
const FIRST_DEVIATION: f64 = 200.0;

/// The rating with which a player begins at a speed, from the known ratings at other speeds of the same game, in any order. `now` is in
/// milliseconds since 1970.
///
/// The most certain of them counts: the one with the lowest RD as of now; among equals the one of the nearest speed, then
/// of the faster speed. Its rating is taken over, also its RD, raised to at least 200, and volatility starts over.
/// Only speeds with a rated game are known; without any the player begins with [`Rating::START`].
#[must_use]
pub fn first_rating(
    speed: Speed,
    known: impl IntoIterator<Item = (Speed, PoolRating)>,
    now: u64,
) -> PoolRating {
    let surest = known
        .into_iter()
        .filter(|(_, pool_rating)| pool_rating.games > 0)
        .map(|(at, pool_rating)| (at, pool_rating.as_of(now)))
        .min_by(|(one, first), (other, second)| {
            first
                .deviation
                .total_cmp(&second.deviation)
                .then_with(|| speed.distance(*one).cmp(&speed.distance(*other)))
                .then_with(|| one.cmp(other))
        });
    surest.map_or(PoolRating::START, |(_, rating)| {
        PoolRating::unplayed(Rating {
            deviation: rating.deviation.max(FIRST_DEVIATION),
            volatility: Rating::START.volatility,
            ..rating
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = 24 * 60 * 60 * 1_000;

    fn known(rating: f64, deviation: f64, last_played: u64) -> PoolRating {
        PoolRating {
            rating: Rating {
                rating,
                deviation,
                volatility: 0.06,
            },
            last_played: Some(last_played),
            games: 1,
            placement_games: 0,
        }
    }

    #[test]
    fn who_is_new_begins_at_the_start() {
        let first = first_rating(Speed::Blitz, [], DAY);
        assert_eq!(first, PoolRating::START);
        let start = Rating {
            rating: 1500.0,
            deviation: 500.0,
            volatility: 0.09,
        };
        assert_eq!(first.rating, start);
    }

    #[test]
    fn a_known_rating_is_taken_over_with_rd_at_least_200() {
        let first = first_rating(Speed::Blitz, [(Speed::Rapid, known(1800.0, 60.0, 0))], 0);
        let rating = Rating {
            rating: 1800.0,
            deviation: 200.0,
            volatility: 0.09,
        };
        assert_eq!(first, PoolRating::unplayed(rating));
        let vague = first_rating(Speed::Blitz, [(Speed::Rapid, known(1800.0, 300.0, 0))], 0);
        assert_eq!(vague.rating.deviation, 300.0);
    }

    #[test]
    fn the_surest_as_of_now_counts_then_the_nearest_then_the_faster() {
        let rapid = |ratings: &[(Speed, PoolRating)], now| {
            first_rating(Speed::Rapid, ratings.iter().copied(), now)
                .rating
                .rating
        };
        let surer = [
            (Speed::Blitz, known(1600.0, 80.0, 0)),
            (Speed::Correspondence, known(1700.0, 70.0, 0)),
        ];
        assert_eq!(rapid(&surer, 0), 1700.0);
        // Lower when it was stored, but years ago.
        let old = [
            (Speed::Blitz, known(1600.0, 80.0, 3_650 * DAY)),
            (Speed::Correspondence, known(1700.0, 70.0, 0)),
        ];
        assert_eq!(rapid(&old, 3_650 * DAY), 1600.0);
        let mut equal = [
            (Speed::Bullet, known(1600.0, 80.0, 0)),
            (Speed::Classical, known(1700.0, 80.0, 0)),
            (Speed::Blitz, known(1800.0, 80.0, 0)),
        ];
        assert_eq!(rapid(&equal[..2], 0), 1700.0, "the nearer speed");
        assert_eq!(rapid(&equal, 0), 1800.0, "the faster of two as near");
        equal.reverse();
        assert_eq!(rapid(&equal, 0), 1800.0, "in any order");
    }

    #[test]
    fn a_speed_without_a_rated_game_is_not_known() {
        let unplayed = PoolRating::unplayed(Rating {
            rating: 1900.0,
            deviation: 200.0,
            volatility: 0.09,
        });
        let first = first_rating(Speed::Blitz, [(Speed::Rapid, unplayed)], 0);
        assert_eq!(first, PoolRating::START);
    }
}
