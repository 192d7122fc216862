//! The capabilities of the terminal.

use manifold_rules::board::{Bitboard, Color};

/// The capabilities of the terminal, and the viewer's side of the board.
#[derive(Debug, Clone)]
pub(crate) struct Style {
    /// Whether to use chess symbols instead of letters.
    pub(crate) unicode: bool,
    /// Whether to use colours (otherwise only marks).
    pub(crate) color: bool,
    /// The side at the bottom.
    pub(crate) bottom: Color,
    /// The width of the terminal, in columns.
    pub(crate) width: usize,
    /// DMChess: the dimension (1 to 8) that is shown large if not all eight boards fit.
    pub(crate) focus: usize,
    /// The squares to highlight, such as the targets of a man, for each dimension. Games with one board use the first.
    pub(crate) highlights: [Bitboard; 8],
}

#[cfg(test)]
impl Style {
    /// 80 columns of ASCII, with White at the bottom.
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
