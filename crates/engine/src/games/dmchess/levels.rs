//! The levels of DMChess.

use crate::strength::{BOUNDED, Strength};

/// Depth, nodes, temperature, blindness and determinizations ([`Strength`]). See docs/ratings.md for how far apart the levels are.
pub(super) const LEVELS: [Strength; BOUNDED] = [
    Strength::new(1, 200, 84, 42, 1),
    Strength::new(1, 400, 51, 23, 2),
    Strength::new(2, 1_000, 36, 12, 2),
    Strength::new(2, 1_100, 28, 6, 4),
    Strength::new(3, 2_200, 20, 4, 4),
    Strength::new(4, 4_800, 12, 0, 6),
    Strength::new(7, 22_000, 5, 0, 8),
];
