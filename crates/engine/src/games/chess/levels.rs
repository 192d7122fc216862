//! The levels of chess.

use crate::strength::{BOUNDED, Strength};

/// Depth, nodes, temperature, blindness and determinizations ([`Strength`]). See docs/ratings.md for how far apart the levels are.
pub(super) const LEVELS: [Strength; BOUNDED] = [
    Strength::new(1, 1_000, 75, 37, 1),
    Strength::new(1, 2_000, 39, 15, 2),
    Strength::new(2, 6_000, 26, 5, 2),
    Strength::new(3, 12_000, 18, 3, 4),
    Strength::new(4, 22_000, 13, 0, 4),
    Strength::new(5, 45_000, 8, 0, 6),
    Strength::new(8, 180_000, 3, 0, 8),
];
