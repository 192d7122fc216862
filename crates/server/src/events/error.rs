//! Why something about an event is refused, for programs. The sentences for people are the API's.

use manifold_events::Refusal;

use crate::store::StoreError;

/// Why an event, or the way to it, refuses something. Nothing has changed then, except perhaps with [`EventError::Unknown`].
#[derive(Debug, Clone)]
pub(crate) enum EventError {
    /// There is no such event.
    NoSuchEvent,
    /// The law says no.
    Refused(Box<Refusal>),
    /// The event is rated, and two of its players are known to be one person.
    OnePerson,
    /// Somebody may not enter this player: one of them blocks the other, or two players would be one person.
    NotByYou,
    /// A game cannot go on from there: its log has fewer events.
    NoSuchPoint {
        /// The number of the last one.
        last: u64,
    },
    /// A bot cannot enter: it only plays bots and players who challenge it.
    Bot,
    /// The log is so long that people can add nothing more.
    TooManyEntries,
    /// The organiser has enough events that are not over.
    TooManyOpen,
    /// The organiser has made enough events within the hour: the next can be made after this many milliseconds.
    TooOften(u64),
    /// The server is about to stop.
    Stopping,
    /// The database has failed, and nothing has changed.
    Storage,
    /// The database has failed, and it is not known whether anything has changed.
    Unknown,
    /// Another node has added to the log.
    Conflict,
    /// The stored log cannot be read.
    Damaged,
}

impl From<Refusal> for EventError {
    fn from(refusal: Refusal) -> EventError {
        EventError::Refused(Box::new(refusal))
    }
}

impl From<StoreError> for EventError {
    fn from(error: StoreError) -> EventError {
        match error {
            StoreError::Failed => EventError::Storage,
            StoreError::Unknown => EventError::Unknown,
        }
    }
}
