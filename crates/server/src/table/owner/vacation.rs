//! Vacations of the players, and flags that do not fall meanwhile.

use manifold_rules::board::Color;

use super::{Lost, Owner};
use crate::meeting::vacation::{Vacation, YEAR_MS};
use crate::names::Status;
use crate::store::StoreError;
use crate::table::event::OtherEvent;
use crate::table::live_game::Next;

impl Owner {
    /// Brings the vacations of both players into the game, as they are stored: the news of one may not have reached this
    /// game. An error says that they are not known.
    pub(super) async fn take_vacations(
        &mut self,
        now: u64,
    ) -> Result<Result<(), StoreError>, Lost> {
        let info = &self.game.state().info;
        if !info.is_correspondence() || self.game.state().status() != Status::Live {
            return Ok(Ok(()));
        }
        // Somebody who took a side as a guest may have an account by now.
        let players = Color::ALL.map(|color| info.player(color).id());
        for (color, player) in Color::ALL.into_iter().zip(players) {
            let Some(player) = player else { continue };
            let since = now.saturating_sub(YEAR_MS);
            let mut stored = match self.services.store.vacations(player, since).await {
                Ok(stored) => stored,
                Err(error) => return Ok(Err(error)),
            };
            stored.reverse();
            for vacation in stored {
                self.take_vacation(color, vacation, now).await?;
            }
        }
        Ok(Ok(()))
    }

    /// Brings a vacation into the game, unless it is there, was over before the game began, or came too late: the flag had fallen.
    async fn take_vacation(
        &mut self,
        color: Color,
        vacation: Vacation,
        now: u64,
    ) -> Result<(), Lost> {
        let state = self.game.state();
        let known = state.vacation(color);
        if known == Some(vacation)
            || known.is_some_and(|known| known.from > vacation.from)
            || vacation.until <= state.info.created_at
            || state.flagged(vacation.from.min(now)).is_some()
        {
            return Ok(());
        }
        let event = OtherEvent::Vacation { color, vacation };
        self.happen(Next::Other(event), None, now).await
    }

    /// Ends the game if a flag has fallen at `at`, whether or not the first turns were played, unless a vacation that the game did not know
    /// of prevents it. An error means that the vacations could not be read.
    pub(super) async fn flag(&mut self, at: u64, now: u64) -> Result<Result<(), StoreError>, Lost> {
        if self.game.state().flagged(at).is_none() {
            return Ok(Ok(()));
        }
        if let Err(error) = self.take_vacations(now).await? {
            return Ok(Err(error));
        }
        if let Some(color) = self.game.state().flagged(at) {
            let overstepped = self.game.state().overstepped(color);
            self.happen(Next::Other(overstepped), None, now).await?;
        }
        Ok(Ok(()))
    }
}
