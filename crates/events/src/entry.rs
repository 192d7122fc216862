//! The entries of a log.

mod fact;
mod pairing;

use serde::{Deserialize, Serialize};

pub use fact::{Cancellation, Fact};
pub use pairing::{Bye, ByeKind, Pair, PairingOrder, RequestedBye, Terms};

use crate::ids::{EntryNumber, GameId, PersonId, Who};
use crate::private::{Private, Stored};

/// An entry: what happened, when, and by whom. `T` is the form of private texts: [`Private`] in the log, [`Shown`](crate::Shown) or
/// [`Stored`] in what leaves it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry<T = Private> {
    /// Its number in the log, from 1.
    pub n: EntryNumber,
    /// The time, in milliseconds since 1970.
    pub at: u64,
    /// Its author.
    pub by: Who,
    /// The content.
    #[serde(flatten)]
    pub body: Body<T>,
}

impl Entry {
    /// The entry as it is stored, with its private text. Only the store may have it.
    #[must_use]
    pub fn to_store(&self) -> Entry<Stored> {
        let body = match &self.body {
            Body::Fact(fact) => Body::Fact(fact.clone()),
            Body::Said(said) => Body::Said(said.with_text(Private::stored)),
        };
        Entry {
            n: self.n,
            at: self.at,
            by: self.by,
            body,
        }
    }
}

/// The content of an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Body<T = Private> {
    /// A fact that everybody may read.
    Fact(Fact),
    /// Something with a confidential text.
    Said(Said<T>),
}

impl<T> From<Fact> for Body<T> {
    fn from(fact: Fact) -> Body<T> {
        Body::Fact(fact)
    }
}

impl<T> From<Said<T>> for Body<T> {
    fn from(said: Said<T>) -> Body<T> {
        Body::Said(said)
    }
}

/// An entry with a confidential text (Regulations, section 4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "type",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Said<T> {
    /// A player calls a director; both clocks stop.
    Called {
        /// The game.
        game: GameId,
        /// The caller.
        player: PersonId,
        /// The reasons.
        text: T,
    },
    /// A player appeals against a ruling.
    Appealed {
        /// The ruling.
        ruling: EntryNumber,
        /// The player who appeals.
        player: PersonId,
        /// The reasons.
        text: T,
    },
    /// A director adds evidence, which is sealed until the result is final.
    EvidenceAdded {
        /// The game.
        game: GameId,
        /// The ruling that it belongs to.
        ruling: Option<EntryNumber>,
        /// The engine's output for a position, or the findings of a director.
        text: T,
    },
}

impl<T> Said<T> {
    /// The same entry with its text converted.
    pub(crate) fn with_text<U>(&self, change: impl Fn(&T) -> U) -> Said<U> {
        match *self {
            Said::Called {
                game,
                player,
                ref text,
            } => Said::Called {
                game,
                player,
                text: change(text),
            },
            Said::Appealed {
                ruling,
                player,
                ref text,
            } => Said::Appealed {
                ruling,
                player,
                text: change(text),
            },
            Said::EvidenceAdded {
                game,
                ruling,
                ref text,
            } => Said::EvidenceAdded {
                game,
                ruling,
                text: change(text),
            },
        }
    }
}
