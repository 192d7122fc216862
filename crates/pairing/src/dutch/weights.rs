//! Where criteria have their place in a weight.

use crate::matching::Weight;

/// Bits of one number of a weight that criteria may fill. The others leave room for the duals of the matching, which add up
/// weights along a path.
const BITS: u32 = 46;

/// A criterion's place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    lane: usize,
    shift: u32,
}

/// Places for criteria, the most important first.
#[derive(Debug, Default)]
pub(super) struct Layout {
    lanes: usize,
    /// Bits that are left in the last lane.
    left: u32,
}

impl Layout {
    /// A place for a criterion whose values in a whole matching add up to no more than `bound`, up or down. None if it is zero: such a
    /// criterion says nothing.
    pub(super) fn add(&mut self, bound: usize) -> Option<Field> {
        if bound == 0 {
            return None;
        }
        // The difference of two matchings is at most twice the bound, and must be less than a unit of the place above.
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

    /// How many numbers a weight needs.
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
