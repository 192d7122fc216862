//! The times in which no server ran: no clock runs then.

use std::sync::Arc;

/// All outages, the earliest first, as milliseconds since 1970. Clocks count the time that was *served*: what passed
/// outside of them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Outages(Arc<[(u64, u64)]>);

impl Outages {
    /// Outages as pairs of start and end, in order.
    pub(super) fn new(all: Vec<(u64, u64)>) -> Outages {
        Outages(all.into())
    }

    /// Each as start and end, the earliest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, u64)> {
        self.0.iter().copied()
    }

    /// The moment on the clock of served time: `at` (milliseconds since 1970) without the outages
    /// before it.
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
