//! Move ordering that the games share: gain, risk, quiet score and history indices of a chess move.

use manifold_rules::board::{Bitboard, Board, Color, Role, Square, StandardMove, attacks};

use crate::eval::material::is_bare;
use crate::eval::values::{piece_value, psqt};
use crate::playable::CORRECTION_KEYS;

/// The bonus of a quiet move that attacks a king.
const CHECK: i32 = 250;

/// The gain of a move by capture and promotion, in centipawns.
#[inline]
pub(crate) fn gain(board: &Board, us: Color, standard: StandardMove) -> i32 {
    let victim = match board.role_at(standard.to) {
        Some(role) if board.color_at(standard.to) == Some(us.other()) => piece_value(role),
        Some(_) => 0,
        // A pawn that leaves its file for an empty square captures en passant.
        None if standard.from.file() != standard.to.file()
            && board.by_role(Role::Pawn).contains(standard.from) =>
        {
            piece_value(Role::Pawn)
        }
        None => 0,
    };
    let promotion = standard
        .promotion
        .map_or(0, |role| piece_value(role) - piece_value(Role::Pawn));
    victim + promotion
}

/// The value of the moving man if an enemy attacks its destination, otherwise 0.
#[inline]
pub(crate) fn risk(board: &Board, us: Color, from: Square, to: Square) -> i32 {
    let occupied = board.occupied().without(from);
    match board.role_at(from) {
        Some(role) if role != Role::King && board.is_attacked(to, us.other(), occupied) => {
            piece_value(role)
        }
        _ => 0,
    }
}

/// The ordering score of a quiet move: the gain in piece-square value, minus a malus if an enemy pawn attacks the destination, plus a bonus
/// for a check.
#[inline]
pub(crate) fn quiet_score(board: &Board, us: Color, from: Square, to: Square) -> i32 {
    let Some(role) = board.role_at(from) else {
        return 0;
    };
    let (before, _) = psqt(us, role, from);
    let (after, _) = psqt(us, role, to);
    let pawns = attacks::pawn_attacks(us, to) & board.of(us.other(), Role::Pawn);
    let loss = if pawns.any() && role != Role::Pawn {
        piece_value(role) / 4
    } else {
        0
    };
    let reach = attacks::attacks(to, role.of(us), board.occupied().without(from));
    let check = if reach.intersects(board.of(us.other(), Role::King)) {
        CHECK
    } else {
        0
    };
    after - before - loss + check
}

/// The from-to index of a move, below 4096.
#[inline]
pub(crate) fn butterfly_index(from: Square, to: Square) -> usize {
    from.to_usize() * 64 + to.to_usize()
}

/// The piece-to index of a move, below 384.
#[inline]
pub(crate) fn continuation_index(board: &Board, standard: StandardMove) -> usize {
    let role = board.role_at(standard.from).unwrap_or(Role::Pawn);
    (role as usize - 1) * 64 + standard.to.to_usize()
}

/// Keys of correction history: one for the pawns of a board, and one for each side's other men; `None` if a king is bare.
#[inline]
pub(crate) fn correction_keys(board: &Board) -> Option<[u64; CORRECTION_KEYS]> {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |key: u64, men: Bitboard| {
        let key = (key ^ men.0).wrapping_mul(FACTOR);
        key ^ key >> 32
    };
    let of = |color: Color| {
        let own = board.by_color(color);
        [
            Role::Knight,
            Role::Bishop,
            Role::Rook,
            Role::Queen,
            Role::King,
        ]
        .into_iter()
        .fold(1, |key, role| mix(key, own & board.by_role(role)))
    };
    if is_bare(board) {
        return None;
    }
    let pawns = mix(1, board.of(Color::White, Role::Pawn));
    Some([
        mix(pawns, board.of(Color::Black, Role::Pawn)),
        of(Color::White),
        of(Color::Black),
    ])
}
