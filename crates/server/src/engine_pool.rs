//! Threads for the engine: few, at low priority, with a bounded queue.

use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// The most work that waits for a thread.
const WAITING: usize = 2048;
/// The niceness of the engine's threads.
const NICE: i32 = 10;

type Work = Box<dyn FnOnce() + Send>;

/// The threads of the engine.
#[derive(Debug)]
pub(crate) struct EnginePool {
    queue: SyncSender<Work>,
}

impl EnginePool {
    pub(crate) fn new(threads: usize) -> std::io::Result<EnginePool> {
        let (queue, work) = sync_channel(WAITING);
        let work = Arc::new(Mutex::new(work));
        for number in 0..threads.max(1) {
            let work = Arc::clone(&work);
            std::thread::Builder::new()
                .name(format!("engine-{number}"))
                .spawn(move || run(&work))?;
        }
        Ok(EnginePool { queue })
    }

    /// Queues work; `false` if too much waits already.
    pub(crate) fn submit(&self, work: Work) -> bool {
        metrics::gauge!("manifold_engine_waiting").increment(1.0);
        match self.queue.try_send(work) {
            Ok(()) => true,
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => {
                metrics::gauge!("manifold_engine_waiting").decrement(1.0);
                false
            }
        }
    }
}

fn run(queue: &Mutex<Receiver<Work>>) {
    // On Linux this is the priority of the thread. If it cannot be lowered, the engine merely gets more time.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICE);
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(work) = next else {
            return;
        };
        metrics::gauge!("manifold_engine_waiting").decrement(1.0);
        let began = std::time::Instant::now();
        // A panic of the engine must not take the thread with it.
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        if result.is_err() {
            tracing::error!("the engine has panicked");
        }
        metrics::histogram!("manifold_engine_seconds").record(began.elapsed());
    }
}
