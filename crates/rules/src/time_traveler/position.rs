//! The position: the men, the explosions made, and the rights.

use super::en_passant::EnPassant;
use super::explosion::Explosions;
use super::men::Men;
use super::stage::Stage;
use crate::board::{Bitboard, Board, Castling, Color, Role, Square, ahead, color_index};

/// A position of Time Traveler's Chess.
///
/// It takes little more than five cache lines, and nothing on the heap.
///
/// ```
/// use manifold_rules::position::Position;
/// use manifold_rules::time_traveler::TimeTraveler;
///
/// let game = TimeTraveler::start(Default::default());
/// assert_eq!(game.count_legal(), 1_078);
/// assert!(size_of::<TimeTraveler>() <= 328);
/// ```
// `Copy`, so that a clone is one copy of memory instead of one for each field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeTraveler {
    pub(super) men: Men,
    pub(super) explosions: [Explosions; 2],
    pub(super) turn: Color,
    pub(super) castling: Castling,
    pub(super) en_passant: Option<EnPassant>,
    /// Whether each player has lost a traveling man to a capture, which ends the game.
    pub(super) lost: [bool; 2],
    pub(super) fifty: u32,
    pub(super) ply: u32,
    /// Key of what repetition compares, en passant aside.
    pub(super) men_key: u64,
    /// Key of identities and past explosions.
    pub(super) past_key: u64,
}

impl TimeTraveler {
    /// The board without stages.
    #[must_use]
    pub fn plain_board(&self) -> &Board {
        self.men.board()
    }

    /// The roles of all men of `color` that can move: all but the traveling ones.
    pub fn mobile_men(&self, color: Color) -> impl Iterator<Item = Role> {
        let mobile = self.men.movable(color);
        let board = self.men.board();
        mobile
            .into_iter()
            .filter_map(|square| board.role_at(square))
    }

    #[inline]
    pub(super) fn explosions_of(&self, color: Color) -> &Explosions {
        &self.explosions[color_index(color)]
    }

    /// The untraveled men of `color` that the pairing of its explosions leaves free to support one
    /// more.
    #[inline]
    pub(super) fn unspent(&self, color: Color) -> Bitboard {
        self.men
            .squares_of(color, self.explosions_of(color).unspent())
    }

    /// The square of the pawn that would be captured en passant.
    pub(super) fn jumped_to(&self, right: EnPassant) -> Option<Square> {
        ahead(self.turn.other(), right.square)
    }

    /// The rook that castles if the king's move from `from` to `to` is castling and the right
    /// still exists.
    pub(super) fn castling_rook(&self, from: Square, to: Square) -> Option<Square> {
        let rooks = self.castling.rooks() & Bitboard::from_rank(self.turn.backrank());
        let king = Role::King.of(self.turn);
        if rooks.is_empty()
            || from.distance(to) != 2
            || self.men.at(from) != Some((king, Stage::Untraveled))
        {
            return None;
        }
        rooks
            .into_iter()
            .find(|rook| Castling::targets(from, *rook).0 == to)
    }

    /// Whether a move of a pawn from `from` to `to` would capture en passant.
    pub(super) fn is_en_passant(&self, role: Role, from: Square, to: Square) -> bool {
        role == Role::Pawn
            && from.file() != to.file()
            && self.en_passant.is_some_and(|right| right.square == to)
    }

    /// The traveling men of `color`.
    #[must_use]
    pub fn traveling(&self, color: Color) -> Bitboard {
        self.men.traveling(color)
    }

    /// The untraveled men of `color`.
    #[must_use]
    pub fn untraveled(&self, color: Color) -> Bitboard {
        self.men.untraveled(color)
    }

    /// The men of `color` that can move: all but the traveling ones.
    #[must_use]
    pub fn movable(&self, color: Color) -> Bitboard {
        self.men.movable(color)
    }

    /// The role of the man on `square`, whatever its stage.
    #[must_use]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        let board: &Board = self.men.board();
        board.role_at(square)
    }

    /// The untraveled men of `color` that earlier explosions leave free to support another.
    #[must_use]
    pub fn free_to_support(&self, color: Color) -> Bitboard {
        self.unspent(color)
    }
}
