//! Statistics of results: numbers only, no games.
//!
//! Games are played in pairs, the same opening with colours swapped, and the *pairs* are counted: the two games of a
//! pair are not independent, and counting them separately makes every interval wrong.

mod elo;
mod ladder;
mod pairs;
mod sprt;

pub use elo::{Estimate, expected_score, logistic_elo};
pub use ladder::{LadderMatch, LadderRating, ladder};
pub use pairs::{GameResult, Pairs};
pub use sprt::{EloModel, Sprt, Verdict};
