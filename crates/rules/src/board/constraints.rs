//! Checks and pins.

use super::{Bitboard, Square, attacks};

/// What check and pins leave to the men of the player to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constraints {
    /// The king, if the player has one on the board.
    pub king: Option<Square>,
    /// Enemy men that give check.
    pub checkers: Bitboard,
    /// Own men that may only move along the line to their king.
    pub pinned: Bitboard,
}

impl Constraints {
    /// Nothing is forbidden by check.
    pub(super) const NONE: Constraints = Constraints {
        king: None,
        checkers: Bitboard::EMPTY,
        pinned: Bitboard::EMPTY,
    };

    /// Where checks and pins let the man on `from`, which is not the king, go.
    #[inline]
    #[must_use]
    pub fn allowed(self, from: Square) -> Bitboard {
        self.answers() & self.line(from)
    }

    /// Squares on which a move of any man but the king answers the check; all without check.
    #[inline]
    pub(super) fn answers(self) -> Bitboard {
        match (self.king, self.checkers.first()) {
            (Some(king), Some(checker)) if !self.checkers.more_than_one() => {
                attacks::between(king, checker).with(checker)
            }
            (Some(_), Some(_)) => Bitboard::EMPTY,
            _ => Bitboard::FULL,
        }
    }

    /// Squares to which a pinned man may still go.
    #[inline]
    pub(super) fn line(self, from: Square) -> Bitboard {
        match self.king {
            Some(king) if self.pinned.contains(from) => attacks::ray(king, from),
            _ => Bitboard::FULL,
        }
    }
}
