//! The inputs of the network of Time Traveler's Chess: the men that can move and the traveling ones, by role; properties of men that depend
//! on their stage; the distances of traveling men from their meetings; and attacked men that must not be lost.

use std::sync::LazyLock;

use manifold_rules::board::{Bitboard, Color, Role};
use manifold_rules::time_traveler::TimeTraveler;

use super::eval::{WAYS, is_attacked, prey, way_to_meeting};
use crate::network::{
    Network, Networked, Orientation, ROLE_PLANES, embedded, is_middle_game, orientation_by_king,
    output_bucket_of,
};
use crate::playable::Searchable;

/// Two planes for each role that can move, for each that is traveling, for each of the [`others`] and for each way to a meeting.
const PLANES: usize = 2 * ROLE_PLANES + 2 * (OTHERS + WAYS);
/// The number of [`others`].
const OTHERS: usize = 4;

/// The network that ships. The header of the file says how it was made.
static SHIPPED: LazyLock<Network> =
    LazyLock::new(|| embedded::<TimeTraveler>(include_bytes!("network.bin")));

impl Networked for TimeTraveler {
    type Planes = [u64; PLANES];

    const EMPTY: Self::Planes = [0; PLANES];
    const CORRECTS_TERMS: bool = true;

    fn shipped_network() -> Option<&'static Network> {
        Some(&SHIPPED)
    }

    #[inline]
    fn planes(&self, _board: usize) -> Self::Planes {
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

    /// Capped, as every explosion adds two men: there can be more of them than in chess.
    #[inline]
    fn output_bucket(&self) -> usize {
        output_bucket_of(self.plain_board()).min(Self::OUTPUT_BUCKETS - 1)
    }

    /// Not where a player has no king: such a game is decided by attacks and meetings, which the terms count one by one.
    #[inline]
    fn is_judged_by_network(&self) -> bool {
        is_middle_game(self.plain_board()) && !self.is_sharp()
    }
}

/// Men that have traveled; men that are free to support an explosion; men whose loss would lose the game; and those of them that are
/// attacked, traveling men included.
#[inline]
fn others(position: &TimeTraveler, color: Color) -> [Bitboard; OTHERS] {
    let traveled = position.movable(color) & !position.untraveled(color);
    let needed = position.indispensable(color);
    let in_danger = prey(position, color)
        .into_iter()
        .filter(|square| is_attacked(position, *square, color.other()))
        .collect();
    [traveled, position.free_to_support(color), needed, in_danger]
}

#[cfg(test)]
mod tests {
    use manifold_rules::board::Square;
    use manifold_rules::position::Position;

    use super::*;

    /// White's men in danger, on this board with a traveling knight on d4 and the knight that it needs on b1; `started` says where men
    /// started.
    fn in_danger(board: &str, started: &str) -> Bitboard {
        let text = format!("{board} w - - {started} Nd4=b1 - - 0 9");
        let position = TimeTraveler::from_text(Default::default(), &text).expect("a position");
        let [_, _, needed, in_danger] = others(&position, Color::White);
        assert_eq!(needed, Bitboard::from(Square::B1));
        in_danger
    }

    #[test]
    fn a_man_that_must_not_be_lost_is_in_danger_if_one_that_can_move_attacks_it() {
        let nothing = in_danger("4k3/8/2p5/8/3N*4/8/8/1N2K3", "c7c6");
        assert_eq!(nothing, Bitboard::EMPTY);
        let traveling = in_danger("4k3/8/8/2p5/3N*4/8/8/1N2K3", "c7c5");
        assert_eq!(traveling, Bitboard::from(Square::D4));
        let needed = in_danger("1r2k3/8/8/8/3N*4/8/8/1N2K3", "a8b8");
        assert_eq!(needed, Bitboard::from(Square::B1));
        // Neither a man that is not needed, nor one that a man before it shields.
        let others = in_danger("1r2k2r/8/8/8/1B1N*4/8/8/1N2K2R", "a8b8,c1b4");
        assert_eq!(others, Bitboard::EMPTY);
    }
}
