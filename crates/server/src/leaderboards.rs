//! Leaderboards, as they were a few seconds ago: working one out looks at everybody who has a place.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use manifold_ratings::{Pool, PoolRating};

use crate::store::{Ranked, Store, StoreError};

/// Players that are listed.
const PLACES: usize = 50;

/// Everybody who has a place in a pool.
#[derive(Debug)]
pub(crate) struct Board {
    /// The time of its computation, in milliseconds since 1970.
    at: u64,
    /// The best, in order.
    pub(crate) best: Vec<Ranked>,
    /// The ratings of all, the highest first.
    ratings: Vec<f64>,
}

impl Board {
    /// The number of players who have a place.
    pub(crate) fn ranked(&self) -> usize {
        self.ratings.len()
    }

    /// The place of a player with this rating at a time, from 1 on; `None` without one.
    pub(crate) fn place(&self, rating: &PoolRating, now: u64) -> Option<usize> {
        let better = |other: &f64| *other > rating.rating.rating;
        rating
            .is_ranked(now)
            .then(|| self.ratings.partition_point(better) + 1)
    }
}

/// The leaderboards of all pools.
pub(crate) struct Leaderboards {
    /// Lifetime of a leaderboard, in milliseconds.
    lasts: u64,
    pools: Mutex<HashMap<Pool, Arc<Kept>>>,
}

/// A cached leaderboard. One request computes it while others wait.
type Kept = tokio::sync::Mutex<Option<Arc<Board>>>;

impl Leaderboards {
    /// Leaderboards that are recomputed after `seconds`.
    pub(crate) fn new(seconds: u64) -> Leaderboards {
        Leaderboards {
            lasts: seconds.saturating_mul(1_000),
            pools: Mutex::default(),
        }
    }

    /// Clears the cache: a name that was removed must be gone at once.
    pub(crate) fn forget(&self) {
        let mut pools = self.pools.lock().unwrap_or_else(PoisonError::into_inner);
        pools.clear();
    }

    /// The leaderboard of a pool at a time, in milliseconds since 1970.
    pub(crate) async fn of(
        &self,
        store: &dyn Store,
        pool: Pool,
        now: u64,
    ) -> Result<Arc<Board>, StoreError> {
        let kept = {
            let mut pools = self.pools.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(pools.entry(pool).or_default())
        };
        let mut kept = kept.lock().await;
        if let Some(board) = kept.as_ref()
            && now.saturating_sub(board.at) < self.lasts
        {
            return Ok(Arc::clone(board));
        }
        let (best, ratings) = store.ranked(pool, now, PLACES).await?;
        let board = Arc::new(Board {
            at: now,
            best,
            ratings,
        });
        *kept = Some(Arc::clone(&board));
        Ok(board)
    }
}

#[cfg(test)]
mod tests {
    use manifold_ratings::{RatedGame, Speed};

    use super::*;
    use crate::store::{Opened, open};

    #[tokio::test]
    async fn a_leaderboard_is_worked_out_again_after_its_time_or_when_it_must_be() {
        let data = tempfile::tempdir().expect("a directory");
        let opened = open(data.path(), 1_000_000).await.expect("a store");
        let Opened { store, now, .. } = opened;
        let leaderboards = Leaderboards::new(15);
        let pool = Pool {
            game: RatedGame::Chess,
            speed: Speed::Blitz,
        };
        let of = async |at| leaderboards.of(&*store, pool, at).await.expect("a board");
        let first = of(now).await;
        assert!(Arc::ptr_eq(&first, &of(now + 14_999).await));
        let second = of(now + 15_000).await;
        assert!(!Arc::ptr_eq(&first, &second));
        leaderboards.forget();
        assert!(!Arc::ptr_eq(&second, &of(now + 15_000).await));
    }
}
