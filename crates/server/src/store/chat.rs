//! What is stored of chats.

use futures_util::future::BoxFuture;

use super::error::StoreError;
use crate::chat::{Line, NewLine};
use crate::ids::GameId;

/// What every database guarantees about chats.
pub(crate) trait ChatStore: Send + Sync {
    /// Stores what was said. On the disk when this returns `Ok`.
    fn say(&self, line: NewLine) -> BoxFuture<'_, Result<Said, StoreError>>;

    /// All that was said beside a game, the first first.
    fn chat(&self, game: GameId) -> BoxFuture<'_, Result<Vec<Line>, StoreError>>;
}

/// What became of something that was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Said {
    /// It is stored, with this number.
    Stored(u64),
    /// It was stored before, under the same name.
    Again,
    /// The player has said enough beside this game.
    TooMany,
    /// All have.
    Full,
}
