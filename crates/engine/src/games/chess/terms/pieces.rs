//! Pieces: where they stand, and which ones are left.

use manifold_rules::board::{Bitboard, Role};

use super::{Side, term};
use crate::eval::tally::Tally;

const BEHIND_PAWN: usize = term("behind-pawn");
const PAIR: usize = term("pair");
const BY_PAWNS: usize = term("by-pawns");

#[inline]
pub(super) fn tally<T: Tally>(side: &Side<'_>, tally: &mut T) {
    let (knights, rooks) = (side.own(Role::Knight), side.own(Role::Rook));
    let pawns = side.own(Role::Pawn);
    let all_pawns = side.board.by_role(Role::Pawn);
    let shielded = Bitboard(side.color.fold_wb(all_pawns.0 >> 8, all_pawns.0 << 8));
    let minors = knights | side.own(Role::Bishop);
    side.count(tally, BEHIND_PAWN, (minors & shielded).count());
    for (place, men) in [knights, rooks].into_iter().enumerate() {
        if men.more_than_one() {
            side.count(tally, PAIR + place, 1);
        }
        side.count(tally, BY_PAWNS + place, men.count() * pawns.count());
    }
}
