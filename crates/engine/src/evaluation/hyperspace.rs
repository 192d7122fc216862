//! The terms of Hyperspace Chess: chess, and pieces that are away.

use std::cell::Cell;
use std::thread::LocalKey;

use manifold_rules::board::{Bitboard, Color, Role};
use manifold_rules::game::Game;
use manifold_rules::hyperspace::Hyperspace;

use super::terms::block;
use super::{Block, Evaluated, Labels, Tally, Weight, chess, hand, length, names};
use super::{read_at_compile_time, start};

const BLOCKS: &[Block] = &[
    block(
        "away",
        Labels::Words(&["knight", "bishop", "rook", "queen"]),
    ),
    block("away-turns", Labels::Words(&["minor", "rook", "queen"])),
    block("away-due", Labels::One),
];
const TERMS: usize = chess::TERMS + length(BLOCKS);
const AWAY: usize = chess::TERMS + start(BLOCKS, "away");
const AWAY_TURNS: usize = chess::TERMS + start(BLOCKS, "away-turns");
const AWAY_DUE: usize = chess::TERMS + start(BLOCKS, "away-due");

static SHIPPED: [Weight; TERMS] = read_at_compile_time(include_str!("../weights/hyperspace.txt"));
thread_local! {
    static WEIGHTS: Cell<&'static [Weight]> = const { Cell::new(&SHIPPED) };
}

impl Evaluated for Hyperspace {
    const FULL_PHASE: i32 = 24;

    fn term_names() -> Vec<String> {
        [names(chess::BLOCKS), names(BLOCKS)].concat()
    }

    fn hand_set() -> Vec<Weight> {
        let mut all = hand::of_chess();
        all.extend(
            [
                (305, 290),
                (315, 310),
                (473, 513),
                (942, 967),
                (-8, -12),
                (-10, -14),
                (-16, -20),
                (0, 0),
            ]
            .map(|(middle, end)| Weight::new(middle, end)),
        );
        all
    }

    fn weights() -> &'static LocalKey<Cell<&'static [Weight]>> {
        &WEIGHTS
    }

    #[inline]
    fn tally<T: Tally>(&self, tally: &mut T) {
        chess::tally(self.board(), Bitboard::FULL, tally);
        tally.count(chess::TEMPO, self.turn().fold_wb(1, -1));
        for color in Color::ALL {
            let sign = color.fold_wb(1, -1);
            for absent in self.absent(color) {
                let (kind, slow) = match absent.role {
                    Role::Knight => (0, 0),
                    Role::Bishop => (1, 0),
                    Role::Rook => (2, 1),
                    _ => (3, 2),
                };
                let turns = i32::from(absent.count_down.min(10));
                tally.count(AWAY + kind, sign);
                tally.count(AWAY_TURNS + slow, sign * turns);
                if turns == 1 {
                    tally.count(AWAY_DUE, sign);
                }
                tally.phase(crate::chess::phase(absent.role));
            }
        }
    }
}
