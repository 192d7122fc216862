//! The actions of Hyperspace Chess that are searched.

use std::ops::ControlFlow;

use manifold_rules::board::{Bitboard, Board, Color, Role, Square};
use manifold_rules::hyperspace::{Absent, Action, Choices, Delay, Hyperspace, Stays};
use manifold_rules::position::{Bounded, Bounds, Position};

use super::eval::value_of_departure;
use super::{absent, strategy_fusion};
use crate::playable::{Scope, Searchable};

/// Maximum number of squares of return that are considered for one piece.
pub(super) const MOST_SQUARES: usize = 8;
/// The delays considered at the root, each with the number of squares of return. Mostly short ones: a piece that is
/// away does nothing.
const DELAYS: [(u8, usize); 3] = [(1, MOST_SQUARES), (2, 4), (3, 2)];

pub(super) fn generate(position: &Hyperspace, scope: Scope, out: &mut Vec<Action>) {
    let _ = position.for_each_legal_within(Bounds { max_delay: 0 }, |action| {
        if scope != Scope::Noisy || position.gain(action) > 0 {
            out.push(action);
        }
        ControlFlow::<()>::Continue(())
    });
    match scope {
        Scope::Noisy => return,
        Scope::Root(bounds) => {
            let delays = DELAYS.iter().copied();
            let delays = delays.filter(|(delay, _)| *delay <= bounds.max_delay);
            phase_outs(position, delays, out);
        }
        Scope::Inner { depth, bounds, .. } => {
            strategy_fusion::remove_informed_moves(position, out);
            if depth >= 3 && bounds.max_delay > 0 && !position.is_check() {
                phase_outs(position, [(1, 1)], out);
            }
        }
    }
    if out.is_empty() {
        // Long delays may be all that is left.
        let _ = position.for_each_legal(|action| {
            out.push(action);
            if out.len() < 256 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
    }
}

pub(super) fn quiet_limit(depth: i32, at_root: bool) -> usize {
    match depth {
        ..=2 if at_root => usize::MAX,
        _ if at_root => 60,
        ..=1 => 14,
        2 => 22,
        3 => 34,
        _ => usize::MAX,
    }
}

/// Adds phase-outs of every piece that can leave: for each of these delays the given number of squares of return, the best first. A single
/// square is chosen by a rough score; several are ranked by the evaluation.
fn phase_outs(
    position: &Hyperspace,
    delays: impl IntoIterator<Item = (u8, usize)> + Clone,
    out: &mut Vec<Action>,
) {
    const ANSWERS: [Choices; 3] = [
        Choices::NONE,
        Choices::one(Stays::Returning),
        Choices::one(Stays::Occupant),
    ];
    let us = position.turn();
    let board = position.board();
    let staying = board.by_role(Role::Pawn) | board.by_role(Role::King);
    for from in board.by_color(us) & !staying {
        let Some(role) = board.role_at(from) else {
            continue;
        };
        for (turns, squares) in delays.clone() {
            let Some(delay) = Delay::new(turns) else {
                continue;
            };
            let mut best = None;
            for choices in ANSWERS {
                let home = Action::phase_out(from, delay, from).with_choices(choices);
                if !position.is_legal(home) {
                    continue;
                }
                let best = best.get_or_insert_with(|| {
                    squares_of_return(board, us, role, from, turns, squares)
                });
                out.extend(best.iter().map(|(_, square)| {
                    Action::phase_out(from, delay, *square).with_choices(choices)
                }));
            }
        }
    }
}

/// The best squares of return for a piece that leaves for this many turns.
fn squares_of_return(
    board: &Board,
    us: Color,
    role: Role,
    from: Square,
    turns: u8,
    most: usize,
) -> Vec<(i32, Square)> {
    let light = Bitboard::LIGHT_SQUARES.contains(from);
    let piece = Absent {
        role,
        bishop_is_light: (role == Role::Bishop).then_some(light),
        // The countdown includes the turn in which the piece leaves.
        count_down: turns + 1,
    };
    let among = piece.squares();
    let mut board = *board;
    board.clear(from);
    if most == 1 {
        return absent::best_squares(among, 1, |square| {
            absent::square_score(&board, role.of(us), square, 2)
        });
    }
    absent::best_squares(among, most, |square| {
        value_of_departure(&board, us, piece, square)
    })
}
