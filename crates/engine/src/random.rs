//! Seeded pseudo-random numbers.

use manifold_rules::board::zobrist::scramble;

/// A small pseudo-random generator: the same seed gives the same numbers on every machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Random(u64);

impl Random {
    /// The generator of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(scramble(seed ^ 0x6d61_6e69_666f_6c64))
    }

    /// A uniform 64-bit number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        scramble(self.0)
    }

    /// A number below `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        // Bounds are small, so the bias of the remainder is negligible.
        self.number().checked_rem(bound).unwrap_or(0)
    }

    /// An index, drawn with probability proportional to its weight; `None` if all weights are 0.
    pub fn weighted(&mut self, weights: &[u64]) -> Option<usize> {
        let total = weights.iter().sum();
        if total == 0 {
            return None;
        }
        let mut left = self.below(total);
        for (index, weight) in weights.iter().enumerate() {
            if left < *weight {
                return Some(index);
            }
            left -= weight;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_nothing_are_never_drawn() {
        let mut random = Random::new(7);
        for _ in 0..1_000 {
            assert!(matches!(random.weighted(&[0, 3, 0, 1]), Some(1 | 3)));
        }
        assert_eq!(random.weighted(&[0, 0]), None);
        assert_eq!(random.weighted(&[]), None);
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn a_seed_is_a_sequence() {
        let draw = |seed| {
            let mut random = Random::new(seed);
            [random.number(), random.number(), random.below(10)]
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
    }
}
