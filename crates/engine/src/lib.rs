//! An opponent for four games that bend chess.
//!
//! One search, compiled for each game, over the rules of `manifold-rules`. What a game brings is
//! in [`games`]; what is common is in the search. The engine is given a [`Seat`], what one player
//! knows of a game, and never a position: in Hyperspace Chess the opponent's squares are not in it.
//!
//! It is deterministic. With a node limit and without a time limit the same seat, order and seed give
//! the same [`Thought`] every time.
//!
//! ```
//! use manifold_engine::{Level, Limits, Order, Seat, think};
//! use manifold_rules::board::Color;
//! use manifold_rules::hyperspace::Hyperspace;
//! use manifold_rules::game::Game;
//!
//! let mut game = Game::<Hyperspace>::new(Default::default());
//! for text in ["f2f3", "e7e5", "g2g4"] {
//!     game.play(text.parse()?)?;
//! }
//! let order = Order { limits: Limits::nodes(1_000), ..Order::default() };
//! let thought = think(&Seat::of(&game, Color::Black), &order).expect("Black can move");
//! assert_eq!(thought.action.to_string(), "d8h4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(missing_docs)]

pub mod baseline;
mod certain;
mod chess;
mod combine;
mod engine;
mod evaluation;
pub mod games;
mod level;
mod mixture;
mod moves;
mod order;
mod pack;
mod playable;
mod random;
mod report;
mod search;
mod seat;
mod secret;
mod study;
mod think;
pub mod tune;

pub use engine::{Engine, think, think_with};
pub use evaluation::{
    Evaluated, Tally, Trace, Weight, WeightError, read_weights, with_weights, write_weights,
};
pub use level::Level;
pub use order::{Clock, Limits, Order};
pub use pack::Pack;
pub use playable::{Playable, Scent, Scope};
pub use random::Random;
pub use report::{Line, Report, Thought};
pub use search::{MATE, is_mate};
pub use seat::Seat;
pub use study::{Finished, study};
