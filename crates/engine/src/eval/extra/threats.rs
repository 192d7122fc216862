//! Attacks of a side, and the squares that they restrict for the enemy.

use manifold_rules::board::{Bitboard, Role, pawns};

use super::{Side, term};
use crate::eval::tally::Tally;

const ATTACK: usize = term("attack");
const RESTRICTED: usize = term("restricted");

#[inline]
pub(super) fn tally<T: Tally>(side: &Side<'_>, tally: &mut T) {
    let (ours, theirs) = (side.ours, side.theirs);
    let enemies = side.board.by_color(side.color.other());
    let pawns = side.enemy(Role::Pawn);
    let minors = side.enemy(Role::Knight) | side.enemy(Role::Bishop);
    let pieces = enemies & !pawns & !side.enemy(Role::King);
    let unguarded = !theirs.by_pawns;
    let by_pieces = ours.by_minors | ours.by_rooks;
    for (place, targets) in [
        ours.by_minors & minors & unguarded,
        ours.by_rooks & minors & unguarded,
        by_pieces & pawns & unguarded,
        ours.by_king & enemies & !theirs.by_all,
        ours.twice & !theirs.twice & unguarded & pieces,
        pushes(side) & pieces & !ours.by_pawns,
    ]
    .into_iter()
    .enumerate()
    {
        side.count(tally, ATTACK + place, targets.count());
    }
    let contested = ours.by_all & theirs.by_all & unguarded & !(theirs.twice & !ours.twice);
    side.count(tally, RESTRICTED, contested.count());
}

/// The squares that pawns would attack after a safe push.
fn pushes(side: &Side<'_>) -> Bitboard {
    let empty = !side.board.occupied();
    let (once, twice) = pawns::advances(side.color, side.own(Role::Pawn), empty);
    let safe = !side.theirs.by_pawns & (side.ours.by_all | !side.theirs.by_all);
    pawns::attacks(side.color, (once | twice) & safe)
}
