//! The value of a piece in hyperspace, and its best squares of return.

use manifold_rules::board::{Bitboard, Board, Color, Piece, Role, Square, attacks};
use manifold_rules::hyperspace::Absent;

use crate::eval::values::{centrality, piece_value, psqt, tapered_value};
use crate::eval::weights::Weight;

/// The value of a secret square of return, in centipawns. The search lets the opponent answer as if it were known.
/// Measured in self-play matches.
const SECRECY: i32 = 30;

/// What awaits a piece on its square of return, as the board is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// An enemy man stands there.
    Enemy,
    OwnKing,
    OwnMan(Role),
    /// No enemy attacks the square.
    Free,
    /// Enemies attack it and nobody defends it.
    Lost,
    /// It is defended, but an attacker is worth less than the piece. Holds the value of the cheapest attacker, in centipawns.
    LostForLess(i32),
    /// It is defended, and no attacker is worth less.
    Exchanged,
}

impl Fate {
    pub(crate) fn of(board: &Board, piece: Piece, square: Square) -> Fate {
        let us = piece.color;
        match board.piece_at(square) {
            Some(man) if man.color != us => return Fate::Enemy,
            Some(man) if man.role == Role::King => return Fate::OwnKing,
            Some(man) => return Fate::OwnMan(man.role),
            None => {}
        }
        let occupied = board.occupied();
        let attackers = board.attackers(square, us.other(), occupied);
        if attackers.is_empty() {
            return Fate::Free;
        }
        if board.attackers(square, us, occupied).is_empty() {
            return Fate::Lost;
        }
        let roles = attackers.into_iter().filter_map(|at| board.role_at(at));
        match roles.map(piece_value).min() {
            Some(cheapest) if cheapest < piece_value(piece.role) => Fate::LostForLess(cheapest),
            _ => Fate::Exchanged,
        }
    }
}

/// The expected loss on a square of return, in percent of the piece.
fn hazard(role: Role, fate: Fate, enemy_turns: i32) -> i32 {
    let value = piece_value(role);
    // A man may happen to stand there by then.
    let chance = 2 * enemy_turns.min(6);
    let dilution = 3 + enemy_turns.min(6);
    let attacked = |at_stake: i32| chance + at_stake * 4 / dilution;
    match fate {
        // Safe only if the man moves away.
        Fate::Enemy => 90 - (enemy_turns * 4).min(30),
        Fate::OwnKing => 25,
        // Making room costs a turn; at worst the lesser of the two is lost.
        Fate::OwnMan(man) => 4 + 12 * piece_value(man).min(value) / value,
        Fate::Free => chance,
        Fate::Lost => attacked(70),
        Fate::LostForLess(cheapest) => attacked(70 * (value - cheapest) / value),
        Fate::Exchanged => attacked(6),
    }
}

/// The value of a piece that is away, for its player.
pub(crate) fn value(
    board: &Board,
    color: Color,
    absent: Absent,
    square: Square,
    has_turn: bool,
    fate: Fate,
) -> Weight {
    let role = absent.role;
    let wait = i32::from(absent.count_down.min(12));
    let enemy_turns = if has_turn { wait - 1 } else { wait };
    let piece = role.of(color);
    let (middle, end) = psqt(color, role, square);
    let reach = attacks::attacks(square, piece, board.occupied()) & !board.by_color(color);
    let mobility = reach.count() as i32 * 3 - 15;
    let lost = hazard(role, fate, enemy_turns);
    let missed = wait * (4 + piece_value(role) / 80) - SECRECY;
    let value = |standing: i32| (standing + mobility / 2) * (100 - lost) / 100 - missed;
    Weight::new(value(middle), value(end) - 2 * wait)
}

/// A quick, rough score of a square for a return after `wait` turns.
pub(super) fn square_score(board: &Board, piece: Piece, square: Square, wait: i32) -> i32 {
    let us = piece.color;
    let (middle, _) = psqt(us, piece.role, square);
    let value = piece_value(piece.role);
    let lost = hazard(piece.role, Fate::of(board, piece, square), wait);
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

/// The `most` best of these squares by `score`, the best first.
pub(super) fn best_squares(
    among: Bitboard,
    most: usize,
    score: impl Fn(Square) -> i32,
) -> Vec<(i32, Square)> {
    let mut all: Vec<(i32, Square)> = among
        .into_iter()
        .map(|square| (score(square), square))
        .collect();
    all.sort_unstable_by_key(|(score, square)| (std::cmp::Reverse(*score), *square));
    all.truncate(most);
    all
}

#[cfg(test)]
mod tests {
    use manifold_rules::hyperspace::Hyperspace;
    use manifold_rules::position::Position;

    use super::*;

    #[test]
    fn what_stands_on_the_square_or_attacks_it_decides_what_awaits_a_piece() {
        let fen = "4k2r/8/8/2b5/8/5N2/P7/4K3 w - - 0 1 -";
        let position = Hyperspace::from_text(Default::default(), fen).expect(fen);
        let rook_to = |square: &str| {
            let square = square.parse().expect(square);
            Fate::of(position.board(), Role::Rook.of(Color::White), square)
        };
        assert_eq!(rook_to("c5"), Fate::Enemy);
        assert_eq!(rook_to("e1"), Fate::OwnKing);
        assert_eq!(rook_to("a2"), Fate::OwnMan(Role::Pawn));
        assert_eq!(rook_to("a1"), Fate::Free);
        assert_eq!(rook_to("e3"), Fate::Lost);
        let bishop = piece_value(Role::Bishop);
        assert_eq!(rook_to("d4"), Fate::LostForLess(bishop));
        assert_eq!(rook_to("h2"), Fate::Exchanged);
    }
}
