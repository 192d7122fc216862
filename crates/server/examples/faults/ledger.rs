//! The requests made, and their answers.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::net::SocketAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// Number of wrong answers after which more would teach nothing.
const ENOUGH: usize = 20;

/// The outcome of a request, as far as its player was told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Told {
    /// Nothing: it may have been done.
    Nothing,
    /// It is stored as event `n`.
    Confirmed(u64),
    /// It is not done.
    Refused,
}

/// A request.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) game: String,
    /// The action, if it is one.
    pub(crate) action: Option<String>,
    pub(crate) told: Told,
}

/// All requests, by their IDs, each of which is used for one request only.
pub(crate) struct Ledger {
    pub(crate) address: SocketAddr,
    count: usize,
    /// Somebody wants the server to die now.
    pub(crate) kill_now: Notify,
    pages: Mutex<Pages>,
}

/// The pages of the ledger.
#[derive(Default)]
pub(crate) struct Pages {
    pub(crate) asked: BTreeMap<String, Asked>,
    /// Games whose creation was confirmed to a player.
    pub(crate) games: HashSet<String>,
    faults: BTreeMap<&'static str, usize>,
    refused: BTreeMap<String, usize>,
    resent: usize,
    wrong: Vec<String>,
}

impl Ledger {
    pub(crate) fn new(address: SocketAddr, count: usize) -> Ledger {
        Ledger {
            address,
            count,
            kill_now: Notify::new(),
            pages: Mutex::default(),
        }
    }

    pub(crate) fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a fault.
    pub(crate) fn fault(&self, kind: &'static str) {
        *self.pages().faults.entry(kind).or_default() += 1;
    }

    /// Whether all faults were injected, or enough is wrong that no more are needed.
    pub(crate) fn is_over(&self) -> bool {
        let pages = self.pages();
        pages.wrong.len() >= ENOUGH || pages.faults.values().sum::<usize>() >= self.count
    }

    /// A request is about to be sent for the first time.
    pub(crate) fn ask(&self, id: &str, game: &str, action: Option<&str>) {
        let asked = Asked {
            game: game.to_owned(),
            action: action.map(str::to_owned),
            told: Told::Nothing,
        };
        self.pages().asked.insert(id.to_owned(), asked);
    }

    pub(crate) fn resent(&self) {
        self.pages().resent += 1;
    }

    /// A request was confirmed, perhaps not for the first time.
    pub(crate) fn confirmed(&self, id: &str, n: u64) {
        let mut pages = self.pages();
        let Some(asked) = pages.asked.get_mut(id) else {
            return pages
                .wrong
                .push(format!("{id} was confirmed and never sent"));
        };
        match asked.told {
            Told::Nothing => asked.told = Told::Confirmed(n),
            Told::Confirmed(before) if before == n => {}
            ref told => {
                let wrong = format!("{id} was confirmed as {n} after {told:?}");
                pages.wrong.push(wrong);
            }
        }
    }

    /// A request was refused.
    pub(crate) fn refused(&self, id: &str, code: &str) {
        let mut pages = self.pages();
        *pages.refused.entry(code.to_owned()).or_default() += 1;
        let Some(asked) = pages.asked.get_mut(id) else {
            return pages.wrong.push(format!("{id} was refused and never sent"));
        };
        match asked.told {
            Told::Nothing => asked.told = Told::Refused,
            Told::Refused => {}
            Told::Confirmed(n) => {
                let wrong = format!("{id} was refused ({code}) after it was confirmed as {n}");
                pages.wrong.push(wrong);
            }
        }
        // All requests are legal: only the disk can be a reason.
        if code != "storage" {
            pages.wrong.push(format!("{id} was refused: {code}"));
        }
    }

    /// Something that must not be.
    pub(crate) fn wrong(&self, what: String) {
        self.pages().wrong.push(what);
    }

    pub(crate) fn is_good(&self) -> bool {
        self.pages().wrong.is_empty()
    }

    pub(crate) fn report(&self) -> String {
        let pages = self.pages();
        let mut text = String::new();
        for (kind, number) in &pages.faults {
            let _ = writeln!(text, "fault        {number:>8} {kind}");
        }
        let all: usize = pages.faults.values().sum();
        let _ = writeln!(text, "faults       {all:>8} in all");
        let confirmed = |asked: &&Asked| matches!(asked.told, Told::Confirmed(_));
        let confirmed = pages.asked.values().filter(confirmed).count();
        let _ = writeln!(
            text,
            "requests     {:>8} made, {} sent again, {confirmed} confirmed, refused: {:?}",
            pages.asked.len(),
            pages.resent,
            pages.refused
        );
        for wrong in pages.wrong.iter().take(20) {
            let _ = writeln!(text, "wrong        {wrong}");
        }
        let _ = write!(text, "wrong        {:>8} answers", pages.wrong.len());
        text
    }
}
