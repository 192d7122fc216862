//! The position: the men, and what each player can still choose.

use super::array::Array;
use super::latest_reveals::LatestReveals;
use super::{Pool, Reveal, Variant};
use crate::board::{Bitboard, Board, Color, File, Role, Square, color_index};
use crate::position::Position;

/// A position of Hidden960.
///
/// It takes two cache lines:
///
/// ```
/// # use manifold_rules::hidden960::Hidden960;
/// assert_eq!(size_of::<Hidden960>(), 128);
/// ```
// `Copy`, so that a clone is one copy of memory instead of one for each field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hidden960 {
    /// Hidden squares are men without a role.
    pub(super) board: Board,
    /// Revealed kings and rooks that have never moved.
    pub(super) unmoved: Bitboard,
    /// Hidden squares that an enemy man attacks: they must be revealed before anything else.
    pub(super) threatened: Bitboard,
    /// The men chosen by file; kept only in `hidden960:960`, where they matter.
    pub(super) arrays: [Array; 2],
    pub(super) zobrist: u64,
    pub(super) ply: u32,
    pub(super) pools: [Pool; 2],
    pub(super) fifty_moves: u16,
    pub(super) latest: LatestReveals,
    pub(super) turn: Color,
    pub(super) en_passant: Option<Square>,
    pub(super) variant: Variant,
    /// Whether the player to move has made voluntary reveals this turn that are final.
    pub(super) committed: bool,
    /// Whether the king of the player not to move is attacked, which a reveal can cause.
    pub(super) gives_check: bool,
}

impl Hidden960 {
    /// The start position with all men revealed, given from the a-file to the h-file.
    ///
    /// `None` unless both arrays have exactly the men of a back rank, in an order that the variant
    /// admits.
    ///
    /// ```
    /// use manifold_rules::board::Role::*;
    /// use manifold_rules::position::Position;
    /// use manifold_rules::hidden960::Hidden960;
    ///
    /// let array = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
    /// let chess = Hidden960::arranged(Default::default(), array, array).unwrap();
    /// assert_eq!(chess.count_legal(), 20);
    /// ```
    #[must_use]
    pub fn arranged(variant: Variant, white: [Role; 8], black: [Role; 8]) -> Option<Hidden960> {
        let mut position = Hidden960::start(variant);
        for (color, array) in [(Color::White, white), (Color::Black, black)] {
            for (file, role) in File::ALL.into_iter().zip(array) {
                let square = Square::from_coords(file, color.backrank());
                position.pool(color).without(role)?;
                position.choose(Reveal { square, role });
            }
            if variant == Variant::Chess960 && !position.arrays[color_index(color)].is_possible() {
                return None;
            }
        }
        position.find_threats();
        Some(position)
    }

    /// The pool of a player.
    #[must_use]
    pub fn pool(&self, color: Color) -> Pool {
        self.pools[color_index(color)]
    }

    /// The hidden squares of a player.
    #[must_use]
    pub fn hidden(&self, color: Color) -> Bitboard {
        if self.pool(color).is_empty() {
            return Bitboard::EMPTY;
        }
        self.board.by_color(color) & self.board.unknown()
    }

    /// The hidden squares of a player that an enemy man attacks.
    #[must_use]
    pub fn threatened(&self, color: Color) -> Bitboard {
        self.threatened & self.board.by_color(color)
    }

    /// The board; a hidden square is a man without a role.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Revealed kings and rooks that have never moved.
    #[must_use]
    pub const fn unmoved(&self) -> Bitboard {
        self.unmoved
    }

    /// The en passant square, if an enemy pawn attacks it.
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Whether the king of a player is still in the pool.
    pub(super) fn king_is_hidden(&self, color: Color) -> bool {
        self.pool(color).contains(Role::King)
    }

    pub(super) fn nothing_is_hidden(&self) -> bool {
        self.pools == [Pool::EMPTY; 2]
    }
}
