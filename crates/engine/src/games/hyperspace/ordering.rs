//! Move ordering in Hyperspace Chess: gain, risk, SEE, scores of quiet actions and history indices.

use manifold_rules::board::Bitboard;
use manifold_rules::hyperspace::{Action, Hyperspace};
use manifold_rules::position::Position;

use crate::playable::Searchable;
use crate::search::{ordering, see};

pub(super) fn gain(position: &Hyperspace, action: Action) -> i32 {
    match action {
        Action::Move { standard, .. } => {
            ordering::gain(position.board(), position.turn(), standard)
        }
        _ => 0,
    }
}

pub(super) fn risk(position: &Hyperspace, action: Action) -> i32 {
    match action {
        Action::Move { standard, .. } => ordering::risk(
            position.board(),
            position.turn(),
            standard.from,
            standard.to,
        ),
        _ => 0,
    }
}

pub(super) fn see(position: &Hyperspace, action: Action) -> i32 {
    match action {
        Action::Move { standard, .. } => {
            see::see(position.board(), position.turn(), standard, Bitboard::FULL)
        }
        _ => 0,
    }
}

pub(super) fn quiet_score(position: &Hyperspace, action: Action) -> i32 {
    let sacrifice = if action.choices().is_empty() { 0 } else { 100 };
    match action {
        Action::Move { standard, .. } => {
            let (board, us) = (position.board(), position.turn());
            ordering::quiet_score(board, us, standard.from, standard.to) - sacrifice
        }
        _ => -20 - sacrifice,
    }
}

pub(super) fn butterfly_index(action: Action) -> usize {
    match action {
        Action::Move { standard, .. } => ordering::butterfly_index(standard.from, standard.to),
        Action::PhaseOut { from, delay, .. } => {
            4096 + from.to_usize() * 8 + usize::from(delay.turns().min(8)) - 1
        }
        _ => Hyperspace::BUTTERFLY_SIZE - 1,
    }
}

pub(super) fn continuation_index(position: &Hyperspace, action: Action) -> usize {
    match action {
        Action::Move { standard, .. } => ordering::continuation_index(position.board(), standard),
        Action::PhaseOut { from, .. } => 384 + from.to_usize(),
        _ => 448,
    }
}
