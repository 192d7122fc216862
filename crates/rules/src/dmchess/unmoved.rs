//! The kings and rooks that may still castle.

use super::dimension::Dimension;
use super::place::Place;
use crate::board::{Bitboard, Color, Square, color_index};

/// The kings and rooks that have neither moved nor been displaced, one bit for each dimension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Unmoved {
    /// By colour: kings on e1 or e8.
    pub(super) kings: [u8; 2],
    /// By colour: rooks of the a-file, rooks of the h-file.
    pub(super) rooks: [[u8; 2]; 2],
}

/// The home squares of kings and rooks.
const HOMES: Bitboard = Bitboard(0x9100_0000_0000_0091);

impl Unmoved {
    /// The set to which this square belongs, if it is the home of a king or a rook.
    #[inline]
    pub(super) fn set_of(&mut self, square: Square) -> Option<&mut u8> {
        Some(match square {
            Square::E1 => &mut self.kings[0],
            Square::E8 => &mut self.kings[1],
            Square::A1 => &mut self.rooks[0][0],
            Square::H1 => &mut self.rooks[0][1],
            Square::A8 => &mut self.rooks[1][0],
            Square::H8 => &mut self.rooks[1][1],
            _ => return None,
        })
    }

    /// Removes `place` from its set, because a man has left it or arrived there.
    #[inline]
    pub(super) fn discard(&mut self, place: Place) {
        // Most squares are not home squares: test that first.
        if HOMES.contains(place.square)
            && let Some(set) = self.set_of(place.square)
        {
            *set &= !(1 << place.dimension.index());
        }
    }

    /// Copies the bits of a dimension from `others`.
    pub(super) fn copy_dimension(&mut self, others: &Unmoved, dimension: Dimension) {
        let bit = 1 << dimension.index();
        let sets = self.kings.iter_mut().chain(self.rooks.as_flattened_mut());
        let others = others.kings.iter().chain(others.rooks.as_flattened());
        for (set, other) in sets.zip(others) {
            *set = *set & !bit | other & bit;
        }
    }

    #[inline]
    pub(super) fn contains(mut self, place: Place) -> bool {
        self.set_of(place.square)
            .is_some_and(|set| *set >> place.dimension.index() & 1 == 1)
    }

    /// The rights that repetition compares: the sets of each player, if the player has both an unmoved king
    /// and an unmoved rook.
    pub(super) fn rights(self) -> u64 {
        Color::ALL
            .into_iter()
            .map(color_index)
            .fold(0, |rights, side| {
                let [a, h] = self.rooks[side];
                let king = self.kings[side];
                let own = if king != 0 && (a | h) != 0 {
                    u64::from_le_bytes([king, a, h, 0, 0, 0, 0, 0])
                } else {
                    0
                };
                rights << 24 | own
            })
    }

    pub(super) fn all(self) -> u64 {
        let [[wa, wh], [ba, bh]] = self.rooks;
        let [w, b] = self.kings;
        u64::from_le_bytes([w, wa, wh, b, ba, bh, 0, 0])
    }
}
