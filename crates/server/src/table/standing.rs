//! The standing of a game, for its event.

use super::event::GameEnd;

/// The standing of a game of an event, for its event.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Standing {
    /// The time of each player's first action, White first, in milliseconds since 1970.
    pub(crate) acted: [Option<u64>; 2],
    /// The end to which it was played.
    pub(crate) played: Option<PlayedEnd>,
    /// Turns of both players together.
    pub(crate) turns: u32,
    /// The number of the last event in its log.
    pub(crate) n: u64,
}

/// The end to which a game was played.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlayedEnd {
    pub(crate) end: GameEnd,
    /// In milliseconds since 1970.
    pub(crate) at: u64,
}
