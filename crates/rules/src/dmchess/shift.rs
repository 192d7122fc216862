//! The dimensional shift: the portals move, and men on new portal squares make way.

use std::ops::ControlFlow;

use super::action::Move;
use super::dimension::Dimension;
use super::move_set::MoveSet;
use super::place::Place;
use super::portals::{PLIES_BETWEEN_SHIFTS, PortalMap};
use super::position::DmChess;
use super::travel::{king_steps, straight_steps};
use crate::board::{Bitboard, Color, Piece, Role, Square};

/// The portal squares of an epoch, and those among them that were not portal squares before it.
#[derive(Debug, Clone, Copy)]
struct Opening {
    now: Bitboard,
    new: Bitboard,
}

impl Opening {
    /// The opening of an epoch, which is 1 or later.
    fn of_epoch(epoch: u32) -> Opening {
        let now = PortalMap::of_epoch(epoch).squares();
        let before = PortalMap::of_epoch(epoch - 1).squares();
        Opening {
            now,
            new: now & !before,
        }
    }
}

impl DmChess {
    /// Completes a shift of the portals: men on squares that have just become portal squares make way.
    pub(super) fn shift(&mut self) {
        self.en_passant = None;
        let opening = Opening::of_epoch(self.epoch());
        for dimension in Dimension::ALL {
            self.make_way(dimension, opening, |_, _| {});
        }
    }

    /// Moves the men of a dimension off the squares of portals that open, and reports each of them to `moved`.
    fn make_way(
        &mut self,
        dimension: Dimension,
        opening: Opening,
        mut moved: impl FnMut(Place, Place),
    ) {
        for square in self.board(dimension).occupied() & opening.new {
            let place = Place::new(dimension, square);
            let Some(man) = self.man_at(place) else {
                continue;
            };
            if let Some(refuge) = self.refuge(place, man.piece, opening.now) {
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
                // The highest rank first, but still from the a-file on.
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
        let opening = Opening::of_epoch(shifted.epoch());
        let mut displaced = Vec::new();
        for dimension in Dimension::ALL {
            shifted.make_way(dimension, opening, |from, to| displaced.push((from, to)));
        }
        displaced
    }
}

/// Visits the positions after the moves of move sets and the shift that follows. A move changes the shift of two dimensions at most, so
/// the shifts of the others are made once for all moves.
pub(super) struct ShiftVisitor<'a> {
    position: &'a DmChess,
    opening: Opening,
    /// The charged energy squares.
    charged: [Bitboard; 8],
    /// The position after the shift if no man moved before it, but with the ply of `position`.
    shifted: DmChess,
    /// The same as `shifted` between two sets; during a set, the position after a move.
    child: DmChess,
    /// The difference that the shift of each dimension makes to the keys.
    men_keys: [u64; 8],
    memory_keys: [u64; 8],
}

impl ShiftVisitor<'_> {
    pub(super) fn new(position: &DmChess) -> ShiftVisitor<'_> {
        let opening = Opening::of_epoch(position.epoch() + 1);
        let mut shifted = *position;
        let (mut men_keys, mut memory_keys) = ([0; 8], [0; 8]);
        for dimension in Dimension::ALL {
            let (men_key, memory_key) = (shifted.men_key, shifted.memory_key);
            shifted.make_way(dimension, opening, |_, _| {});
            men_keys[dimension.index()] = men_key ^ shifted.men_key;
            memory_keys[dimension.index()] = memory_key ^ shifted.memory_key;
        }
        ShiftVisitor {
            position,
            opening,
            charged: position.used.charged(),
            shifted,
            child: shifted,
            men_keys,
            memory_keys,
        }
    }

    /// Calls `visit` with each of these legal moves and the position after it and the shift.
    #[inline]
    pub(super) fn visit<B>(
        &mut self,
        set: MoveSet,
        mut visit: impl FnMut(Move, &DmChess) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (home, target) = (set.from.dimension, set.dimension);
        let is_journey = home != target;
        self.take_back(home);
        if is_journey {
            self.take_back(target);
        }
        let (child, opening) = (&mut self.child, self.opening);
        if self.position.moves_more_men(set.role, target, set.to) {
            set.for_each(|m| {
                let mut after = *child;
                let kings_change = after.make_without_shift(m);
                after.en_passant = None;
                after.make_way(home, opening, |_, _| {});
                if is_journey {
                    after.make_way(target, opening, |_, _| {});
                }
                after.note_control(kings_change);
                visit(m, &after)
            })?;
        } else {
            let man = child.lift_to_visit(set.role, set.from);
            if is_journey {
                child.make_way(home, opening, |_, _| {});
            }
            let before = child.rest();
            let men = child.men_on(target);
            // A man does not affect the shift of the others unless it arrives on a square that one of them leaves or goes to.
            let mut disturbed = opening.new;
            let arrivals = child.arrivals(set, man, self.charged[target.index()]);
            child.make_way(target, opening, |_, refuge| disturbed.add(refuge.square));
            let arrivals = arrivals.on(!disturbed);
            let lifted = child.lifted(set, man);
            child.visit_arrivals(set, arrivals, &lifted, &mut visit)?;
            child.set_men_on(target, &men);
            child.set_rest(&before);
            arrivals.others(set).for_each(|m| {
                let victim = child.man_at(m.to);
                let landing = child.land(m, man, m.to, victim);
                child.en_passant = None;
                child.make_way(target, opening, |_, _| {});
                child.note_control(landing.kings_change);
                let flow = visit(m, child);
                child.set_men_on(target, &men);
                child.set_rest(&before);
                flow
            })?;
        }
        child.set_men_on(home, &self.shifted.men_on(home));
        if is_journey {
            child.set_men_on(target, &self.shifted.men_on(target));
        }
        child.set_rest(&self.shifted.rest());
        ControlFlow::Continue(())
    }

    /// Takes back the shift of a dimension.
    fn take_back(&mut self, dimension: Dimension) {
        let d = dimension.index();
        let (position, child) = (self.position, &mut self.child);
        child.set_men_on(dimension, &position.men_on(dimension));
        child.imbalance[d] = position.imbalance[d];
        child.unmoved.copy_dimension(&position.unmoved, dimension);
        child.men_key ^= self.men_keys[d];
        child.memory_key ^= self.memory_keys[d];
    }
}
