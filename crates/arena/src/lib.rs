//! Matches between players: games in pairs from the same opening, and statistics of their results.
//!
//! This is a separate crate because it has three kinds of users, none of which belongs in the engine: matches on the
//! command line, tuning, and tests of strength. It does not touch terminals, files or processes.
//!
//! - [`contest()`] plays pairs of games, several at once, and stops when a sequential test says so.
//! - [`Player`] is anything that can play. A player is given a [`Turn`]: what it knows, never the game itself.
//! - [`transcript`] writes and reads a game as one player knows it, for external players.
//! - [`tune`] fits the weights of the evaluation to self-play games, and trains networks on them.
//! - [`statistics`] deals only with numbers: results of pairs, Elo with intervals, the sequential test.
#![deny(missing_docs)]

mod contest;
mod evaluation;
mod limit;
mod opening;
mod play;
mod player;
mod runner;
pub mod statistics;
pub mod tune;

pub use contest::{Contest, Pair, Tally, contest};
pub use evaluation::Evaluation;
pub use limit::{ContestClock, ContestClockError, SearchLimit};
pub use manifold_uci::transcript;
pub use opening::{opening, usual_longest, usual_plies};
pub use play::{Ending, GameSettings, Played, Thinking, play};
pub use player::{EnginePlayer, Forfeit, Player, Turn};
