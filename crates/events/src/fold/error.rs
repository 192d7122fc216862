//! Why an entry cannot follow a log.

use thiserror::Error;

use crate::ids::{EntryNumber, GameId, PersonId};

/// Why an entry cannot follow a log.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FoldError {
    /// The log does not begin with the entry that creates the event.
    #[error("a log begins with entry 1, in which the organiser makes the event")]
    NoBeginning,
    /// A number is missing or doubled.
    #[error("entry {expected} is the next, not {found}")]
    Number {
        /// The number that was expected.
        expected: EntryNumber,
        /// The number of the entry.
        found: EntryNumber,
    },
    /// Time goes backwards.
    #[error("entry {0} is older than the one before it")]
    Time(EntryNumber),
    /// The entry does not fit the phase of the event.
    #[error("entry {0} cannot come at this point of the event")]
    Phase(EntryNumber),
    /// A person is not in the event.
    #[error("{0} does not play in this event")]
    Player(PersonId),
    /// A game is not in the event, is created twice, or was replaced.
    #[error("the game {0} is unknown, made twice or replaced")]
    Game(GameId),
    /// A round is paired twice, or in the wrong order.
    #[error("round {0} cannot be paired or started now")]
    Round(u16),
    /// Somebody is in a round twice, or not at all.
    #[error("{0} is not exactly once in the round")]
    Once(PersonId),
    /// A result is already final, or cannot become final yet.
    #[error("the result of the game {0} is final, or not yet to be")]
    Final(GameId),
    /// A call or ruling is unknown or closed.
    #[error("{0} is not the number of an open call or ruling")]
    Open(EntryNumber),
}
