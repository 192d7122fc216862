//! The times during which no server ran, and no clock either.

use std::sync::Arc;

/// All outages, earliest first, in milliseconds since 1970. Clocks count *served* time: time outside of outages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Outages(Arc<[(u64, u64)]>);

impl Outages {
    /// Outages as pairs of start and end, in order.
    pub(super) fn new(all: Vec<(u64, u64)>) -> Outages {
        Outages(all.into())
    }

    /// All outages as pairs of start and end, earliest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        self.0.iter().copied()
    }

    /// Converts `at` (milliseconds since 1970) to served time: without the outages before it.
    pub(crate) fn served(&self, at: u64) -> u64 {
        let lost: u64 = self
            .0
            .iter()
            .take_while(|(began, _)| *began < at)
            .map(|(began, ended)| at.min(*ended) - began)
            .sum();
        at - lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outages_do_not_count() {
        let outages = Outages::new(vec![(100, 200), (300, 350)]);
        for (at, served) in [
            (0, 0),
            (100, 100),
            (150, 100),
            (200, 100),
            (300, 200),
            (400, 250),
        ] {
            assert_eq!(outages.served(at), served, "{at}");
        }
    }
}
