//! An opponent for chess and four games that bend it.
//!
//! One search, compiled for each game, over the rules of `manifold-rules`. The part of each game is in [`games`], as implementations of
//! [`playable`]; the rest is common. The engine is given an [`InformationSet`], which holds what one player knows of a game, and never a
//! position: in Hyperspace Chess it does not contain the opponent's squares.
//!
//! It is deterministic: with a node limit and without a time limit, the same information set, options and seed give the
//! same [`SearchResult`] every time.
//!
//! ```
//! use manifold_engine::{InformationSet, Limits, SearchOptions, think};
//! use manifold_rules::board::Color;
//! use manifold_rules::game::Game;
//! use manifold_rules::hyperspace::Hyperspace;
//!
//! let mut game = Game::<Hyperspace>::new(Default::default());
//! for text in ["f2f3", "e7e5", "g2g4"] {
//!     game.play(text.parse()?)?;
//! }
//! let options = SearchOptions { limits: Limits::nodes(1_000), ..SearchOptions::default() };
//! let result = think(&InformationSet::of(&game, Color::Black), &options).expect("Black can move");
//! assert_eq!(result.action.to_string(), "d8h4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs)]

mod analysis;
pub mod baseline;
mod compiled;
mod encoding;
mod engine;
mod eval;
pub mod games;
mod information_set;
mod key;
mod level;
pub mod network;
mod options;
pub mod playable;
mod position_sample;
mod random;
mod report;
mod search;
mod strength;
mod think;

pub use analysis::{FinishedGame, analyse};
pub use encoding::Encode;
pub use engine::{Compiled, Engine, think, think_with};
pub use eval::tally::{Evaluated, Tally, Trace, with_weights};
pub use eval::weights::{Weight, WeightError, read_some_weights, read_weights, write_weights};
pub use information_set::InformationSet;
pub use level::Level;
pub use options::{Clock, Limits, SearchOptions};
pub use playable::{Playable, Scope};
pub use position_sample::PositionSample;
pub use random::Random;
pub use report::{Line, Report, SearchResult};

pub use search::parameters::{Parameters, with_parameters};
pub use search::score::{MATE, is_mate};
