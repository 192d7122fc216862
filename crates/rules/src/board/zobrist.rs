//! Zobrist keys: fixed pseudo-random numbers, combined by XOR.

use super::{Bitboard, Castling, Color, Piece, Square};

/// One step of the splitmix64 generator (Steele, Lea and Flood, 2014): hashes any number to 64
/// well-mixed bits. Games hash keys of their own from a tag and a number.
///
/// ```
/// use manifold_rules::board::zobrist::scramble;
/// assert_ne!(scramble(1), scramble(2));
/// ```
#[inline]
#[must_use]
pub const fn scramble(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A table of keys for `tag`. Games use tags from 20 on.
#[must_use]
pub const fn table<const N: usize>(tag: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut i = 0;
    while i < N {
        keys[i] = scramble((tag << 32) + i as u64);
        i += 1;
    }
    keys
}

static MEN: [u64; 64 * 12] = table(1);
static CASTLING: [u64; 64] = table(2);
static EN_PASSANT: [u64; 8] = table(3);
static UNKNOWN: [u64; 64] = table(4);

/// The key of Black to move.
pub const BLACK_TO_MOVE: u64 = scramble(5 << 32);

/// The key of a man on a square.
#[inline]
#[must_use]
pub fn man(square: Square, piece: Piece) -> u64 {
    let kind = (piece.role as usize - 1) * 2 + usize::from(piece.color.is_black());
    MEN[kind * 64 + square.to_usize()]
}

/// The key of a hidden man on a square.
#[inline]
#[must_use]
pub fn unknown(square: Square) -> u64 {
    UNKNOWN[square.to_usize()]
}

/// The key of an unmoved man that may castle.
#[inline]
#[must_use]
pub fn unmoved(square: Square) -> u64 {
    CASTLING[square.to_usize()]
}

/// The combined key of all men that may castle.
#[inline]
#[must_use]
pub fn castling(castling: Castling) -> u64 {
    set(castling.rooks())
}

/// The combined key of a set of unmoved men.
#[inline]
#[must_use]
pub fn set(squares: Bitboard) -> u64 {
    squares
        .into_iter()
        .fold(0, |key, square| key ^ unmoved(square))
}

/// The key of an en passant square, by its file.
#[inline]
#[must_use]
pub fn en_passant(square: Square) -> u64 {
    EN_PASSANT[square.file().to_usize()]
}

/// The key of the side to move.
#[inline]
#[must_use]
pub fn turn(color: Color) -> u64 {
    color.fold_wb(0, BLACK_TO_MOVE)
}

/// The combined key of all men on a board, hidden ones included.
#[must_use]
pub fn board(board: &super::Board) -> u64 {
    board.occupied().into_iter().fold(0, |key, square| {
        key ^ board.piece_at(square).map_or_else(
            || unknown(square) ^ turn(board.color_at(square).unwrap_or(Color::White)),
            |piece| man(square, piece),
        )
    })
}
