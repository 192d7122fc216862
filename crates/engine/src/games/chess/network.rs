//! The inputs of the chess network: the men of either colour by role, from both kings.

use manifold_rules::board::{Color, Role};
use manifold_rules::chess::Chess;

use crate::network::{Network, Networked, Orientation, is_middle_game, output_bucket_of};

/// Two planes for each role.
const PLANES: usize = 12;

impl Networked for Chess {
    type Planes = [u64; PLANES];

    const EMPTY: Self::Planes = [0; PLANES];
    const KING_BUCKETS: usize = 1;
    const OUTPUT_BUCKETS: usize = 8;

    fn shipped_network() -> Option<&'static Network> {
        None
    }

    #[inline]
    fn planes(&self) -> Self::Planes {
        let board = self.board();
        let mut planes = Self::EMPTY;
        for (pair, role) in planes.chunks_exact_mut(2).zip(Role::ALL) {
            pair[0] = board.of(Color::White, role).0;
            pair[1] = board.of(Color::Black, role).0;
        }
        planes
    }

    #[inline]
    fn orientation(&self, perspective: Color) -> Orientation {
        let king = self.board().king_of(perspective);
        Orientation {
            bucket: 0,
            is_mirrored: king.is_some_and(|king| u32::from(king) & 7 < 4),
        }
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
