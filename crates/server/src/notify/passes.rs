//! The passes of the tasks that reach players.

use std::time::Duration;

use crate::passes::Passes;

/// Period of the checks whether anything is to be sent.
const PERIOD: Duration = Duration::from_millis(500);

/// The passes of all tasks that reach players.
pub(crate) struct AllPasses {
    pub(super) mails: Passes,
    pub(super) pushes: Passes,
    pub(super) reminders: Passes,
}

impl Default for AllPasses {
    fn default() -> AllPasses {
        AllPasses {
            mails: Passes::every(PERIOD),
            pushes: Passes::every(PERIOD),
            reminders: Passes::every(PERIOD),
        }
    }
}

impl AllPasses {
    /// Resolves when everything that is due to be sent has been sent, or was tried.
    pub(crate) async fn whole(&self, sends_mail: bool) {
        // Reminders are put into the outbox first.
        self.reminders.whole().await;
        self.pushes.whole().await;
        if sends_mail {
            self.mails.whole().await;
        }
    }
}
