//! Calls, rulings and appeals as they stand.

use crate::ids::{EntryNumber, GameId, PersonId};
use crate::outcome::Outcome;

/// A call (Regulations, section 4).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The game.
    pub game: GameId,
    /// The caller.
    pub player: PersonId,
    /// The time, in milliseconds since 1970.
    pub at: u64,
    /// Whether it awaits an answer.
    pub open: bool,
    /// Whether it stops the clocks.
    pub stops_clocks: bool,
}

/// An appeal (Regulations, section 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appeal {
    /// The player who appeals.
    pub player: PersonId,
    /// The time, in milliseconds since 1970.
    pub at: u64,
}

/// The state of a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulingState {
    /// It can be appealed until the time to appeal ends, and stands after that.
    Open,
    /// The Chief Arbiter has an appeal to decide.
    Appealed,
    /// Another director is to rule.
    Remitted {
        /// The director who is to rule.
        to: PersonId,
        /// The time at which it was remitted, in milliseconds since 1970.
        at: u64,
    },
    /// It was confirmed on appeal.
    Confirmed,
    /// An arbiter decided otherwise on appeal.
    Varied,
    /// A later ruling has replaced it.
    Superseded,
}

/// A ruling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The game.
    pub game: GameId,
    /// The director.
    pub by: PersonId,
    /// The time, in milliseconds since 1970.
    pub at: u64,
    /// The outcome.
    pub outcome: Outcome,
    /// The call that it answers.
    pub call: Option<EntryNumber>,
    /// The appeals, at most one by each player.
    pub appeals: Vec<Appeal>,
    /// The state.
    pub state: RulingState,
}

impl Ruling {
    /// Whether it can still change: by an appeal, or by the decision on one.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        matches!(
            self.state,
            RulingState::Open | RulingState::Appealed | RulingState::Remitted { .. }
        )
    }

    /// Whether it awaits a decision: by the Chief Arbiter, or by the director to whom it was remitted.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        matches!(
            self.state,
            RulingState::Appealed | RulingState::Remitted { .. }
        )
    }

    /// The time since which it has awaited a decision, in milliseconds since 1970; `None` if it awaits none. Appeals do not lapse with
    /// time (Regulations, section 5).
    #[must_use]
    pub fn waiting_since(&self) -> Option<u64> {
        match self.state {
            RulingState::Appealed => self.appeals.first().map(|appeal| appeal.at),
            RulingState::Remitted { at, .. } => Some(at),
            _ => None,
        }
    }
}
