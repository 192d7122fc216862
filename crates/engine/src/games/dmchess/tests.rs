//! Tests of the attack map against the rules, and against a recomputed one.

use manifold_rules::board::{Bitboard, Color, Role, Square};
use manifold_rules::dmchess::{Action, DmChess};
use manifold_rules::position::Position;

use super::attack_map::{AttackMaps, with_attack_map};
use super::attacks::{side, value_of};
use super::board_eval::{Hanging, loss};
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
    // Before the Conservation Law binds, and while no king is in danger.
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

#[test]
fn who_hangs_is_everybody_whose_capture_costs_something() {
    // By reason: no guard, an attacker of lower value, more attackers than guards.
    let mut hanging = [0; 3];
    positions(4, 60, |position| {
        with_attack_map(position, |map| {
            for (state, attacks_on) in map.states.iter().zip(&map.attacks_on) {
                // The value of a king that cannot be captured, of one of many, and of one of two.
                for king in [0, 450, 1_500] {
                    for color in Color::ALL {
                        let men = Hanging::of(state, attacks_on, color, king).men;
                        for square in state.board.by_color(color) {
                            let role = state.board.role_at(square).expect("a man");
                            let loss = loss(attacks_on, color, square, value_of(role, king), king);
                            assert_eq!(men.contains(square), loss > 0, "{role:?}: {loss}");
                            if loss > 0 {
                                let is_guarded = attacks_on.any[side(color)].contains(square);
                                let is_outnumbered = is_guarded && loss == 60;
                                hanging[usize::from(is_guarded) + usize::from(is_outnumbered)] += 1;
                            }
                        }
                    }
                }
            }
        });
    });
    assert!(hanging.iter().all(|count| *count > 50), "{hanging:?}");
}

#[test]
fn a_guarded_rook_hangs_if_a_king_that_is_worth_less_attacks_it_and_not_otherwise() {
    let others = " 8/8/8/8/8/8/8/8".repeat(7);
    let text = format!("8/8/8/3k4/4R3/3P4/8/4K3{others} w -/-/-/-/-/-/-/- - - - 0 5");
    let position = DmChess::from_text(Default::default(), &text).expect("a position");
    with_attack_map(&position, |map| {
        let [state, ..] = &map.states;
        let [attacks_on, ..] = &map.attacks_on;
        let men = |king| Hanging::of(state, attacks_on, Color::White, king).men;
        assert_eq!(men(450), Bitboard::from(Square::E4));
        assert_eq!(men(1_500), Bitboard::EMPTY);
    });
}
