//! The attacks on one board, and the state of a board on which they depend.

use manifold_rules::board::{Bitboard, Board, Color, Role, Square};

use crate::eval::values::piece_value;
use crate::key::Mixer;

/// The index of a colour in arrays.
#[inline]
pub(super) const fn side(color: Color) -> usize {
    match color {
        Color::White => 0,
        Color::Black => 1,
    }
}

/// The squares of one board that are attacked, by colour: two cache lines.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(64))]
pub(super) struct Attacks {
    /// By the role of the attacker.
    pub(super) by_role: [[Bitboard; 6]; 2],
    /// By any man.
    pub(super) any: [Bitboard; 2],
    /// By at least two men.
    pub(super) twice: [Bitboard; 2],
}

/// Compares without branches, as attacks are equal more often than not.
impl PartialEq for Attacks {
    #[inline]
    fn eq(&self, other: &Attacks) -> bool {
        let mut differing = 0;
        for side in 0..2 {
            for role in 0..6 {
                differing |= self.by_role[side][role].0 ^ other.by_role[side][role].0;
            }
            // The attacks of any man follow from those by role.
            differing |= self.twice[side].0 ^ other.twice[side].0;
        }
        differing == 0
    }
}

impl Eq for Attacks {}

/// No attacks.
pub(super) static NO_ATTACKS: Attacks = Attacks {
    by_role: [[Bitboard::EMPTY; 6]; 2],
    any: [Bitboard::EMPTY; 2],
    twice: [Bitboard::EMPTY; 2],
};

impl Attacks {
    #[inline]
    pub(super) fn add(&mut self, side: usize, role: Role, squares: Bitboard) {
        self.by_role[side][role as usize - 1] |= squares;
        self.twice[side] |= self.any[side] & squares;
        self.any[side] |= squares;
    }

    #[inline]
    pub(super) fn merge(&mut self, other: &Attacks) {
        for side in 0..2 {
            for role in 0..6 {
                self.by_role[side][role] |= other.by_role[side][role];
            }
            self.twice[side] |= other.twice[side] | (self.any[side] & other.any[side]);
            self.any[side] |= other.any[side];
        }
    }

    /// The role of the least valuable attacker of `square`.
    #[inline]
    pub(super) fn least(&self, side: usize, square: Square) -> Option<Role> {
        Role::ALL
            .into_iter()
            .find(|role| self.by_role[side][*role as usize - 1].contains(square))
    }
}

/// Everything on which the evaluation and the attacks of one board depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BoardState {
    pub(super) board: Board,
    pub(super) planes: [Bitboard; 3],
}

impl BoardState {
    pub(super) const EMPTY: BoardState = BoardState {
        board: Board::EMPTY,
        planes: [Bitboard::EMPTY; 3],
    };

    #[inline]
    pub(super) fn level(&self, square: Square) -> u8 {
        let [ones, twos, fours] = self
            .planes
            .map(|plane| (plane.0 >> square.to_u32() & 1) as u8);
        1 + ones + 2 * twos + 4 * fours
    }

    /// Mixes the state into a key.
    #[inline]
    pub(super) fn mix(&self, mixer: &mut Mixer) {
        let [pawns, knights, bishops, rooks, queens, kings] =
            Role::ALL.map(|role| self.board.by_role(role).0);
        let [ones, twos, fours] = self.planes.map(|plane| plane.0);
        mixer.add(pawns, knights);
        mixer.add(bishops, rooks);
        mixer.add(queens, kings);
        mixer.add(self.board.by_color(Color::White).0, ones);
        mixer.add(twos, fours);
    }
}

/// The value of a man, with `king` as the value of a king.
#[inline]
pub(super) const fn value_of(role: Role, king: i32) -> i32 {
    match role {
        Role::King => king,
        _ => piece_value(role),
    }
}

/// The cost of losing one of `count` kings, in centipawns.
pub(super) fn king_value(count: usize) -> i32 {
    const VALUES: [i32; 9] = [0, 0, 1_500, 1_200, 1_000, 800, 650, 550, 450];
    VALUES[count.min(8)]
}
