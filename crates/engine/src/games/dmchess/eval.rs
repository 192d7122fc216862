//! The evaluation of a position: each board by itself, and terms of all boards together, such as kings, control and hanging men.

use std::cell::Cell;
use std::thread::LocalKey;

use manifold_rules::board::Color;
use manifold_rules::board::Role;
use manifold_rules::dmchess::{DOMINANT_CONTROL, Dimension, DmChess, PortalMap};
use manifold_rules::position::Position;

use super::attack_map::{AttackMap, with_attack_map};
use super::attacks::{king_value, side};
use super::board_eval::{Hanging, tally_attacks, tally_board};
use super::terms::{self, WEIGHTS};
use crate::eval::chess::{self, TEMPO};
use crate::eval::hand_tuned;
use crate::eval::tally::{Evaluated, Sum, Tally};
use crate::eval::terms::names;
use crate::eval::weights::Weight;

impl Evaluated for DmChess {
    const FULL_PHASE: i32 = 24 * 8;
    const LONGEST: u32 = 1_000;

    fn term_names() -> Vec<String> {
        [names(chess::BLOCKS), names(terms::BLOCKS)].concat()
    }

    fn hand_tuned() -> Vec<Weight> {
        // The fewer kings are left, the more each is worth: three of them cannot keep the opponent from controlling
        // five dimensions.
        let kings = (1..=8).map(king_value);
        let control = (1..=8).map(|count| 40 + if count + 2 > DOMINANT_CONTROL { 150 } else { 0 });
        let energy = (1..=8).map(|level| 5 * level);
        let others = [
            2, 12, -4, -6, 1, -14, -8, -4, -14, -8, -4, -3, -25, -8, -17, -12, -5,
        ];
        let mut all = hand_tuned::of_chess();
        all[chess::TEMPO] = Weight::new(12, 12);
        let own = kings.chain(control).chain(energy).chain(others);
        all.extend(own.map(|value| Weight::new(value, value)));
        all
    }

    fn weights() -> &'static LocalKey<Cell<&'static [Weight]>> {
        &WEIGHTS
    }

    fn tally<T: Tally>(&self, tally: &mut T) {
        tally_position(self, tally);
    }
}

/// Counts the terms that depend on all boards together.
fn tally_together<T: Tally>(position: &DmChess, map: &AttackMap, tally: &mut T) {
    let us = position.turn();
    tally.count(TEMPO, us.fold_wb(1, -1));
    if position.is_under_the_law() {
        let stuck = map.evals.iter().map(|board| board.stuck).sum();
        tally.count(terms::STUCK, stuck);
    }
    for color in Color::ALL {
        let sign = color.fold_wb(1, -1);
        for king in 0..map.kings[side(color)].min(8) {
            tally.count(terms::KINGS + king, sign);
        }
        for dimension in 0..map.control[side(color)] as usize {
            tally.count(terms::CONTROL + dimension, sign);
        }
        let hanging = Hanging::all(map.hanging.iter().map(|both| &both[side(color)]));
        let term = if color == us {
            terms::HANGS_OF_MOVER
        } else {
            terms::HANGS_OF_OTHER
        };
        hanging.tally(term, sign, tally);
    }
    if position.ply() % 16 >= 14 {
        tally.count(terms::DISPLACED, displaced(position, map));
    }
    if let Some((player, plies)) = position.dominant() {
        // Nearly a win, and not tuned: any move that keeps dominance wins.
        let value = match (player == us, plies) {
            (true, ..=1) => 9_000,
            (true, _) => 1_500,
            (false, _) => 2_500,
        };
        tally.add(Weight::new(value, value) * player.fold_wb(1, -1));
    }
}

/// The evaluation for the player to move: the terms of [`tally_position`], from sums cached for each board.
pub(super) fn evaluate(position: &DmChess, map: &AttackMap) -> i32 {
    let mut sum = Sum::new(WEIGHTS.get());
    for (board, reach) in map.evals.iter().zip(&map.attack_evals) {
        sum.add(board.total);
        sum.add(*reach);
        sum.phase(board.phase);
    }
    tally_together(position, map, &mut sum);
    position.turn().fold_wb(1, -1) * sum.blend(DmChess::FULL_PHASE)
}

/// Counts all terms of a position.
fn tally_position<T: Tally>(position: &DmChess, tally: &mut T) {
    with_attack_map(position, |map| {
        for dimension in Dimension::ALL {
            let d = dimension.index();
            let state = &map.states[d];
            tally_board(dimension, state, position.portals(), tally);
            tally_attacks(state, &map.attacks_on[d], map.kings, tally);
        }
        tally_together(position, map, tally);
    });
}

/// The officers that the next shift will displace, White's minus Black's.
fn displaced(position: &DmChess, map: &AttackMap) -> i32 {
    let next = PortalMap::of_epoch(position.epoch() + 1).squares();
    let opening = next & !position.portals().squares();
    map.states
        .iter()
        .map(|state| {
            let driven = state.board.occupied() & opening & !state.board.by_role(Role::Pawn);
            let white = (driven & state.board.by_color(Color::White)).count() as i32;
            2 * white - driven.count() as i32
        })
        .sum()
}
