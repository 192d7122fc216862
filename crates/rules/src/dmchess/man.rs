//! Men, with energy level and marks.

use super::dimension::Dimension;
use super::energy::EnergySquare;
use super::levels::MAX_LEVEL;
use super::place::Place;
use crate::board::{Bitboard, Color, Piece, Rank, Role};

/// A man with its level and its mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Man {
    pub(super) piece: Piece,
    pub(super) level: u8,
    pub(super) mark: Mark,
}

impl Man {
    /// A man as it is at the start of a game: without marks.
    pub(super) fn fresh(piece: Piece, level: u8) -> Man {
        Man {
            piece,
            level,
            mark: Mark::default(),
        }
    }

    /// Raises the level by one, up to the highest. A man of the highest level gets no more energy,
    /// so its last energy square is forgotten.
    #[inline]
    pub(super) fn gain(&mut self) {
        self.level = (self.level + 1).min(MAX_LEVEL);
        if self.level == MAX_LEVEL {
            self.mark.set_last_energy(None);
        }
    }

    /// Whether this man promotes, or may, by moving to `place`.
    #[inline]
    pub(super) fn may_promote_at(&self, place: Place) -> bool {
        last_rank(self.piece.color).contains(place.square)
            && (self.piece.role == Role::Pawn
                || self.mark.is_former_pawn() && !self.mark.has_promoted_in(place.dimension))
    }
}

/// The history that a man carries along: the dimensions where it has promoted, and the square that last gave it energy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Mark(u16);

impl Mark {
    /// The dimensions in which a former pawn has promoted, one bit each; 0 for a man that was not a
    /// pawn.
    #[inline]
    pub(super) fn promoted_in(self) -> u8 {
        (self.0 & 0xff) as u8
    }

    #[inline]
    pub(super) fn is_former_pawn(self) -> bool {
        self.promoted_in() != 0
    }

    #[inline]
    pub(super) fn has_promoted_in(self, dimension: Dimension) -> bool {
        self.promoted_in() >> dimension.index() & 1 == 1
    }

    #[inline]
    pub(super) fn add_promotion(&mut self, dimension: Dimension) {
        self.0 |= 1 << dimension.index();
    }

    #[inline]
    pub(super) fn last_energy(self) -> Option<EnergySquare> {
        (self.0 >> 8)
            .checked_sub(1)
            .map(|number| EnergySquare::new(number as u8))
    }

    #[inline]
    pub(super) fn set_last_energy(&mut self, square: Option<EnergySquare>) {
        let number = square.map_or(0, |square| u16::from(square.number()) + 1);
        self.0 = self.0 & 0xff | number << 8;
    }
}

/// The marks of all men by place; 0 on empty squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marks([Mark; 512]);

impl Marks {
    pub(super) const NONE: Marks = Marks([Mark(0); 512]);

    #[inline]
    pub(super) fn get(&self, place: Place) -> Mark {
        self.0[place.index()]
    }

    #[inline]
    pub(super) fn set(&mut self, place: Place, mark: Mark) {
        self.0[place.index()] = mark;
    }

    /// The marks of a dimension, by square.
    #[inline]
    pub(super) fn of_dimension(&self, dimension: Dimension) -> &[Mark; 64] {
        &self.0.as_chunks().0[dimension.index()]
    }

    #[inline]
    pub(super) fn set_dimension(&mut self, dimension: Dimension, marks: &[Mark; 64]) {
        self.0.as_chunks_mut().0[dimension.index()] = *marks;
    }
}

/// The rank on which men of `color` promote.
#[inline]
pub(super) fn last_rank(color: Color) -> Bitboard {
    Bitboard::from_rank(color.relative_rank(Rank::Eighth))
}
