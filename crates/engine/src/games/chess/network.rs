//! The inputs of the chess network: the men of either colour by role, and what only all of them together tell: what is attacked.

use manifold_rules::board::pawns::attacks as pawn_attacks;
use manifold_rules::board::{Bitboard, Board, Color, Role, attacks};
use manifold_rules::chess::Chess;

use crate::eval::chess::passed_span;
use crate::network::{
    Network, Networked, Orientation, ROLE_PLANES, is_middle_game, orientation_by_king,
    output_bucket_of, role_planes,
};

/// The number of [`others`].
const OTHERS: usize = 8;
/// Two planes for each role and for each of the others.
const PLANES: usize = ROLE_PLANES + 2 * OTHERS;

impl Networked for Chess {
    type Planes = [u64; PLANES];

    const EMPTY: Self::Planes = [0; PLANES];

    fn shipped_network() -> Option<&'static Network> {
        None
    }

    #[inline]
    fn planes(&self) -> Self::Planes {
        let mut planes = Self::EMPTY;
        role_planes(self.board(), &mut planes);
        let reaches = Color::ALL.map(|color| Reach::of(self.board(), color));
        for color in Color::ALL {
            let [own, enemy] = color.fold_wb([0, 1], [1, 0]);
            let others = others(self.board(), color, &reaches[own], &reaches[enemy]);
            for (pair, plane) in others.into_iter().enumerate() {
                planes[ROLE_PLANES + 2 * pair + own] = plane.0;
            }
        }
        planes
    }

    #[inline]
    fn orientation(&self, perspective: Color) -> Orientation {
        orientation_by_king(self.board().king_of(perspective))
    }

    #[inline]
    fn output_bucket(&self) -> usize {
        output_bucket_of(self.board())
    }

    #[inline]
    fn is_judged_by_network(&self) -> bool {
        is_middle_game(self.board())
    }
}

/// What one side attacks.
struct Reach {
    by_pawns: Bitboard,
    by_minors: Bitboard,
    by_rooks: Bitboard,
    by_queens: Bitboard,
    by_all: Bitboard,
    /// By two men or more; all pawns count as one.
    twice: Bitboard,
}

impl Reach {
    #[inline]
    fn of(board: &Board, color: Color) -> Reach {
        let own = board.by_color(color);
        let occupied = board.occupied();
        let by_pawns = pawn_attacks(color, own & board.by_role(Role::Pawn));
        let mut reach = Reach {
            by_pawns,
            by_minors: Bitboard::EMPTY,
            by_rooks: Bitboard::EMPTY,
            by_queens: Bitboard::EMPTY,
            by_all: by_pawns,
            twice: Bitboard::EMPTY,
        };
        let mut add = |role: Role| {
            let mut by_role = Bitboard::EMPTY;
            for square in own & board.by_role(role) {
                let one = attacks::attacks(square, role.of(color), occupied);
                reach.twice |= reach.by_all & one;
                reach.by_all |= one;
                by_role |= one;
            }
            by_role
        };
        let minors = add(Role::Knight) | add(Role::Bishop);
        let rooks = add(Role::Rook);
        let queens = add(Role::Queen);
        add(Role::King);
        (reach.by_minors, reach.by_rooks, reach.by_queens) = (minors, rooks, queens);
        reach
    }
}

