//! Knights and kings.

use super::imagination::Imagination;
use super::scene::jumps;
use crate::board::{Bitboard, Role, Square};

impl Imagination<'_> {
    /// The squares that a knight or king on `from` reaches: by three moves, or by two and a helper that leaves
    /// the square between.
    pub(super) fn jumped(&self, from: Square, role: Role, wanted: Bitboard) -> Bitboard {
        let all = jumps(role, Bitboard::from(from));
        let first = all & !self.scene.own;
        let second = jumps(role, first) & !self.scene.own;
        let mut reached = first | second | jumps(role, second);
        for helper in all & self.scene.movable {
            let beyond = jumps(role, Bitboard::from(helper));
            if (beyond & wanted & !reached).is_empty() {
                continue;
            }
            let targets = self.targets(helper);
            if targets.any() {
                // The helper must not go to the wanted square itself.
                reached |= match targets.single_square() {
                    Some(only) => beyond.without(only),
                    None => beyond,
                };
            }
        }
        reached
    }
}
