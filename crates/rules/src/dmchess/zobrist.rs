//! Zobrist keys of men, and the tags that keep the keys of different things apart.

use super::man::{Man, Mark};
use super::place::Place;
use crate::board::zobrist::scramble;

/// Tags that keep the random numbers for different things apart.
pub(super) mod tag {
    pub(in crate::dmchess) const MAN: u64 = 1 << 56;
    pub(in crate::dmchess) const MEMORY: u64 = 2 << 56;
    pub(in crate::dmchess) const UNMOVED: u64 = 3 << 56;
    pub(in crate::dmchess) const EN_PASSANT: u64 = 4 << 56;
    pub(in crate::dmchess) const EPOCH: u64 = 5 << 56;
    pub(in crate::dmchess) const USED: u64 = 6 << 56;
    pub(in crate::dmchess) const TURN: u64 = 7 << 56;
    pub(in crate::dmchess) const PLACING: u64 = 8 << 56;
}

/// The key of a man with its level and its promotions: what repetition compares.
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
