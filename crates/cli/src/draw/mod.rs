//! How positions look in a terminal.
//!
//! A drawing is made from a *view* only, never from a position: what a viewer may not know cannot
//! get into it. Every game has a file here that implements [`TerminalGame`] for its position: the board with [`grid()`],
//! and beside it ([`beside`]) the game's instrument as a few lines. Boards fit 80 columns (DMChess: 160, or
//! one board and a summary). Nothing is said by colour alone: marks beside the men tell stages and
//! hidden squares apart, so that a drawing without colour, and one in ASCII, says the same.

mod dmchess;
mod game;
mod grid;
mod hidden960;
mod hyperspace;
mod text;
mod time_traveler;

use manifold_rules::board::{Bitboard, Color};

pub(crate) use game::{TerminalGame, draw, terminal};
pub(crate) use text::{strong, warning};

use grid::{Cell, Tone, glyph, grid};
use text::beside;

/// What the terminal can show, and how the viewer sits.
#[derive(Debug, Clone)]
pub(crate) struct Style {
    /// Chess symbols instead of letters.
    pub(crate) unicode: bool,
    /// Colours (otherwise marks alone).
    pub(crate) color: bool,
    /// The side at the bottom.
    pub(crate) bottom: Color,
    /// Columns of the terminal.
    pub(crate) width: usize,
    /// DMChess: the dimension (1 to 8) shown large where not all eight boards fit.
    pub(crate) focus: usize,
    /// Squares to point out, such as the targets of a man, for each dimension. Games with one board
    /// use the first.
    pub(crate) highlights: [Bitboard; 8],
}

#[cfg(test)]
impl Style {
    /// 80 columns of ASCII, White at the bottom.
    pub(crate) fn plain() -> Style {
        Style {
            unicode: false,
            color: false,
            bottom: Color::White,
            width: 80,
            focus: 1,
            highlights: Default::default(),
        }
    }
}
