//! Records of games: PGN with each game's own notation, read and written.
//!
//! Reading has two steps. [`read_games`] splits a file into games, each of them tags and words
//! ([`Pgn`]), without any rules; [`Pgn::replay`] plays the words under the rules of the game in the
//! `Variant` tag. A broken game does not affect the others of its file.
//!
//! The content of a record depends on its reader. While a game is running, only the reader's own
//! secrets are written (for the referee, all); once it is over, everything is.

mod error;
mod note;
mod pgn;
mod read;
mod replay;
mod tags;
mod write;

pub use error::RecordError;
pub use note::{Note, Salt};
pub use pgn::{LeftOut, Pgn, Word};
pub use read::read_games;
pub use tags::Tags;
pub use write::{write_pgn, write_sealed_pgn};

use crate::game::Game;
use crate::position::Rules;

/// A game with everything else that its record has.
#[derive(Debug, Clone)]
pub struct Record<P: Rules> {
    /// The tags, such as the players' names. `Result`, `Variant`, `Termination` and the position
    /// come from the game itself.
    pub tags: Tags,
    /// The game.
    pub game: Game<P>,
    /// A note for each action of the game, in the same order; may be shorter than the game.
    pub notes: Vec<Note>,
}

impl<P: Rules> Record<P> {
    /// A record of `game` without tags or notes.
    #[must_use]
    pub fn new(game: Game<P>) -> Record<P> {
        Record {
            tags: Tags::default(),
            game,
            notes: Vec::new(),
        }
    }
}
