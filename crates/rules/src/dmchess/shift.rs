//! The dimensional shift: the portals move, and men on new portal squares make way.

use super::action::Move;
use super::dimension::Dimension;
use super::place::Place;
use super::portals::{PLIES_BETWEEN_SHIFTS, PortalMap};
use super::position::DmChess;
use super::travel::{king_steps, straight_steps};
use crate::board::{Bitboard, Color, Piece, Role, Square};

impl DmChess {
    /// The portals shift: men on squares that are portal squares now and were none make way.
    pub(super) fn shift(&mut self) {
        self.en_passant = None;
        for dimension in Dimension::ALL {
            self.make_way(dimension, |_, _| {});
        }
    }

    /// Moves the men of a dimension off new portal squares, and reports each of them to `moved`.
    fn make_way(&mut self, dimension: Dimension, mut moved: impl FnMut(Place, Place)) {
        let before = PortalMap::of_epoch(self.epoch() - 1).squares();
        let now = self.portals().squares();
        for square in self.board(dimension).occupied() & now & !before {
            let place = Place::new(dimension, square);
            let Some(man) = self.man_at(place) else {
                continue;
            };
            if let Some(refuge) = self.refuge(place, man.piece, now) {
                self.take(place, man);
                self.put(refuge, man);
                self.unmoved.discard(place);
                moved(place, refuge);
            }
        }
    }

    /// The nearest free square for a man that must leave `place`.
    fn refuge(&self, place: Place, piece: Piece, portals: Bitboard) -> Option<Place> {
        let mut free = !self.board(place.dimension).occupied() & !portals;
        if piece.role == Role::Pawn {
            free &= !Bitboard::BACKRANKS;
        }
        // By king distance, ring after ring; within a ring, by steps along files and ranks.
        let start = Bitboard::from(place.square);
        let (mut nearer, mut within, mut steps) = (start, start, 0);
        for distance in 1..8 {
            let ring = king_steps(nearer) & !nearer;
            nearer |= ring;
            let mut nearest = ring & free;
            if nearest.is_empty() {
                continue;
            }
            while steps < distance || (nearest & within).is_empty() {
                within |= straight_steps(within);
                steps += 1;
            }
            nearest &= within;
            let square = match piece.color {
                Color::White => nearest.first(),
                // The highest rank first, but from the a-file as well.
                Color::Black => nearest.flip_vertical().first().map(Square::flip_vertical),
            };
            return square.map(|square| Place::new(place.dimension, square));
        }
        None
    }

    /// The position after the next shift if no man moved before it.
    pub(super) fn after_shift(&self) -> DmChess {
        let mut shifted = *self;
        shifted.ply = (self.epoch() + 1) * PLIES_BETWEEN_SHIFTS;
        shifted.shift();
        shifted
    }

    /// The men that the next shift would displace as they stand, with their new places.
    #[must_use]
    pub fn displaced_by_shift(&self) -> Vec<(Place, Place)> {
        let mut shifted = *self;
        shifted.ply = (self.epoch() + 1) * PLIES_BETWEEN_SHIFTS;
        let mut displaced = Vec::new();
        for dimension in Dimension::ALL {
            shifted.make_way(dimension, |from, to| displaced.push((from, to)));
        }
        displaced
    }
}

/// A position as it would be after the next shift if no man moved before it. A move changes the shift of two dimensions at most: those of the
/// other dimensions need not be made again for each move.
pub(super) struct Shifted {
    position: DmChess,
    /// The difference that the shift of each dimension makes to the keys.
    men_keys: [u64; 8],
    memory_keys: [u64; 8],
}

impl Shifted {
    /// Of a position before a shift.
    pub(super) fn of(position: &DmChess) -> Shifted {
        let mut shifted = Shifted {
            position: *position,
            men_keys: [0; 8],
            memory_keys: [0; 8],
        };
        let after = &mut shifted.position;
        after.ply += 1;
        for dimension in Dimension::ALL {
            let (men_key, memory_key) = (after.men_key, after.memory_key);
            after.make_way(dimension, |_, _| {});
            shifted.men_keys[dimension.index()] = men_key ^ after.men_key;
            shifted.memory_keys[dimension.index()] = memory_key ^ after.memory_key;
        }
        shifted
    }

    /// The position after a legal move of `position`, the one that was shifted, and after the shift.
    pub(super) fn after(&self, position: &DmChess, m: Move) -> DmChess {
        let mut after = self.position;
        after.ply = position.ply;
        self.take_back(m.from.dimension, position, &mut after);
        if m.to.dimension != m.from.dimension {
            self.take_back(m.to.dimension, position, &mut after);
        }
        let kings_change = after.make_without_shift(m);
        after.en_passant = None;
        after.make_way(m.from.dimension, |_, _| {});
        if m.to.dimension != m.from.dimension {
            after.make_way(m.to.dimension, |_, _| {});
        }
        after.note_control(kings_change);
        after
    }

    /// Takes back the shift of a dimension.
    fn take_back(&self, dimension: Dimension, position: &DmChess, after: &mut DmChess) {
        let d = dimension.index();
        after.boards[d] = position.boards[d];
        after.levels[d] = position.levels[d];
        after.marks.copy_dimension(&position.marks, dimension);
        after.imbalance[d] = position.imbalance[d];
        after.unmoved.copy_dimension(&position.unmoved, dimension);
        after.men_key ^= self.men_keys[d];
        after.memory_key ^= self.memory_keys[d];
    }
}
