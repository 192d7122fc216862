//! The limits of a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The limits of a search.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Budget<'a> {
    pub(crate) nodes: u64,
    pub(crate) deadline: Option<Instant>,
    pub(crate) stop: Option<&'a AtomicBool>,
}

impl Budget<'static> {
    /// A node limit alone.
    pub(super) const fn of_nodes(nodes: u64) -> Budget<'static> {
        Budget {
            nodes,
            deadline: None,
            stop: None,
        }
    }
}

impl Budget<'_> {
    /// Whether a stop was requested or the time is up, no matter how many nodes are left.
    pub(crate) fn is_over(&self) -> bool {
        self.is_stopped() || self.is_out_of_time()
    }

    /// Whether a stop was requested.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    pub(super) fn is_out_of_time(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }
}
