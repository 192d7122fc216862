//! Pawns: their support and stoppers, and candidate passed pawns.

use manifold_rules::board::{Bitboard, Color, Role, Square, ahead};

use super::{Side, term};
use crate::eval::chess::{adjacent_files, passed_span};
use crate::eval::pawns;
use crate::eval::tally::Tally;

const DOUBLED_ISOLATED: usize = term("doubled-isolated");
const WEAK: usize = term("weak-on-open-file");
const CANDIDATE: usize = term("candidate");
const BLOCKED: usize = term("passed-blocked");
const CLEAR: usize = term("passed-clear");
const ROOK_BEHIND: usize = term("passed-rook-behind");
const UNSTOPPABLE: usize = term("passed-unstoppable");

/// Counts the terms that depend only on pawns.
#[inline]
pub(super) fn structure<T: Tally>(side: &Side<'_>, tally: &mut T) {
    let own = side.own(Role::Pawn);
    let enemies = side.enemy(Role::Pawn);
    for square in own {
        let rank = side.color.relative_rank(square.rank()) as usize;
        let file = Bitboard::from_file(square.file());
        let span = passed_span(side.color, square);
        let neighbours = own & adjacent_files(file);
        let supported = side.ours.by_pawns.contains(square);
        let open = (span & file & enemies).is_empty();
        if neighbours.is_empty() {
            if (file & own).more_than_one() {
                side.count(tally, DOUBLED_ISOLATED, 1);
            }
            if open {
                side.count(tally, WEAK, 1);
            }
        } else if open
            && !supported
            && (neighbours & !span).is_empty()
            && ahead(side.color, square).is_some_and(|stop| side.theirs.by_pawns.contains(stop))
        {
            side.count(tally, WEAK + 1, 1);
        }
        if !open || (span & file & own).any() {
            continue;
        }
        let sentries = span & enemies;
        if sentries.any() && (neighbours & !span).count() >= sentries.count() {
            side.count(tally, CANDIDATE + rank, 1);
        }
    }
}

/// Passed pawns: what stands in their way, and whether they can be stopped.
#[inline]
pub(super) fn passed_pawns<T: Tally>(side: &Side<'_>, turn: Color, tally: &mut T) {
    for square in pawns::passed_pawns(side.color, side.own(Role::Pawn), side.enemy(Role::Pawn)) {
        let rank = side.color.relative_rank(square.rank()) as usize;
        let way = passed_span(side.color, square) & Bitboard::from_file(square.file());
        passed(side, square, rank, way, turn, tally);
    }
}

/// Counts the terms of a passed pawn; `way` is the rest of its file up to promotion.
fn passed<T: Tally>(
    side: &Side<'_>,
    square: Square,
    rank: usize,
    way: Bitboard,
    turn: Color,
    tally: &mut T,
) {
    let Some(stop) = ahead(side.color, square) else {
        return;
    };
    let occupied = side.board.occupied();
    if side.board.by_color(side.color.other()).contains(stop) {
        side.count(tally, BLOCKED + rank, 1);
    } else if (way & (occupied | side.theirs.by_all)).is_empty() {
        side.count(tally, CLEAR + rank, 1);
    }
    if rank >= 3 {
        let behind = Bitboard::from_file(square.file()) & !way;
        for (place, rooks) in [side.own(Role::Rook), side.enemy(Role::Rook)]
            .into_iter()
            .enumerate()
        {
            if (behind & rooks).any() {
                side.count(tally, ROOK_BEHIND + place, 1);
            }
        }
    }
    let others = side.board.by_color(side.color.other());
    let pieces = others & !(side.enemy(Role::Pawn) | side.enemy(Role::King));
    if pieces.is_empty()
        && (way & occupied).is_empty()
        && let Some(king) = side.board.king_of(side.color.other())
    {
        let goal = match side.color {
            Color::White => way.last(),
            Color::Black => way.first(),
        };
        // From its first rank a pawn goes two squares at once.
        let steps = way.count() - usize::from(rank == 1);
        let late = usize::from(turn != side.color);
        let away = goal.map_or(0, |goal| king.distance(goal) as usize);
        if away > steps + late {
            side.count(tally, UNSTOPPABLE, 1);
        }
    }
}
