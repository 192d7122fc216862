//! How long games keep the threads that everybody shares.

use std::future::poll_fn;
use std::time::Instant;

/// Runs a game's task. Each time that it keeps its thread is recorded.
pub(super) fn measured(task: impl Future<Output = ()>) -> impl Future<Output = ()> {
    // Pinned in place it would take its memory twice, in every game.
    let mut task = Box::pin(task);
    poll_fn(move |context| {
        let began = Instant::now();
        let poll = task.as_mut().poll(context);
        metrics::histogram!("manifold_table_busy_seconds").record(began.elapsed());
        poll
    })
}
