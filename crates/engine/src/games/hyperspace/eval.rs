//! The terms of Hyperspace Chess: chess, and the pieces that are away, whose value depends on their squares of return.

use std::cell::Cell;
use std::thread::LocalKey;

use manifold_rules::board::{Board, Color, Role, Square};
use manifold_rules::hyperspace::{Absent, Hyperspace};
use manifold_rules::position::Position;
use manifold_rules::viewer::Viewer;

use super::absent::{self, Fate};
use super::terms;
use crate::eval::tally::{Evaluated, Sum, Tally};
use crate::eval::terms::names;
use crate::eval::values::phase;
use crate::eval::weights::{Weight, read_at_compile_time};
use crate::eval::{chess, drawish, extra, hand_tuned, mop_up};

static SHIPPED: [Weight; terms::TERMS] = read_at_compile_time(include_str!("weights.txt"));
thread_local! {
    static WEIGHTS: Cell<&'static [Weight]> = const { Cell::new(&SHIPPED) };
}

impl Evaluated for Hyperspace {
    const FULL_PHASE: i32 = 24;

    fn term_names() -> Vec<String> {
        [
            names(chess::BLOCKS),
            names(extra::BLOCKS),
            names(terms::BLOCKS),
        ]
        .concat()
    }

    fn hand_tuned() -> Vec<Weight> {
        let mut all = hand_tuned::of_chess();
        all.extend([Weight::default(); extra::TERMS + terms::OWN]);
        all
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
        extra::tally(self.board(), self.castling(), self.turn(), tally);
        tally.count(chess::TEMPO, self.turn().fold_wb(1, -1));
        for color in Color::ALL {
            for (piece, square) in self.bound(color) {
                tally.phase(phase(piece.role));
                // Only determinizations are evaluated, where every square is known.
                if let Some(square) = square.seen_by(Viewer::Referee, color) {
                    let has_turn = color == self.turn();
                    away(self.board(), color, piece, square, has_turn, tally);
                }
            }
        }
    }
}

/// Counts the terms of a piece that is away.
fn away<T: Tally>(
    board: &Board,
    color: Color,
    piece: Absent,
    square: Square,
    has_turn: bool,
    tally: &mut T,
) {
    if !piece.squares().contains(square) {
        // Under the open referee a bishop sent to the wrong colour is forfeited.
        return;
    }
    let fate = Fate::of(board, piece.role.of(color), square);
    let value = absent::value(board, color, piece, square, has_turn, fate);
    tally.add(value * color.fold_wb(1, -1));
    terms::tally(board, color, piece, square, has_turn, fate, tally);
}

/// The evaluation of a piece that has just left for this square, for its player, in centipawns.
pub(super) fn value_of_departure(
    board: &Board,
    color: Color,
    piece: Absent,
    square: Square,
) -> i32 {
    let mut sum = Sum::new(Hyperspace::weights().get());
    for role in Role::ALL {
        sum.phase(phase(role) * board.by_role(role).count() as i32);
    }
    away(board, color, piece, square, false, &mut sum);
    color.fold_wb(1, -1) * sum.blend(Hyperspace::FULL_PHASE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bishop_sent_to_the_wrong_colour_is_forfeited_and_counts_for_nothing() {
        let bishop = Absent {
            role: Role::Bishop,
            bishop_is_light: Some(true),
            count_down: 2,
        };
        let position =
            Hyperspace::from_text(Default::default(), "4k3/pp6/8/8/8/8/PP6/4K3 w - - 0 1 -")
                .expect("a position");
        let worth = |square: &str| {
            let square = square.parse().expect(square);
            value_of_departure(position.board(), Color::White, bishop, square)
        };
        assert!(worth("d5") > 100, "{}", worth("d5"));
        assert_eq!(worth("d4"), 0);
    }
}
