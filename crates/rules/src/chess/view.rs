//! The view of a position. Everybody sees all of it.

use std::fmt::{self, Display};

use serde::Serialize;

use super::{Chess, text};
use crate::board::view::ChessView;
use crate::position::Variant as _;

/// A position as it is shown. Displayed as FEN.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct View {
    /// The board, the rights, and who gives check.
    #[serde(flatten)]
    pub chess: ChessView,
    /// Plies since the last capture or pawn move.
    pub fifty_move_count: u32,
    #[serde(rename = "position")]
    text: String,
}

impl View {
    pub(super) fn of(position: &Chess) -> View {
        View {
            chess: ChessView::new(
                position.move_generator(),
                position.variant.id(),
                position.ply,
                text::write_castling(position),
            ),
            fifty_move_count: position.fifty_moves,
            text: text::write(position),
        }
    }
}

impl Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
