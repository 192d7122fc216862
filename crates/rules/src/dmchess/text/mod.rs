//! Positions as one line of text.
//!
//! Fifteen fields, separated by single spaces:
//!
//! 1. to 8. the boards of D1 to D8 as in FEN. A man whose level is not the number of its
//!    dimension, or that has a past, has a bracket: `Q[5]` (level 5), `Q[5=13]` (a former pawn that has
//!    promoted in D1 and D3), `N[4@d1a5]` (whose last energy square was d1a5);
//! 9. the side to move, `w` or `b`;
//! 10. the kings and rooks that have never moved, by the letters of their files, for D1 to D8
//!     (`AEHaeh/…/-`), capitals for White;
//! 11. the square of en passant, such as `d1e3`, or `-`;
//! 12. the energy squares that are not charged, with the plies after the next one until they serve
//!     again: `d1a4:5,d2b4:1`, or `-`;
//! 13. who has controlled five dimensions, and at the end of how many plies in a row: `w2`, or `-`;
//! 14. the plies since the last capture or pawn move;
//! 15. the number of the full move.
//!
//! While the kings are being placed: `kings` (White places), then `kings` and White's list.

mod man;
mod read;
mod write;

use crate::board::Square;

/// The word that stands for the boards while the kings are being placed.
pub(super) const PLACING: &str = "kings";

/// The squares of men that castle, with their letters.
const HOMES: [(Square, char); 6] = [
    (Square::A1, 'A'),
    (Square::E1, 'E'),
    (Square::H1, 'H'),
    (Square::A8, 'a'),
    (Square::E8, 'e'),
    (Square::H8, 'h'),
];
