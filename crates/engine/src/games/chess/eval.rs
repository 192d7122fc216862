//! The terms of chess.

use std::cell::Cell;
use std::thread::LocalKey;

use manifold_rules::chess::Chess;
use manifold_rules::position::Position;

use crate::eval::tally::{Evaluated, Tally};
use crate::eval::terms::names;
use crate::eval::weights::{Weight, read_at_compile_time};
use crate::eval::{chess, drawish, extra, hand_tuned, king_and_pawn, mop_up};

static SHIPPED: [Weight; extra::END] = read_at_compile_time(include_str!("weights.txt"));
thread_local! {
    static WEIGHTS: Cell<&'static [Weight]> = const { Cell::new(&SHIPPED) };
}

impl Evaluated for Chess {
    const FULL_PHASE: i32 = 24;

    fn term_names() -> Vec<String> {
        [names(chess::BLOCKS), names(extra::BLOCKS)].concat()
    }

    fn hand_tuned() -> Vec<Weight> {
        let mut all = hand_tuned::of_chess();
        all.extend([Weight::default(); extra::TERMS]);
        all
    }

    fn weights() -> &'static LocalKey<Cell<&'static [Weight]>> {
        &WEIGHTS
    }

    #[inline]
    fn tally<T: Tally>(&self, tally: &mut T) {
        if mop_up::tally(self.board(), tally)
            || king_and_pawn::tally(self.board(), self.turn(), tally)
        {
            return;
        }
        extra::tally(self.board(), self.castling(), self.turn(), tally);
        tally.count(chess::TEMPO, self.turn().fold_wb(1, -1));
        drawish::tally(self.board(), tally);
    }
}
