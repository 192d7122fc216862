//! Ratings of players, as plain values: [Glicko-2](https://www.glicko.net/glicko/glicko2.pdf) (Glickman 2013)
//! with the constants of the large chess servers. No I/O, no clock, no threads; it depends on none of our crates.
//!
//! - [`rate_period`] follows the paper: any number of games in one rating period, nothing clamped.
//! - [`rate_game`] is what a server does after each game: ratings as of now, both players, clamped.
//! - [`Pool`] is a game at a [`Speed`]; every pool has its own rating, and [`first_rating`] is where a player starts.
//! - [`level_rating`] returns the fixed ratings of the machine's levels, and [`placement_allowed`] says who may be rated against them.
//! - [`Ledger`] computes all ratings from the log of results.
//!
//! # The same bits everywhere
//!
//! Ratings can be recomputed at any time, on any machine, and are the same to the last bit. So everything is
//! `f64`, with operations in the order in which they are written: addition, multiplication, division and square root,
//! which IEEE 754 defines exactly, and `exp` and `log` of the crate `libm`, which are built from those. The versions in the
//! standard library are the platform's and may differ. Games are summed in the given order. A test pins the bits.
//!
//! ```
//! use manifold_ratings::{Encounter, Rating, Score, rate_period};
//!
//! // The example of the paper.
//! let player = Rating::new(1500.0, 200.0, 0.06)?;
//! let games = [
//!     Encounter::new(1400.0, 30.0, Score::Win)?,
//!     Encounter::new(1550.0, 100.0, Score::Loss)?,
//!     Encounter::new(1700.0, 300.0, Score::Loss)?,
//! ];
//! let after = rate_period(player, &games, 0.5)?;
//! assert_eq!(format!("{:.2} {:.2}", after.rating, after.deviation), "1464.05 151.52");
//! # Ok::<(), manifold_ratings::RatingError>(())
//! ```
#![deny(missing_docs)]

mod error;
mod first;
mod glicko;
mod ledger;
mod levels;
mod pool;
mod pool_rating;
mod rating;
mod score;
mod speed;

pub use error::{LedgerError, Quantity, RatingError};
pub use first::first_rating;
pub use glicko::rate_period;
pub use ledger::{Changes, Entry, Ledger, Player};
pub use levels::{LevelRating, level_rating, rated_levels};
pub use pool::{ParsePoolError, Pool, RatedGame};
pub use pool_rating::{
    Change, FixedRating, PLACEMENT_GAMES, PoolRating, RANKED_MS, placement_allowed, rate_game,
    rate_placement,
};
pub use rating::{Encounter, Rating, TAU, expected_score};
pub use score::{ParseScoreError, Score};
pub use speed::{ParseSpeedError, Speed};
