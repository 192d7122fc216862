//! Mop-up evaluation against a bare king: drive it to the edge, bring the player's own king near.
//!
//! It is not tuned. Every such position is won, so results say nothing about the way; weights fitted to results alone
//! forget how to mate with a rook.

use manifold_rules::board::{Bitboard, Board, Color, Role, Square};

use super::tally::Tally;
use super::weights::Weight;

/// Adds the mop-up value if one side has a bare king and the other can mate.
#[inline]
pub(crate) fn tally<T: Tally>(board: &Board, tally: &mut T) {
    for color in Color::ALL {
        if board.by_color(color.other()).count() == 1
            && let Some(value) = of(board, color)
        {
            tally.add(Weight::new(value, value) * color.fold_wb(1, -1));
        }
    }
}

/// The mop-up value for `color`; none where it must promote first or cannot win.
fn of(board: &Board, color: Color) -> Option<i32> {
    let own = |role| board.of(color, role);
    let bishops = own(Role::Bishop);
    let with_knight = bishops.any() && own(Role::Knight).any();
    let both_bishops =
        bishops.intersects(Bitboard::LIGHT_SQUARES) && bishops.intersects(Bitboard::DARK_SQUARES);
    let heavy = own(Role::Rook).any() || own(Role::Queen).any();
    if !heavy && !both_bishops && !with_knight {
        return None;
    }
    let (king, bare) = (board.king_of(color)?, board.king_of(color.other())?);
    let near = |square| 14 - manhattan(square, bare);
    if heavy || both_bishops {
        return Some(15 * from_centre(bare) + 6 * near(king));
    }
    if own(Role::Pawn).any() {
        return None;
    }
    // Bishop and knight mate in a corner that the bishop reaches. On the way there the bare king leaves the wrong corner along
    // the edge: the corner must count for much more than the edge, or the engine waits.
    let corners = if bishops.intersects(Bitboard::LIGHT_SQUARES) {
        [Square::A8, Square::H1]
    } else {
        [Square::A1, Square::H8]
    };
    let away = corners.map(|corner| manhattan(bare, corner));
    let corner = 14 - away[0].min(away[1]);
    let knight = own(Role::Knight).first().map_or(0, near);
    Some(60 * corner + 10 * from_centre(bare) + 24 * near(king) + 10 * knight)
}

/// Manhattan distance to the four squares in the centre: 0 to 6.
fn from_centre(square: Square) -> i32 {
    let index = square.to_u32() as i32;
    let (file, rank) = (index % 8, index / 8);
    (2 * file - 7).abs() / 2 + (2 * rank - 7).abs() / 2
}

/// Manhattan distance.
fn manhattan(one: Square, other: Square) -> i32 {
    let (one, other) = (one.to_u32() as i32, other.to_u32() as i32);
    (one % 8 - other % 8).abs() + (one / 8 - other / 8).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(men: &[(Square, Role)]) -> Option<i32> {
        let mut board = Board::EMPTY;
        board.put(Square::E4, Role::King.of(Color::White));
        board.put(Square::H8, Role::King.of(Color::Black));
        for (square, role) in men {
            board.put(*square, role.of(Color::White));
        }
        of(&board, Color::White)
    }

    #[test]
    fn there_is_no_value_where_a_promotion_must_come_first() {
        assert_eq!(value(&[]), None);
        assert_eq!(value(&[(Square::D4, Role::Bishop)]), None);
        assert_eq!(
            value(&[(Square::D4, Role::Knight), (Square::D5, Role::Knight)]),
            None
        );
        assert_eq!(
            value(&[(Square::D4, Role::Bishop), (Square::F4, Role::Bishop)]),
            None
        );
        assert!(value(&[(Square::D4, Role::Bishop), (Square::D5, Role::Bishop)]).is_some());
        assert!(value(&[(Square::D4, Role::Rook)]).is_some());
        assert_eq!(value(&[(Square::D4, Role::Pawn)]), None);
    }

    #[test]
    fn bishop_and_knight_drive_to_the_corner_of_the_bishop() {
        let dark = value(&[(Square::D4, Role::Bishop), (Square::D2, Role::Knight)]);
        let light = value(&[(Square::D5, Role::Bishop), (Square::D2, Role::Knight)]);
        assert!(dark > light, "{dark:?} {light:?}");
    }
}
