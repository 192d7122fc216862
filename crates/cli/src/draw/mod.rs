//! Positions drawn in a terminal.
//!
//! A drawing is made only from a *view*, never from a position, so it cannot show what a viewer may not know. Every game has a file here
//! that implements [`TerminalGame`] for its position: the board with [`grid()`], and beside it ([`beside`]) the game's instrument, a few
//! lines of text. Boards fit into 80 columns (DMChess: 160, or one board and a summary). Nothing is shown by colour alone: marks beside
//! the men tell stages and hidden squares apart, so a drawing without colour, or in ASCII, has the same information.

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
