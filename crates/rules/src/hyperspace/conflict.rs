//! A conflict under the open referee: two pieces of one player return on the same turn.

use super::action::Action;
use super::delay::Delay;
use super::traveler::Travelers;
use crate::board::{Board, Castling, Color, Square};

/// A position without its conflict. (A position inside a position would make every clone slower.)
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Snapshot {
    pub(super) board: Board,
    pub(super) castling: Castling,
    pub(super) hash: u64,
    pub(super) travelers: [Travelers; 2],
    pub(super) ply: u32,
    pub(super) fifty_moves: u32,
    pub(super) turn: Color,
    pub(super) en_passant: Option<Square>,
    pub(super) withdrawn: Option<Square>,
}

/// A phase-out with a return turn that is already taken. Its player may amend or cancel it until the opponent
/// has completed the next move.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Conflict {
    /// The position in which it was made.
    pub(super) before: Snapshot,
    /// The phase-out.
    pub(super) action: Action,
    /// The square that the piece left.
    pub(super) from: Square,
    /// The declared delay.
    pub(super) delay: Delay,
}

impl Conflict {
    /// The player who may settle it.
    pub(super) fn player(&self) -> Color {
        self.before.turn
    }
}
