//! Stored chats.

use futures_util::future::BoxFuture;

use super::error::StoreError;
use crate::chat::{Line, NewLine, Words};
use crate::ids::{GameId, PlayerId};

/// What every database guarantees about chats.
pub(crate) trait ChatStore: Send + Sync {
    /// Stores a line. It is on disk when this returns `Ok`.
    fn say(&self, line: NewLine) -> BoxFuture<'_, Result<Said, StoreError>>;

    /// All lines beside a game, oldest first.
    fn chat(&self, game: GameId) -> BoxFuture<'_, Result<Vec<Line>, StoreError>>;

    /// At most `limit` lines of a player after a place, ordered by game and number.
    fn said_by(
        &self,
        player: PlayerId,
        behind: Option<LinePlace>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<SaidBeside>, StoreError>>;
}

/// The place of a line among its player's: the game, and the line's number there.
pub(crate) type LinePlace = (GameId, u64);

/// A line that a player wrote beside a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SaidBeside {
    pub(crate) game: GameId,
    pub(crate) number: u64,
    /// In milliseconds since 1970.
    pub(crate) at: u64,
    pub(crate) words: Words,
}

/// The outcome of storing a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Said {
    /// It is stored, with this number.
    Stored(u64),
    /// It was stored before, with the same request ID.
    Again,
    /// The player has written the maximum number of lines beside this game.
    TooMany,
    /// The chat of this game is full.
    Full,
}
