//! The channel from games to the tasks that look after events. A hint says that there is something to see; nothing is lost if one
//! is, as events look at their games after every start.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::mpsc;

use crate::ids::{EventId, GameId};
use crate::passes::Passes;

/// Interval of asking the store for events with something due.
const TICK: Duration = Duration::from_millis(250);
/// Interval of checking whether the next weekly arenas exist.
const LOOK: Duration = Duration::from_secs(600);

/// A hint that a game of an event has news.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hint {
    pub(crate) event: EventId,
    pub(crate) game: GameId,
}

/// The channel of hints from games. It is unbounded: there are only a few per game, when a player first acts and at its end.
pub(crate) struct EventHints {
    hints: mpsc::UnboundedSender<Hint>,
    /// The receiver, until the task that looks after events takes it.
    heard: Mutex<Option<mpsc::UnboundedReceiver<Hint>>>,
    /// Passes over all events with something due.
    pub(crate) tended: Passes,
    /// Passes that make the weekly arenas.
    pub(crate) weekly: Passes,
}

impl Default for EventHints {
    fn default() -> EventHints {
        let (hints, heard) = mpsc::unbounded_channel();
        EventHints {
            hints,
            heard: Mutex::new(Some(heard)),
            tended: Passes::every(TICK),
            weekly: Passes::every(LOOK),
        }
    }
}

impl EventHints {
    /// A player of a game has acted for the first time, or it is over.
    pub(crate) fn give(&self, event: EventId, game: GameId) {
        // The task that hears it ends only with the server.
        let _ = self.hints.send(Hint { event, game });
    }

    /// The receiving end, on the first call only.
    pub(crate) fn heard(&self) -> Option<mpsc::UnboundedReceiver<Hint>> {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.take()
    }
}
