//! Wins on the board, without looking at legal actions.

use super::check;
use super::position::TimeTraveler;
use crate::outcome::{Outcome, Reason};

impl TimeTraveler {
    /// The win by the last action, as far as it can be told without looking at legal actions.
    #[must_use]
    pub fn won_at_once(&self) -> Option<Outcome> {
        let mover = self.turn.other();
        if !self.is_correct(self.turn) {
            return Some(Outcome::win(mover, Reason::Grammar));
        }
        if check::is_resolved(&self.men, mover) && !check::has_king(&self.men, self.turn) {
            return Some(Outcome::win(mover, Reason::Checkmate));
        }
        None
    }
}
