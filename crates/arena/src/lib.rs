//! Where players meet: games in pairs from the same opening, and what their results say.
//!
//! A crate of its own, because three kinds of users need it and none of them belongs into the engine:
//! matches of the command line, tuning, and tests of strength. It knows no terminal, file or process.
//!
//! - [`contest()`] plays pairs of games, several at once, and stops when a sequential test says so.
//! - [`Player`] is who sits at the board. A player is given a [`Turn`]: a seat, and never the game.
//! - [`transcript`] is a game in words as one seat knows it, for players outside.
//! - [`statistics`] knows numbers only: results of pairs, Elo with intervals, the sequential test.
#![deny(missing_docs)]

mod contest;
mod opening;
mod pace;
mod play;
mod player;
mod runner;
pub mod statistics;
pub mod transcript;
pub mod tune;

pub use contest::{Contest, Pair, Tally, contest};
pub use opening::{opening, usual_plies};
pub use pace::{Pace, TimeControl, TimeControlError};
pub use play::{Ending, Played, Terms, Thinking, play};
pub use player::{EnginePlayer, Forfeit, Player, Turn};