/// Where minor pieces, rooks and queens can go without being taken by a lesser man; the squares around the enemy's king that are
/// attacked, and attacked twice; men that are attacked by lesser ones or not defended; men attacked and defended; passed pawns.
#[inline]
fn others(board: &Board, color: Color, ours: &Reach, theirs: &Reach) -> [Bitboard; OTHERS] {
    let own = board.by_color(color);
    let pawns = own & board.by_role(Role::Pawn);
    let king = board.of(color, Role::King);
    let free = !(pawns | king | theirs.by_pawns);
    let ring = board
        .king_of(color.other())
        .map_or(Bitboard::EMPTY, attacks::king_attacks);
    let minors = board.by_role(Role::Knight) | board.by_role(Role::Bishop);
    let rooks = board.by_role(Role::Rook);
    let queens = board.by_role(Role::Queen);
    let lesser = theirs.by_pawns & (minors | rooks | queens)
        | theirs.by_minors & (rooks | queens)
        | theirs.by_rooks & queens;
    let attacked = own & !king & theirs.by_all;
    let threatened = attacked & (lesser | !ours.by_all);
    let enemies = board.of(color.other(), Role::Pawn);
    let passed = pawns
        .into_iter()
        .filter(|square| (passed_span(color, *square) & enemies).is_empty())
        .collect();
    [
        ours.by_minors & free,
        ours.by_rooks & free & !theirs.by_minors,
        ours.by_queens & free & !theirs.by_minors & !theirs.by_rooks,
        ring & ours.by_all,
        ring & ours.twice,
        threatened,
        attacked & !threatened,
        passed,
    ]
}

#[cfg(test)]
mod tests {
    use manifold_rules::board::Square;
    use manifold_rules::position::Position;

    use super::*;

    /// The planes of White besides those of the roles.
    fn of_white(text: &str) -> [Bitboard; OTHERS] {
        let position = Chess::from_text(Default::default(), text).expect("a position");
        let planes = position.planes();
        std::array::from_fn(|pair| Bitboard(planes[ROLE_PLANES + 2 * pair]))
    }

    fn squares<const N: usize>(squares: [Square; N]) -> Bitboard {
        squares.into_iter().collect()
    }

    #[test]
    fn pieces_reach_squares_on_which_no_lesser_man_takes_them() {
        // The pawn on d6 guards c5 and e5, the knight on g6 h4 and h8, and the rook on b8 a8 and b7.
        let planes = of_white("1r2k3/8/3p2n1/8/8/3N4/8/R3K2Q w - - 0 1");
        let [minors, rooks, queens, ..] = planes;
        let free = [Square::B2, Square::B4, Square::C1, Square::F2, Square::F4];
        assert_eq!(minors, squares(free));
        assert!(rooks.contains(Square::A8) && rooks.contains(Square::B1));
        assert!(queens.contains(Square::H2) && queens.contains(Square::D5));
        for guarded in [Square::H4, Square::H8, Square::B7, Square::A8] {
            assert!(!queens.contains(guarded), "{guarded}");
        }
    }

    #[test]
    fn squares_around_the_king_are_attacked_once_or_twice() {
        let rooks = "6k1/8/8/8/8/8/8/K5RR b - - 0 1";
        let [_, _, _, once, twice, ..] = of_white(rooks);
        assert_eq!(once, squares([Square::G7, Square::H7, Square::H8]));
        assert_eq!(twice, Bitboard::EMPTY);
        let and_a_queen = "6k1/8/8/8/3Q4/8/8/K5RR b - - 0 1";
        let [_, _, _, once, twice, ..] = of_white(and_a_queen);
        assert_eq!(once, squares([Square::G7, Square::H7, Square::H8]));
        assert_eq!(twice, squares([Square::G7, Square::H8]));
    }

    #[test]
    fn men_are_threatened_by_lesser_ones_or_if_nothing_defends_them() {
        // A knight attacks the rook, rooks the knight, which nothing defends, and the bishop, which the king does.
        let planes = of_white("1r1rk3/8/8/2n5/R7/8/1N1B4/4K3 w - - 0 1");
        let [.., threatened, held, _] = planes;
        assert_eq!(threatened, squares([Square::A4, Square::B2]));
        assert_eq!(held, squares([Square::D2]));
    }

    #[test]
    fn a_pawn_is_passed_if_no_enemy_pawn_stands_before_it_or_beside_its_way() {
        let [.., passed] = of_white("4k3/8/1p6/P3P2p/8/8/7P/4K3 w - - 0 1");
        assert_eq!(passed, squares([Square::E5]));
    }
}
