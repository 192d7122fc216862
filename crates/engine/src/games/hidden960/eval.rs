//! The terms of Hidden960: chess, and the men still in the pools.

use std::cell::Cell;
use std::thread::LocalKey;

use manifold_rules::board::{Bitboard, Color, Role};
use manifold_rules::hidden960::Hidden960;
use manifold_rules::position::Turns;

use crate::eval::tally::{Evaluated, Tally};
use crate::eval::terms::{Block, Labels, block, length, names, start};
use crate::eval::values::phase;
use crate::eval::weights::{Weight, read_at_compile_time};
use crate::eval::{chess, drawish, hand_tuned, king_and_pawn, mop_up};

const BLOCKS: &[Block] = &[
    block(
        "pool",
        Labels::Words(&["knight", "bishop", "rook", "queen", "king"]),
    ),
    block("kinds", Labels::Numbers(6)),
    block("hidden-without-pawn", Labels::One),
    block("castling", Labels::Words(&["possible", "hidden"])),
];
const TERMS: usize = chess::TERMS + length(BLOCKS);
const POOL: usize = chess::TERMS + start(BLOCKS, "pool");
const KINDS: usize = chess::TERMS + start(BLOCKS, "kinds");
const BARE: usize = chess::TERMS + start(BLOCKS, "hidden-without-pawn");
const CASTLING: usize = chess::TERMS + start(BLOCKS, "castling");

static SHIPPED: [Weight; TERMS] = read_at_compile_time(include_str!("weights.txt"));
thread_local! {
    static WEIGHTS: Cell<&'static [Weight]> = const { Cell::new(&SHIPPED) };
}

impl Evaluated for Hidden960 {
    const FULL_PHASE: i32 = 24;

    fn term_names() -> Vec<String> {
        [names(chess::BLOCKS), names(BLOCKS)].concat()
    }

    fn hand_tuned() -> Vec<Weight> {
        let mut all = hand_tuned::of_chess();
        all.extend(
            [
                // A man in the pool stands at home and attacks nothing, but can still become what is needed.
                (293, 280),
                (303, 300),
                (475, 515),
                (950, 975),
                // A hidden king cannot be checked.
                (24, 0),
                (0, 0),
                (0, 0),
                (5, 0),
                (10, 0),
                (15, 0),
                (20, 0),
                (-6, 0),
                (12, 0),
                (8, 0),
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
        let board = self.board();
        if Color::ALL.map(|color| self.hidden(color)) == [Bitboard::EMPTY; 2] {
            if mop_up::tally(board, tally) || king_and_pawn::tally(board, self.actor(), tally) {
                return;
            }
            drawish::tally(board, tally);
        }
        chess::tally(board, Bitboard::FULL, tally);
        tally.count(chess::TEMPO, self.actor().fold_wb(1, -1));
        for color in Color::ALL {
            let sign = color.fold_wb(1, -1);
            let hidden = self.hidden(color);
            let home = color.backrank();
            let king = board
                .king_of(color)
                .filter(|king| king.rank() == home && self.unmoved().contains(*king));
            if king.is_some() {
                let rooks = board.of(color, Role::Rook) & self.unmoved();
                if rooks.any() {
                    tally.count(CASTLING, sign);
                } else if hidden.any() && self.pool(color).men().any(|role| role == Role::Rook) {
                    tally.count(CASTLING + 1, sign);
                }
            }
            if hidden.is_empty() {
                continue;
            }
            let pool = self.pool(color);
            for role in pool.men() {
                let kind = match role {
                    Role::Knight => 0,
                    Role::Bishop => 1,
                    Role::Rook => 2,
                    Role::Queen => 3,
                    _ => 4,
                };
                tally.count(POOL + kind, sign);
                tally.phase(phase(role));
            }
            tally.count(KINDS + pool.roles().count().min(5), sign);
            let pawns = board.of(color, Role::Pawn);
            let bare = hidden
                .into_iter()
                .filter(|square| (Bitboard::from_file(square.file()) & pawns).is_empty())
                .count();
            if bare > 0 {
                tally.count(BARE, sign * bare as i32);
            }
        }
    }
}
