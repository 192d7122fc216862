//! The options of a search, and its limits.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use manifold_rules::position::Bounds;

use crate::level::Level;

/// A player's clock, from which the engine works out how long to think.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub remaining: Duration,
    /// Added after every turn.
    pub increment: Duration,
    /// Turns until the next time control; `None` if the time left is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// The limits of a search. The level has limits of its own; the strictest applies. At full strength without any limit, only
/// [`SearchOptions::stop`] or the maximum depth ends the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Node limit. (The ordering of the root actions does not count.)
    pub nodes: Option<u64>,
    /// Time for the whole decision. The result then depends on the machine.
    pub time: Option<Duration>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// The player's clock, from which the engine works out how long to think.
    pub clock: Option<Clock>,
    /// Turns: the search ends as soon as it has found a forced win in at most this many.
    pub mate: Option<u32>,
}

impl Limits {
    /// A node limit alone.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            time: None,
            depth: None,
            clock: None,
            mate: None,
        }
    }

    /// A time limit alone.
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits {
            nodes: None,
            time: Some(time),
            depth: None,
            clock: None,
            mate: None,
        }
    }

    /// A clock alone.
    #[must_use]
    pub const fn clock(clock: Clock) -> Limits {
        Limits {
            nodes: None,
            time: None,
            depth: None,
            clock: Some(clock),
            mate: None,
        }
    }
}

/// How to search, and how hard.
#[derive(Debug, Clone, Copy)]
pub struct SearchOptions<'a> {
    /// The strength.
    pub level: Level,
    /// The limits.
    pub limits: Limits,
    /// Seeds the random choices.
    pub seed: u64,
    /// Bounds on the actions considered: the longest delay in Hyperspace Chess.
    pub bounds: Bounds,
    /// Stops the search within a few milliseconds when it becomes true. The best action so far is chosen.
    pub stop: Option<&'a AtomicBool>,
    /// Search threads; 0 counts as 1. Only a search on one thread is deterministic.
    pub threads: usize,
    /// Size of the transposition table in MiB; `None` for as much as the limits can use.
    pub hash_mib: Option<usize>,
    /// How many of the best actions get an exact score and a principal variation; 0 counts as 1.
    pub multi_pv: usize,
}

impl Default for SearchOptions<'_> {
    /// Full strength on one thread, one line, and no limit.
    fn default() -> Self {
        SearchOptions {
            level: Level::default(),
            limits: Limits::default(),
            seed: 0,
            bounds: Bounds::default(),
            stop: None,
            threads: 1,
            hash_mib: None,
            multi_pv: 1,
        }
    }
}
