//! The arrays of Chess960, and which of them are still possible after the choices so far.

use crate::board::{Bitboard, Color, File, Role, Square};

/// A player's choices by file, regardless of where those men are by now.
///
/// A byte for every file with a bit for every role. Sets of choices have the same layout (see
/// [`Choices`]), so comparing with an array takes two operations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Array(u64);

/// A set of possible choices: the possible roles of every file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Choices(u64);

const fn bit(file: u32, role: Role) -> u64 {
    1 << (8 * file + role as u32)
}

/// The lowest bit of every file.
const EACH_FILE: u64 = 0x0101_0101_0101_0101;

/// All 960 arrays.
static ARRAYS: [u64; 960] = all_arrays();

const fn all_arrays() -> [u64; 960] {
    let mut arrays = [0; 960];
    let mut found = 0;
    // Bishops on files of different parity, the queen and the knights anywhere else; rook, king and
    // rook take the other three files in this order.
    let mut bishops = 0;
    while bishops < 16 {
        let (even, odd) = (bishops / 4 * 2, bishops % 4 * 2 + 1);
        let mut rest = 0;
        while rest < 512 {
            let (queen, knight, other_knight) = (rest / 64, rest / 8 % 8, rest % 8);
            let taken =
                (1u32 << even) | (1 << odd) | (1 << queen) | (1 << knight) | (1 << other_knight);
            if knight < other_knight && taken.count_ones() == 5 {
                let rook = (!taken).trailing_zeros();
                let king = (!taken & !(1 << rook)).trailing_zeros();
                let other_rook = (!taken & !(1 << rook) & !(1 << king)).trailing_zeros();
                arrays[found] = bit(even, Role::Bishop)
                    | bit(odd, Role::Bishop)
                    | bit(queen, Role::Queen)
                    | bit(knight, Role::Knight)
                    | bit(other_knight, Role::Knight)
                    | bit(rook, Role::Rook)
                    | bit(king, Role::King)
                    | bit(other_rook, Role::Rook);
                found += 1;
            }
            rest += 1;
        }
        bishops += 1;
    }
    assert!(found == 960);
    arrays
}

impl Array {
    /// Nothing chosen yet.
    pub(super) const EMPTY: Array = Array(0);

    pub(super) fn put(&mut self, file: File, role: Role) {
        self.0 |= bit(file.to_u32(), role);
    }

    pub(super) fn clear(&mut self, file: File) {
        self.0 &= !(0xff << (8 * file.to_u32()));
    }

    pub(super) fn role_at(self, file: File) -> Option<Role> {
        Role::ALL
            .into_iter()
            .find(|role| self.0 & bit(file.to_u32(), *role) != 0)
    }

    /// A mask with all bits of the files chosen so far.
    const fn chosen(self) -> u64 {
        let mut filled = self.0;
        filled |= filled >> 4;
        filled |= filled >> 2;
        filled |= filled >> 1;
        (filled & EACH_FILE) * 0xff
    }

    /// All further choices that occur in some array of Chess960 consistent with this one; empty if there is
    /// none.
    pub(super) fn completions(self) -> Choices {
        let chosen = self.chosen();
        let all = ARRAYS.iter().fold(0, |all, array| {
            all | if array & chosen == self.0 { *array } else { 0 }
        });
        Choices(all & !chosen)
    }

    /// Whether some array of Chess960 is consistent with these choices.
    pub(super) fn is_possible(self) -> bool {
        let chosen = self.chosen();
        ARRAYS.iter().any(|array| array & chosen == self.0)
    }
}

impl Choices {
    /// Each of `roles` on each of `squares`.
    pub(super) fn each(squares: Bitboard, roles: impl Iterator<Item = Role>) -> Choices {
        let roles = roles.fold(0, |roles, role| roles | bit(0, role));
        Choices(files(squares) * roles)
    }

    /// Only the choices on those squares.
    #[must_use]
    pub(super) fn on(self, squares: Bitboard) -> Choices {
        Choices(self.0 & (files(squares) * 0xff))
    }

    /// The choices without those of a role.
    #[must_use]
    pub(super) fn without(self, role: Role) -> Choices {
        Choices(self.0 & !(EACH_FILE * bit(0, role)))
    }

    pub(super) const fn contains(self, file: File, role: Role) -> bool {
        self.0 & bit(file.to_u32(), role) != 0
    }

    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether a role is possible on any of those squares.
    pub(super) fn any_on(self, squares: Bitboard, role: Role) -> bool {
        squares
            .into_iter()
            .any(|square| self.contains(square.file(), role))
    }

    /// All choices, as squares on the back rank of `color` and roles.
    pub(super) fn iter(self, color: Color) -> impl Iterator<Item = (Square, Role)> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let index = left.trailing_zeros();
            left &= left - 1;
            let square = Square::from_coords(File::new(index / 8), color.backrank());
            Some((square, Role::ALL[(index % 8) as usize - 1]))
        })
    }
}

/// The lowest bit of every file with one of these squares.
fn files(squares: Bitboard) -> u64 {
    squares
        .into_iter()
        .fold(0, |files, square| files | 1 << (8 * square.file().to_u32()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(text: &str) -> Array {
        let mut array = Array::EMPTY;
        for (file, c) in File::ALL.into_iter().zip(text.chars()) {
            if let Some(role) = Role::from_char(c) {
                array.put(file, role);
            }
        }
        array
    }

    #[test]
    fn all_arrays_are_those_of_chess960() {
        let mut ours = ARRAYS.to_vec();
        ours.sort_unstable();
        ours.dedup();
        assert_eq!(ours.len(), 960);
        for number in 0..960 {
            let oracle = cozy_chess::Board::chess960_startpos(number);
            let mut array = Array::EMPTY;
            for file in File::ALL {
                let square = cozy_chess::Square::index(file.to_usize());
                let piece = oracle.piece_on(square).expect("a full rank");
                array.put(file, Role::ALL[piece as usize]);
            }
            assert!(ours.contains(&array.0), "{number}");
        }
    }

    #[test]
    fn the_king_cannot_start_in_a_corner() {
        let all = array("????????").completions();
        assert_eq!(all.len(), 38);
        assert!(!all.contains(File::A, Role::King) && !all.contains(File::H, Role::King));
    }

    #[test]
    fn a_second_bishop_on_the_same_colour_is_not_possible() {
        assert!(array("B?????B?").completions().len() == 0);
        assert!(!array("B?????B?").is_possible());
        assert!(array("B????B??").is_possible());
    }

    #[test]
    fn what_is_chosen_already_is_no_choice_any_more() {
        let choices = array("RNBQ?BN?").completions();
        assert_eq!(
            choices.iter(Color::Black).collect::<Vec<_>>(),
            [(Square::E8, Role::King), (Square::H8, Role::Rook)]
        );
        assert!(array("RNBQKBNR").is_possible());
        assert!(array("RNBQKBNR").completions().len() == 0);
    }

    #[test]
    fn files_can_be_cleared_again() {
        let mut cleared = array("RNBQKBNR");
        cleared.clear(File::D);
        assert_eq!(cleared, array("RNB?KBNR"));
        assert_eq!(cleared.role_at(File::D), None);
        assert_eq!(cleared.role_at(File::E), Some(Role::King));
    }
}
