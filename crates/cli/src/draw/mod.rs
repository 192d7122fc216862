//! Positions drawn in a terminal.
//!
//! A drawing is made from a *view* only, never from a position: what a viewer may not know cannot
//! get into it. Every game has a file here that implements [`TerminalGame`] for its position: the board with [`grid()`],
//! and beside it ([`beside`]) the game's instrument as a few lines. Boards fit 80 columns (DMChess: 160, or
//! one board and a summary). Nothing is said by colour alone: marks beside the men tell stages and
//! hidden squares apart, so that a drawing without colour, and one in ASCII, says the same.

mod chess;
mod dmchess;
mod game;
mod grid;
mod hidden960;
mod hyperspace;
mod style;
mod text;
mod time_traveler;

pub(crate) use game::{TerminalGame, draw, terminal};
pub(crate) use style::Style;
pub(crate) use text::{ending, strong, warning};

use grid::{Cell, Tone, glyph, grid};
use text::{beside, headline};
