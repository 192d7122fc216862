//! The Conservation Law: from full move 17 on no move may take a dimension further out of balance
//! than the bound allows.

use super::dimension::Dimension;
use super::levels::{Levels, MAX_LEVEL};
use super::position::DmChess;
use crate::board::Bitboard;

/// The bound on the imbalance of a dimension.
pub(super) const BOUND: i16 = 8;

/// The imbalances before a move, and the bounds after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Law {
    imbalance: [i16; 8],
    /// A move is illegal if it leaves a dimension outside ±8 and further from 0 than before, that
    /// is, outside ±max(8, imbalance before).
    bound: [i16; 8],
    /// By dimension, a bit for each level: whether men of this level may arrive without capturing,
    /// with or without energy. The lowest bit: whether a man of the dimension may gain energy.
    quiet: [u16; 8],
}

/// A man about to move.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mover {
    pub(super) level: i16,
    /// The squares of the target board that give it energy, unless its level is the highest.
    pub(super) energy: Bitboard,
}

impl Mover {
    /// The level after a capture.
    #[inline]
    fn fed(self) -> i16 {
        raised(self.level)
    }
}

/// The level after a gain in energy, by a capture or an energy square.
#[inline]
fn raised(level: i16) -> i16 {
    (level + 1).min(i16::from(MAX_LEVEL))
}

impl Law {
    /// The law for the player to move; `None` while it does not bind.
    #[inline]
    pub(super) fn of(position: &DmChess) -> Option<Law> {
        position
            .is_under_the_law()
            .then(|| Law::new(position.imbalance))
    }

    fn new(imbalance: [i16; 8]) -> Law {
        let mut law = Law {
            imbalance,
            bound: imbalance.map(|imbalance| imbalance.abs().max(BOUND)),
            quiet: [0; 8],
        };
        for dimension in Dimension::ALL {
            let before = law.before(dimension);
            let arrived = before - i16::from(dimension.number());
            let mut quiet = u16::from(law.admits(dimension, before + 1));
            for level in 1..=i16::from(MAX_LEVEL) {
                let admitted = law.admits(dimension, arrived + level)
                    && law.admits(dimension, arrived + raised(level));
                quiet |= u16::from(admitted) << level;
            }
            law.quiet[dimension.index()] = quiet;
        }
        law
    }

    /// Whether a man of this level may make all non-capturing moves to `dimension`. (If not, some
    /// may still be legal.)
    #[inline]
    pub(super) fn admits_quiet_moves(&self, dimension: Dimension, level: i16, stays: bool) -> bool {
        let bit = if stays { 0 } else { level };
        self.quiet[dimension.index()] >> bit & 1 == 1
    }

    /// Whether `dimension` may have this imbalance after the move.
    #[inline]
    pub(super) fn admits(&self, dimension: Dimension, imbalance: i16) -> bool {
        imbalance.abs() <= self.bound[dimension.index()]
    }

    /// The imbalance of `dimension` before the move.
    pub(super) fn before(&self, dimension: Dimension) -> i16 {
        self.imbalance[dimension.index()]
    }

    /// The squares of men whose capture the law admits. The imbalance after it is `with_mover` less the level of the captured man.
    #[inline]
    fn victims(&self, dimension: Dimension, with_mover: i16, levels: &Levels) -> Bitboard {
        let bound = self.bound[dimension.index()];
        levels.between(with_mover - bound, with_mover + bound)
    }

    /// Whether a man of this level may leave `dimension`.
    #[inline]
    pub(super) fn may_leave(&self, dimension: Dimension, level: i16) -> bool {
        let after = self.imbalance[dimension.index()] - level + i16::from(dimension.number());
        self.admits(dimension, after)
    }

    /// The targets of `to` that the law admits for `mover`. `without` is the imbalance of
    /// `dimension` without the mover; `levels` and `theirs` are those of that dimension.
    #[inline]
    pub(super) fn filter(
        &self,
        dimension: Dimension,
        mover: Mover,
        without: i16,
        to: Bitboard,
        theirs: Bitboard,
        levels: &Levels,
    ) -> Bitboard {
        let number = i16::from(dimension.number());
        let energy = mover.energy & to;
        let quiet = to & !theirs;
        let mut admitted = Bitboard::EMPTY;
        if self.admits(dimension, without + mover.level - number) {
            admitted |= quiet & !energy;
        }
        if (quiet & energy).any() && self.admits(dimension, without + raised(mover.level) - number)
        {
            admitted |= quiet & energy;
        }
        let captures = to & theirs;
        if captures.any() {
            // The mover adds its level less the dimension's number, the captured man takes away its own level less that number: it cancels.
            admitted |= captures & !energy & self.victims(dimension, without + mover.fed(), levels);
            if (captures & energy).any() {
                admitted |= captures
                    & energy
                    & self.victims(dimension, without + raised(mover.fed()), levels);
            }
        }
        admitted
    }

    /// The imbalance of `dimension` without one of its men, of this level.
    #[inline]
    pub(super) fn without(&self, dimension: Dimension, level: i16) -> i16 {
        self.imbalance[dimension.index()] - level + i16::from(dimension.number())
    }
}
