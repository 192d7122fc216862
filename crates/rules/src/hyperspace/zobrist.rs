//! The Zobrist keys of a position. The keys of pieces in hyperspace depend on their secret squares.

use super::position::Hyperspace;
use crate::board::{Color, zobrist};

impl Hyperspace {
    pub(super) fn rehash(&mut self) {
        self.hash = self.public_hash();
    }

    pub(super) fn public_hash(&self) -> u64 {
        zobrist::board(&self.board)
            ^ zobrist::castling(self.castling)
            ^ zobrist::turn(self.turn)
            ^ self.en_passant.map_or(0, zobrist::en_passant)
    }

    /// The part of the keys for the pieces in hyperspace. A sum instead of XOR, so that two equal pieces (possible
    /// under the open referee) do not cancel out.
    pub(super) fn travelers_key(&self) -> u64 {
        const TAG: u64 = 0x6879_7065 << 32;
        let mut key = 0_u64;
        for color in Color::ALL {
            for traveler in self.travelers(color).iter() {
                let number = TAG | color.fold_wb(0, 1 << 16) | traveler.identity();
                key = key.wrapping_add(zobrist::scramble(number));
            }
        }
        key
    }

    /// The part of the key for touch-move.
    pub(super) fn withdrawn_key(&self) -> u64 {
        const TAG: u64 = 0x746f_7563 << 32;
        self.withdrawn
            .map_or(0, |square| zobrist::scramble(TAG | u64::from(square)))
    }
}
