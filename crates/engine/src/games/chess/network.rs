//! The inputs of the chess network: the men of either colour by role. Attacks are left to the terms, which the network corrects.

use std::sync::LazyLock;

use manifold_rules::board::Color;
use manifold_rules::chess::Chess;

use crate::network::{
    Network, Networked, Orientation, ROLE_PLANES, embedded, is_middle_game, orientation_by_king,
    output_bucket_of, role_planes,
};

/// The network that ships. The header of the file says how it was made.
static SHIPPED: LazyLock<Network> =
    LazyLock::new(|| embedded::<Chess>(include_bytes!("network.bin")));

impl Networked for Chess {
    type Planes = [u64; ROLE_PLANES];

    const EMPTY: Self::Planes = [0; ROLE_PLANES];
    const CORRECTS_TERMS: bool = true;

    fn shipped_network() -> Option<&'static Network> {
        Some(&SHIPPED)
    }

    #[inline]
    fn planes(&self, _board: usize) -> Self::Planes {
        let mut planes = Self::EMPTY;
        role_planes(self.board(), &mut planes);
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
