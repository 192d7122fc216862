//! Exact rules of chess and of four games that bend it, as plain values.
//!
//! Every game is a position that implements [`position::Position`]: it lists and judges actions, makes them,
//! says how the game ended, shows itself to a viewer, and reads and writes itself as text. Above it,
//! [`game`] has what needs history and clocks, and [`record`] reads and writes games as PGN.
#![deny(missing_docs)]

pub mod board;
pub mod chess;
pub mod dmchess;
pub mod error;
pub mod game;
pub mod hidden960;
pub mod hyperspace;

pub mod outcome;
pub mod perft;
pub mod position;
pub mod record;
pub mod time_traveler;
pub mod variant;
pub mod viewer;

/// The examples in the README, which are tested as documentation.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
