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
    let targets = if quiet_ones {
        [Bitboard::FULL; 6]
    } else {
        noisy_targets(position)
    };
    let _ = position.for_each_exploding_to(&targets, |action| {
        let explodes = matches!(action, Action::Explosion { .. });
        if !explodes || quiet_ones || is_noisy(position, action) {
            out.push(action);
        }
        ControlFlow::<()>::Continue(())
    });
    if out.is_empty() {
        out.extend(position.legal_actions());
    }
}

/// Whether an explosion gains something or hunts.
fn is_noisy(position: &TimeTraveler, explosion: Action) -> bool {
    position.gain(explosion) > 0 || hunts(position, explosion)
}

/// For each role, a superset of the squares to which the traveled man of a noisy explosion goes: squares of enemies,
/// promotion squares, and squares from which it attacks a traveling man of the opponent.
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
            // The squares from which a man attacks a square are those that an enemy of the same role attacks from it.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn explosions_to_noisy_targets_are_all_that_gain_something_or_hunt() {
        let mut seen = [0; 2];
        for seed in 0..30 {
            let mut random = Random::new(seed);
            let mut position = TimeTraveler::start(Default::default());
            for _ in 0..50 {
                let actions = position.legal_actions();
                let Some(action) = actions.get(random.below(actions.len() as u64) as usize) else {
                    break;
                };
                let targets = noisy_targets(&position);
                for explosion in &actions {
                    let Action::Explosion { role, to, .. } = *explosion else {
                        continue;
                    };
                    let noisy = is_noisy(&position, *explosion);
                    let listed = targets[role as usize - 1].contains(to);
                    assert!(listed || !noisy, "{explosion} in {}", position.to_text());
                    seen[usize::from(noisy)] += 1;
                }
                position.play_unchecked(*action);
            }
        }
        assert!(seen.into_iter().all(|times| times > 100), "{seen:?}");
    }
}
