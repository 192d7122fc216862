//! Conditional moves: they are kept beside the game, and played as if their player had just made them.

use manifold_rules::board::Color;

use super::{Lost, Owner};
use crate::ids::{GameId, PlayerId};
use crate::services::Services;
use crate::store::{AppendError, StoreError};
use crate::table::conditions::Conditions;
use crate::table::error::TableError;
use crate::table::event::OtherEvent;
use crate::table::live_game::{GameState, Judgement, LiveGame, Next};
use crate::table::message::Basis;
use crate::table::seat::Seat;

/// Each player's conditions.
pub(super) type Both = [Option<Conditions>; 2];

/// Reads the conditional moves of a game's players, and brings them up to the current position.
pub(super) async fn of(
    services: &Services,
    id: GameId,
    game: &LiveGame,
) -> Result<Both, StoreError> {
    let mut both = Both::default();
    let state = game.state();
    if state.end().is_some() || !state.has_conditions() {
        return Ok(both);
    }
    for (player, conditions) in services.store.conditions(id).await? {
        if let Some(color) = state.info.seat(player).color() {
            both[color.fold_wb(0, 1)] = followed(game, conditions);
        }
    }
    Ok(both)
}

/// The rest of conditions after all that has happened since they were chosen.
fn followed(game: &LiveGame, conditions: Conditions) -> Option<Conditions> {
    let actions = game.actions_since(conditions.after())?;
    actions
        .iter()
        .try_fold(conditions, |left, action| left.advanced(action))
}

/// A player's answer in a position by these conditions: not while the opponent offers something, which is for the player to decide.
fn answer(state: &GameState, both: &Both) -> Option<Next> {
    let actor = state.actor()?;
    if state.is_offered_by(actor.other()) {
        return None;
    }
    let text = both[actor.fold_wb(0, 1)].as_ref()?.answer()?;
    let judged = state.referee.judge(Seat::of(actor), text).ok()?;
    match Judgement::from(judged) {
        Judgement::Event(next) => Some(next),
        Judgement::Rematch(_) => None,
    }
}

impl Owner {
    /// The rest of the conditions once `next` has happened, unless it ends the game.
    pub(super) fn conditions_after(&self, next: &Next) -> Both {
        if self.conditions.iter().all(Option::is_none) {
            return Both::default();
        }
        match next {
            Next::Action { action, .. } => {
                let action = action.action().reveal().to_string();
                let advanced =
                    |conditions: &Option<Conditions>| conditions.as_ref()?.advanced(&action);
                [advanced(&self.conditions[0]), advanced(&self.conditions[1])]
            }
            Next::Other(OtherEvent::TakenBack { .. }) => Both::default(),
            Next::Other(_) => self.conditions.clone(),
        }
    }

    /// The players whose conditions are gone with an event.
    pub(super) fn forgotten(&self, after: &Both) -> Vec<PlayerId> {
        let info = &self.game.state().info;
        Color::ALL
            .into_iter()
            .filter(|color| {
                let place = color.fold_wb(0, 1);
                self.conditions[place].is_some() && after[place].is_none()
            })
            .filter_map(|color| info.player(color).id())
            .collect()
    }

    /// Whether a player's conditions determine what happens next.
    pub(super) fn is_answer_due(state: &GameState, both: &Both) -> bool {
        both.iter().any(Option::is_some) && answer(state, both).is_some()
    }

    /// Plays the answers of the conditions, one after the other.
    pub(super) async fn play_what_was_said(&mut self) -> Result<(), Lost> {
        while self.conditions.iter().any(Option::is_some) {
            let Some(next) = answer(self.game.state(), &self.conditions) else {
                return Ok(());
            };
            let now = self.services.system.now_ms();
            let next = self.salted(next, 0);
            self.happen(next, None, now).await?;
        }
        Ok(())
    }

    /// The basis on which a player chooses conditions.
    pub(super) fn basis(&self, player: PlayerId) -> Result<Box<Basis>, TableError> {
        let state = self.game.state();
        let seat = state.info.seat(player);
        let color = seat.color().ok_or(TableError::NotAPlayer)?;
        if !state.has_conditions() {
            return Err(TableError::NoConditions);
        }
        if let Some(end) = state.end() {
            return Err(TableError::Over(end));
        }
        let actor = state.actor().ok_or(TableError::NotStarted)?;
        Ok(Box::new(Basis {
            color,
            actor,
            n: self.game.n(),
            position_n: state.position_n(),
            referee: state.referee.clone(),
            conditions: self.conditions[color.fold_wb(0, 1)].clone(),
        }))
    }

    /// Stores what a player has chosen, if the position is still the one in which it was chosen. It takes effect only once stored.
    pub(super) async fn choose(
        &mut self,
        player: PlayerId,
        position_n: u64,
        chosen: Option<Conditions>,
    ) -> Result<Result<(), TableError>, Lost> {
        let basis = match self.basis(player) {
            Ok(basis) => basis,
            Err(error) => return Ok(Err(error)),
        };
        if basis.position_n != position_n {
            let (seen, last) = (position_n, basis.n);
            return Ok(Err(TableError::Stale { seen, last }));
        }
        let stored = self
            .services
            .store
            .set_conditions(self.id, player, chosen.clone());
        match stored.await {
            Ok(()) => {}
            Err(StoreError::Failed) => return Ok(Err(TableError::Storage)),
            // If it was stored, that is found when the game is loaded again.
            Err(StoreError::Unknown) => return Err(Lost(AppendError::Unknown)),
        }
        self.conditions[basis.color.fold_wb(0, 1)] = chosen;
        Ok(Ok(()))
    }
}
