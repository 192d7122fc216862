//! The inputs of a network.

use manifold_rules::board::{Board, Color, Role, Square};
use manifold_rules::position::Rules;

use super::layers::Network;
use crate::eval::material::{has_pieces, is_bare};

/// A game for which there can be a network.
///
/// A plane is a bitboard: the squares of the men of one kind and colour, or of anything else that the network is to see. Planes come in
/// pairs: White's has an even index, and Black's follows it. From the perspective of a player, the player's own planes are the even ones
/// and the player's own side of the board is at the bottom.
///
/// A network sees one board. Where a game has several, it evaluates each by itself, and the outputs are added.
pub trait Networked: Rules {
    /// The planes of a board.
    type Planes: AsRef<[u64]> + Copy + std::fmt::Debug + Send + Sync;

    /// The planes of an empty board.
    const EMPTY: Self::Planes;

    /// Whether the output is added to the sum of terms, as a correction, instead of replacing it.
    const CORRECTS_TERMS: bool = false;

    /// The number of boards.
    const BOARDS: usize = 1;

    /// The number of king buckets: each has its own weights for all inputs.
    const KING_BUCKETS: usize = 1;

    /// The number of output buckets.
    const OUTPUT_BUCKETS: usize = 8;

    /// The network that ships with the program, if there is one.
    fn shipped_network() -> Option<&'static Network>;

    /// The planes of the board with this index, below [`Networked::BOARDS`].
    fn planes(&self, board: usize) -> Self::Planes;

    /// The orientation of a player's perspective.
    fn orientation(&self, perspective: Color) -> Orientation;

    /// The output bucket.
    fn output_bucket(&self) -> usize;

    /// Whether a network judges this position; where it does not, the sum of terms does.
    fn is_judged_by_network(&self) -> bool;
}

/// The orientation of a player's perspective, which follows from the king's square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Orientation {
    /// The king bucket.
    pub bucket: usize,
    /// Whether the files are mirrored, h to a.
    pub is_mirrored: bool,
}

/// The index of an input, below 64 × planes × king buckets.
#[inline]
pub(super) fn input<P: Networked>(
    plane: usize,
    square: u32,
    perspective: Color,
    orientation: Orientation,
) -> usize {
    let plane = plane ^ perspective.fold_wb(0, 1);
    let turned = perspective.fold_wb(0, 0o70) ^ if orientation.is_mirrored { 0o07 } else { 0 };
    let planes = P::EMPTY.as_ref().len();
    (orientation.bucket * planes + plane) * 64 + (square as usize ^ turned)
}

/// Calls `found` with the index of each input of a board that is 1 from a player's perspective.
pub fn for_each_input<P: Networked>(
    position: &P,
    board: usize,
    perspective: Color,
    mut found: impl FnMut(usize),
) {
    let orientation = position.orientation(perspective);
    for (plane, bits) in position.planes(board).as_ref().iter().enumerate() {
        let mut bits = *bits;
        while bits != 0 {
            let square = bits.trailing_zeros();
            bits &= bits - 1;
            found(input::<P>(plane, square, perspective, orientation));
        }
    }
}

/// The number of planes that [`role_planes`] fills: two for each role.
pub(crate) const ROLE_PLANES: usize = 2 * Role::ALL.len();

/// Fills the first planes with the men by role.
#[inline]
pub(crate) fn role_planes(board: &Board, planes: &mut [u64]) {
    for (pair, role) in planes.chunks_exact_mut(2).zip(Role::ALL) {
        pair[0] = board.of(Color::White, role).0;
        pair[1] = board.of(Color::Black, role).0;
    }
}

/// The orientation in a game with one king bucket: mirrored so that the king stands on files e to h. Without a king nothing is mirrored.
#[inline]
pub(crate) fn orientation_by_king(king: Option<Square>) -> Orientation {
    Orientation {
        bucket: 0,
        is_mirrored: king.is_some_and(|king| u32::from(king) & 7 < 4),
    }
}

/// The output bucket in a game on one board: by the number of men, in steps of four.
#[inline]
pub(crate) fn output_bucket_of(board: &Board) -> usize {
    (board.occupied().count() - 1) / 4
}

/// Whether there is a piece besides kings and pawns, more than four men, and no bare king. Other positions are too rare in games to be
/// learned, and the terms handle them: how to mate a bare king, and which pawn will promote.
#[inline]
pub(crate) fn is_middle_game(board: &Board) -> bool {
    let all = board.occupied();
    all.count() > 4 && has_pieces(board, all) && !is_bare(board)
}
