//! Transcripts: a game in words as one player knows it, with `?` for what that player does not know.
//!
//! A transcript is what the match runner sends to an external player in place of the game. The words are machine
//! notation, except for the secrets of the opponent:
//!
//! - **Hyperspace Chess**: the opponent's phase-outs are `b8^3@?`, and answers to collisions are left out. Where a
//!   piece of the opponent returns, everybody sees what becomes of it; this is added to the opponent's word: `a7a6>c6`
//!   if it stands on c6 now, `a7a6>-` if it is gone.
//! - **DMChess** with placed kings: `kings:?` while the other player's placement is secret.
//! - The other games have no secrets.
//!
//! [`Transcript::read_transcript`] turns the words into a whole game in which the secrets are *some* that fit. So
//! whatever is done with it, the true ones cannot matter; and [`InformationSet::of`] that game is that of the true
//! one.
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
    /// Whether the word for an action of the opponent can be known in advance: not where it says what becomes of
    /// secrets.
    const FORETELLABLE: bool = true;

    /// The words for the game so far, as `listener` knows it.
    fn write_transcript(game: &Game<Self>, _listener: Color) -> Vec<String> {
        game.actions().iter().map(ToString::to_string).collect()
    }

    /// A game with this transcript. `start` is the position before it; of its secrets those of `listener` count, the
    /// others are replaced by some that fit.
    ///
    /// # Errors
    /// Names the first word that is impossible, and says why.
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

    /// Reads a start position as `listener` knows it: with `?` for the opponent's secrets, which are replaced by some that fit.
    ///
    /// # Errors
    /// Names the field that is wrong, a secret that should be `?` or one that should not be, and says what was expected.
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
        // Drawn once and for all by the rules, but not for the other program: a game that begins here.
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
