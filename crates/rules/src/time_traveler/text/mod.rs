//! Position text.
//!
//! `BOARD TURN CASTLING EN-PASSANT IDENTITIES WHITE-EXPLOSIONS BLACK-EXPLOSIONS LOST FIFTY MOVE`
//!
//! - The board is written as in FEN; `*` follows a traveling man, `'` a traveled one.
//! - The en passant square is followed by `*` if the pawn that jumped has annihilated.
//! - Identities: for every untraveled man that does not stand where it started, the square on which
//!   it started and where it is, such as `b1f3,g2g4`.
//! - Explosions in their order: what, where, and the starting squares of all its supports, such as
//!   `Nf6=b1g1,Pd4=d2`.
//! - Lost: `w` or `b` if that side has lost a traveling man to a capture.
//! - Fifty: plies since the last event that resets the fifty-move count. Move: number of the move.

mod read;
mod validate;
mod write;

pub(super) use read::read;
pub(super) use write::write;
