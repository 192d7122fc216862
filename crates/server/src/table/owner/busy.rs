//! How long games keep the threads that everybody shares.

use std::future::poll_fn;
use std::pin::pin;
use std::time::Instant;

/// Runs a game's task. Each time that it keeps its thread is recorded.
pub(super) async fn measured(task: impl Future<Output = ()>) {
    let mut task = pin!(task);
    poll_fn(|context| {
        let began = Instant::now();
        let poll = task.as_mut().poll(context);
        metrics::histogram!("manifold_table_busy_seconds").record(began.elapsed());
        poll
    })
    .await;
}
