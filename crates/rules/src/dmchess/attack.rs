//! Attacks, within a dimension and across dimensions.

use super::dimension::Dimension;
use super::levels::Levels;
use super::place::Place;
use super::portals::PortalMap;
use crate::board::{Bitboard, Board, Color, Role, attacks};

/// All that attacks depend on: men, levels and portals.
#[derive(Debug, Clone, Copy)]
pub(super) struct Field<'a> {
    pub(super) boards: &'a [Board; 8],
    /// The levels of men that have just left may linger: only squares with a man count.
    pub(super) levels: &'a [Levels; 8],
    pub(super) map: &'static PortalMap,
}

/// The squares from which men of each kind attack a square.
struct Approaches {
    straight: Bitboard,
    diagonal: Bitboard,
    knight: Bitboard,
    king: Bitboard,
    pawn: Bitboard,
}

impl Field<'_> {
    /// Whether any man of `by` attacks `place`.
    #[inline]
    pub(super) fn is_attacked(&self, place: Place, by: Color) -> bool {
        let board = &self.boards[place.dimension.index()];
        board.is_attacked(place.square, by, board.occupied())
            || (!self.map.squares().contains(place.square)
                && Dimension::ALL.into_iter().any(|from| {
                    from != place.dimension && self.attackers_across(from, place, by).any()
                }))
    }

    /// The men of `by` that attack `place` from its own dimension.
    pub(super) fn attackers_within(&self, place: Place, by: Color) -> Bitboard {
        let board = &self.boards[place.dimension.index()];
        board.attackers(place.square, by, board.occupied())
    }

    /// The men of `by` in another dimension that attack `place` through a portal.
    pub(super) fn attackers_across(&self, from: Dimension, place: Place, by: Color) -> Bitboard {
        let mut attackers = Bitboard::EMPTY;
        if self.map.squares().contains(place.square) {
            return attackers;
        }
        let distance = from.distance(place.dimension);
        let board = &self.boards[from.index()];
        let able = board.by_color(by) & self.levels[from.index()].at_least(i16::from(distance));
        if able.is_empty() {
            return attackers;
        }
        let target = &self.boards[place.dimension.index()];
        let passable = self.map.joining(distance) & !target.occupied();
        let square = place.square;
        let near = Approaches {
            straight: attacks::rook_attacks(square, target.occupied()) & passable,
            diagonal: attacks::bishop_attacks(square, target.occupied()) & passable,
            knight: attacks::knight_attacks(square) & passable,
            king: attacks::king_attacks(square) & passable,
            pawn: attacks::pawn_attacks(by.other(), square) & passable,
        };
        let occupied = board.occupied();
        let mut add = |men: Bitboard, portals: Bitboard, arrive: &dyn Fn(_) -> Bitboard| {
            if men.any() {
                // The man stands on the portal, or comes to it by a first leg.
                attackers |= men & portals;
                for portal in portals & !occupied {
                    attackers |= men & arrive(portal);
                }
            }
        };
        let rook = |p| attacks::rook_attacks(p, occupied);
        let bishop = |p| attacks::bishop_attacks(p, occupied);
        add(able & board.by_role(Role::Rook), near.straight, &rook);
        add(able & board.by_role(Role::Bishop), near.diagonal, &bishop);
        add(
            able & board.by_role(Role::Queen),
            near.straight | near.diagonal,
            &|p| rook(p) | bishop(p),
        );
        add(
            able & board.by_role(Role::Knight),
            near.knight,
            &attacks::knight_attacks,
        );
        add(
            able & board.by_role(Role::King),
            near.king,
            &attacks::king_attacks,
        );
        add(able & board.by_role(Role::Pawn), near.pawn, &|p| {
            crate::board::ahead(by.other(), p).map_or(Bitboard::EMPTY, Bitboard::from)
        });
        attackers
    }
}
