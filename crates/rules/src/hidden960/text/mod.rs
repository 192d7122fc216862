//! The position as one line of text, like a FEN.
//!
//! Fields, separated by single spaces: the board (hidden squares `?` for White, `!` for Black), the
//! side to move, the pools (White's in capitals), the unmoved kings and rooks by square, the en
//! passant square, plies since the last capture or pawn move, the number of the move, and what was
//! revealed this turn: `+` if voluntary reveals of this turn are final, then the squares that can
//! be taken back, the latest last, or `-`. In `hidden960:960` a last field has both arrays as
//! chosen so far. Empty fields are `-`.

mod fen;
mod read;
mod write;

use crate::board::Bitboard;

pub(super) use read::read;
pub(super) use write::write;

fn squares(squares: Bitboard) -> String {
    squares
        .into_iter()
        .map(|square| square.to_string())
        .collect()
}
