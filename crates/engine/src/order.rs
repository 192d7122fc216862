//! What the engine is asked to do, and when it must stop.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use manifold_rules::position::Bounds;

use crate::Level;

/// A player's clock: how long to think is then up to the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// What is left.
    pub remaining: Duration,
    /// What is added for every turn.
    pub increment: Duration,
    /// Turns until time is added to the clock; `None` if what is left is for the rest of the game.
    pub moves_to_go: Option<u32>,
}

/// When to stop. The level has limits of its own; the strictest counts. Without any limit at full
/// strength only [`Order::stop`] ends the search, or its greatest depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Positions looked at in the search. (The first look at every action is not counted.)
    pub nodes: Option<u64>,
    /// Time for the whole decision. What is decided then depends on the machine.
    pub time: Option<Duration>,
    /// Plies.
    pub depth: Option<u32>,
    /// The player's clock, from which the engine works out how long to think.
    pub clock: Option<Clock>,
}

impl Limits {
    /// A number of positions, and nothing else.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            time: None,
            depth: None,
            clock: None,
        }
    }

    /// A time, and nothing else.
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits {
            nodes: None,
            time: Some(time),
            depth: None,
            clock: None,
        }
    }

    /// A clock, and nothing else.
    #[must_use]
    pub const fn clock(clock: Clock) -> Limits {
        Limits {
            nodes: None,
            time: None,
            depth: None,
            clock: Some(clock),
        }
    }
}

/// What to think about, and how hard.
#[derive(Debug, Clone, Copy)]
pub struct Order<'a> {
    /// How strong to be.
    pub level: Level,
    /// When to stop.
    pub limits: Limits,
    /// Where chance starts.
    pub seed: u64,
    /// Bounds on the actions considered: the longest delay in Hyperspace Chess.
    pub bounds: Bounds,
    /// Stops the search within a few milliseconds when it becomes true. The best action so far is
    /// chosen.
    pub stop: Option<&'a AtomicBool>,
    /// Threads that search at the same time; 0 is taken for 1. Only one thread is deterministic.
    pub threads: usize,
    /// Memory for what is remembered of positions, in MiB; `None` for what the limits make use of.
    pub hash_mib: Option<usize>,
    /// How many of the best actions get an exact score and a line of their own; 0 is taken for 1.
    pub lines: usize,
}

impl Default for Order<'_> {
    /// Full strength on one thread, one line, and no limit.
    fn default() -> Self {
        Order {
            level: Level::default(),
            limits: Limits::default(),
            seed: 0,
            bounds: Bounds::default(),
            stop: None,
            threads: 1,
            hash_mib: None,
            lines: 1,
        }
    }
}
