//! The head of an event, as lists show it.

use manifold_events::{Control, Format};
use serde::{Deserialize, Serialize};

use crate::ids::{EventId, PlayerId};

/// An event as lists show it: derived from its log.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct EventHead {
    pub(crate) id: EventId,
    pub(crate) organiser: PlayerId,
    pub(crate) directors: Vec<PlayerId>,
    pub(crate) chief_arbiter: PlayerId,
    pub(crate) deputy: PlayerId,
    pub(crate) name: String,
    pub(crate) variant: String,
    pub(crate) control: Control,
    pub(crate) format: Format,
    pub(crate) rated: bool,
    /// In milliseconds since 1970.
    pub(crate) starts_at: u64,
    pub(crate) phase: HeadPhase,
    /// The last round that is paired; 0 if there is none.
    pub(crate) round: u16,
    /// The number of rounds, where it is known.
    pub(crate) rounds: Option<u16>,
    pub(crate) players: usize,
    pub(crate) most_players: usize,
    /// The next time at which something is due, in milliseconds since 1970.
    pub(crate) due_at: Option<u64>,
}

/// The phase of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum HeadPhase {
    Open,
    Running,
    Finished,
    Cancelled,
    Annulled,
}

/// The stage of an event, as lists know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListedState {
    /// Players enter.
    Open,
    /// It has started.
    Running,
    /// It is over, or does not take place.
    Finished,
}

impl ListedState {
    /// Its word in the database.
    pub(crate) fn word(self) -> &'static str {
        match self {
            ListedState::Open => "open",
            ListedState::Running => "running",
            ListedState::Finished => "finished",
        }
    }
}

impl EventHead {
    /// The list in which it stands.
    pub(crate) fn state(&self) -> ListedState {
        match self.phase {
            HeadPhase::Open => ListedState::Open,
            HeadPhase::Running => ListedState::Running,
            HeadPhase::Finished | HeadPhase::Cancelled | HeadPhase::Annulled => {
                ListedState::Finished
            }
        }
    }
}
