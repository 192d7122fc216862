//! A game as one player was told it: a word for every action, with `?` for what that player does not know.
//!
//! What a match runner sends to a player outside, in place of the game. The words are machine notation, but for
//! the secrets of the opponent:
//!
//! - **Hyperspace Chess**: the opponent's phase-outs are `b8^3@?`, and of the answers to collisions nothing is
//!   told. Where a piece of the opponent returns, everybody sees what becomes of it; this is added to the
//!   opponent's word: `a7a6>c6` if it stands on c6 now, `a7a6>-` if it is gone.
//! - **DMChess** with placed kings: `kings:?` while the other player's placement is secret.
//! - The other games have no secrets.
//!
//! `hear` turns the words into a whole game in which the secrets are *some* that fit. So whatever is done with it,
//! the true ones cannot matter; and [`InformationSet::of`] that game is the seat of the true one.
//!
//! [`InformationSet::of`]: manifold_engine::InformationSet::of

mod dmchess;
mod hyperspace;

use manifold_engine::Playable;
use manifold_rules::board::Color;
use manifold_rules::error::shorten;
use manifold_rules::game::{Game, PlayError};
use manifold_rules::hidden960::Hidden960;
use manifold_rules::position::Rules;
use manifold_rules::time_traveler::TimeTraveler;
use thiserror::Error;

/// A game that can be told to one of its players.
pub trait Transcript: Playable {
    /// Whether the word for an action of the opponent can be known before it is told: not where it says what
    /// becomes of secrets.
    const FORETELLABLE: bool = true;

    /// The words for what has been played, as `listener` knows it by now.
    fn write_transcript(game: &Game<Self>, _listener: Color) -> Vec<String> {
        game.actions().iter().map(ToString::to_string).collect()
    }

    /// A game that could have been told in these words. `start` is the position before them; of its
    /// secrets those of `listener` count, the others are replaced by some that fit.
    ///
    /// # Errors
    /// Names the first word that cannot be, and says why.
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

    /// The start position with text in which the opponent's secrets are `?`, with something in place of them.
    fn without_unknowns(_listener: Color, text: &str) -> String {
        text.to_owned()
    }
}

impl Transcript for TimeTraveler {}
impl Transcript for Hidden960 {}

/// A word of a told game that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("action {number} (“{word}”): {problem}")]
pub struct TranscriptError {
    /// Its place, counted from 1.
    pub number: usize,
    /// The word, shortened if it is long.
    pub word: String,
    /// What is wrong with it.
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

/// Plays an action; after a draw that nobody claimed the game goes on from there. Outside of this
/// program repetition and the fifty-move rule may have to be claimed.
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
    {
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
