//! Checks and pins.

use super::{Bitboard, Square, attacks};

/// Checks and pins against the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constraints {
    /// The king, if the player has one on the board.
    pub king: Option<Square>,
    /// Enemy men that give check.
    pub checkers: Bitboard,
    /// Own men pinned to their king: they may only move along the pin line.
    pub pinned: Bitboard,
}

impl Constraints {
    /// No king, so no checks and no pins.
    pub(super) const NONE: Constraints = Constraints {
        king: None,
        checkers: Bitboard::EMPTY,
        pinned: Bitboard::EMPTY,
    };

    /// The squares to which checks and pins restrict the man on `from`, which is not the king.
    #[inline]
    #[must_use]
    pub fn allowed(self, from: Square) -> Bitboard {
        self.answers() & self.line(from)
    }

    /// The check mask: targets with which men other than the king answer the check; all squares
    /// if there is no check.
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

    /// The pin mask of the man on `from`; all squares if it is not pinned.
    #[inline]
    pub(super) fn line(self, from: Square) -> Bitboard {
        match self.king {
            Some(king) if self.pinned.contains(from) => attacks::ray(king, from),
            _ => Bitboard::FULL,
        }
    }
}
