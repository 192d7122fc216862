//! The right to capture en passant.

use crate::board::Square;

/// The right to capture en passant in the next turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct EnPassant {
    /// The square that a pawn has jumped over.
    pub(super) square: Square,
    /// Whether the pawn has annihilated: capturing it then undoes that.
    pub(super) annihilated: bool,
}
