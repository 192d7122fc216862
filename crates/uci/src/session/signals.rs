//! The state that the thread that listens and the one that thinks share.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::reply::Reply;

/// The output for replies: one line at a time, from the thread that listens and the one that thinks.
pub(super) type Say = Arc<dyn Fn(&Reply) + Send + Sync>;

/// The signals between the thread that listens and the one that thinks.
#[derive(Debug, Default)]
pub(super) struct Signals {
    /// The answer is wanted now.
    pub(super) stop: AtomicBool,
    /// The opponent has acted as expected, or the answer is wanted now: pondering is over, if it ever began.
    pub(super) pondered: AtomicBool,
    /// Set before the answer is printed: who reads it may go on at once.
    pub(super) answered: AtomicBool,
}
