//! Why there is no pairing.

use thiserror::Error;

use crate::tournament::MOST_PLAYERS;

/// Why a round cannot be paired.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PairingError {
    /// The absolute criteria cannot be fulfilled for all at once.
    #[error("no legal pairing: the players cannot all be paired without breaking an absolute rule")]
    NoPairing,
    /// The last round has been paired.
    #[error("round {rounds} was the last one: there is none left to pair")]
    Over {
        /// The number of rounds.
        rounds: usize,
    },
    /// The tournament is paired in a way of its organiser's own.
    #[error(
        "a tournament of this format cannot be paired: only Swiss tournaments and round robins can"
    )]
    Format,
    /// More players than [`MOST_PLAYERS`].
    #[error("at most {MOST_PLAYERS} players can be paired")]
    TooManyPlayers,
    /// A round robin has from 3 to 24 players.
    #[error("a round robin has from 3 to 24 players, not {players}")]
    RoundRobinSize {
        /// The number that was given.
        players: usize,
    },
}
