//! The history of a game: everything that happened, and which of it still counts.

use std::collections::HashMap;
use std::sync::Arc;

use manifold_rules::board::Color;
use secrecy::SecretString;

use crate::table::event::{FullAction, OtherEvent, Request};
use crate::table::referee::Played;

/// Everything that happened in a game.
#[derive(Default)]
pub(super) struct Log {
    /// In order; the first has the number 1.
    entries: Vec<Entry>,
    /// The places of the actions that count, in order.
    line: Vec<usize>,
    /// The most actions that ever counted, and the takebacks since the game last grew beyond that.
    furthest: usize,
    takebacks: u32,
    /// All requests that were stored, with the numbers of their events: one that arrives again, however late, counts
    /// once. There are at most as many as events.
    requests: HashMap<Request, u64>,
}

/// An event with what was found when it was applied.
pub(super) struct Entry {
    /// In milliseconds since 1970.
    pub(super) at: u64,
    pub(super) what: What,
}

pub(super) enum What {
    /// Shared with work that is done on other threads.
    Action(Arc<PlayedAction>),
    Other(OtherEvent),
}

/// An action that was made.
pub(in crate::table) struct PlayedAction {
    pub(in crate::table) action: FullAction,
    pub(in crate::table) played: Played,
    pub(in crate::table) salt: Option<SecretString>,
    /// The player's remaining time after it, in milliseconds.
    pub(super) clock_ms: Option<u64>,
    /// Whether the player's page was out of focus before it, as the page says.
    pub(super) away: bool,
}

impl Entry {
    /// Whether it is something that can only happen when the game is over.
    pub(super) fn is_after_end(&self) -> bool {
        use crate::table::event::Offer::Rematch;

        match &self.what {
            What::Action(_) => false,
            What::Other(event) => matches!(
                event,
                OtherEvent::Rematch { .. }
                    | OtherEvent::Offered { what: Rematch, .. }
                    | OtherEvent::Declined { what: Rematch, .. }
            ),
        }
    }
}

impl Log {
    /// The number of the last event.
    pub(super) fn n(&self) -> u64 {
        self.entries.len() as u64
    }

    /// Event number `n`.
    pub(super) fn entry(&self, n: u64) -> Option<&Entry> {
        self.entries.get(usize::try_from(n.checked_sub(1)?).ok()?)
    }

    /// All events with their numbers.
    pub(super) fn entries(
        &self,
    ) -> impl DoubleEndedIterator<Item = (u64, &Entry)> + ExactSizeIterator {
        let numbered = self.entries.iter().enumerate();
        numbered.map(|(place, entry)| (place as u64 + 1, entry))
    }

    /// Takebacks since the game was last longer than ever before.
    pub(super) fn takebacks(&self) -> u32 {
        self.takebacks
    }

    /// The number of actions that count.
    pub(super) fn actions_len(&self) -> usize {
        self.line.len()
    }

    /// The number of actions that count and were made up to event `n`, inclusive.
    pub(super) fn actions_until(&self, n: u64) -> usize {
        self.line.partition_point(|place| (*place as u64) < n)
    }

    /// The actions that count, in order, with the numbers of their events.
    pub(super) fn actions(
        &self,
    ) -> impl DoubleEndedIterator<Item = (u64, u64, &PlayedAction)> + Clone {
        self.actions_from(0)
    }

    /// Those after the first `from`.
    fn actions_from(
        &self,
        from: usize,
    ) -> impl DoubleEndedIterator<Item = (u64, u64, &PlayedAction)> + Clone {
        self.line[from..].iter().filter_map(|place| {
            let entry = &self.entries[*place];
            match &entry.what {
                What::Action(action) => Some((*place as u64 + 1, entry.at, &**action)),
                What::Other(_) => None,
            }
        })
    }

    /// The players whose completed turns a takeback to `keep` actions undoes, newest first.
    pub(super) fn turns_after(&self, keep: usize) -> impl Iterator<Item = Color> {
        self.actions()
            .rev()
            .take(self.line.len().saturating_sub(keep))
            .filter(|(_, _, action)| action.played.completes_turn())
            .map(|(_, _, action)| action.played.by)
    }

    /// The last actions that count, at most this many.
    pub(super) fn last_actions(
        &self,
        most: usize,
    ) -> impl Iterator<Item = (u64, u64, &PlayedAction)> {
        self.actions_from(self.line.len().saturating_sub(most))
    }

    /// The actions that count, for work elsewhere.
    pub(super) fn shared_actions(&self) -> Vec<Arc<PlayedAction>> {
        let shared = self
            .line
            .iter()
            .filter_map(|place| match &self.entries[*place].what {
                What::Action(action) => Some(Arc::clone(action)),
                What::Other(_) => None,
            });
        shared.collect()
    }

    /// The number under which a request was stored already.
    pub(super) fn remembered(&self, request: &Request) -> Option<u64> {
        self.requests.get(request).copied()
    }

    /// Adds what has happened.
    pub(super) fn push(&mut self, entry: Entry, request: Option<Request>) {
        match &entry.what {
            What::Action(_) => {
                self.line.push(self.entries.len());
                if self.line.len() > self.furthest {
                    self.furthest = self.line.len();
                    self.takebacks = 0;
                }
            }
            What::Other(OtherEvent::TakenBack { keep, .. }) => {
                self.line.truncate(*keep);
                self.takebacks += 1;
            }
            What::Other(OtherEvent::Ordered(ordered)) => {
                if let Some(from) = ordered.resumes_from() {
                    self.line.truncate(self.actions_until(from));
                }
            }
            What::Other(_) => {}
        }
        self.entries.push(entry);
        if let Some(request) = request {
            self.requests.insert(request, self.n());
        }
    }
}
