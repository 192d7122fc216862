//! The keys of a position: for repetition, and for transposition tables.

use super::dimension::Dimension;
use super::place::Place;
use super::portals::EPOCHS;
use super::position::DmChess;
use super::zobrist::{man_key, memory_key, tag};
use crate::board::zobrist::scramble;

impl DmChess {
    /// What repetition compares, but for the right to capture en passant, and what it does not.
    fn keys(&self) -> (u64, u64) {
        let mut compared = self.men_key
            ^ scramble(tag::UNMOVED | self.unmoved.rights())
            ^ scramble(tag::EPOCH | u64::from(self.portals_epoch()))
            ^ scramble(tag::TURN | u64::from(self.mover().is_black()));
        // Which squares are charged for the next ply: not when the others will be.
        let mut later = 0;
        for (square, plies) in self.used.iter() {
            let number = u64::from(square.number());
            compared ^= scramble(tag::USED | number);
            later ^= scramble(tag::USED | number | u64::from(plies) << 8);
        }
        (compared, later)
    }

    const fn portals_epoch(&self) -> u32 {
        self.epoch() % EPOCHS
    }

    fn en_passant_key(&self) -> u64 {
        self.en_passant
            .map_or(0, |place| scramble(tag::EN_PASSANT | place.index() as u64))
    }

    pub(super) fn compute_repetition_key(&self) -> u64 {
        let (compared, _) = self.keys();
        if self.en_passant_is_legal() {
            compared ^ self.en_passant_key()
        } else {
            compared
        }
    }

    pub(super) fn compute_zobrist(&self) -> u64 {
        let (compared, later) = self.keys();
        compared
            ^ later
            ^ self.memory_key
            ^ self.en_passant_key()
            ^ scramble(tag::UNMOVED | 1 << 48 | self.unmoved.all())
            ^ scramble(tag::PLACING | self.placing.number())
    }

    /// The incremental parts, worked out from the men: keys and imbalances.
    pub(super) fn recomputed(&self) -> DmChess {
        let mut again = *self;
        again.men_key = 0;
        again.memory_key = 0;
        again.imbalance = [0; 8];
        for dimension in Dimension::ALL {
            for square in self.board(dimension).occupied() {
                let place = Place::new(dimension, square);
                if let Some(man) = self.man_at(place) {
                    again.men_key ^= man_key(place, man);
                    again.memory_key ^= memory_key(place, man.mark);
                    again.imbalance[dimension.index()] +=
                        i16::from(man.level) - i16::from(dimension.number());
                }
            }
        }
        again
    }
}
