//! The places of the criteria in a weight.

use crate::matching::Weight;

/// The bits of one lane (one number of a weight) that criteria may fill. The others leave room for the duals of the matching, which add
/// up weights along a path: a lane is below 2^46, and a dual is at most the sum of twice the weights on a path of less than 2^14 edges
/// (a file has room for 9,999 players), so it stays below 2^61.
const BITS: u32 = 46;
/// The lanes of the weights of the largest tournament: 9,999 players and 99 rounds, which end with 199 different scores. A test
/// counts them.
pub(super) const MOST_LANES: usize = 256;

/// The place of a criterion in a weight.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    lane: usize,
    shift: u32,
}

/// Places for criteria, the most important first.
#[derive(Debug, Default)]
pub(super) struct Layout {
    lanes: usize,
    /// The free bits in the last lane.
    left: u32,
}

impl Layout {
    /// Adds a place for a criterion whose absolute sum over a whole matching is at most `bound`. `None` if the bound is zero, as the
    /// criterion is then always zero.
    pub(super) fn add(&mut self, bound: usize) -> Option<Field> {
        if bound == 0 {
            return None;
        }
        // Two matchings differ by at most twice the bound, which must be less than one unit of the place above.
        let bits = usize::BITS - (4 * bound + 2).leading_zeros();
        if self.left < bits {
            self.lanes += 1;
            self.left = BITS;
        }
        self.left -= bits;
        Some(Field {
            lane: self.lanes - 1,
            shift: self.left,
        })
    }

    /// The number of lanes that a weight needs.
    pub(super) fn lanes(&self) -> usize {
        self.lanes
    }
}

/// Adds a value to a weight in the place of a criterion.
pub(super) fn add<const N: usize>(weight: &mut Weight<N>, field: Option<Field>, value: i64) {
    if let Some(field) = field {
        weight[field.lane] += value << field.shift;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lanes of a weight, where the bracket and the next one have `by_score` players of each score: those of
    /// [`super::super::criteria::Criteria::new`], or more.
    fn lanes(players: usize, by_score: &[usize]) -> usize {
        let mut layout = Layout::default();
        let by_score = |layout: &mut Layout, times: usize| {
            for _ in 0..times {
                for &count in by_score {
                    layout.add(count);
                }
            }
        };
        layout.add(players);
        by_score(&mut layout, 1);
        layout.add(players);
        by_score(&mut layout, 1);
        layout.add(players * 99);
        for _ in 0..8 {
            layout.add(players);
        }
        by_score(&mut layout, 4);
        layout.add(players);
        layout.add(players * players);
        layout.add(4 * players + 4);
        layout.lanes()
    }

    #[test]
    fn the_weights_of_the_largest_tournament_find_room() {
        for (players, most) in [(1_000, 160), (9_999, MOST_LANES)] {
            let mut widest = 0;
            // Scores with two alternating numbers of players, interleaved or one kind after the other, while there are players and scores.
            for (one, other) in (1..=players).flat_map(|one| [(one, 1), (one, one), (one, 2 * one)])
            {
                let mut left = players;
                let mut in_turn = Vec::new();
                while in_turn.len() < 199 && left > 0 {
                    let count = if in_turn.len() % 2 == 0 { one } else { other };
                    let count = count.min(left);
                    in_turn.push(count);
                    left -= count;
                }
                let mut sorted = in_turn.clone();
                sorted.sort_unstable();
                for by_score in [in_turn, sorted] {
                    widest = widest.max(lanes(players, &by_score));
                }
            }
            assert!(widest <= most, "{players} players need {widest} numbers");
            assert!(
                widest > most * 3 / 4,
                "{players} players need only {widest}"
            );
        }
    }
}
