//! Dimensional energy levels (DEL), 1 to 8, of the men on one board.

use crate::board::{Bitboard, Square};

/// The highest level.
pub const MAX_LEVEL: u8 = 8;

/// The level of every man on a board, less one, as three bitboards, so that “all men of level 4 and
/// more” is a set operation. Empty squares read as level 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Levels([Bitboard; 3]);

/// By level less one and plane: all squares if the level has the bit of that plane, otherwise none.
static PLANES: [[u64; 3]; 8] = {
    let mut planes = [[0; 3]; 8];
    let mut level = 0;
    while level < 8 {
        let mut plane = 0;
        while plane < 3 {
            if level >> plane & 1 == 1 {
                planes[level][plane] = u64::MAX;
            }
            plane += 1;
        }
        level += 1;
    }
    planes
};

impl Levels {
    #[inline]
    pub(super) fn get(&self, square: Square) -> u8 {
        let shift = square.to_u32();
        let bit = |plane: usize| (self.0[plane].0 >> shift & 1) as u8;
        1 + bit(0) + 2 * bit(1) + 4 * bit(2)
    }

    /// Sets the level of a man on a square that was clear.
    #[inline]
    pub(super) fn put(&mut self, square: Square, level: u8) {
        debug_assert!((1..=MAX_LEVEL).contains(&level));
        // All planes are treated alike, as in `clear`: the compiler handles two at once, with loads
        // and stores of the same width.
        let planes = &PLANES[usize::from(level - 1) & 7];
        for (squares, plane) in self.0.iter_mut().zip(planes) {
            squares.0 |= plane & 1 << square.to_u32();
        }
    }

    /// Moves a man of this level from one square to another that is clear.
    #[inline]
    pub(super) fn shift(&mut self, from: Square, to: Square, level: u8) {
        let both = 1 << from.to_u32() | 1 << to.to_u32();
        let planes = &PLANES[usize::from(level - 1) & 7];
        for (squares, plane) in self.0.iter_mut().zip(planes) {
            squares.0 ^= plane & both;
        }
    }

    #[inline]
    pub(super) fn planes(&self) -> [Bitboard; 3] {
        self.0
    }

    #[inline]
    pub(super) fn clear(&mut self, square: Square) {
        for squares in &mut self.0 {
            squares.0 &= !(1 << square.to_u32());
        }
    }

    /// The squares with a level of at least `level`: all if it is 1 or less, none if it is above 8.
    #[inline]
    pub(super) fn at_least(&self, level: i16) -> Bitboard {
        let [ones, twos, fours] = self.0;
        match level {
            ..=1 => Bitboard::FULL,
            2 => ones | twos | fours,
            3 => twos | fours,
            4 => fours | (twos & ones),
            5 => fours,
            6 => fours & (twos | ones),
            7 => fours & twos,
            8 => fours & twos & ones,
            _ => Bitboard::EMPTY,
        }
    }

    /// The squares with a level from `low` to `high`.
    #[inline]
    pub(super) fn between(&self, low: i16, high: i16) -> Bitboard {
        self.at_least(low) & !self.at_least(high + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_is_read_back_and_cleared() {
        let mut levels = Levels::default();
        for level in 1..=MAX_LEVEL {
            levels.put(Square::E4, level);
            assert_eq!(levels.get(Square::E4), level);
            levels.clear(Square::E4);
            assert_eq!(levels, Levels::default());
        }
    }

    #[test]
    fn a_level_moves_with_its_man_and_no_other_does() {
        for level in 1..=MAX_LEVEL {
            let mut levels = Levels::default();
            levels.put(Square::E4, level);
            levels.put(Square::A1, 6);
            levels.shift(Square::E4, Square::C3, level);
            assert_eq!(levels.get(Square::C3), level);
            assert_eq!(levels.get(Square::A1), 6);
            levels.clear(Square::C3);
            levels.clear(Square::A1);
            assert_eq!(levels, Levels::default());
        }
    }

    #[test]
    fn squares_are_found_by_level() {
        let mut levels = Levels::default();
        for level in 1..=MAX_LEVEL {
            levels.put(Square::new(u32::from(level)), level);
        }
        for low in -2..=10_i16 {
            for high in -2..=10_i16 {
                for level in 1..=MAX_LEVEL {
                    assert_eq!(
                        levels
                            .between(low, high)
                            .contains(Square::new(u32::from(level))),
                        (low..=high).contains(&i16::from(level)),
                        "{level} in {low}..={high}"
                    );
                }
            }
        }
    }
}
