//! How to win against a bare king: drive it to the edge, bring the own king near.
//!
//! These are no terms to be fitted. Every position of this kind is won, so results say nothing about the way; a fit
//! to results alone forgets how to mate with a rook.

use manifold_rules::board::{Bitboard, Board, Color, Role, Square};

use super::{Tally, Weight};

/// Adds the way to the win if one side has nothing but its king and the other can mate.
#[inline]
pub(super) fn tally<T: Tally>(board: &Board, tally: &mut T) {
    for color in Color::ALL {
        if board.by_color(color.other()).count() == 1
            && let Some(worth) = of(board, color)
        {
            tally.add(Weight::new(worth, worth) * color.fold_wb(1, -1));
        }
    }
}

/// The worth for `color` of how far it has come; none where the win is by promotion, or there is none.
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
    let (king, hunted) = (board.king_of(color)?, board.king_of(color.other())?);
    let near = 14 - manhattan(king, hunted);
    let driven = if heavy || both_bishops {
        15 * from_centre(hunted)
    } else {
        // Bishop and knight mate in a corner that the bishop reaches.
        let corners = if bishops.intersects(Bitboard::LIGHT_SQUARES) {
            [Square::A8, Square::H1]
        } else {
            [Square::A1, Square::H8]
        };
        let away = corners.map(|corner| manhattan(hunted, corner));
        12 * (14 - away[0].min(away[1])) + 6 * from_centre(hunted)
    };
    Some(driven + 6 * near)
}

/// Steps along files and ranks to the four squares in the middle: 0 to 6.
fn from_centre(square: Square) -> i32 {
    let index = square.to_u32() as i32;
    let (file, rank) = (index % 8, index / 8);
    (2 * file - 7).abs() / 2 + (2 * rank - 7).abs() / 2
}

/// Steps from one square to another along files and ranks.
fn manhattan(one: Square, other: Square) -> i32 {
    let (one, other) = (one.to_u32() as i32, other.to_u32() as i32);
    (one % 8 - other % 8).abs() + (one / 8 - other / 8).abs()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn worth(men: &[(Square, Role)]) -> Option<i32> {
        let mut board = Board::EMPTY;
        board.put(Square::E4, Role::King.of(Color::White));
        board.put(Square::H8, Role::King.of(Color::Black));
        for (square, role) in men {
            board.put(*square, role.of(Color::White));
        }
        of(&board, Color::White)
    }

    #[test]
    fn only_who_can_mate_without_a_promotion_hunts() {
        assert_eq!(worth(&[]), None);
        assert_eq!(worth(&[(Square::D4, Role::Bishop)]), None);
        assert_eq!(
            worth(&[(Square::D4, Role::Knight), (Square::D5, Role::Knight)]),
            None
        );
        assert_eq!(
            worth(&[(Square::D4, Role::Bishop), (Square::F4, Role::Bishop)]),
            None
        );
        assert!(worth(&[(Square::D4, Role::Bishop), (Square::D5, Role::Bishop)]).is_some());
        assert!(worth(&[(Square::D4, Role::Rook)]).is_some());
        assert_eq!(worth(&[(Square::D4, Role::Pawn)]), None);
    }

    #[test]
    fn bishop_and_knight_drive_to_the_corner_of_the_bishop() {
        let dark = worth(&[(Square::D4, Role::Bishop), (Square::D2, Role::Knight)]);
        let light = worth(&[(Square::D5, Role::Bishop), (Square::D2, Role::Knight)]);
        assert!(dark > light, "{dark:?} {light:?}");
    }
}
