//! The inputs of the network of Hyperspace Chess: the men of either colour by role, and the pieces that are away, on their squares of
//! return, by role and by how soon they return; mirrored by the king.

use std::sync::LazyLock;

use manifold_rules::board::{Color, Role};
use manifold_rules::hyperspace::Hyperspace;
use manifold_rules::viewer::Viewer;

use crate::network::{
    Network, Networked, Orientation, ROLE_PLANES, embedded, is_middle_game, orientation_by_king,
    output_bucket_of, role_planes,
};

/// Roles that can leave the board, in the order of their planes.
const TRAVELERS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
/// Two planes for each role on the board, for each role that is away, and for each class of [`soon`].
const PLANES: usize = ROLE_PLANES + 2 * (TRAVELERS.len() + CLASSES);
/// Number of classes of how soon a piece returns.
const CLASSES: usize = 4;

/// The network that ships. The header of the file says how it was made.
static SHIPPED: LazyLock<Network> =
    LazyLock::new(|| embedded::<Hyperspace>(include_bytes!("network.bin")));

impl Networked for Hyperspace {
    type Planes = [u64; PLANES];

    const EMPTY: Self::Planes = [0; PLANES];

    fn shipped_network() -> Option<&'static Network> {
        Some(&SHIPPED)
    }

    /// Only determinizations are evaluated, where every square is known.
    #[inline]
    fn planes(&self, _board: usize) -> Self::Planes {
        let mut planes = Self::EMPTY;
        let (roles, away) = planes.split_at_mut(ROLE_PLANES);
        role_planes(self.board(), roles);
        for color in Color::ALL {
            let side = color.fold_wb(0, 1);
            for (piece, square) in self.bound(color) {
                let Some(square) = square.seen_by(Viewer::Referee, color) else {
                    continue;
                };
                let role = TRAVELERS.iter().position(|role| *role == piece.role);
                let class = soon(piece.count_down);
                for pair in role.into_iter().chain([TRAVELERS.len() + class]) {
                    away[2 * pair + side] |= 1 << u32::from(square);
                }
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

    /// Only the men on the board decide: with only kings and pawns there, the terms judge the pieces that are away as well.
    #[inline]
    fn is_judged_by_network(&self) -> bool {
        is_middle_game(self.board())
    }
}

/// The class of a piece that returns in this many turns of its player.
fn soon(turns: u8) -> usize {
    match turns {
        0 | 1 => 0,
        2 => 1,
        3 | 4 => 2,
        _ => 3,
    }
}
