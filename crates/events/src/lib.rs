//! The law of events: tournaments, their rounds, rulings and appeals, as plain values. No I/O, no clock, no randomness, no threads.
//!
//! An event **is** its log of numbered entries. Nothing in it is ever edited; a later entry supersedes an earlier one.
//!
//! - [`Event::decide`] answers a [`Command`] with what is to be appended, or with the reason for which it is refused.
//! - [`Event::due`] says what has become due by the passing of time alone, and [`Event::next_due`] when to ask again.
//! - [`Event::apply`] folds an entry into the state; nothing else changes it. Append first, then apply.
//! - [`Event::seen_by`] is the log as one viewer may see it.
//! - [`Event::standings`] and [`Event::rated_results`] are computed from it.
//!
//! ```
//! use std::collections::BTreeSet;
//!
//! use manifold_events::*;
//!
//! let [ada, bea]: [PersonId; 2] = ["ada000000000".parse()?, "bea000000000".parse()?];
//! let settings = Settings {
//!     name: "Club night".to_owned(),
//!     variant: "chess".to_owned(),
//!     control: Control::Blitz,
//!     format: Format::Match { games: 2 },
//!     starts_at: 60_000,
//!     ..Settings::default()
//! };
//! let directors = BTreeSet::from([ada]);
//! let founding = Founding { settings, directors, chief_arbiter: ada, deputy: bea };
//! let body = Event::found(0, founding)?;
//! let by = Who::Person(ada);
//! let mut event = Event::begin(Entry { n: EntryNumber(1), at: 0, by, body })?;
//!
//! // Decide, append to the store, and only then apply.
//! let enter = Command::Enter { player: ada, name: "Ada".to_owned(), rating: Some(1500) };
//! let bodies = event.decide(1_000, by, enter)?;
//! for entry in event.entries(1_000, by, bodies) {
//!     event.apply(entry)?;
//! }
//! // One is too few for a match: time brings its end.
//! assert_eq!(event.next_due(), Some(60_000));
//! assert!(matches!(event.due(60_000), Some(Due::Append(_))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Doc comments cite `docs/regulations.md` as *Regulations, section N*. All times are milliseconds since 1970.
#![deny(missing_docs)]

mod command;
mod deadline;
mod decide;
mod draw;
mod due;
mod entry;
mod event;
mod fold;
mod ids;
mod lots;
mod outcome;
mod parts;
mod private;
mod ratings;
mod refusal;
mod seen;
mod settings;
mod standings;

pub use command::{Command, Founding};
pub use deadline::{APPEAL_MS, ARENA_CALL_MS, ARENA_PACE_MS, CALL_MS, RESTART_MS};
pub use due::{Due, DueRound};
pub use entry::{
    Body, Bye, ByeKind, Cancellation, Entry, Fact, Pair, PairingOrder, RequestedBye, Said, Terms,
};
pub use event::{
    Appeal, Call, Event, EventGame, EventPlayer, How, Lots, Phase, Round, Ruling, RulingState,
};
pub use fold::error::FoldError;
pub use ids::{EntryNumber, GameId, InvalidId, LETTERS, PersonId, Who};
pub use manifold_pairing::tiebreaks::Value;
pub use manifold_pairing::{Points, Tournament};
pub use outcome::{Absent, Decision, FRIVOLOUS_MS, GameResult, Ground, Outcome, Side};
pub use parts::TieBreakPart;
pub use private::{Private, Shown, Stored};
pub use ratings::RatedResult;
pub use refusal::{Refusal, Role, Text};
pub use seen::Viewer;
pub use settings::{
    Arranged, Conditions, Control, Format, MOST_ARENA_GAMES, MOST_DIRECTORS, MOST_FORBIDDEN,
    MOST_ROUNDS, PairingByeValue, Schedule, Settings, SettingsProblem,
};
pub use standings::{Standing, Total};
