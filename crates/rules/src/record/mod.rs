//! Records of games: PGN with each game's own notation, read and written.
//!
//! Reading goes in two steps. [`read_games`] takes a file apart into games, each of them tags and
//! words ([`Pgn`]), without knowing any rules; [`Pgn::replay`] plays the words under the rules of the
//! game that the `Variant` tag names. A broken game never spoils the others of its file.
//!
//! What a record tells depends on who may read it. While a game is running only its players' own
//! secrets (and all of them for the referee) are written; once it is over everything is.

mod pgn;
mod replay;
mod write;

use std::time::Duration;

use thiserror::Error;

use crate::game::Game;
use crate::position::Rules;

pub use pgn::{Pgn, Tags, Word, read_games};
pub use write::write_pgn;

/// A game with everything that its record says beside the actions.
#[derive(Debug, Clone)]
pub struct Record<P: Rules> {
    /// The tags, such as the players' names. `Result`, `Variant`, `Termination` and the position are
    /// written from the game itself.
    pub tags: Tags,
    /// The game.
    pub game: Game<P>,
    /// A note for each action of the game, in the same order; may be shorter.
    pub notes: Vec<Note>,
}

/// What a record says of one action beside the action itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Note {
    /// The time that the player had left after it: `[%clk 0:04:58]`.
    pub clock: Option<Duration>,
    /// Hyperspace Chess: the published commitment to a secret square, `[%commit …]`.
    pub commitment: Option<String>,
    /// Hyperspace Chess: the salt of the commitment, `[%salt …]`; as secret as the square itself.
    pub salt: Option<Salt>,
    /// Free text.
    pub text: String,
}

/// The salt of a commitment as the record writes it. Who has it can try all squares and so find
/// the secret one: it is not printed by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct Salt(String);

impl Salt {
    /// A salt in the form in which records have it.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Salt {
        Salt(text.into())
    }

    /// The text, for those who may know it.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Salt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Salt(…)")
    }
}

/// A game of a file that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}{}: {problem}", .word.as_ref().map_or_else(String::new, |word| format!(", “{word}”")))]
pub struct RecordError {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The word of the record that cannot be used, with its move number.
    pub word: Option<String>,
    /// What is wrong, and what would be right.
    pub problem: String,
}

impl<P: Rules> Record<P> {
    /// A record of a game that has just begun.
    #[must_use]
    pub fn new(game: Game<P>) -> Record<P> {
        Record {
            tags: Tags::default(),
            game,
            notes: Vec::new(),
        }
    }
}
