//! What a piece in hyperspace is worth, and where it would like to come back.

use manifold_rules::board::{Bitboard, Board, Color, Piece, Role, Square, attacks};
use manifold_rules::hyperspace::Absent;

use crate::chess;
use crate::evaluation::Weight;

/// What it is worth that the opponent does not know the square of a piece that is away. The search lets the
/// opponent answer as if it were known; measured in matches of the engine with itself.
const SECRECY: i32 = 30;

/// How the square of a return looks on the present board, in hundredths of the piece that are lost.
fn hazard(board: &Board, piece: Piece, square: Square, enemy_turns: i32) -> i32 {
    let us = piece.color;
    match board.piece_at(square) {
        // It can only hope that the man goes away.
        Some(man) if man.color != us => return 90 - (enemy_turns * 4).min(30),
        Some(man) if man.role == Role::King => return 25,
        // A turn is needed to make room, at worst the lesser of the two is lost.
        Some(man) => {
            let lesser = chess::worth(man.role).min(chess::worth(piece.role));
            return 4 + 12 * lesser / chess::worth(piece.role);
        }
        None => {}
    }
    let occupied = board.occupied();
    let attackers = board.attackers(square, us.other(), occupied);
    // That somebody comes to stand there by chance.
    let chance = 2 * enemy_turns.min(6);
    if attackers.is_empty() {
        return chance;
    }
    let fades = 3 + enemy_turns.min(6);
    let worth = chess::worth(piece.role);
    let defended = board.attackers(square, us, occupied).any();
    let cheapest = attackers
        .into_iter()
        .filter_map(|attacker| board.role_at(attacker))
        .map(chess::worth)
        .min()
        .unwrap_or(worth);
    let at_stake = match (cheapest < worth, defended) {
        (true, true) => 70 * (worth - cheapest) / worth,
        (_, false) => 70,
        (false, true) => 6,
    };
    chance + at_stake * 4 / fades
}

/// What a piece that is away is worth to its player.
pub(crate) fn worth(
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
    let (middle, end) = chess::standing(color, role, square);
    let reach = attacks::attacks(square, piece, board.occupied()) & !board.by_color(color);
    let mobility = reach.count() as i32 * 3 - 15;
    let lost = hazard(board, piece, square, enemy_turns);
    let missed = wait * (4 + chess::worth(role) / 80) - SECRECY;
    let worth = |standing: i32| (standing + mobility / 2) * (100 - lost) / 100 - missed;
    Weight::new(worth(middle), worth(end) - 2 * wait)
}

/// How much a piece would like to come back to a square, after `wait` turns: a rough guess.
pub(super) fn taste(board: &Board, piece: Piece, square: Square, wait: i32) -> i32 {
    let us = piece.color;
    let (middle, _) = chess::standing(us, piece.role, square);
    let worth = chess::worth(piece.role);
    let lost = hazard(board, piece, square, wait);
    let mut taste =
        middle - chess::material(piece.role).0 + 4 * chess::centre(square) - worth * lost / 100;
    let occupied = board.occupied().with(square);
    let reach = attacks::attacks(square, piece, occupied);
    let theirs = board.by_color(us.other());
    taste += (reach & !board.by_color(us)).count() as i32 * 2;
    let mut threats = 0;
    for target in reach & theirs {
        let role = board.role_at(target).unwrap_or(Role::Pawn);
        let prize = chess::worth(role);
        let bare = || !board.is_attacked(target, us.other(), occupied);
        if role == Role::King {
            taste += 15;
            threats += 1;
        } else if prize > worth || bare() {
            taste += 15 + prize / 25;
            threats += 1;
        }
    }
    if threats >= 2 {
        taste += 50;
    }
    if let Some(king) = board.king_of(us.other()) {
        taste += (reach & attacks::king_attacks(king)).count() as i32 * 8;
    }
    taste
}

/// All squares, the best first, to which a piece that leaves `from` could come back.
pub(super) fn tastes(
    board: &Board,
    piece: Piece,
    from: Square,
    among: Bitboard,
    wait: i32,
    most: usize,
) -> Vec<(i32, Square)> {
    let mut board = *board;
    board.clear(from);
    let mut all: Vec<(i32, Square)> = among
        .into_iter()
        .map(|square| (taste(&board, piece, square, wait), square))
        .collect();
    all.sort_unstable_by_key(|(taste, square)| (std::cmp::Reverse(*taste), *square));
    all.truncate(most);
    all
}
