//! The orders of a game's event, and what it has to know of the game.

use super::{Lost, Owner};
use crate::table::live_game::Prepared;
use crate::table::orders::Ordered;
use crate::table::standing::Standing;

impl Owner {
    /// Carries out orders, each once.
    pub(super) async fn follow(&mut self, orders: &[Ordered]) -> Result<(), Lost> {
        for ordered in orders {
            if let Some(next) = self.game.ordered(ordered) {
                let now = self.services.system.now_ms();
                self.happen(next, None, now).await?;
            }
        }
        Ok(())
    }

    /// Whether a prepared event is one that the event of the game has to know: a player acts for the first time, or the players have
    /// brought the game to its end.
    pub(super) fn concerns_event(&self, prepared: &Prepared) -> bool {
        if prepared.info().event.is_none() {
            return false;
        }
        let (before, after) = (self.game.state(), prepared.state());
        before.acted() != after.acted()
            || before.played_end().is_some() != after.played_end().is_some()
    }

    /// The standing of the game, for its event.
    pub(super) fn standing(&self) -> Standing {
        let state = self.game.state();
        Standing {
            acted: state.acted(),
            played: state.played_end(),
            turns: state.turns(),
            n: self.game.n(),
        }
    }
}
