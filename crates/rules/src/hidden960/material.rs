//! Insufficient material, pools included.

use super::position::Hidden960;
use crate::board::{Role, material};

/// Whether the men on the board and in the pools are insufficient.
pub(super) fn is_insufficient(position: &Hidden960) -> bool {
    if position.nothing_is_hidden() {
        return material::is_insufficient(&position.board);
    }
    // Men in pools count. Bishop against bishop is never insufficient here: a bishop in a pool can still choose
    // its colour, and if both are on the board, some pool holds more than a king. So only the first part of
    // the usual rule applies.
    let in_pools = |role| {
        position
            .pools
            .iter()
            .map(|pool| pool.count(role))
            .sum::<usize>()
    };
    let all = |role| position.board.by_role(role).count() + in_pools(role);
    let heavy = all(Role::Pawn) + all(Role::Rook) + all(Role::Queen);
    heavy == 0 && all(Role::Bishop) + all(Role::Knight) <= 1
}
