//! Kings: attacks around them, their pawn shelter, and the bare king.

use manifold_rules::board::{Bitboard, Board, Color, Role, Square, attacks};

use super::terms::{Attacked, DANGER, DANGERS, LONE_KING, SHELTER, STORM, place};
use crate::eval::pawns::{adjacent_files, passed_span};
use crate::eval::tally::Tally;
use crate::eval::values::centrality;

/// The kings of `color` and the squares around them.
pub(super) fn king_ring(board: &Board, color: Color) -> Bitboard {
    let kings = board.of(color, Role::King);
    kings
        .into_iter()
        .fold(kings, |ring, king| ring | attacks::king_attacks(king))
}

/// How strongly `color` attacks the enemy king: attacks around it and safe checks.
#[inline]
pub(super) fn danger<T: Tally>(
    board: &Board,
    color: Color,
    counted: Bitboard,
    ours: &Attacked,
    theirs: &Attacked,
    mut units: i32,
    tally: &mut T,
) {
    /// The units of danger that a safe check by each role adds.
    const CHECKS: [i32; 4] = [3, 2, 4, 3];
    let Some(king) = board.king_of(color.other()) else {
        return;
    };
    let occupied = board.occupied();
    let safe = !(theirs.by_all | board.by_color(color));
    let across = attacks::bishop_attacks(king, occupied);
    let along = attacks::rook_attacks(king, occupied);
    let lines = [attacks::knight_attacks(king), across, along, across | along];
    for ((line, reach), check) in lines.into_iter().zip(ours.by_pieces).zip(CHECKS) {
        if (line & reach & safe).any() {
            units += check;
        }
    }
    if (board.of(color, Role::Queen) & counted).is_empty() {
        units -= 4;
    }
    if units > 0 {
        let index = (units as usize).min(DANGERS - 1);
        tally.count(DANGER + index, color.fold_wb(1, -1));
    }
}

/// Counts the squares of the kings, and the pawns in front of them: shelter and storm.
#[inline]
pub(super) fn shelter<T: Tally>(board: &Board, color: Color, counted: Bitboard, tally: &mut T) {
    let sign = color.fold_wb(1, -1);
    let own = board.by_color(color) & counted;
    for king in own & board.by_role(Role::King) {
        tally.count(place(color, Role::King, king), sign);
        let pawns = own & board.by_role(Role::Pawn);
        let enemies = board.of(color.other(), Role::Pawn) & counted;
        let files = Bitboard::from_file(king.file());
        let front =
            passed_span(color, king) | adjacent_files(files) & Bitboard::from_rank(king.rank());
        let rank = color.relative_rank(king.rank()) as usize;
        for file in [adjacent_files(files) & front, files & front] {
            // The two adjacent files are told apart by which side of the king they are on.
            for half in [
                file & Bitboard(left_of(king)),
                file & !Bitboard(left_of(king)),
            ] {
                if half.is_empty() {
                    continue;
                }
                let shelter = nearest(color, half & pawns)
                    .map_or(3, |pawn| pawn.saturating_sub(rank).clamp(1, 3) - 1);
                tally.count(SHELTER + shelter, sign);
                let storm = nearest(color, half & enemies)
                    .map_or(5, |pawn| pawn.saturating_sub(rank).clamp(1, 5) - 1);
                tally.count(STORM + storm, sign);
            }
        }
    }
}

/// Counts the terms of a king that is the only man of its side.
#[inline]
pub(super) fn lone_king<T: Tally>(board: &Board, color: Color, counted: Bitboard, tally: &mut T) {
    let sign = color.fold_wb(1, -1);
    let own = board.by_color(color) & counted;
    for king in own & board.by_role(Role::King) {
        if own.without(king).is_empty()
            && let Some(other) = board.king_of(color.other())
        {
            tally.count(LONE_KING, sign * centrality(king));
            tally.count(LONE_KING + 1, sign * king.distance(other) as i32);
        }
    }
}

/// All files to the left of the square.
fn left_of(square: Square) -> u64 {
    let below = (1_u64 << (square.to_u32() & 7)) - 1;
    below * 0x0101_0101_0101_0101
}

/// The rank, relative to `color` and from 0, of the man nearest to its own back rank.
fn nearest(color: Color, men: Bitboard) -> Option<usize> {
    let man = match color {
        Color::White => men.first(),
        Color::Black => men.last(),
    };
    man.map(|man| color.relative_rank(man.rank()) as usize)
}
