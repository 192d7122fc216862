//! The value of a piece in hyperspace, and the squares to which it would best return.

use manifold_rules::board::{Bitboard, Board, Color, Piece, Role, Square, attacks};
use manifold_rules::hyperspace::Absent;

use crate::eval::values::{centrality, piece_value, psqt, tapered_value};
use crate::eval::weights::Weight;

/// The value of a secret square of return, in centipawns. The search lets the opponent answer as if it were known.
/// Measured in self-play matches.
const SECRECY: i32 = 30;

/// The expected loss on a square of return as the board is now, in percent of the piece.
fn hazard(board: &Board, piece: Piece, square: Square, enemy_turns: i32) -> i32 {
    let us = piece.color;
    match board.piece_at(square) {
        // Safe only if the man moves away.
        Some(man) if man.color != us => return 90 - (enemy_turns * 4).min(30),
        Some(man) if man.role == Role::King => return 25,
        // Making room costs a turn; at worst the lesser of the two is lost.
        Some(man) => {
            let lesser = piece_value(man.role).min(piece_value(piece.role));
            return 4 + 12 * lesser / piece_value(piece.role);
        }
        None => {}
    }
    let occupied = board.occupied();
    let attackers = board.attackers(square, us.other(), occupied);
    // A man may happen to stand there by then.
    let chance = 2 * enemy_turns.min(6);
    if attackers.is_empty() {
        return chance;
    }
    let dilution = 3 + enemy_turns.min(6);
    let value = piece_value(piece.role);
    let defended = board.attackers(square, us, occupied).any();
    let cheapest = attackers
        .into_iter()
        .filter_map(|attacker| board.role_at(attacker))
        .map(piece_value)
        .min()
        .unwrap_or(value);
    let at_stake = match (cheapest < value, defended) {
        (true, true) => 70 * (value - cheapest) / value,
        (_, false) => 70,
        (false, true) => 6,
    };
    chance + at_stake * 4 / dilution
}

/// The value of a piece that is away, for its player.
pub(crate) fn value(
    board: &Board,
    color: Color,
    absent: Absent,
    square: Square,
    has_turn: bool,
) -> Weight {
    let role = absent.role;
    let wait = i32::from(absent.count_down.min(12));
    let enemy_turns = if has_turn { wait - 1 } else { wait };
    if !absent.squares().contains(square) {
        return Weight::default();
    }
    let piece = role.of(color);
    let (middle, end) = psqt(color, role, square);
    let reach = attacks::attacks(square, piece, board.occupied()) & !board.by_color(color);
    let mobility = reach.count() as i32 * 3 - 15;
    let lost = hazard(board, piece, square, enemy_turns);
    let missed = wait * (4 + piece_value(role) / 80) - SECRECY;
    let value = |standing: i32| (standing + mobility / 2) * (100 - lost) / 100 - missed;
    Weight::new(value(middle), value(end) - 2 * wait)
}

/// A rough and quick score of a square of return, after `wait` turns.
pub(super) fn square_score(board: &Board, piece: Piece, square: Square, wait: i32) -> i32 {
    let us = piece.color;
    let (middle, _) = psqt(us, piece.role, square);
    let value = piece_value(piece.role);
    let lost = hazard(board, piece, square, wait);
    let mut score =
        middle - tapered_value(piece.role).0 + 4 * centrality(square) - value * lost / 100;
    let occupied = board.occupied().with(square);
    let reach = attacks::attacks(square, piece, occupied);
    let theirs = board.by_color(us.other());
    score += (reach & !board.by_color(us)).count() as i32 * 2;
    let mut threats = 0;
    for target in reach & theirs {
        let role = board.role_at(target).unwrap_or(Role::Pawn);
        let prize = piece_value(role);
        let bare = || !board.is_attacked(target, us.other(), occupied);
        if role == Role::King {
            score += 15;
            threats += 1;
        } else if prize > value || bare() {
            score += 15 + prize / 25;
            threats += 1;
        }
    }
    if threats >= 2 {
        score += 50;
    }
    if let Some(king) = board.king_of(us.other()) {
        score += (reach & attacks::king_attacks(king)).count() as i32 * 8;
    }
    score
}

/// The squares to which a piece that leaves `from` could return, the best by `score` first.
pub(super) fn best_squares(
    board: &Board,
    from: Square,
    among: Bitboard,
    most: usize,
    score: impl Fn(&Board, Square) -> i32,
) -> Vec<(i32, Square)> {
    let mut board = *board;
    board.clear(from);
    let mut all: Vec<(i32, Square)> = among
        .into_iter()
        .map(|square| (score(&board, square), square))
        .collect();
    all.sort_unstable_by_key(|(score, square)| (std::cmp::Reverse(*score), *square));
    all.truncate(most);
    all
}
