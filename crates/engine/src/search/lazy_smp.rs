//! Lazy SMP: several threads search the same root and share what they find through the transposition table.

use std::sync::atomic::AtomicU64;

use super::root::RootAction;
use super::worker::Search;
use crate::playable::Playable;

/// The task that all threads of one decision search.
#[derive(Debug)]
pub(crate) struct Task<'a, P> {
    /// Positions consistent with what is known.
    pub(crate) determinizations: &'a [P],
    /// How often each of them was drawn.
    pub(crate) weights: &'a [i64],
    /// The depth of the last iteration.
    pub(crate) max_depth: u32,
    /// Actions within this many centipawns of the best get an exact score.
    pub(crate) margin: i32,
    /// The number of best actions that get an exact score.
    pub(crate) multi_pv: usize,
}

impl<P> Clone for Task<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Task<'_, P> {}

impl<'a, P: Playable> Search<'a, P> {
    /// Publishes the node count to other threads.
    pub(crate) fn with_shared_nodes(mut self, count: &'a AtomicU64) -> Search<'a, P> {
        self.shared_nodes = Some(count);
        self
    }

    /// Fills the transposition table for the main thread until it is stopped. `number` tells helpers apart: half of
    /// them are an iteration ahead, and they start with different determinizations, so that they do not duplicate each
    /// other's work.
    pub(crate) fn help(
        mut self,
        task: Task<'_, P>,
        mut views: Vec<Vec<RootAction<P::Action>>>,
        number: usize,
    ) {
        let count = task.determinizations.len();
        for depth in 1 + number as u32 % 2..=task.max_depth {
            for place in (0..count).map(|place| (place + number) % count) {
                let (position, roots) = (&task.determinizations[place], &mut views[place]);
                if !self.iterate(position, roots, depth, task.margin, task.multi_pv) {
                    return;
                }
            }
        }
    }
}
