//! The levels of Hidden960.

use crate::strength::{BOUNDED, Strength};

/// Depth, nodes, temperature, blindness and determinizations ([`Strength`]). See docs/ratings.md for how far apart the levels are.
pub(super) const LEVELS: [Strength; BOUNDED] = [
    Strength::new(1, 1_000, 84, 42, 1),
    Strength::new(1, 2_000, 42, 17, 2),
    Strength::new(2, 5_000, 28, 7, 2),
    Strength::new(3, 12_000, 18, 3, 4),
    Strength::new(4, 20_000, 13, 1, 4),
    Strength::new(5, 42_000, 9, 0, 6),
    Strength::new(7, 80_000, 6, 0, 8),
];
