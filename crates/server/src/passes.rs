//! How often a task has looked at what waits: whoever wants to know what has become of it waits for a whole pass, and not for a time.

use std::time::Duration;

use tokio::sync::{Mutex, Notify, watch};
use tokio::time::Interval;

/// How often it is looked whether anything is to be done.
const PERIOD: Duration = Duration::from_millis(500);

/// The passes of one task.
pub(crate) struct Passes {
    period: Mutex<Interval>,
    hurry: Notify,
    done: watch::Sender<u64>,
}

impl Default for Passes {
    fn default() -> Passes {
        Passes {
            period: Mutex::new(tokio::time::interval(PERIOD)),
            hurry: Notify::new(),
            done: watch::Sender::new(0),
        }
    }
}

impl Passes {
    /// Ready when the task's next pass is to begin.
    pub(super) async fn next(&self) {
        let mut period = self.period.lock().await;
        tokio::select! {
            _ = period.tick() => {}
            () = self.hurry.notified() => {}
        }
    }

    /// The task has ended a pass.
    pub(super) fn count(&self) {
        self.done.send_modify(|done| *done += 1);
    }

    /// Ready when a pass has ended that began after this was asked. It begins at once.
    async fn whole(&self) {
        let mut done = self.done.subscribe();
        let before = *done.borrow_and_update();
        // The pass under way may have begun too early: its end, and that of the next.
        while *done.borrow() < before + 2 {
            self.hurry.notify_one();
            if done.changed().await.is_err() {
                return;
            }
        }
    }
}

/// The passes of all tasks that reach players.
#[derive(Default)]
pub(crate) struct AllPasses {
    pub(super) mails: Passes,
    pub(super) pushes: Passes,
    pub(super) reminders: Passes,
}

impl AllPasses {
    /// Ready when all that is due to be sent now has been sent, or was tried.
    pub(crate) async fn whole(&self, sends_mail: bool) {
        // Reminders are put into the outbox first.
        self.reminders.whole().await;
        self.pushes.whole().await;
        if sends_mail {
            self.mails.whole().await;
        }
    }
}
