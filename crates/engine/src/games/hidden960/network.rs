//! The inputs of the network of Hidden960: the men of either colour by role, hidden squares, men in the pools, and kings and rooks that may
//! castle; mirrored by the king.

use std::sync::LazyLock;

use manifold_rules::board::{Bitboard, Color, Role};
use manifold_rules::hidden960::{Hidden960, Pool};

use crate::network::{
    Network, Networked, Orientation, ROLE_PLANES, embedded, is_middle_game, orientation_by_king,
    output_bucket_of, role_planes,
};

/// Two planes for each role; for hidden squares; for the pools; for kings and rooks that have never moved.
const PLANES: usize = ROLE_PLANES + 6;

/// The network that ships. The header of the file says how it was made.
static SHIPPED: LazyLock<Network> =
    LazyLock::new(|| embedded::<Hidden960>(include_bytes!("network.bin")));

impl Networked for Hidden960 {
    type Planes = [u64; PLANES];

    const EMPTY: Self::Planes = [0; PLANES];

    fn shipped_network() -> Option<&'static Network> {
        Some(&SHIPPED)
    }

    #[inline]
    fn planes(&self, _board: usize) -> Self::Planes {
        let board = self.board();
        let [white, black] = [Color::White, Color::Black];
        let mut planes = Self::EMPTY;
        let (roles, others) = planes.split_at_mut(ROLE_PLANES);
        role_planes(board, roles);
        others.copy_from_slice(&[
            self.hidden(white).0,
            self.hidden(black).0,
            pool_plane(self.pool(white)),
            pool_plane(self.pool(black)).swap_bytes(),
            (self.unmoved() & board.by_color(white)).0,
            (self.unmoved() & board.by_color(black)).0,
        ]);
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

/// White's pool as a plane: each man of it sets one rank, on both files a and h, so that mirroring makes no difference. Two men of the same
/// role have a rank each.
fn pool_plane(pool: Pool) -> u64 {
    const ORDER: [(Role, usize); 8] = [
        (Role::King, 1),
        (Role::Queen, 1),
        (Role::Rook, 1),
        (Role::Rook, 2),
        (Role::Bishop, 1),
        (Role::Bishop, 2),
        (Role::Knight, 1),
        (Role::Knight, 2),
    ];
    const BOTH_ENDS: u64 = 0x81;
    let mut plane = Bitboard::EMPTY;
    for (rank, (role, number)) in ORDER.into_iter().enumerate() {
        if pool.count(role) >= number {
            plane |= Bitboard(BOTH_ENDS << (8 * rank));
        }
    }
    plane.0
}
