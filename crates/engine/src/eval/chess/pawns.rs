//! Pawns: their structure, and terms that depend on other men as well: passed pawns, rooks on open or half-open files, and outposts.

use manifold_rules::board::{Bitboard, Board, Color, Rank, Role, Square, ahead};

use super::terms::{
    Attacked, BACKWARD, CONNECTED, DOUBLED, ISOLATED, OUTPOST, PASSED, PASSED_MORE, ROOK_FILE,
    material, place,
};
use crate::eval::pawns::{adjacent_files, attack_spans, passed_pawns, passed_span};
use crate::eval::tally::Tally;

/// Counts the terms that depend only on pawns.
#[inline]
pub(super) fn structure<T: Tally>(
    board: &Board,
    color: Color,
    counted: Bitboard,
    ours: &Attacked,
    theirs: &Attacked,
    tally: &mut T,
) {
    let sign = color.fold_wb(1, -1);
    let own = board.of(color, Role::Pawn) & counted;
    let enemies = board.of(color.other(), Role::Pawn);
    let passed = passed_pawns(color, own, enemies);
    for square in own {
        tally.count(material(Role::Pawn), sign);
        tally.count(place(color, Role::Pawn, square), sign);
        let rank = color.relative_rank(square.rank()) as usize;
        let file = Bitboard::from_file(square.file());
        let adjacent = adjacent_files(file);
        let span = passed_span(color, square);
        let neighbours = own & adjacent;
        if passed.contains(square) {
            tally.count(PASSED + rank, sign);
        }
        let row = Bitboard::from_rank(square.rank());
        if ours.by_pawns.contains(square) || (neighbours & row).any() {
            tally.count(CONNECTED + rank, sign);
        } else if neighbours.is_empty() {
            tally.count(ISOLATED, sign);
        } else if (neighbours & !span).is_empty()
            && ahead(color, square).is_some_and(|stop| theirs.by_pawns.contains(stop))
        {
            tally.count(BACKWARD, sign);
        }
        if (own & file & span).any() {
            tally.count(DOUBLED, sign);
        }
    }
}

/// Passed pawns that are well advanced, rooks on files without own pawns, and outposts.
#[inline]
pub(super) fn pawns_and_pieces<T: Tally>(
    board: &Board,
    color: Color,
    counted: Bitboard,
    ours: &Attacked,
    theirs: &Attacked,
    tally: &mut T,
) {
    let sign = color.fold_wb(1, -1);
    let own = board.of(color, Role::Pawn) & counted;
    let enemies = board.of(color.other(), Role::Pawn);
    let home = ranks(color, [Rank::First, Rank::Second, Rank::Third]);
    for square in passed_pawns(color, own, enemies) & !home {
        passed(board, color, square, ours, theirs, tally);
    }
    for square in board.of(color, Role::Rook) & counted {
        let file = Bitboard::from_file(square.file());
        if (file & own).is_empty() {
            let is_open = (file & enemies).is_empty();
            tally.count(ROOK_FILE + usize::from(is_open), sign);
        }
    }
    let safe = !attack_spans(color.other(), enemies)
        & ours.by_pawns
        & ranks(color, [Rank::Fourth, Rank::Fifth, Rank::Sixth]);
    for (index, role) in [Role::Knight, Role::Bishop].into_iter().enumerate() {
        let posted = (board.of(color, role) & counted & safe).count() as i32;
        if posted > 0 {
            tally.count(OUTPOST + index, sign * posted);
        }
    }
}

/// The squares of these ranks, as seen by `color`.
fn ranks(color: Color, ranks: [Rank; 3]) -> Bitboard {
    ranks
        .map(|rank| Bitboard::from_rank(color.relative_rank(rank)))
        .into_iter()
        .fold(Bitboard::EMPTY, |all, rank| all | rank)
}

/// Counts the terms of an advanced passed pawn: whether it can advance, and the distances of the kings.
fn passed<T: Tally>(
    board: &Board,
    color: Color,
    square: Square,
    ours: &Attacked,
    theirs: &Attacked,
    tally: &mut T,
) {
    let sign = color.fold_wb(1, -1);
    let Some(stop) = ahead(color, square) else {
        return;
    };
    if !board.occupied().contains(stop) {
        tally.count(PASSED_MORE, sign);
        if !theirs.by_all.contains(stop) || ours.by_pawns.contains(stop) {
            tally.count(PASSED_MORE + 1, sign);
        }
    }
    for (term, king) in [
        (PASSED_MORE + 2, board.king_of(color)),
        (PASSED_MORE + 3, board.king_of(color.other())),
    ] {
        if let Some(king) = king {
            let away = king.distance(stop).min(5) as i32;
            tally.count(term, sign * away);
        }
    }
}
