//! Records of games: PGN with each game's own notation, read and written.
//!
//! Reading goes in two steps. [`read_games`] takes a file apart into games, each of them tags and
//! words ([`Pgn`]), without knowing any rules; [`Pgn::replay`] plays the words under the rules of the
//! game that the `Variant` tag names. A broken game never spoils the others of its file.
//!
//! What a record tells depends on who may read it. While a game is running only its players' own
//! secrets (and all of them for the referee) are written; once it is over everything is.

mod error;
mod note;
mod pgn;
mod read;
mod replay;
mod tags;
mod write;

pub use error::RecordError;
pub use note::{Note, Salt};
pub use pgn::{Pgn, Word};
pub use read::read_games;
pub use tags::Tags;
pub use write::write_pgn;

use crate::game::Game;
use crate::position::Rules;

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
