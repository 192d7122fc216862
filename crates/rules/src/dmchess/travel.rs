//! The second leg of moves across dimensions, and steps of sets of men.

use crate::board::{Bitboard, Board, Piece, Role, Square, attacks, pawns};

#[inline]
const fn knight_leaps(from: Bitboard) -> Bitboard {
    let (west, east) = (pawns::west(from), pawns::east(from));
    let one = west.0 | east.0;
    let two = pawns::west(west).0 | pawns::east(east).0;
    Bitboard(one << 16 | one >> 16 | two << 8 | two >> 8)
}

#[inline]
pub(super) const fn king_steps(from: Bitboard) -> Bitboard {
    let beside = pawns::west(from).0 | pawns::east(from).0;
    let row = from.0 | beside;
    Bitboard(beside | row << 8 | row >> 8)
}

#[inline]
pub(super) const fn straight_steps(from: Bitboard) -> Bitboard {
    let (west, east) = (pawns::west(from), pawns::east(from));
    Bitboard(west.0 | east.0 | from.0 << 8 | from.0 >> 8)
}

/// The targets of a man that has come through any of `portals` onto `board`.
#[inline]
pub(super) fn second_leg(piece: Piece, portals: Bitboard, board: &Board) -> Bitboard {
    let occupied = board.occupied();
    let color = piece.color;
    let reached = match piece.role {
        Role::Pawn => {
            let strikes = pawns::attacks(color, portals) & board.by_color(color.other());
            return pawns::step(color, portals) & !occupied | strikes;
        }
        Role::Knight => knight_leaps(portals),
        Role::King => king_steps(portals),
        Role::Bishop => union(portals, |p| attacks::bishop_attacks(p, occupied)),
        Role::Rook => union(portals, |p| attacks::rook_attacks(p, occupied)),
        Role::Queen => union(portals, |p| attacks::queen_attacks(p, occupied)),
    };
    reached & !board.by_color(color)
}

#[inline]
fn union(squares: Bitboard, reached: impl Fn(Square) -> Bitboard) -> Bitboard {
    squares
        .into_iter()
        .fold(Bitboard::EMPTY, |all, square| all | reached(square))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_men_attack_what_single_men_attack() {
        for square in Square::ALL {
            let set = Bitboard::from(square);
            assert_eq!(knight_leaps(set), attacks::knight_attacks(square));
            assert_eq!(king_steps(set), attacks::king_attacks(square));
        }
    }
}
