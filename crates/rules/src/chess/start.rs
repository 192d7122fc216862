//! The arrays of Chess960, by their numbers.

use crate::board::{Bitboard, Board, Castling, Color, File, Rank, Role, Square};

/// A start array of Chess960, by its number from 0 to 959 (Scharnagl's numbering, as in FIDE's Guidelines). 518 is the
/// standard array.
///
/// ```
/// use manifold_rules::chess::{Array, Chess};
/// use manifold_rules::position::Position;
///
/// let position = Chess::from_array(Array::new(0).unwrap());
/// assert_eq!(position.to_text(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
/// assert_eq!(Array::new(960), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Array(u16);

impl Array {
    /// The array of chess.
    pub const STANDARD: Array = Array(518);

    /// The array with this number; `None` if it is 960 or more.
    #[must_use]
    pub const fn new(number: u16) -> Option<Array> {
        if number < 960 {
            Some(Array(number))
        } else {
            None
        }
    }

    /// All 960 arrays, in the order of their numbers.
    pub fn all() -> impl ExactSizeIterator<Item = Array> {
        (0..960).map(Array)
    }

    /// The number, from 0 to 959.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The pieces of one back rank, from the a-file to the h-file.
    #[must_use]
    pub fn roles(self) -> [Role; 8] {
        /// The places of the two knights among the five files that bishops and queen leave free.
        const KNIGHTS: [[usize; 2]; 10] = [
            [0, 1],
            [0, 2],
            [0, 3],
            [0, 4],
            [1, 2],
            [1, 3],
            [1, 4],
            [2, 3],
            [2, 4],
            [3, 4],
        ];
        let number = usize::from(self.0);
        let mut rank = [None; 8];
        rank[2 * (number % 4) + 1] = Some(Role::Bishop);
        rank[2 * (number / 4 % 4)] = Some(Role::Bishop);
        let free = |rank: &[Option<Role>; 8], nth: usize| {
            (0..8)
                .filter(|file| rank[*file].is_none())
                .nth(nth)
                .unwrap_or_default()
        };
        rank[free(&rank, number / 16 % 6)] = Some(Role::Queen);
        let [first, second] = KNIGHTS[number / 96];
        let (first, second) = (free(&rank, first), free(&rank, second));
        rank[first] = Some(Role::Knight);
        rank[second] = Some(Role::Knight);
        // The rest, from left to right: rook, king, rook.
        let mut rest = [Role::Rook, Role::King, Role::Rook].into_iter();
        rank.map(|role| role.or_else(|| rest.next()).unwrap_or(Role::Rook))
    }

    /// The board before the first move, and its castling rights.
    pub(super) fn set_up(self) -> (Board, Castling) {
        let mut board = Board::EMPTY;
        let mut rooks = Bitboard::EMPTY;
        for color in Color::ALL {
            for (file, role) in File::ALL.into_iter().zip(self.roles()) {
                let square = Square::from_coords(file, color.backrank());
                board.put(square, role.of(color));
                if role == Role::Rook {
                    rooks.add(square);
                }
                let pawn = Square::from_coords(file, color.relative_rank(Rank::Second));
                board.put(pawn, color.pawn());
            }
        }
        (board, Castling::from_rooks(rooks))
    }
}
