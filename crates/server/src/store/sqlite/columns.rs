//! Values as they stand in columns.

use manifold_rules::board;
use serde::de::DeserializeOwned;

use crate::ids::{GameId, PlayerId};
use crate::names::Color;
use crate::store::codec;

/// A game's identifier as it stands in a column.
pub(super) fn read_id(text: String) -> Result<GameId, sqlx::Error> {
    text.parse().map_err(broken)
}

pub(super) fn optional_word<T: DeserializeOwned>(
    word: Option<String>,
) -> Result<Option<T>, sqlx::Error> {
    word.map(codec::read_word).transpose().map_err(broken)
}

/// The error for a stored value that cannot be read.
pub(super) fn broken(error: impl std::error::Error + Send + Sync + 'static) -> sqlx::Error {
    sqlx::Error::Decode(Box::new(error))
}

/// A player's identifier as it stands in a column.
pub(super) fn read_player(text: String) -> Result<PlayerId, sqlx::Error> {
    text.parse().map_err(broken)
}

/// The player to act, as a word of a column.
pub(super) fn color_word(color: Option<board::Color>) -> Option<String> {
    color.map(|color| codec::word(Color::from(color)))
}
