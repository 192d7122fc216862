//! The actions of Time Traveler's Chess that are searched.

use std::ops::ControlFlow;

use manifold_rules::board::{Bitboard, Role, attacks};
use manifold_rules::position::Position;
use manifold_rules::time_traveler::{Action, TimeTraveler};

use super::ordering::hunts;
use crate::playable::{Scope, Searchable};

pub(super) fn generate(position: &TimeTraveler, scope: Scope, out: &mut Vec<Action>) {
    let explosions = match scope {
        Scope::Root(_) => true,
        Scope::Inner { depth, .. } => depth >= 1 || position.is_check(),
        Scope::Noisy => false,
    };
    if !explosions {
        let _ = position.for_each_without_explosions(|action| {
            if scope != Scope::Noisy || position.gain(action) > 0 {
                out.push(action);
            }
            ControlFlow::<()>::Continue(())
        });
        if out.is_empty() && scope != Scope::Noisy {
            out.extend(position.legal_actions());
        }
        return;
    }
    let quiet_ones = match scope {
        Scope::Inner { depth, .. } => depth >= 4 || (depth >= 2 && position.is_forced()),
        _ => true,
    };
    let _ = if quiet_ones {
        position.for_each_legal(|action| {
            out.push(action);
            ControlFlow::<()>::Continue(())
        })
    } else {
        position.for_each_exploding_to(&noisy_targets(position), |action| {
            let explodes = matches!(action, Action::Explosion { .. });
            if !explodes || position.gain(action) > 0 || hunts(position, action) {
                out.push(action);
            }
            ControlFlow::<()>::Continue(())
        })
    };
    if out.is_empty() {
        out.extend(position.legal_actions());
    }
}

/// For each role, the squares to which a traveled man may go so that its explosion gains something or hunts, and perhaps others: those of
/// enemies, those of promotions and those from which it attacks a traveling man of the opponent.
fn noisy_targets(position: &TimeTraveler) -> [Bitboard; 6] {
    let us = position.turn();
    let board = position.plain_board();
    let prey = position.traveling(us.other());
    Role::ALL.map(|role| {
        let promotes = match role {
            Role::Pawn => Bitboard::BACKRANKS,
            _ => Bitboard::EMPTY,
        };
        prey.into_iter()
            // Who attacks a square is attacked from there by an enemy of the same role.
            .map(|square| attacks::attacks(square, role.of(us.other()), board.occupied()))
            .fold(board.by_color(us.other()) | promotes, |all, from| {
                all | from
            })
    })
}

pub(super) fn quiet_limit(depth: i32, at_root: bool) -> usize {
    if at_root {
        return match depth {
            1 => 400,
            2 => 120,
            _ => 60 + 10 * depth.unsigned_abs() as usize,
        };
    }
    match depth {
        ..=1 => 14,
        2 => 20,
        3 => 26,
        _ => 40,
    }
}
