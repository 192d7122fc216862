//! Why a round cannot be paired.

use thiserror::Error;

use crate::tournament::MOST_PLAYERS;

/// Why a round cannot be paired.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PairingError {
    /// The absolute criteria cannot be met for all players at once.
    #[error("no legal pairing: the players cannot all be paired without breaking an absolute rule")]
    NoPairing,
    /// The last round has already been paired.
    #[error("round {rounds} was the last one: there is none left to pair")]
    Over {
        /// The number of rounds.
        rounds: usize,
    },
    /// The format of the tournament cannot be paired.
    #[error(
        "a tournament of this format cannot be paired: only Swiss tournaments and round robins can"
    )]
    Format,
    /// More players than [`MOST_PLAYERS`].
    #[error("at most {MOST_PLAYERS} players can be paired")]
    TooManyPlayers,
    /// A round robin does not have 3 to 24 players.
    #[error("a round robin has from 3 to 24 players, not {players}")]
    RoundRobinSize {
        /// The number that was given.
        players: usize,
    },
}
