//! What is on the screen, and who may look at it.

use std::path::Path;

use manifold_rules::board::Color;
use manifold_rules::viewer::Viewer;

use super::commands::COMMAND_WORDS;
use super::game::LocalGame;
use super::listing;
use super::plan::Next;
use super::prompt::Prompt;
use crate::draw::{draw, strong, terminal, warning};
use crate::failure::Failure;
use crate::opponent::Player;
use crate::terminal::{print, wrap};
use manifold_rules::board::player_name as name;

impl LocalGame {
    pub(super) fn show(&mut self, viewer: Viewer) {
        if !std::mem::take(&mut self.stale) {
            return;
        }
        self.style.width = self.look.columns();
        print("");
        for played in &self.last {
            print(&strong(played, &self.style));
        }
        let game = &self.record.game;
        print(&draw(&game.position(), game.outcome(), viewer, &self.style));
        self.show_clock();
    }

    /// Hides the board of one player before the other sits down.
    pub(super) fn hand_over(&mut self, actor: Color, prompt: &mut Prompt) -> Result<Next, Failure> {
        if !self.must_hide() {
            if self.seated.take().is_some() {
                // There are no secrets any more: both players share the screen again.
                self.style.bottom = Color::White;
                self.stale = true;
            }
            return Ok(Next::Ask);
        }
        if self.seated == Some(actor) {
            return Ok(Next::Ask);
        }
        if prompt.is_interactive() {
            // Clear the screen and the scrollback.
            print("\u{1b}[2J\u{1b}[3J\u{1b}[H");
        }
        prompt.forget()?;
        if let Some(clock) = &mut self.clock {
            clock.pause(self.began.elapsed());
        }
        self.say(&format!(
            "The board is hidden. Hand the keyboard to {}.",
            name(actor)
        ));
        // If the person leaves here, nobody has sat down, so nothing is shown.
        let question = "Press Enter when nobody else looks. ";
        if prompt.ask(question, Vec::new())?.is_none() {
            return Ok(Next::Leave);
        }
        if let Some(clock) = &mut self.clock {
            clock.start(actor, self.began.elapsed());
        }
        self.seated = Some(actor);
        self.style.bottom = actor;
        self.stale = true;
        Ok(Next::Ask)
    }

    /// The words that Tab completes.
    pub(super) fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = COMMAND_WORDS.map(String::from).to_vec();
        words.extend(listing::completions(&self.record.game.position()));
        words
    }

    /// Prints a sentence, wrapped to the width of the terminal.
    pub(super) fn say(&self, sentence: &str) {
        print(&wrap(sentence, self.style.width));
    }

    pub(super) fn warn(&self, sentence: &str) {
        for line in wrap(sentence, self.style.width).lines() {
            print(&warning(line, &self.style));
        }
    }

    pub(super) fn say_where(&self) {
        if self.record.game.is_empty() {
            return;
        }
        print(&format!(
            "\nThe game is kept: manifold play --resume {}",
            quoted(&self.plan.path)
        ));
    }

    /// Whether a person plays here against an opponent whose squares must stay secret until the game is over.
    pub(super) fn keeps_secrets(&self) -> bool {
        let is_human = [&self.plan.white, &self.plan.black].map(|player| *player == Player::Human);
        self.must_hide()
            || is_human[0] != is_human[1] && terminal(&self.record.game.position()).has_secrets()
    }

    /// Whether two people share the screen who must not see each other's board.
    pub(super) fn must_hide(&self) -> bool {
        terminal(&self.record.game.position()).has_secrets()
            && !self.plan.open_table
            && self.plan.white == Player::Human
            && self.plan.black == Player::Human
    }
}

/// A path, quoted for the shell if necessary.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-:".contains(c);
    if text.chars().all(is_plain) {
        text
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_blanks_are_quoted_for_the_shell() {
        assert_eq!(quoted(Path::new("/tmp/a.pgn")), "/tmp/a.pgn");
        assert_eq!(quoted(Path::new("/tmp/a b's.pgn")), "'/tmp/a b'\\''s.pgn'");
    }
}
