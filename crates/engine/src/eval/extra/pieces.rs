//! Pieces: minor pieces behind pawns, pairs, and knights and rooks by the number of own pawns.

use manifold_rules::board::{Role, pawns};

use super::{Side, term};
use crate::eval::tally::Tally;

const BEHIND_PAWN: usize = term("behind-pawn");
const PAIR: usize = term("pair");
const BY_PAWNS: usize = term("by-pawns");

#[inline]
pub(super) fn tally<T: Tally>(side: &Side<'_>, tally: &mut T) {
    let (knights, rooks) = (side.own(Role::Knight), side.own(Role::Rook));
    let shielded = pawns::step(side.color.other(), side.board.by_role(Role::Pawn));
    let minors = knights | side.own(Role::Bishop);
    side.count(tally, BEHIND_PAWN, (minors & shielded).count());
    for (place, men) in [knights, rooks].into_iter().enumerate() {
        if men.more_than_one() {
            side.count(tally, PAIR + place, 1);
        }
        side.count(
            tally,
            BY_PAWNS + place,
            men.count() * side.own(Role::Pawn).count(),
        );
    }
}
