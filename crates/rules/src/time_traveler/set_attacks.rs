//! Attacks of whole sets of squares at once (Kogge-Stone fills), and the lines of the board.

use crate::board::{Bitboard, Color, Role, Square};

/// One of the eight directions in which men slide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Direction {
    /// The difference of square numbers in a step, modulo 64.
    step: u32,
    /// The squares that a step can enter without wrapping around an edge.
    entry: u64,
    /// The axis: file, rank, diagonal or antidiagonal.
    pub(super) axis: usize,
}

/// A direction by files and ranks.
const fn direction(files: i32, ranks: i32, axis: usize) -> Direction {
    let mut entry = 0;
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8 - files, square / 8 - ranks);
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            entry |= 1 << square;
        }
        square += 1;
    }
    Direction {
        step: (files + 8 * ranks).rem_euclid(64) as u32,
        entry,
        axis,
    }
}

/// Orthogonal ones first, then diagonal ones; opposite ones are adjacent.
pub(super) const DIRECTIONS: [Direction; 8] = [
    direction(0, 1, 0),
    direction(0, -1, 0),
    direction(1, 0, 1),
    direction(-1, 0, 1),
    direction(1, 1, 2),
    direction(-1, -1, 2),
    direction(-1, 1, 3),
    direction(1, -1, 3),
];

/// The direction in which the pawns of a colour step.
#[inline]
pub(super) const fn forward(color: Color) -> Direction {
    match color {
        Color::White => DIRECTIONS[0],
        Color::Black => DIRECTIONS[1],
    }
}

/// The directions in which a bishop, rook or queen slides; empty for other roles.
#[inline]
pub(super) const fn directions(role: Role) -> &'static [Direction] {
    let (straight, diagonal) = DIRECTIONS.split_at(4);
    match role {
        Role::Rook => straight,
        Role::Bishop => diagonal,
        Role::Queen => &DIRECTIONS,
        _ => &[],
    }
}

/// The eight leaps of a knight.
const LEAPS: [Direction; 8] = [
    direction(1, 2, 0),
    direction(-1, 2, 0),
    direction(2, 1, 0),
    direction(-2, 1, 0),
    direction(-1, -2, 0),
    direction(1, -2, 0),
    direction(-2, -1, 0),
    direction(2, -1, 0),
];

impl Direction {
    /// The opposite direction.
    #[inline]
    pub(super) const fn opposite(self) -> Direction {
        let forth = DIRECTIONS[2 * self.axis];
        if forth.step == self.step {
            DIRECTIONS[2 * self.axis + 1]
        } else {
            forth
        }
    }

    /// Whether square numbers increase in this direction.
    #[inline]
    pub(super) const fn is_upward(self) -> bool {
        self.step < 32
    }

    /// A rotation, which is one operation for all directions; `entry` masks what wraps around.
    #[inline]
    const fn shifted(self, squares: u64, times: u32) -> u64 {
        squares.rotate_left(self.step * times)
    }

    /// All squares from `square` in this direction to the edge.
    #[inline]
    pub(super) fn ray(self, square: Square) -> Bitboard {
        let up_to = Bitboard(u64::MAX >> (63 - square.to_u32()));
        let line = line(self.axis, square);
        if self.is_upward() {
            line & !up_to
        } else {
            (line & up_to).without(square)
        }
    }

    /// All squares one step from `squares` in this direction.
    #[inline]
    pub(super) const fn step(self, squares: Bitboard) -> Bitboard {
        Bitboard(self.shifted(squares.0, 1) & self.entry)
    }

    /// All squares to which `squares` slide, including the first occupied ones.
    #[inline]
    const fn slide(self, squares: Bitboard, empty: Bitboard) -> Bitboard {
        self.step(self.fill(squares, empty))
    }

    /// `squares` and all `empty` squares to which they slide.
    #[inline]
    pub(super) const fn fill(self, squares: Bitboard, empty: Bitboard) -> Bitboard {
        let mut open = empty.0 & self.entry;
        let mut all = squares.0;
        all |= open & self.shifted(all, 1);
        open &= self.shifted(open, 1);
        all |= open & self.shifted(all, 2);
        open &= self.shifted(open, 2);
        all |= open & self.shifted(all, 4);
        Bitboard(all)
    }
}

/// All squares that sliders of `role` on `squares` attack.
#[inline]
pub(super) const fn slides(role: Role, squares: Bitboard, empty: Bitboard) -> Bitboard {
    // Written out so that every direction is a constant.
    const fn of_four(first: usize, squares: Bitboard, empty: Bitboard) -> u64 {
        DIRECTIONS[first].slide(squares, empty).0
            | DIRECTIONS[first + 1].slide(squares, empty).0
            | DIRECTIONS[first + 2].slide(squares, empty).0
            | DIRECTIONS[first + 3].slide(squares, empty).0
    }
    Bitboard(match role {
        Role::Rook => of_four(0, squares, empty),
        Role::Bishop => of_four(4, squares, empty),
        Role::Queen => of_four(0, squares, empty) | of_four(4, squares, empty),
        _ => 0,
    })
}

