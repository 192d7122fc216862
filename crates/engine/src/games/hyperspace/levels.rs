//! The levels of Hyperspace Chess.

use crate::strength::{BOUNDED, Strength};

/// Depth, nodes, temperature, blindness and determinizations ([`Strength`]). See docs/ratings.md for how far apart the levels are.
pub(super) const LEVELS: [Strength; BOUNDED] = [
    Strength::new(1, 400, 250, 78, 1),
    Strength::new(1, 600, 150, 61, 2),
    Strength::new(1, 1_000, 90, 40, 2),
    Strength::new(1, 2_000, 44, 18, 2),
    Strength::new(2, 5_300, 29, 7, 4),
    Strength::new(3, 14_000, 17, 3, 4),
    Strength::new(9, 400_000, 2, 0, 8),
];
