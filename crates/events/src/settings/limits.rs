//! Limits of settings.

/// A minute, in milliseconds.
pub(crate) const MINUTE: u64 = 60_000;
/// The furthest ahead that a time may lie: ten years, in milliseconds.
pub(crate) const FURTHEST: u64 = 10 * 366 * 24 * 60 * MINUTE;
/// The most rounds of a Swiss event, or games of a match.
pub const MOST_ROUNDS: u16 = 99;
/// The most directors that an event has at once.
pub const MOST_DIRECTORS: usize = 20;
/// The most forbidden pairs of an event at once. They are limited because everybody is sent all of them.
pub const MOST_FORBIDDEN: usize = 1_000;
/// The number of games in an arena after which no more are paired.
pub const MOST_ARENA_GAMES: usize = 30_000;
