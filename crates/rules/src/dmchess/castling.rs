//! Castling, within a dimension and across dimensions.

use super::action::Move;
use super::dimension::Dimension;
use super::man::Man;
use super::place::Place;
use super::position::DmChess;
use super::refusal::Refusal;
use crate::board::{Bitboard, Castling, Color, Role, Square, attacks};

impl DmChess {
    /// Whether a move is castling: king takes own rook.
    #[inline]
    pub(super) fn is_castling(&self, m: Move) -> bool {
        m.role == Role::King
            && self
                .board(m.to.dimension)
                .of(self.mover(), Role::Rook)
                .contains(m.to.square)
    }

    /// Moves king and rook.
    pub(super) fn castle(&mut self, m: Move, king: Man) {
        let Some(rook) = self.man_at(m.to) else {
            return;
        };
        let (king_to, rook_to) = Castling::targets(m.from.square, m.to.square);
        self.take(m.from, king);
        self.take(m.to, rook);
        for (square, man) in [(king_to, king), (rook_to, rook)] {
            let place = Place::new(m.to.dimension, square);
            if self.man_at(place).is_none() {
                self.put(place, man);
            }
        }
    }

    /// Checks whether the king on `king` may castle with the rook on `rook`, the Conservation Law
    /// aside.
    pub(super) fn check_castling(&self, king: Place, rook: Place) -> Result<(), Refusal> {
        for man in [king, rook] {
            if !self.unmoved.contains(man) {
                return Err(Refusal::CastlingManHasMoved { man, king, rook });
            }
        }
        let (from, to) = (king.dimension, rook.dimension);
        let distance = from.distance(to);
        for man in [king, rook] {
            let level = self.levels[man.dimension.index()].get(man.square);
            if level < distance {
                return Err(Refusal::LevelTooLow {
                    place: man,
                    level,
                    distance,
                });
            }
        }
        let between = attacks::between(king.square, rook.square);
        for dimension in [from, to] {
            let blockers = self.board(dimension).occupied() & between;
            if let Some(square) = blockers.first() {
                return Err(Refusal::CastlingIsBlocked(Place::new(dimension, square)));
            }
        }
        if from == to {
            self.check_king_way(&[(from, Castling::king_way(king.square, rook.square))])
        } else {
            self.check_castling_across(king, rook)
        }
    }

    /// Tries the portal on the king's square and the one beside it.
    fn check_castling_across(&self, king: Place, rook: Place) -> Result<(), Refusal> {
        let (from, to) = (king.dimension, rook.dimension);
        let distance = from.distance(to);
        let (king_to, beside) = Castling::targets(king.square, rook.square);
        let mut refusal = Refusal::NoPortalForCastling { distance };
        for portal in [king.square, beside] {
            if !self.portals().joining(distance).contains(portal)
                || self.board(to).occupied().contains(portal)
            {
                continue;
            }
            let way = [(from, way(king.square, portal)), (to, way(portal, king_to))];
            match self.check_king_way(&way) {
                Ok(()) => return Ok(()),
                Err(attacked) => refusal = attacked,
            }
        }
        Err(refusal)
    }

    fn check_king_way(&self, way: &[(Dimension, Bitboard)]) -> Result<(), Refusal> {
        let enemy = self.mover().other();
        let field = self.field();
        for (dimension, squares) in way {
            for square in *squares {
                let place = Place::new(*dimension, square);
                if field.is_attacked(place, enemy) {
                    return Err(Refusal::CastlingThroughAttack(place));
                }
            }
        }
        Ok(())
    }

    /// The rooks of a dimension with which [`DmChess::check_castling`] lets the king on `king`
    /// castle.
    pub(super) fn castling_rooks(&self, king: Place, dimension: Dimension) -> Bitboard {
        let mut rooks = Bitboard::EMPTY;
        let occupied = self.board(king.dimension).occupied() | self.board(dimension).occupied();
        for square in corners(self.mover()) {
            let rook = Place::new(dimension, square);
            // Nearly always something stands between: test that first.
            if (occupied & attacks::between(king.square, square)).is_empty()
                && self.unmoved.contains(rook)
                && self.check_castling(king, rook).is_ok()
            {
                rooks.add(square);
            }
        }
        rooks
    }

    /// Whether the king or rook on this place is unmoved.
    #[inline]
    pub(super) fn is_unmoved(&self, place: Place) -> bool {
        self.unmoved.contains(place)
    }
}

/// The squares from one to the other, inclusive.
fn way(from: Square, to: Square) -> Bitboard {
    attacks::between(from, to).with(from).with(to)
}

/// The home squares of the rooks.
pub(super) const fn corners(color: Color) -> [Square; 2] {
    match color {
        Color::White => [Square::A1, Square::H1],
        Color::Black => [Square::A8, Square::H8],
    }
}
