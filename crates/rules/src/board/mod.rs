//! What the games share: squares, bitboards, boards, attacks, and the common rules of chess.
//!
//! Squares, bitboards, colours, roles and attack tables come from [`shakmaty`] and are used under
//! these names throughout the crate.

#[expect(clippy::module_inception, reason = "the file of the type `Board`")]
mod board;
mod castling;
mod constraints;
mod move_generator;
mod move_set;
mod standard_move;

pub mod fen;
pub(crate) mod hashed;
pub(crate) mod make_moves;
pub mod material;
pub(crate) mod names;
pub mod pawns;
pub mod san;
pub mod view;
pub mod zobrist;

pub use shakmaty::{Bitboard, CastlingSide, Color, File, Piece, Rank, Role, Square, attacks};

pub use board::Board;
pub use castling::Castling;
pub use constraints::Constraints;
pub use move_generator::MoveGenerator;
pub use move_set::MoveSet;
pub use standard_move::StandardMove;

/// The name of a colour in interfaces: `white` or `black`.
#[must_use]
pub fn color_name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// The name of a player in sentences: `White` or `Black`.
#[must_use]
pub fn player_name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

/// The index of a colour in arrays: 0 for White, 1 for Black.
#[inline]
#[must_use]
pub const fn color_index(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// The pieces to which a pawn promotes, the most valuable first: Q, R, B, N.
pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Reads the letter of a promotion, in either case.
#[must_use]
pub fn promotion_from_char(c: char) -> Option<Role> {
    Role::from_char(c).filter(|role| PROMOTIONS.contains(role))
}

/// The name of a role in sentences: `knight`.
#[must_use]
pub fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// All squares of the same colour as `square`.
#[must_use]
pub const fn same_colored(square: Square) -> Bitboard {
    if square.is_light() {
        Bitboard::LIGHT_SQUARES
    } else {
        Bitboard::DARK_SQUARES
    }
}

/// The square in front of `square` for a pawn of `color`; `None` on the last rank.
#[must_use]
pub fn ahead(color: Color, square: Square) -> Option<Square> {
    square.offset(color.fold_wb(8, -8))
}
