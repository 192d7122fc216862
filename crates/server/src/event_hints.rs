//! The lines between games and the tasks that look after events. Games give hints that there is something to see; nothing is lost
//! with one, as events look at their games after every start.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::mpsc;

use crate::ids::{EventId, GameId};
use crate::passes::Passes;

/// Period of asking the store for events to which time has brought something.
const TICK: Duration = Duration::from_millis(250);
/// Period of the checks whether the next weekly arenas are there.
const LOOK: Duration = Duration::from_secs(600);

/// That a game of an event has something to say.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hint {
    pub(crate) event: EventId,
    pub(crate) game: GameId,
}

/// The line on which games give hints. There are at most some for each game: when a player first acts, and at its end.
pub(crate) struct EventHints {
    hints: mpsc::UnboundedSender<Hint>,
    /// The receiver, until the task that looks after events takes it.
    heard: Mutex<Option<mpsc::UnboundedReceiver<Hint>>>,
    /// Passes over all events to which time had brought something.
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

    /// The other end, for one.
    pub(crate) fn heard(&self) -> Option<mpsc::UnboundedReceiver<Hint>> {
        let mut heard = self.heard.lock().unwrap_or_else(PoisonError::into_inner);
        heard.take()
    }
}
