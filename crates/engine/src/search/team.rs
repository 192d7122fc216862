//! Several threads that search the same, and tell each other what they find by one table.

use std::sync::atomic::AtomicU64;

use super::{RootAction, Search};
use crate::Playable;

/// What all threads of one decision search.
#[derive(Debug)]
pub(crate) struct Task<'a, P> {
    /// Positions that fit what is known.
    pub(crate) worlds: &'a [P],
    /// How often each of them was drawn.
    pub(crate) weights: &'a [i64],
    /// The last iteration.
    pub(crate) deepest: u32,
    /// Actions within so much of the best get an exact score.
    pub(crate) margin: i32,
    /// So many of the best get an exact score.
    pub(crate) lines: usize,
}

impl<P> Clone for Task<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Task<'_, P> {}

impl<'a, P: Playable> Search<'a, P> {
    /// Lets others see how many positions were looked at.
    pub(crate) fn counting(mut self, count: &'a AtomicU64) -> Search<'a, P> {
        self.count = Some(count);
        self
    }

    /// Fills the table for another thread until it is stopped. `number` tells helpers apart: half of
    /// them are an iteration ahead, and they begin with different worlds, so that they do not all do the
    /// same.
    pub(crate) fn help(
        mut self,
        task: Task<'_, P>,
        mut views: Vec<Vec<RootAction<P::Action>>>,
        number: usize,
    ) {
        let count = task.worlds.len();
        for depth in 1 + number as u32 % 2..=task.deepest {
            for place in (0..count).map(|place| (place + number) % count) {
                let (world, roots) = (&task.worlds[place], &mut views[place]);
                if !self.iterate(world, roots, depth, task.margin, task.lines) {
                    return;
                }
            }
        }
    }
}
