//! The right to capture en passant.

use crate::board::Square;

/// The right to capture en passant in the next turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct EnPassant {
    /// The square that the pawn has crossed.
    pub(super) square: Square,
    /// Whether the double step was an annihilation, which the capture would undo.
    pub(super) annihilated: bool,
}
