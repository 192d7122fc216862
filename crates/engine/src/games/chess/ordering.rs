//! Move ordering in chess: gain, risk, SEE, scores of quiet moves and history indices.

use manifold_rules::board::Bitboard;
use manifold_rules::chess::{Action, Chess};
use manifold_rules::position::Position;

use crate::search::{ordering, see};

pub(super) fn gain(position: &Chess, action: Action) -> i32 {
    ordering::gain(position.board(), position.turn(), action)
}

pub(super) fn risk(position: &Chess, action: Action) -> i32 {
    ordering::risk(position.board(), position.turn(), action.from, action.to)
}

pub(super) fn see(position: &Chess, action: Action) -> i32 {
    if position.is_castling(action) {
        return 0;
    }
    see::see(position.board(), position.turn(), action, Bitboard::FULL)
}

pub(super) fn quiet_score(position: &Chess, action: Action) -> i32 {
    ordering::quiet_score(position.board(), position.turn(), action.from, action.to)
}

pub(super) fn butterfly_index(action: Action) -> usize {
    ordering::butterfly_index(action.from, action.to)
}

pub(super) fn continuation_index(position: &Chess, action: Action) -> usize {
    ordering::continuation_index(position.board(), action)
}
