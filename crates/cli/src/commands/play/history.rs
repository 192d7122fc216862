//! Taking back actions, and restarting.

use std::path::{Path, PathBuf};

use manifold_rules::game::Clock;

use super::game::LocalGame;
use super::identity::{GAME_ID, new_game_id};
use crate::failure::Failure;
use crate::opponent::Player;
use crate::terminal::print;

impl LocalGame {
    /// Takes back one action, or the turn; against an engine or baseline, back to where the person can act again.
    pub(super) fn undo(&mut self, whole_turn: bool) -> Result<(), Failure> {
        if !self.has_begun() {
            self.say("There is nothing to take back.");
            return Ok(());
        }
        let ply = self.record.game.position().ply();
        loop {
            self.record.game.undo();
            let position = self.record.game.position();
            let at_person = self.player(position.actor()) == Player::Human;
            let at_turn = !whole_turn || (position.ply() < ply && position.is_settled());
            if (at_person && at_turn) || self.record.game.is_empty() {
                break;
            }
        }
        self.changed()
    }

    /// Restarts the game in a new file; the record so far stays in the old one.
    pub(super) fn reset(&mut self) -> Result<(), Failure> {
        if !self.has_begun() {
            self.say("The game has not begun yet.");
            return Ok(());
        }
        print(&format!(
            "The game so far is kept in {}",
            self.plan.path.display()
        ));
        self.plan.path = next_free(&self.plan.path);
        self.record.tags.set(GAME_ID, new_game_id());
        self.record.game = self.record.game.after(0);
        self.changed()
    }

    /// Whether anything has happened: a game can be over before the first action.
    fn has_begun(&self) -> bool {
        !self.record.game.is_empty() || self.record.game.outcome().is_some()
    }

    /// Updates notes, clock and screen after actions were taken back.
    pub(super) fn changed(&mut self) -> Result<(), Failure> {
        self.record.notes.truncate(self.record.game.len());
        self.last.clear();
        self.clock = self
            .clock
            .take()
            .map(|clock| Clock::new(clock.control().clone()));
        self.restore_clock();
        self.finish()
    }
}

/// A file beside `path` that does not exist yet.
fn next_free(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    (2..)
        .map(|number| path.with_file_name(format!("{stem}-{number}.pgn")))
        .find(|candidate| !candidate.exists())
        .unwrap_or_else(|| path.to_owned())
}
