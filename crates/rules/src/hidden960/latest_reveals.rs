//! The voluntary reveals of this turn that can be taken back.

use crate::board::File;

/// The voluntary reveals that can be taken back, by file, the latest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct LatestReveals([Option<File>; 8]);

impl LatestReveals {
    pub(super) fn files(&self) -> impl DoubleEndedIterator<Item = File> {
        self.0.iter().flatten().copied()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0[0].is_none()
    }

    pub(super) fn push(&mut self, file: File) {
        if let Some(free) = self.0.iter_mut().find(|entry| entry.is_none()) {
            *free = Some(file);
        }
    }

    pub(super) fn pop(&mut self) -> Option<File> {
        self.0.iter_mut().rev().find_map(Option::take)
    }
}
