//! Mop-up evaluation against a bare king: drive it to the edge, and bring the player's own king close.
//!
//! It is not tuned. Every such position is won, so results say nothing about the way; weights fitted to results alone forget how to mate
//! with a rook. Besides it only material counts: the usual piece-square values do not help here.

use manifold_rules::board::{Bitboard, Board, Color, Role, Square};

use super::chess::material;
use super::material::is_bare;
use super::tally::Tally;
use super::weights::Weight;

/// Counts the material and adds the mop-up value if one side has a bare king and the other can mate; returns whether that is the case.
#[inline]
pub(crate) fn tally<T: Tally>(board: &Board, tally: &mut T) -> bool {
    if !is_bare(board) {
        return false;
    }
    for color in Color::ALL {
        if board.by_color(color.other()).count() == 1
            && let Some(value) = of(board, color)
        {
            let sign = color.fold_wb(1, -1);
            for role in [
                Role::Pawn,
                Role::Knight,
                Role::Bishop,
                Role::Rook,
                Role::Queen,
            ] {
                let count = board.of(color, role).count() as i32;
                if count > 0 {
                    tally.count(material(role), sign * count);
                }
            }
            tally.add(Weight::new(value, value) * sign);
            return true;
        }
    }
    false
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
    if heavy || both_bishops {
        return Some(15 * from_centre(bare) + 6 * (14 - manhattan(king, bare)));
    }
    if own(Role::Pawn).any() {
        return None;
    }
    // Bishop and knight mate in a corner that the bishop reaches. A step of the own king towards the bare king counts for more than a step
    // of the bare king towards that corner, or it would not be kept there.
    let corners = if bishops.intersects(Bitboard::LIGHT_SQUARES) {
        [Square::A8, Square::H1]
    } else {
        [Square::A1, Square::H8]
    };
    let away = corners.map(|corner| manhattan(bare, corner));
    let away = away[0].min(away[1]);
    let apart = king.distance(bare).max(2) as i32;
    let knight = own(Role::Knight).first()?.distance(bare) as i32;
    Some(440 - 20 * away - 40 * apart - 5 * knight - 5 * from_centre(king))
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
