//! Replaying records: every action is judged by the rules.

use super::Record;
use super::error::RecordError;
use super::pgn::{Pgn, Word};
use crate::board::Color;
use crate::error::shorten;
use crate::game::Game;
use crate::outcome::{Outcome, Reason};
use crate::position::Rules;

impl Pgn {
    /// Plays the record under the rules of `P`.
    ///
    /// # Errors
    /// Names the line and the action that cannot be played, or says why the result
    /// contradicts the rules.
    pub fn replay<P: Rules>(&self, variant: P::Variant) -> Result<Record<P>, RecordError> {
        let mut game = Game::from_position(self.start::<P>(variant)?);
        let mut notes = Vec::with_capacity(self.words.len());
        for word in &self.words {
            let over = game.outcome();
            let goes_on = over.is_none() || go_on_unclaimed(&mut game);
            let position = game.position();
            let number = position.ply() / 2 + 1;
            let dots = position.turn().fold_wb(".", "...");
            let refuse = |problem: String| RecordError {
                line: word.line,
                word: Some(format!("{number}{dots} {}", shorten(&word.text))),
                problem,
            };
            if let Some(outcome) = over.filter(|_| !goes_on) {
                return Err(refuse(format!(
                    "the game is over: {outcome}{}",
                    without_a_claim(outcome.reason)
                )));
            }
            let action = position
                .read(&word.text)
                .map_err(|error| refuse(error.to_string()))?;
            game.play(action)
                .map_err(|error| refuse(error.to_string()))?;
            notes.push(word.note.clone());
        }
        self.conclude(&mut game)?;
        Ok(Record {
            tags: self.tags.clone(),
            game,
            notes,
        })
    }

    fn start<P: Rules>(&self, variant: P::Variant) -> Result<P, RecordError> {
        match self.tags.get("FEN") {
            None => Ok(P::start(variant)),
            Some(text) => P::from_text(variant, text)
                .map_err(|error| self.tag_error("FEN", format!("the tag FEN: {error}"))),
        }
    }

    /// Ends the game as the record states, unless it has ended on the board.
    fn conclude<P: Rules>(&self, game: &mut Game<P>) -> Result<(), RecordError> {
        let stated = self.stated_result()?;
        let termination = self.tags.get("Termination").unwrap_or_default();
        let winner = match stated {
            Some("1-0") => Some(Color::White),
            Some("0-1") => Some(Color::Black),
            Some("1/2-1/2") => None,
            // If the record has no result, the rules decide. A draw that nobody claimed leaves the game open.
            None | Some("*") => {
                go_on_unclaimed(game);
                return Ok(());
            }
            Some(other) => {
                return Err(self.error(format!(
                    "the result “{other}” should be 1-0, 0-1, 1/2-1/2 or *"
                )));
            }
        };
        if winner.is_some() {
            // If the game has a winner, nobody claimed the draw.
            go_on_unclaimed(game);
        }
        if game.outcome().is_none() {
            end_as_stated(game, winner, termination);
        }
        match game.outcome() {
            Some(outcome) if outcome.winner == winner => self.check_reason(termination, outcome),
            Some(outcome) => Err(self.error(format!(
                "the record says {}, but by the rules the game ended {}: {outcome}",
                Outcome { winner, ..outcome }.score(),
                outcome.score(),
            ))),
            None => Err(self.error("the game has a result, but has not ended by the rules")),
        }
    }

    /// The result after the moves, or else the one in the tags.
    fn stated_result(&self) -> Result<Option<&str>, RecordError> {
        let (moves, tag) = (self.result.as_deref(), self.tags.get("Result"));
        match (moves, tag.filter(|tag| *tag != "*")) {
            (Some(moves), Some(tag)) if moves != "*" && moves != tag => Err(self.error(format!(
                "the moves end with {moves}, but the tag Result says “{}”",
                shorten(tag)
            ))),
            _ => Ok(moves.or(tag)),
        }
    }

    /// Checks that the game has ended as the `Termination` tag says, if its value is one of our reasons. Values of other programs are
    /// ignored.
    fn check_reason(&self, termination: &str, outcome: Outcome) -> Result<(), RecordError> {
        let stated = termination.to_ascii_lowercase().parse().ok();
        let contradicts = |stated: &Reason| match stated {
            // The record does not say whose flag fell.
            Reason::Time => false,
            stated if is_on_the_board(outcome.reason) && !is_on_the_board(*stated) => false,
            stated => *stated != outcome.reason,
        };
        match stated.filter(contradicts) {
            None => Ok(()),
            Some(stated) => Err(self.tag_error(
                "Termination",
                format!(
                    "the tag Termination says {stated}, but by the rules the game has not ended so"
                ),
            )),
        }
    }

    /// An error in a tag, at its line; if the tag is missing, at the line where the game begins.
    pub(crate) fn tag_error(&self, name: &str, problem: impl Into<String>) -> RecordError {
        let mut lines = self.tag_lines.iter().rev();
        let line = lines.find(|(known, _)| known == name);
        RecordError {
            line: line.map_or(self.line, |(_, line)| *line),
            word: None,
            problem: problem.into(),
        }
    }

    fn error(&self, problem: impl Into<String>) -> RecordError {
        RecordError {
            line: self.words.last().map_or(self.line, |word: &Word| word.line),
            word: None,
            problem: problem.into(),
        }
    }
}

/// Lets a game go on after a draw by count that nobody claimed, if other programs allow that in this variant. Returns whether it goes on.
fn go_on_unclaimed<P: Rules>(game: &mut Game<P>) -> bool {
    P::draws_may_go_unclaimed(game.position().variant()) && game.go_on()
}

/// For a draw by count, the remark that it needs no claim.
fn without_a_claim(reason: Reason) -> &'static str {
    match reason {
        Reason::Repetition | Reason::FiftyMoves => ", which needs no claim",
        _ => "",
    }
}

/// Ends a game that has not ended on the board. Records of other programs often just say `normal`.
fn end_as_stated<P: Rules>(game: &mut Game<P>, winner: Option<Color>, termination: &str) {
    let reason = match termination.to_ascii_lowercase().as_str() {
        "time forfeit" => Some(Reason::Time),
        other => other.parse().ok(),
    };
    match (reason, winner) {
        (Some(Reason::Time), Some(winner)) => game.flag(winner.other()),
        // In a draw on time, the player who flagged is the one whose opponent cannot win.
        (Some(Reason::Time), None) => {
            let flagged = Color::ALL
                .into_iter()
                .find(|color| !game.position().wins_on_time(color.other()));
            match flagged {
                Some(color) => game.flag(color),
                None => game.adjudicate(None),
            }
        }
        (Some(Reason::Adjudication), winner) => game.adjudicate(winner),
        (_, Some(winner)) => game.resign(winner.other()),
        (Some(Reason::Agreement), None) => game.agree_draw(),
        (_, None) => {
            game.claim_draw();
            // Without effect if there was something to claim.
            game.agree_draw();
        }
    }
}

/// Whether this reason follows from the position rather than from people's decisions or the clock.
fn is_on_the_board(reason: Reason) -> bool {
    match reason {
        Reason::Resignation | Reason::Time | Reason::Adjudication | Reason::Agreement => false,
        Reason::Checkmate
        | Reason::Grammar
        | Reason::Dominance
        | Reason::Stalemate
        | Reason::Repetition
        | Reason::FiftyMoves
        | Reason::InsufficientMaterial => true,
    }
}
