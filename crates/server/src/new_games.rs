//! How many games may be made from one network.

use std::net::IpAddr;

use crate::network::NetworkRate;
use crate::table::error::TableError;

/// Counts new games, those of rematches too.
pub(crate) struct NewGames(NetworkRate);

impl NewGames {
    /// The most that one network may make in an hour.
    pub(crate) fn new(an_hour: u32) -> NewGames {
        NewGames(NetworkRate::per_hour(an_hour))
    }

    /// Counts one more game.
    ///
    /// # Errors
    /// There were too many.
    pub(crate) fn count(&self, network: IpAddr) -> Result<(), TableError> {
        self.0.count(network).map_err(TableError::TooManyNewGames)
    }
}
