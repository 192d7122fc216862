//! Energy squares, and when they are charged.

use super::dimension::Dimension;
use super::place::Place;
use crate::board::{Bitboard, Square};

/// A square used on ply p is charged again from ply p + 6.
pub(super) const RECHARGE_PLIES: u8 = 6;

/// Files a c e g of ranks 4 and 5.
const ODD_DIMENSIONS: Bitboard = Bitboard(0x0000_0055_5500_0000);
/// Files b d f h of ranks 4 and 5.
const EVEN_DIMENSIONS: Bitboard = Bitboard(0x0000_00aa_aa00_0000);

/// The energy squares of a dimension.
#[inline]
#[must_use]
pub fn energy_squares(dimension: Dimension) -> Bitboard {
    if dimension.number() % 2 == 1 {
        ODD_DIMENSIONS
    } else {
        EVEN_DIMENSIONS
    }
}

/// One of the 64 energy squares, in a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct EnergySquare(u8);

impl EnergySquare {
    #[inline]
    pub(super) fn at(place: Place) -> Option<EnergySquare> {
        if !energy_squares(place.dimension).contains(place.square) {
            return None;
        }
        // Ranks 4 and 5 are the squares 24 to 39, every second of which is an energy square.
        let on_board = (place.square.to_u32() - 24) / 2;
        Some(EnergySquare(
            (place.dimension.index() as u32 * 8 + on_board) as u8,
        ))
    }

    /// The square with this number, which is below 64.
    pub(super) fn new(number: u8) -> EnergySquare {
        debug_assert!(number < 64);
        EnergySquare(number)
    }

    #[inline]
    pub(super) fn number(self) -> u8 {
        self.0
    }

    #[inline]
    pub(super) fn place(self) -> Place {
        let dimension = Dimension::ALL[usize::from(self.0 / 8)];
        let odd_file = u32::from(dimension.number().is_multiple_of(2));
        Place::new(
            dimension,
            Square::new(24 + u32::from(self.0 % 8) * 2 + odd_file),
        )
    }
}

/// The energy squares used on the last five plies, which are not charged now. A ply uses one square
/// at most: a byte for each ply, the last ply lowest, with the number of the square plus one, or 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct UsedEnergy(u64);

impl UsedEnergy {
    const PLIES: u32 = RECHARGE_PLIES as u32 - 1;

    /// Adds a ply on which `used` was used.
    #[inline]
    pub(super) fn advance(&mut self, used: Option<EnergySquare>) {
        const ALL: u64 = (1 << (8 * UsedEnergy::PLIES)) - 1;
        let byte = used.map_or(0, |square| u64::from(square.0) + 1);
        self.0 = (self.0 << 8 | byte) & ALL;
    }

    /// For reading a position: notes that `used` is charged again after `plies` more plies, 1 to 5.
    /// Returns false if another square was used on that ply.
    pub(super) fn set(&mut self, used: EnergySquare, plies: u8) -> bool {
        let shift = 8 * (Self::PLIES - u32::from(plies));
        let is_free = self.0 >> shift & 0xff == 0;
        self.0 |= (u64::from(used.0) + 1) << shift;
        is_free
    }

    /// The square used `plies` plies ago, 0 for the last one.
    #[inline]
    fn plies_ago(self, plies: u32) -> Option<EnergySquare> {
        let byte = (self.0 >> (8 * plies) & 0xff) as u8;
        byte.checked_sub(1).map(EnergySquare)
    }

    /// The squares that are not charged, the first to recharge first, each with the number of plies
    /// for which it stays uncharged, counted from the next one.
    pub(super) fn iter(self) -> impl Iterator<Item = (EnergySquare, u8)> {
        (1..RECHARGE_PLIES).filter_map(move |plies| {
            let used = self.plies_ago(Self::PLIES - u32::from(plies))?;
            Some((used, plies))
        })
    }

    #[inline]
    pub(super) fn is_charged(self, square: EnergySquare) -> bool {
        self.0 == 0 || (0..Self::PLIES).all(|plies| self.plies_ago(plies) != Some(square))
    }

    /// The charged energy squares of every dimension.
    #[inline]
    pub(super) fn charged(self) -> [Bitboard; 8] {
        let mut charged = Dimension::ALL.map(energy_squares);
        for (used, _) in self.iter() {
            let place = used.place();
            charged[place.dimension.index()].discard(place.square);
        }
        charged
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_dimensions_have_files_a_c_e_g_even_ones_b_d_f_h() {
        for dimension in Dimension::ALL {
            let files = if dimension.number() % 2 == 1 {
                "aceg"
            } else {
                "bdfh"
            };
            let expected: Bitboard = files
                .chars()
                .flat_map(|file| ['4', '5'].map(|rank| format!("{file}{rank}")))
                .map(|name| name.parse::<Square>().expect("a square"))
                .collect();
            assert_eq!(energy_squares(dimension), expected);
        }
    }

    #[test]
    fn every_energy_square_fits_into_its_number() {
        let mut number = 0;
        for dimension in Dimension::ALL {
            for square in Square::ALL {
                let place = Place::new(dimension, square);
                let energy = EnergySquare::at(place);
                assert_eq!(energy.is_some(), energy_squares(dimension).contains(square));
                if let Some(energy) = energy {
                    assert_eq!(energy.place(), place);
                    assert_eq!(energy.number(), number);
                    number += 1;
                }
            }
        }
        assert_eq!(number, 64);
    }

    #[test]
    fn a_square_used_on_ply_p_serves_again_from_ply_p_plus_6() {
        let square = EnergySquare::new(9);
        let mut used = UsedEnergy::default();
        used.advance(Some(square)); // ply p
        for plies in (1..=5).rev() {
            // before plies p + 1 to p + 5
            assert!(!used.is_charged(square));
            assert!(!used.charged()[1].contains(square.place().square));
            assert_eq!(used.iter().collect::<Vec<_>>(), [(square, plies)]);
            used.advance(None);
        }
        assert!(used.is_charged(square));
        assert_eq!(used, UsedEnergy::default());
    }
}
