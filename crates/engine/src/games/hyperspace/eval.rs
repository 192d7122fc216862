//! The terms of Hyperspace Chess are those of chess. The value of a piece that is away depends on its square of
//! return and is added to them.

use std::cell::Cell;
use std::thread::LocalKey;

use manifold_rules::board::{Bitboard, Color};
use manifold_rules::hyperspace::Hyperspace;
use manifold_rules::position::Position;
use manifold_rules::viewer::Viewer;

use super::absent;
use crate::eval::tally::{Evaluated, Tally};
use crate::eval::terms::names;
use crate::eval::values::phase;
use crate::eval::weights::{Weight, read_at_compile_time};
use crate::eval::{chess, drawish, hand_tuned, mop_up};

static SHIPPED: [Weight; chess::TERMS] = read_at_compile_time(include_str!("weights.txt"));
thread_local! {
    static WEIGHTS: Cell<&'static [Weight]> = const { Cell::new(&SHIPPED) };
}

impl Evaluated for Hyperspace {
    const FULL_PHASE: i32 = 24;

    fn term_names() -> Vec<String> {
        names(chess::BLOCKS)
    }

    fn hand_tuned() -> Vec<Weight> {
        hand_tuned::of_chess()
    }

    fn weights() -> &'static LocalKey<Cell<&'static [Weight]>> {
        &WEIGHTS
    }

    #[inline]
    fn tally<T: Tally>(&self, tally: &mut T) {
        let mut absent = Color::ALL.into_iter().flat_map(|color| self.absent(color));
        if absent.next().is_none() {
            if mop_up::tally(self.board(), tally) {
                return;
            }
            drawish::tally(self.board(), tally);
        }
        chess::tally(self.board(), Bitboard::FULL, tally);
        tally.count(chess::TEMPO, self.turn().fold_wb(1, -1));
        for color in Color::ALL {
            let sign = color.fold_wb(1, -1);
            for (piece, square) in self.bound(color) {
                tally.phase(phase(piece.role));
                // Only determinizations are evaluated, where every square is known.
                if let Some(square) = square.seen_by(Viewer::Referee, color) {
                    let has_turn = color == self.turn();
                    let value = absent::value(self.board(), color, piece, square, has_turn);
                    tally.add(value * sign);
                }
            }
        }
    }
}
