//! The time for which games keep the threads that everybody shares.

use std::future::poll_fn;
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// Runs a game's task and records each time that it keeps its thread: the processor time of its own work, without that of other programs.
pub(super) fn measured(task: impl Future<Output = ()>) -> impl Future<Output = ()> {
    // Boxed, because `pin!` would hold its memory twice in every game.
    let mut task = Box::pin(task);
    poll_fn(move |context| {
        let began = used();
        let poll = task.as_mut().poll(context);
        metrics::histogram!("manifold_table_busy_seconds").record(used().saturating_sub(began));
        poll
    })
}

/// The time that this thread has used of a processor.
fn used() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}
