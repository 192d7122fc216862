//! The levels of Time Traveler's Chess.

use crate::strength::{BOUNDED, Strength};

/// Depth, nodes, temperature, blindness and determinizations ([`Strength`]). See docs/ratings.md for how far apart the levels are.
pub(super) const LEVELS: [Strength; BOUNDED] = [
    Strength::new(1, 400, 450, 88, 1),
    Strength::new(1, 400, 400, 84, 2),
    Strength::new(1, 400, 105, 46, 2),
    Strength::new(1, 1_000, 32, 10, 4),
    Strength::new(3, 3_500, 22, 4, 4),
    Strength::new(4, 5_500, 16, 1, 6),
    Strength::new(6, 20_000, 8, 0, 8),
];
