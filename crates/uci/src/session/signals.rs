//! The state shared by the listening thread and the search thread.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::reply::Reply;

/// The callback for replies: one line per call, from the listening thread and the search thread.
pub(super) type Say = Arc<dyn Fn(&Reply) + Send + Sync>;

/// The signals between the listening thread and the search thread.
#[derive(Debug, Default)]
pub(super) struct Signals {
    /// The search must answer now.
    pub(super) stop: AtomicBool,
    /// Pondering is over, or never began: the opponent has acted as expected, or the search must answer now.
    pub(super) pondered: AtomicBool,
    /// Set before the answer is sent, because the host may send the next command immediately after reading it.
    pub(super) answered: AtomicBool,
}
