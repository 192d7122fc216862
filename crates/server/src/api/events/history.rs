//! The part of people's statements that the page of an event shows.

use std::collections::BTreeSet;

use manifold_events as law;
use manifold_events::{Body, Entry, EntryNumber, Fact, Said, Viewer};

use super::rounds::Look;

/// Maximum size in bytes of what people have said on a page, and once more of what waits for an answer.
const MOST_SAID: usize = 50_000;
/// The size of an entry apart from its text, in bytes.
const AROUND_A_TEXT: usize = 500;

/// The part of the log that a page shows, limited so that nobody can make the page long by saying much.
#[derive(Debug)]
pub(super) struct History {
    /// The first entry from which everything is shown.
    pub(super) from: EntryNumber,
    /// Earlier entries that wait for an answer.
    waiting: BTreeSet<EntryNumber>,
}

impl History {
    pub(super) fn shows(&self, entry: EntryNumber) -> bool {
        entry >= self.from || self.waiting.contains(&entry)
    }
}

impl Look<'_> {
    pub(super) fn viewer(&self) -> Viewer {
        self.who.map_or(Viewer::Public, Viewer::Person)
    }

    /// The entries that fit on a page. Only those that the viewer may read count.
    pub(super) fn history(&self) -> History {
        let mut history = History {
            from: EntryNumber(1),
            waiting: BTreeSet::new(),
        };
        let (mut left, mut left_to_wait) = (MOST_SAID, MOST_SAID);
        let mut is_full = false;
        for entry in self.event.log().iter().rev() {
            // Beyond the limit only what waits is examined more closely.
            if is_full && !self.waits(entry) {
                continue;
            }
            let Some(text) = self.text_length(entry) else {
                continue;
            };
            let weight = AROUND_A_TEXT + text;
            if !is_full {
                match left.checked_sub(weight) {
                    Some(less) => left = less,
                    None => {
                        is_full = true;
                        history.from = EntryNumber(entry.n.0 + 1);
                    }
                }
            }
            if is_full && self.waits(entry) {
                let Some(less) = left_to_wait.checked_sub(weight) else {
                    break;
                };
                left_to_wait = less;
                history.waiting.insert(entry.n);
            }
        }
        history
    }

    /// The length in bytes of what somebody has said in an entry, as far as the viewer may read it; `None` for other entries.
    fn text_length(&self, entry: &Entry) -> Option<usize> {
        Some(match &entry.body {
            Body::Fact(
                Fact::Ruled { reasons, .. }
                | Fact::AppealDecided { reasons, .. }
                | Fact::Annulled { reasons },
            ) => reasons.len(),
            Body::Fact(Fact::SealOpened { .. }) => 0,
            Body::Fact(_) => return None,
            Body::Said(_) => match self.event.seen(self.viewer(), entry).body {
                Body::Said(
                    Said::Called { text, .. }
                    | Said::Appealed { text, .. }
                    | Said::EvidenceAdded { text, .. },
                ) => text.0.map_or(0, |text| text.len()),
                Body::Fact(_) => return None,
            },
        })
    }

    /// Whether an entry waits for an answer, or belongs to a ruling that does.
    fn waits(&self, entry: &Entry) -> bool {
        let ruling = match &entry.body {
            Body::Said(Said::Called { .. }) => {
                let call = self.event.calls().get(&entry.n);
                return call.is_some_and(|call| call.open);
            }
            Body::Fact(Fact::Ruled { .. }) => entry.n,
            Body::Fact(Fact::AppealDecided { ruling, .. })
            | Body::Said(Said::Appealed { ruling, .. }) => *ruling,
            _ => return false,
        };
        let ruling = self.event.rulings().get(&ruling);
        ruling.is_some_and(law::Ruling::is_waiting)
    }
}
