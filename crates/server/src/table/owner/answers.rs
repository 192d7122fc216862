//! Answers that change nothing: the game as a player may know it.

use manifold_engine::Limits;

use super::Owner;
use crate::chat::rules::Beside;
use crate::ids::PlayerId;
use crate::table::analysis::Analyst;
use crate::table::error::TableError;
use crate::table::evidence::Played;
use crate::table::history::History;
use crate::table::live_game::Transcript;
use crate::table::transcript::GameInWords;
use crate::table::verification::CommitmentsToOpen;
use crate::table::view::{GameView, ShownGame};

impl Owner {
    /// The game as a player may see it.
    pub(super) fn view(&self, player: PlayerId) -> Box<GameView> {
        let seat = self.game.state().seat(player);
        let now = self.services.system.now_ms();
        Box::new(self.game.view(seat, self.presence(), now, true))
    }

    /// The game as a player may see it, and whether it shows something that others must not know.
    pub(super) fn shown(&self, player: PlayerId) -> ShownGame {
        let state = self.game.state();
        let seat = state.seat(player);
        ShownGame {
            has_secrets: seat.knows_secrets(state.info.variant, state.is_open()),
            view: self.view(player),
        }
    }

    /// The record as a player may have it.
    pub(super) fn transcript(&self, player: PlayerId) -> Box<Transcript> {
        Box::new(self.game.transcript(self.game.state().seat(player)))
    }

    /// The game in words, as a player may tell an engine about it.
    pub(super) fn in_words(&self, player: PlayerId) -> Box<GameInWords> {
        let seat = self.game.state().seat(player);
        let now = self.services.system.now_ms();
        Box::new(self.game.in_words(seat, now))
    }

    /// All positions, as a player may see them.
    pub(super) fn history(&self, player: PlayerId) -> History {
        self.game.history(self.game.state().seat(player))
    }

    /// The facts of the game that its chat needs, for a player.
    pub(super) fn beside(&self, player: PlayerId) -> Beside {
        let state = self.game.state();
        let seat = state.seat(player);
        Beside::new(&state.info, state.status(), state.is_open(), seat)
    }

    /// The commitments of a finished game, to be opened.
    pub(super) fn commitments_to_open(&self) -> Result<Box<CommitmentsToOpen>, TableError> {
        self.must_be_open()?;
        Ok(Box::new(self.game.commitments_to_open()))
    }

    /// The actions of a finished game, as they were played.
    pub(super) fn played(&self) -> Result<Box<Played>, TableError> {
        self.must_be_open()?;
        Ok(Box::new(self.game.played()))
    }

    /// An analysis of a finished game after `n` actions.
    pub(super) fn analyst(&self, n: usize, limits: Limits) -> Result<Analyst, TableError> {
        self.must_be_open()?;
        let analyst = self.game.state().referee.analyst(n, limits);
        analyst.ok_or(TableError::NothingToAnalyse)
    }

    /// Refuses answers that show everything while anything is still secret.
    fn must_be_open(&self) -> Result<(), TableError> {
        match self.game.state().is_open() {
            true => Ok(()),
            false => Err(TableError::NotOver),
        }
    }
}
