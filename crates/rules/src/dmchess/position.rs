//! The position: eight boards, and the state of the men on them.

use super::attack::Field;
use super::dimension::Dimension;
use super::dominance::Dominance;
use super::energy::{EnergySquare, UsedEnergy};
use super::levels::Levels;
use super::man::{Man, Mark, Marks};
use super::place::Place;
use super::placement::Placing;
use super::portals::{PLIES_BETWEEN_SHIFTS, PortalMap};
use super::unmoved::Unmoved;
use super::variant::Variant;
use crate::board::{Bitboard, Board, Color, Piece, Role};

/// The Conservation Law binds from this ply on, counted from 0: White's 17th move.
pub(super) const LAW_FROM_PLY: u32 = 32;

/// A position of DMChess: eight boards with up to 256 men.
///
/// It has a fixed size and nothing on the heap, so that a clone is one copy of memory:
///
/// ```
/// use manifold_rules::dmchess::DmChess;
///
/// assert!(std::mem::size_of::<DmChess>() <= 1_900);
/// ```
// `Copy`, so that a clone is one copy of memory instead of one for each field: three times as fast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DmChess {
    pub(super) variant: Variant,
    pub(super) placing: Placing,
    pub(super) boards: [Board; 8],
    pub(super) levels: [Levels; 8],
    pub(super) marks: Marks,
    /// The sum of (DEL - d) over the men on dimension d.
    pub(super) imbalance: [i16; 8],
    pub(super) unmoved: Unmoved,
    pub(super) used: UsedEnergy,
    /// The en passant square, if an enemy pawn can capture there.
    pub(super) en_passant: Option<Place>,
    pub(super) dominance: Dominance,
    pub(super) ply: u32,
    pub(super) quiet_plies: u32,
    pub(super) men_key: u64,
    pub(super) memory_key: u64,
}

/// All men of a dimension.
#[derive(Debug, Clone, Copy)]
pub(super) struct Men {
    board: Board,
    levels: Levels,
    marks: [Mark; 64],
}

impl DmChess {
    /// A position without men.
    pub(super) fn empty(variant: Variant) -> DmChess {
        DmChess {
            variant,
            placing: Placing::Done,
            boards: [Board::EMPTY; 8],
            levels: [Levels::default(); 8],
            marks: Marks::NONE,
            imbalance: [0; 8],
            unmoved: Unmoved::default(),
            used: UsedEnergy::default(),
            en_passant: None,
            dominance: Dominance::default(),
            ply: 0,
            quiet_plies: 0,
            men_key: 0,
            memory_key: 0,
        }
    }

    /// Eight standard arrays, with or without kings.
    pub(super) fn arrays(variant: Variant, with_kings: bool) -> DmChess {
        let mut position = DmChess::empty(variant);
        let array = Board::start();
        for dimension in Dimension::ALL {
            for square in array.occupied() {
                let Some(piece) = array.piece_at(square) else {
                    continue;
                };
                if piece.role == Role::King && !with_kings {
                    continue;
                }
                let place = Place::new(dimension, square);
                position.put(place, Man::fresh(piece, dimension.number()));
                if let Some(set) = position.unmoved.set_of(square) {
                    *set |= 1 << dimension.index();
                }
            }
        }
        position
    }

    /// The current portal map.
    #[inline]
    #[must_use]
    pub fn portals(&self) -> &'static PortalMap {
        PortalMap::of_epoch(self.epoch())
    }

    /// The number of shifts so far.
    #[inline]
    #[must_use]
    pub const fn epoch(&self) -> u32 {
        self.ply / PLIES_BETWEEN_SHIFTS
    }

    #[inline]
    pub(super) fn mover(&self) -> Color {
        Color::from_white(self.ply.is_multiple_of(2))
    }

    /// The board of one dimension.
    #[inline]
    #[must_use]
    pub fn board(&self, dimension: Dimension) -> &Board {
        &self.boards[dimension.index()]
    }

    /// The energy level (DEL) of the man on a place.
    #[must_use]
    pub fn level_at(&self, place: Place) -> Option<u8> {
        self.man_at(place).map(|man| man.level)
    }

    /// The sum of (DEL - d) over the men on dimension d: what the Conservation Law bounds.
    #[must_use]
    pub fn imbalance(&self, dimension: Dimension) -> i16 {
        self.imbalance[dimension.index()]
    }

    #[inline]
    pub(super) fn field(&self) -> Field<'_> {
        Field {
            boards: &self.boards,
            levels: &self.levels,
            map: self.portals(),
        }
    }

    #[inline]
    pub(super) fn mark_at(&self, place: Place) -> Mark {
        self.marks.get(place)
    }

    #[inline]
    pub(super) fn man_at(&self, place: Place) -> Option<Man> {
        let piece = self.board(place.dimension).piece_at(place.square)?;
        Some(self.man(place, piece))
    }

    /// All men of a dimension.
    #[inline]
    pub(super) fn men_on(&self, dimension: Dimension) -> Men {
        let d = dimension.index();
        Men {
            board: self.boards[d],
            levels: self.levels[d],
            marks: *self.marks.of_dimension(dimension),
        }
    }

    /// Replaces all men of a dimension, without updating the imbalance and the keys.
    #[inline]
    pub(super) fn set_men_on(&mut self, dimension: Dimension, men: &Men) {
        let d = dimension.index();
        self.boards[d] = men.board;
        self.levels[d] = men.levels;
        self.marks.set_dimension(dimension, &men.marks);
    }

    /// The man on `place`, whose piece is known to be `piece`.
    #[inline]
    pub(super) fn man(&self, place: Place, piece: Piece) -> Man {
        Man {
            piece,
            level: self.levels[place.dimension.index()].get(place.square),
            mark: self.mark_at(place),
        }
    }

    /// The energy level of each man of a dimension, less one, as three bitboards, the lowest bit
    /// first. Empty squares are clear.
    #[inline]
    #[must_use]
    pub fn level_planes(&self, dimension: Dimension) -> [Bitboard; 3] {
        self.levels[dimension.index()].planes()
    }

    /// A key that is equal for positions with the same men, levels and promotions on the same
    /// places.
    #[inline]
    #[must_use]
    pub fn men_key(&self) -> u64 {
        self.men_key
    }

    /// The en passant square, if an enemy pawn can capture there.
    #[inline]
    #[must_use]
    pub fn en_passant_place(&self) -> Option<Place> {
        self.en_passant
    }

    /// Whether there is a charged energy square on `place`. (A man that last gained energy
    /// there gains none.)
    #[inline]
    #[must_use]
    pub fn is_charged(&self, place: Place) -> bool {
        EnergySquare::at(place).is_some_and(|square| self.used.is_charged(square))
    }

    /// Whether the portals shift after the next ply.
    #[inline]
    #[must_use]
    pub const fn shifts_next(&self) -> bool {
        self.ply % PLIES_BETWEEN_SHIFTS == PLIES_BETWEEN_SHIFTS - 1
    }

    /// Whether the Conservation Law binds the next move.
    #[inline]
    #[must_use]
    pub const fn is_under_the_law(&self) -> bool {
        self.ply >= LAW_FROM_PLY
    }
}
