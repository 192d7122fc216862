//! The commands that a person can type besides actions.

use manifold_rules::board::Color;
use manifold_rules::viewer::Viewer;

use super::game::LocalGame;
use super::listing;
use super::plan::Next;
use super::prompt::Prompt;
use crate::commands::rules;
use crate::draw::{ending, terminal};
use crate::failure::Failure;
use crate::files;
use crate::opponent::Player;
use crate::terminal::print;
use manifold_rules::board::player_name as name;

pub(super) const COMMAND_WORDS: [&str; 15] = [
    "moves", "undo", "unreveal", "reset", "flip", "board", "show", "clock", "record", "save",
    "rules", "draw", "resign", "quit", "help",
];

const AFTER_THE_END: [&str; 8] = [
    "undo", "reset", "record", "save", "show", "flip", "board", "quit",
];

/// The answer to `help`.
const COMMANDS: &str = "\
Type an action, or one of these:
  moves [e2]     list legal actions (those of the man on e2, and show where it can go)
  undo           take back the last action (against an opponent: also its answer)
  undo turn      take back to the beginning of the turn
  unreveal       Hidden960: take back the last reveal of this turn
  reset          begin again
  flip           turn the board
  clock          show the clocks
  board N        DMChess: show dimension N large
  show           draw the position again
  record         print the record so far
  save FILE      write the record to a file
  rules          print the rules of this game
  draw           agree on a draw (two players)
  resign         give up
  quit           leave; the game is kept: manifold play --resume";

impl LocalGame {
    pub(super) fn answer(&mut self, line: &str, actor: Color) -> Result<Next, Failure> {
        if self.time_is_up(self.began.elapsed())? {
            return Ok(Next::Ask);
        }
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "" => {}
            "help" | "?" => {
                self.say(
                    &terminal(&self.record.game.position())
                        .how_to_type()
                        .replace('\n', " "),
                );
                print(COMMANDS);
            }
            "moves" => self.list(rest, actor),
            "undo" if matches!(rest, "" | "turn") => self.undo(rest == "turn")?,
            "undo" => self.say("Say undo, or undo turn."),
            "clock" if self.clock.is_some() => self.show_clock(),
            "clock" => self.say("This game has no clock."),
            "reset" => self.reset()?,
            "flip" => self.flip(),
            "board" => self.focus(rest),
            "show" => self.stale = true,
            "record" => print(&self.record.to_pgn(Viewer::Player(actor))),
            "save" => self.save_as(rest),
            "rules" => rules::print_rules(terminal(&self.record.game.position()).rules())?,
            "resign" => {
                self.record.game.resign(actor);
                self.finish()?;
            }
            "draw" if self.player(actor.other()) == Player::Human => {
                self.record.game.agree_draw();
                self.finish()?;
            }
            "draw" => self.say("This opponent plays on."),
            "quit" | "q" | "exit" => {
                self.say_where();
                return Ok(Next::Leave);
            }
            _ => self.try_action(line)?,
        }
        Ok(Next::Ask)
    }

    pub(super) fn try_action(&mut self, line: &str) -> Result<(), Failure> {
        let position = self.record.game.position();
        match position.read(&with_letters(line)) {
            Ok(action) if self.player(position.player_of(action)) != Player::Human => {
                self.say(&format!(
                    "That is for {} to do.",
                    name(position.player_of(action))
                ));
                Ok(())
            }
            Ok(action) => self.act(action),
            Err(error) => {
                self.warn(&error.to_string());
                Ok(())
            }
        }
    }

    /// Lists legal actions. Given a man's square, it also highlights the man's targets on the board.
    pub(super) fn list(&mut self, part: &str, actor: Color) {
        let answer = listing::answer(&self.record.game.position(), part);
        if let Some(dimension) = listing::dimension_of(part) {
            self.style.focus = dimension;
            self.stale = true;
        }
        for (board, square) in &answer.targets {
            self.style.highlights[board.map_or(0, |board| board - 1)].add(*square);
        }
        if !answer.targets.is_empty() {
            self.stale = true;
            self.show(Viewer::Player(actor));
            self.style.highlights = Default::default();
        }
        if !answer.words.is_empty() {
            print(&listing::columns(&answer.words, self.style.width));
        }
        for note in &answer.notes {
            self.say(note);
        }
    }

    pub(super) fn flip(&mut self) {
        self.style.bottom = self.style.bottom.other();
        self.stale = true;
    }

    pub(super) fn focus(&mut self, board: &str) {
        match board.trim_start_matches(['d', 'D']).parse() {
            Ok(board) if (1..=8).contains(&board) => {
                self.style.focus = board;
                self.stale = true;
            }
            _ => self.say("Say which dimension, as in: board 3"),
        }
    }

    pub(super) fn save_as(&self, file: &str) {
        if file.is_empty() {
            self.say("Say where to, as in: save game.pgn");
            return;
        }
        // A copy of an unfinished game with secret squares is written from the view of the player to act.
        let viewer = match self.keeps_secrets() {
            true => Viewer::Player(self.record.game.position().actor()),
            false => Viewer::Referee,
        };
        match files::save_new(file, &self.record.to_pgn(viewer)) {
            Ok(path) => print(&format!("Saved to {}", path.display())),
            Err(failure) => self.warn(&failure.to_string()),
        }
    }

    pub(super) fn after_the_end(&mut self, prompt: &mut Prompt) -> Result<Next, Failure> {
        self.show(Viewer::Referee);
        if let Some(outcome) = self.record.game.outcome() {
            print(&ending(outcome, &self.style));
        }
        if self.plan.white != Player::Human && self.plan.black != Player::Human {
            self.say_where();
            return Ok(Next::Leave);
        }
        let words = AFTER_THE_END.map(String::from).to_vec();
        let question = "undo, reset, record, save FILE or quit> ";
        let Some(answer) = prompt.ask(question, words)? else {
            return Ok(Next::Leave);
        };
        let (command, rest) = answer.split_once(' ').unwrap_or((&answer, ""));
        match command {
            "" => {}
            "undo" if self.keeps_secrets() => {
                self.say(
                    "All squares are known now: this game cannot go on. reset begins another.",
                );
            }
            "undo" => self.undo(rest == "turn")?,
            "reset" => self.reset()?,
            "record" => print(&self.record.to_pgn(Viewer::Referee)),
            "save" => self.save_as(rest.trim()),
            "show" => self.stale = true,
            "flip" => self.flip(),
            "board" => self.focus(rest),
            "rules" => rules::print_rules(terminal(&self.record.game.position()).rules())?,
            "quit" | "q" | "exit" => {
                print(&format!("The record is in {}", self.plan.path.display()));
                return Ok(Next::Leave);
            }
            _ => self.say("The game is over. undo takes back, reset begins again, quit leaves."),
        }
        Ok(Next::Ask)
    }
}

/// Replaces chess symbols by letters, as people paste what they see.
fn with_letters(line: &str) -> String {
    line.chars()
        .map(|c| match c {
            '♔' | '♚' => 'K',
            '♕' | '♛' => 'Q',
            '♖' | '♜' => 'R',
            '♗' | '♝' => 'B',
            '♘' | '♞' => 'N',
            other => other,
        })
        .filter(|c| !matches!(c, '♙' | '♟'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess_symbols_are_read_as_letters() {
        assert_eq!(with_letters("♘f3"), "Nf3");
        assert_eq!(with_letters("♟e5"), "e5");
    }
}
