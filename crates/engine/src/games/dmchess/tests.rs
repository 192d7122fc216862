//! The attack map against the rules, and against itself recomputed.

use manifold_rules::board::{Bitboard, Role};
use manifold_rules::dmchess::{Action, DmChess};
use manifold_rules::position::Position;

use super::attack_map::{AttackMaps, with_attack_map};
use super::attacks::side;
use super::eval::evaluate;
use crate::random::Random;

/// Positions of random games.
fn positions(games: u64, length: u64, mut visit: impl FnMut(&DmChess)) {
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut position = DmChess::start(Default::default());
        for _ in 0..length {
            visit(&position);
            let all = position.legal_actions();
            let Some(action) = all.get(random.below(all.len() as u64) as usize) else {
                break;
            };
            position.play_unchecked(*action);
        }
    }
}

#[test]
fn what_is_attacked_is_what_can_be_captured() {
    let mut captures = 0;
    // Before the Conservation Law binds, and while no king must be looked after.
    positions(4, 30, |position| {
        let us = position.turn();
        let mut struck = [[Bitboard::EMPTY; 6]; 8];
        for action in position.legal_actions() {
            let Action::Move(m) = action else { continue };
            if position
                .board(m.to.dimension)
                .by_color(us.other())
                .contains(m.to.square)
            {
                struck[m.to.dimension.index()][m.role as usize - 1].add(m.to.square);
                captures += 1;
            }
        }
        with_attack_map(position, |map| {
            for (d, by_role) in struck.iter().enumerate() {
                let theirs = map.states[d].board.by_color(us.other());
                for role in Role::ALL {
                    let attacks_on = map.attacks_on[d].by_role[side(us)][role as usize - 1];
                    assert_eq!(attacks_on & theirs, by_role[role as usize - 1], "{role:?}");
                }
            }
        });
    });
    assert!(captures > 100);
}

#[test]
fn what_is_kept_is_what_is_seen_afresh() {
    positions(3, 90, |position| {
        let mut fresh = AttackMaps::new();
        let other = &mut fresh.by_ply[0];
        other.turn_to(position, &mut fresh.cache);
        with_attack_map(position, |map| {
            assert_eq!(map.attacks_on, other.attacks_on);
            assert_eq!(map.hanging, other.hanging);
            assert_eq!(evaluate(position, map), evaluate(position, other));
        });
    });
}
