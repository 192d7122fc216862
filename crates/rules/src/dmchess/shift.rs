//! The dimensional shift: the portals move, and men on new portal squares make way.

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
        self.make_way(|_, _| {});
    }

    /// Moves the men off new portal squares, and reports each of them to `moved`.
    fn make_way(&mut self, mut moved: impl FnMut(Place, Place)) {
        let before = PortalMap::of_epoch(self.epoch() - 1).squares();
        let now = self.portals().squares();
        for dimension in Dimension::ALL {
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
        shifted.make_way(|from, to| displaced.push((from, to)));
        displaced
    }
}
