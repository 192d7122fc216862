//! King danger: safe checks and pins.

use manifold_rules::board::{Role, Square, attacks};

use super::{Side, term};
use crate::eval::tally::Tally;

const SAFE_CHECK: usize = term("safe-check");
const PINNED: usize = term("pinned");

/// Tallies the side's safe checks and pins against the enemy king.
#[inline]
pub(super) fn tally<T: Tally>(side: &Side<'_>, tally: &mut T) {
    let Some(king) = side.board.king_of(side.color.other()) else {
        return;
    };
    let (ours, theirs) = (side.ours, side.theirs);
    let occupied = side.board.occupied();
    let weak = side.weak();
    let safe = !side.board.by_color(side.color) & (!theirs.by_all | weak & ours.twice);
    let across = attacks::bishop_attacks(king, occupied);
    let along = attacks::rook_attacks(king, occupied);
    let lines = [attacks::knight_attacks(king), across, along, across | along];
    for (kind, line) in lines.into_iter().enumerate() {
        let reach = ours.by_pieces[kind];
        if (line & reach & safe).any() {
            side.count(tally, SAFE_CHECK + kind, 1);
        }
    }
    pins(side, king, tally);
}

/// Counts the enemy's men that are pinned to their king.
fn pins<T: Tally>(side: &Side<'_>, king: Square, tally: &mut T) {
    let enemies = side.board.by_color(side.color.other());
    let own = side.board.by_color(side.color);
    let queens = side.own(Role::Queen);
    let snipers = attacks::bishop_attacks(king, own) & (side.own(Role::Bishop) | queens)
        | attacks::rook_attacks(king, own) & (side.own(Role::Rook) | queens);
    for sniper in snipers {
        let between = attacks::between(king, sniper) & enemies;
        if between.any() && !between.more_than_one() {
            for (kind, role) in Role::ALL[..5].iter().enumerate() {
                side.count(
                    tally,
                    PINNED + kind,
                    (between & side.board.by_role(*role)).count(),
                );
            }
        }
    }
}
