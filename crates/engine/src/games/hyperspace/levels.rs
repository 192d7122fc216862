//! The levels of Hyperspace Chess.

use crate::strength::{BOUNDED, Strength};

/// Depth, nodes, temperature, blindness and determinizations ([`Strength`]); how far apart the levels are: docs/ratings.md.
pub(super) const LEVELS: [Strength; BOUNDED] = [
    Strength::new(1, 400, 250, 78, 1),
    Strength::new(1, 1_000, 75, 36, 2),
    Strength::new(1, 2_000, 40, 16, 2),
    Strength::new(2, 5_500, 28, 6, 4),
    Strength::new(3, 13_000, 17, 3, 4),
    Strength::new(4, 22_000, 13, 2, 4),
    Strength::new(9, 400_000, 2, 0, 8),
];
