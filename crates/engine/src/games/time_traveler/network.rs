//! The inputs of the network of Time Traveler's Chess: the men that can move and the traveling ones, by role; what only a stage tells; how
//! far traveling men are from their meeting; and what is attacked of that which must not be lost.

use manifold_rules::board::{Bitboard, Color, Role};
use manifold_rules::time_traveler::TimeTraveler;

use super::eval::{WAYS, attacked, way_to_meeting};
use crate::network::{
    Network, Networked, Orientation, ROLE_PLANES, is_middle_game, orientation_by_king,
    output_bucket_of,
};

/// Two planes for each role that can move, for each that is traveling, for each way to a meeting and for each kind of [`others`].
const PLANES: usize = 2 * ROLE_PLANES + 2 * (WAYS + OTHERS);
/// See [`others`].
const OTHERS: usize = 4;

impl Networked for TimeTraveler {
    type Planes = [u64; PLANES];

    const EMPTY: Self::Planes = [0; PLANES];
    const KING_BUCKETS: usize = 1;
    const OUTPUT_BUCKETS: usize = 8;

    fn shipped_network() -> Option<&'static Network> {
        None
    }

    #[inline]
    fn planes(&self) -> Self::Planes {
        let board = self.plain_board();
        let mut planes = Self::EMPTY;
        for color in Color::ALL {
            let (movable, traveling) = (self.movable(color), self.traveling(color));
            let mut place = color.fold_wb(0, 1);
            let mut put = |plane: Bitboard| {
                planes[place] = plane.0;
                place += 2;
            };
            for role in Role::ALL {
                put(movable & board.by_role(role));
                put(traveling & board.by_role(role));
            }
            for plane in others(self, color) {
                put(plane);
            }
            if traveling.any() {
                let mut ways = [Bitboard::EMPTY; WAYS];
                for square in traveling {
                    if let Some(role) = board.role_at(square) {
                        ways[way_to_meeting(self, color, role, square)].add(square);
                    }
                }
                for way in ways {
                    put(way);
                }
            }
        }
        planes
    }

    /// By a king that can move.
    #[inline]
    fn orientation(&self, perspective: Color) -> Orientation {
        let kings = self.plain_board().by_role(Role::King) & self.movable(perspective);
        orientation_by_king(kings.first())
    }

    /// Every explosion adds two men, so that there can be more of them than in chess.
    #[inline]
    fn output_bucket(&self) -> usize {
        output_bucket_of(self.plain_board()).min(Self::OUTPUT_BUCKETS - 1)
    }

    /// Without a king a game is decided by what is attacked and what meets, which the terms count one by one.
    #[inline]
    fn is_judged_by_network(&self) -> bool {
        is_middle_game(self.plain_board())
            && self.has_king(Color::White)
            && self.has_king(Color::Black)
    }
}

/// Men that have traveled; men that are free to support an explosion; men whose loss would lose the game; and those of them that are
/// attacked, traveling men included.
#[inline]
fn others(position: &TimeTraveler, color: Color) -> [Bitboard; OTHERS] {
    let traveled = position.movable(color) & !position.untraveled(color);
    let needed = position.indispensable(color);
    let mut in_danger = Bitboard::EMPTY;
    for square in needed | position.traveling(color) {
        if attacked(position, square, color.other()) {
            in_danger.add(square);
        }
    }
    [traveled, position.free_to_support(color), needed, in_danger]
}
