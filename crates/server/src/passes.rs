//! The passes of a task over everything that waits. To know the effect of something, wait for a whole pass, and not for a time.

use std::time::Duration;

use tokio::sync::{Mutex, Notify, watch};
use tokio::time::{Interval, MissedTickBehavior};

/// The passes of one task.
pub(crate) struct Passes {
    period: Mutex<Interval>,
    hurry: Notify,
    done: watch::Sender<u64>,
}

impl Passes {
    /// A task that makes a pass in every period, or sooner if asked to.
    pub(crate) fn every(period: Duration) -> Passes {
        let mut period = tokio::time::interval(period);
        period.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Passes {
            period: Mutex::new(period),
            hurry: Notify::new(),
            done: watch::Sender::new(0),
        }
    }

    /// Resolves when the task's next pass is due.
    pub(crate) async fn next(&self) {
        let mut period = self.period.lock().await;
        tokio::select! {
            _ = period.tick() => {}
            () = self.hurry.notified() => {}
        }
    }

    /// The task has ended a pass.
    pub(crate) fn count(&self) {
        self.done.send_modify(|done| *done += 1);
    }

    /// Resolves at the end of a pass that began after this call. The pass is requested at once.
    pub(crate) async fn whole(&self) {
        let mut done = self.done.subscribe();
        let before = *done.borrow_and_update();
        // The pass under way may have begun too early: wait for its end, and for the end of the next.
        while *done.borrow() < before + 2 {
            self.hurry.notify_one();
            if done.changed().await.is_err() {
                return;
            }
        }
    }
}
