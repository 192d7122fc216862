//! The keys of a position: for repetition, and for transposition tables.

use super::dimension::Dimension;
use super::man::{Man, Mark};
use super::place::Place;
use super::portals::EPOCHS;
use super::position::DmChess;
use crate::board::zobrist::scramble;

/// Tags that keep the keys of different things apart.
mod tag {
    pub(super) const MAN: u64 = 1 << 56;
    pub(super) const MEMORY: u64 = 2 << 56;
    pub(super) const UNMOVED: u64 = 3 << 56;
    pub(super) const EN_PASSANT: u64 = 4 << 56;
    pub(super) const EPOCH: u64 = 5 << 56;
    pub(super) const USED: u64 = 6 << 56;
    pub(super) const TURN: u64 = 7 << 56;
    pub(super) const PLACING: u64 = 8 << 56;
    pub(super) const DOMINANCE: u64 = 9 << 56;
}

/// The key of a man with level and promotions: what repetition compares.
#[inline]
pub(super) fn man_key(place: Place, man: Man) -> u64 {
    let kind = (man.piece.role as u64) * 2 + u64::from(man.piece.color.is_black());
    scramble(
        tag::MAN
            | place.index() as u64
            | kind << 9
            | u64::from(man.level) << 13
            | u64::from(man.mark.promoted_in()) << 17,
    )
}

/// The key of a man's last energy square.
#[inline]
pub(super) fn memory_key(place: Place, mark: Mark) -> u64 {
    match mark.last_energy() {
        Some(square) => {
            scramble(tag::MEMORY | place.index() as u64 | u64::from(square.number()) << 9)
        }
        None => 0,
    }
}

impl DmChess {
    /// The part of the key that repetition compares, en passant aside, and the part that it does
    /// not.
    fn keys(&self) -> (u64, u64) {
        let mut compared = self.men_key
            ^ scramble(tag::UNMOVED | self.unmoved.rights())
            ^ scramble(tag::EPOCH | u64::from(self.portals_epoch()))
            ^ scramble(tag::TURN | u64::from(self.mover().is_black()));
        // Repetition compares which squares are charged, not when the others will be.
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
            ^ scramble(tag::DOMINANCE | self.dominance.number())
    }

    /// The position with the incremental parts recomputed: keys and imbalances.
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
