//! Stored chats.

use futures_util::future::BoxFuture;

use super::error::StoreError;
use crate::chat::{Line, NewLine, Words};
use crate::ids::{GameId, PlayerId};

/// The guarantees of every database about chats.
pub(crate) trait ChatStore: Send + Sync {
    /// Stores what was said. On the disk when this returns `Ok`.
    fn say(&self, line: NewLine) -> BoxFuture<'_, Result<Said, StoreError>>;

    /// All that was said beside a game, oldest first.
    fn chat(&self, game: GameId) -> BoxFuture<'_, Result<Vec<Line>, StoreError>>;

    /// At most `limit` lines of a player, by game and number: those behind a place.
    fn said_by(
        &self,
        player: PlayerId,
        behind: Option<LinePlace>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<SaidBeside>, StoreError>>;
}

/// The place of a line among its player's: the game, and the line's number there.
pub(crate) type LinePlace = (GameId, u64);

/// Something that a player said beside a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SaidBeside {
    pub(crate) game: GameId,
    pub(crate) number: u64,
    /// In milliseconds since 1970.
    pub(crate) at: u64,
    pub(crate) words: Words,
}

/// The outcome of a line that was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Said {
    /// It is stored, with this number.
    Stored(u64),
    /// It was stored before, under the same name.
    Again,
    /// The player has said enough beside this game.
    TooMany,
    /// The chat of this game is full.
    Full,
}
