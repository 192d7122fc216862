//! Bipartite matching: traveling men with resonators, explosions with supporters.

use arrayvec::ArrayVec;

/// The maximum number of items: a side has sixteen possible partners.
pub(super) const LIMIT: usize = 16;

/// A list with at most one entry for each man of a side.
pub(super) type Few<T> = ArrayVec<T, LIMIT>;

/// Matches each item with a different partner out of its set of possible ones (one bit each).
///
/// Returns the partners in `all` that can be spared: without any one of them all items can still be
/// matched. `None` if the items cannot all be matched.
pub(super) fn spare(items: &[u64], all: u64) -> Option<u64> {
    let mut matching = Matching {
        items,
        partners: [0; LIMIT],
        used: 0,
    };
    if items.len() > LIMIT {
        return None;
    }
    for item in 0..items.len() {
        if !matching.place(item, &mut 0) {
            return None;
        }
    }
    Some(matching.spare(all))
}

struct Matching<'a> {
    items: &'a [u64],
    /// The partner of each item, as one bit; 0 for items not yet placed.
    partners: [u64; LIMIT],
    used: u64,
}

impl Matching<'_> {
    /// Finds a partner for `item` by an augmenting path.
    fn place(&mut self, item: usize, tried: &mut u64) -> bool {
        let free = self.items[item] & !self.used;
        if free != 0 {
            let partner = free & free.wrapping_neg();
            self.partners[item] = partner;
            self.used |= partner;
            return true;
        }
        for other in 0..self.items.len() {
            let partner = self.partners[other];
            if partner & self.items[item] & !*tried != 0 {
                *tried |= partner;
                if self.place(other, tried) {
                    self.partners[item] = partner;
                    return true;
                }
            }
        }
        false
    }

    /// The unmatched partners, those whose item can change to one of them, and so on.
    fn spare(&self, all: u64) -> u64 {
        let mut spare = all & !self.used;
        let mut waiting = self.used;
        // Every round but the last frees a partner, so there are few rounds.
        loop {
            let mut freed = 0;
            for (item, partner) in self.items.iter().zip(self.partners) {
                if partner & waiting != 0 && item & spare != 0 {
                    freed |= partner;
                    spare |= partner;
                }
            }
            if freed == 0 {
                return spare;
            }
            waiting &= !freed;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn matchable(items: &[u64]) -> bool {
        match items.split_first() {
            None => true,
            Some((first, rest)) => (0..8).map(|bit| 1 << bit).any(|partner| {
                first & partner != 0
                    && matchable(&rest.iter().map(|item| item & !partner).collect::<Vec<_>>())
            }),
        }
    }

    proptest! {
        #[test]
        fn spare_partners_are_those_without_whom_a_matching_exists(
            items in proptest::collection::vec(0u64..256, 0..6)
        ) {
            let expected = matchable(&items).then(|| {
                (0..8)
                    .map(|bit| 1u64 << bit)
                    .filter(|partner| {
                        matchable(&items.iter().map(|item| item & !partner).collect::<Vec<_>>())
                    })
                    .sum::<u64>()
            });
            prop_assert_eq!(spare(&items, 255), expected);
        }
    }

    #[test]
    fn more_items_than_partners_cannot_be_matched() {
        assert_eq!(spare(&[3, 3, 3], 255), None);
        assert_eq!(spare(&[u64::MAX; 17], u64::MAX), None);
    }
}
