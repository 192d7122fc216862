//! Transcripts: the actions of a game in words as one player knows them, with `?` for what that player does not know.
//!
//! A transcript is what the match runner sends to an external player instead of the game. The words are machine
//! notation, except for the secrets of the opponent:
//!
//! - **Hyperspace Chess**: the opponent's phase-outs are `b8^3@?`, and answers to collisions are omitted. When a
//!   piece of the opponent returns, everybody sees the result, which is appended to the opponent's word: `a7a6>c6`
//!   if it now stands on c6, `a7a6>-` if it is gone.
//! - **DMChess** with placed kings: `kings:?` while the other player's placement is secret.
//! - The other games have no secrets.
//!
//! [`Transcript::read_transcript`] turns the words into a complete game with *some* consistent secrets. So nothing
//! computed from it can depend on the true secrets, and [`InformationSet::of`] gives the same for that game as for the
//! true one.
//!
//! [`InformationSet::of`]: manifold_engine::InformationSet::of

mod dmchess;
mod hyperspace;

use manifold_engine::Compiled;
use manifold_rules::board::Color;
use manifold_rules::chess::Chess;
use manifold_rules::error::{PositionError, shorten};
use manifold_rules::game::{Game, PlayError};
use manifold_rules::hidden960::Hidden960;
use manifold_rules::position::Rules;
use manifold_rules::time_traveler::TimeTraveler;
use thiserror::Error;

/// A game of which transcripts can be written and read.
pub trait Transcript: Compiled {
    /// Whether the word for an action of the opponent can be known in advance; false if it also says what happens to
    /// secret pieces.
    const FORETELLABLE: bool = true;

    /// The words for the game so far, as `listener` knows it.
    fn write_transcript(game: &Game<Self>, _listener: Color) -> Vec<String> {
        game.actions().iter().map(ToString::to_string).collect()
    }

    /// Reconstructs a game with this transcript. `start` is the position before it; the secrets of `listener` in it are kept, the
    /// opponent's are replaced by some that fit.
    ///
    /// # Errors
    /// Names the first impossible word, and says why.
    fn read_transcript(
        start: Self,
        _listener: Color,
        words: &[&str],
    ) -> Result<Game<Self>, TranscriptError> {
        let mut game = Game::from_position(start);
        for (index, word) in words.iter().enumerate() {
            let action = word
                .parse()
                .map_err(|error| TranscriptError::new(index, word, &error))?;
            play_on(&mut game, action)
                .map_err(|error| TranscriptError::new(index, word, &error))?;
        }
        Ok(game)
    }

    /// Parses a start position as `listener` knows it: with `?` for the opponent's secrets, which are replaced by some that fit.
    ///
    /// # Errors
    /// Names the invalid field, or a secret that should be `?` or should not be, and says what was expected.
    fn read_start(
        variant: Self::Variant,
        _listener: Color,
        text: &str,
    ) -> Result<Self, PositionError> {
        Self::from_text(variant, text)
    }
}

impl Transcript for Chess {}
impl Transcript for TimeTraveler {}
impl Transcript for Hidden960 {}

/// An impossible word in a transcript.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("action {number} (“{word}”): {problem}")]
pub struct TranscriptError {
    /// Its number, from 1.
    pub number: usize,
    /// The word, shortened if it is long.
    pub word: String,
    /// The problem.
    pub problem: String,
}

impl TranscriptError {
    fn new(index: usize, word: &str, problem: &dyn ToString) -> TranscriptError {
        TranscriptError {
            number: index + 1,
            word: shorten(word),
            problem: problem.to_string(),
        }
    }
}

/// Plays an action, also after a draw that nobody claimed: other programs may require repetition and the fifty-move
/// rule to be claimed.
///
/// # Errors
/// The game was won, or the rules refuse the action.
pub fn play_on<P: Rules>(
    game: &mut Game<P>,
    action: P::Action,
) -> Result<(), PlayError<P::Refusal>> {
    if game
        .outcome()
        .is_some_and(|outcome| outcome.winner.is_none())
        && game.position().is_legal(action)
        && !game.go_on()
    {
        // Drawn for good by our rules, but not for the other program: start a new game from here.
        *game = Game::from_position(game.position().clone());
        if game.outcome().is_some() {
            let mut position = game.position().clone();
            position.play_unchecked(action);
            *game = Game::from_position(position);
            return Ok(());
        }
    }
    game.play(action)
}
