//! The standing of a game, for its event.

use super::event::GameEnd;

/// How a game of an event stands, for its event.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standing {
    /// When each player first acted, White first, in milliseconds since 1970.
    pub(crate) acted: [Option<u64>; 2],
    /// How it was played to its end.
    pub(crate) played: Option<PlayedEnd>,
    /// Turns of both players together.
    pub(crate) turns: u32,
}

/// How a game was played to its end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlayedEnd {
    pub(crate) end: GameEnd,
    /// In milliseconds since 1970.
    pub(crate) at: u64,
}
