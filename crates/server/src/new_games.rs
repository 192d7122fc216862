//! New games: the rate at which one network may make them, and the networks that made those against the engine.

use std::net::IpAddr;

use moka::sync::Cache;

use crate::ids::GameId;
use crate::network::NetworkRate;
use crate::table::error::TableError;

/// Games whose maker's network is remembered. For older ones it is unknown until their players come.
const REMEMBERED: u64 = 100_000;

/// Counts new games, those of rematches too.
pub(crate) struct NewGames {
    rate: NetworkRate,
    made_from: Cache<GameId, IpAddr>,
}

impl NewGames {
    /// Allows each network this many new games per hour.
    pub(crate) fn new(an_hour: u32) -> NewGames {
        NewGames {
            rate: NetworkRate::per_hour(an_hour),
            made_from: Cache::new(REMEMBERED),
        }
    }

    /// Counts one new game.
    ///
    /// # Errors
    /// There were too many.
    pub(crate) fn count(&self, network: IpAddr) -> Result<(), TableError> {
        self.rate
            .count(network)
            .map_err(TableError::TooManyNewGames)
    }

    /// Remembers the network from which a game against the engine was made: the engine works on its behalf.
    pub(crate) fn was_made_from(&self, game: GameId, network: IpAddr) {
        self.made_from.insert(game, network);
    }

    /// From which network a game against the engine was made, if that is known.
    pub(crate) fn maker(&self, game: GameId) -> Option<IpAddr> {
        self.made_from.get(&game)
    }
}
