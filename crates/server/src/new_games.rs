//! How many games may be made from one network.

use std::net::IpAddr;
use std::num::NonZeroU32;

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::table::error::TableError;

/// How many networks are remembered before quiet ones are forgotten.
const NETWORKS: usize = 50_000;

/// Counts new games, those of rematches too.
pub(crate) struct NewGames(DefaultKeyedRateLimiter<IpAddr>);

impl NewGames {
    /// At most so many an hour.
    pub(crate) fn new(an_hour: u32) -> NewGames {
        let quota = Quota::per_hour(NonZeroU32::new(an_hour).unwrap_or(NonZeroU32::MIN));
        NewGames(RateLimiter::keyed(quota))
    }

    /// Counts one more game.
    ///
    /// # Errors
    /// There were too many.
    pub(crate) fn count(&self, network: IpAddr) -> Result<(), TableError> {
        if self.0.len() > NETWORKS {
            self.0.retain_recent();
        }
        self.0
            .check_key(&network)
            .map_err(|_| TableError::TooManyNewGames)
    }
}
