//! The setup of a game at the terminal.

use std::path::PathBuf;

use crate::opponent::Player;

/// The players of a game, and its file.
pub(super) struct Plan {
    pub(super) white: Player,
    pub(super) black: Player,
    /// The file in which the record is kept.
    pub(super) path: PathBuf,
    /// Whether boards stay visible when the other player sits down.
    pub(super) open_table: bool,
}

/// Whether the game goes on after a command.
pub(super) enum Next {
    Ask,
    Leave,
}
