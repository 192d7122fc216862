//! Pairings, standings and tie-breaks of events, as plain values: no I/O, no clock, no randomness, and players are only numbers.
//!
//! - [`dutch`] is the FIDE (Dutch) System, C.04.3 in force since 1 February 2026; [`berger`] has the tables for round robins.
//! - [`knock_out`] has the brackets and the games of a match; [`arena`] pairs the players who are free.
//! - [`rounds`] pairs the next round of a [`Tournament`] by its format, and checks past ones.
//! - [`standings`] ranks players by points and [`tiebreaks`], C.07 in force since 1 March 2026.
//! - [`trf`] reads and writes Tournament Report Files, TRF16 and TRF26.
//!
//! Articles are cited from the FIDE Handbook.
//!
//! ```
//! use manifold_pairing::{Board, Player, Tournament, rounds};
//!
//! let player = |number| Player { number, rating: None, entries: Vec::new() };
//! let tournament = Tournament {
//!     rounds: Some(2),
//!     players: (1..=5).map(player).collect(),
//!     ..Tournament::default()
//! };
//! let boards: Vec<String> = rounds::pair(&tournament)?.iter().map(Board::to_string).collect();
//! assert_eq!(boards, ["1 3", "4 2", "5 0"]);
//! # Ok::<(), manifold_pairing::PairingError>(())
//! ```
#![deny(missing_docs)]

pub mod arena;
pub mod berger;
pub mod dutch;
mod error;
pub mod knock_out;
mod matching;
mod points;
pub mod rounds;
pub mod standings;
pub mod tiebreaks;
mod tournament;
pub mod trf;

pub use error::PairingError;
pub use points::{ParsePointsError, Points};
pub use tournament::{
    Board, Bonus, Colour, Entry, Forbidden, Format, MOST_PLAYERS, Number, Player, Score, Scoring,
    Tournament,
};
