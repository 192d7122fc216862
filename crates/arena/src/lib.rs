//! Where players meet: games in pairs from the same opening, and what their results say.
//!
//! A crate of its own, because three kinds of users need it and none of them belongs into the engine:
//! matches of the command line, tuning, and tests of strength. It knows no terminal, file or process.
//!
//! - [`statistics`] knows numbers only: results of pairs, Elo with intervals, the sequential test.
#![deny(missing_docs)]

pub mod statistics;
pub mod told;