/// Like [`slides`], but without the directions of one axis.
#[inline]
pub(super) fn slides_off(role: Role, axis: usize, squares: Bitboard, empty: Bitboard) -> Bitboard {
    let mut reached = Bitboard::EMPTY;
    for direction in directions(role) {
        if direction.axis != axis {
            reached |= direction.step(direction.fill(squares, empty));
        }
    }
    reached
}

/// The number of moves to `free` squares of sliders of `role` on all `squares`, each as if it were
/// alone. They slide across `empty` squares.
pub(super) fn count_slides(
    role: Role,
    squares: Bitboard,
    empty: Bitboard,
    free: Bitboard,
) -> usize {
    let mut count = 0;
    for direction in directions(role) {
        // No two men reach the same square after the same number of steps.
        let mut men = direction.step(squares);
        while men.any() {
            count += (men & free).count();
            men = direction.step(men & empty);
        }
    }
    count
}

/// The number of moves to `free` squares of knights on all `squares`.
pub(super) fn count_leaps(squares: Bitboard, free: Bitboard) -> usize {
    LEAPS
        .iter()
        .map(|leap| (leap.step(squares) & free).count())
        .sum()
}

/// All squares from which a `role` other than a pawn reaches one of `squares` in a single step or
/// leap.
#[inline(always)]
pub(super) fn neighbors(role: Role, squares: Bitboard) -> Bitboard {
    // Each of these sets contains the opposite of each of its steps.
    let steps: &[Direction] = match role {
        Role::Knight => &LEAPS,
        Role::King => &DIRECTIONS,
        _ => directions(role),
    };
    steps
        .iter()
        .fold(Bitboard::EMPTY, |all, step| all | step.step(squares))
}

/// The squares that pawns on `squares` attack, by side.
pub(super) fn pawn_sides(color: Color, squares: Bitboard) -> [Bitboard; 2] {
    let sides = color.fold_wb([4, 6], [5, 7]);
    sides.map(|number| DIRECTIONS[number].step(squares))
}

/// The whole line through `square` along an axis, including the square.
#[inline]
pub(super) fn line(axis: usize, square: Square) -> Bitboard {
    static LINES: [[u64; 64]; 4] = lines();
    Bitboard(LINES[axis & 3][square.to_usize()])
}

const fn lines() -> [[u64; 64]; 4] {
    let mut lines = [[0; 64]; 4];
    let mut axis = 0;
    while axis < 4 {
        let mut square = 0;
        while square < 64 {
            let from = Bitboard(1 << square);
            lines[axis][square] = DIRECTIONS[2 * axis].fill(from, Bitboard::FULL).0
                | DIRECTIONS[2 * axis + 1].fill(from, Bitboard::FULL).0;
            square += 1;
        }
        axis += 1;
    }
    lines
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;
    use crate::board::attacks;

    #[test]
    fn sets_slide_as_their_single_men_do() {
        let mut random = Rng::with_seed(1);
        for _ in 0..200 {
            let mut random = || random.u64(..);
            let occupied = Bitboard(random() & random());
            let men = Bitboard(random() & random() & random());
            for (role, attack) in [
                (Role::Rook, attacks::rook_attacks as fn(_, _) -> _),
                (Role::Bishop, attacks::bishop_attacks),
                (Role::Queen, attacks::queen_attacks),
            ] {
                let expected = men
                    .into_iter()
                    .fold(Bitboard::EMPTY, |all, man| all | attack(man, occupied));
                assert_eq!(slides(role, men, !occupied), expected);
            }
        }
    }

    #[test]
    fn counting_in_sets_counts_every_man_alone() {
        let mut random = Rng::with_seed(2);
        for _ in 0..200 {
            let mut random = || random.u64(..);
            let occupied = Bitboard(random() & random());
            let free = Bitboard(random() | random());
            let men = Bitboard(random() & random()) & !occupied;
            let queens: usize = men
                .into_iter()
                .map(|man| (attacks::queen_attacks(man, occupied) & free).count())
                .sum();
            assert_eq!(count_slides(Role::Queen, men, !occupied, free), queens);
            let knights: usize = men
                .into_iter()
                .map(|man| (attacks::knight_attacks(man) & free).count())
                .sum();
            assert_eq!(count_leaps(men, free), knights);
            for color in Color::ALL {
                let pawns: usize = men
                    .into_iter()
                    .map(|man| (attacks::pawn_attacks(color, man) & free).count())
                    .sum();
                let sides = pawn_sides(color, men).map(|side| (side & free).count());
                assert_eq!(sides[0] + sides[1], pawns);
            }
        }
    }

    #[test]
    fn opposite_directions_come_back() {
        for direction in DIRECTIONS {
            let there = direction.step(Bitboard::from(Square::D4));
            let back = direction.opposite().step(there);
            assert_eq!(back, Bitboard::from(Square::D4));
        }
    }

    #[test]
    fn a_ray_is_the_line_ahead() {
        for direction in DIRECTIONS {
            for square in Square::ALL {
                let from = Bitboard::from(square);
                let expected = direction.fill(from, Bitboard::FULL).without(square);
                assert_eq!(direction.ray(square), expected);
            }
        }
    }

    #[test]
    fn a_line_runs_from_edge_to_edge() {
        assert_eq!(line(0, Square::C5).count(), 8);
        assert_eq!(line(2, Square::A1), line(2, Square::H8));
        assert_eq!(line(3, Square::A1), Bitboard::from(Square::A1));
    }
}
