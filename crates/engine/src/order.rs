//! What the engine is asked to do, and when it must stop.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use manifold_rules::game::Listing;

use crate::Level;

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
}

impl Limits {
    /// A number of positions, and nothing else.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            time: None,
            depth: None,
        }
    }

    /// A time, and nothing else.
    #[must_use]
    pub const fn time(time: Duration) -> Limits {
        Limits {
            nodes: None,
            time: Some(time),
            depth: None,
        }
    }
}

/// What to think about, and how hard.
#[derive(Debug, Clone, Copy, Default)]
pub struct Order<'a> {
    /// How strong to be.
    pub level: Level,
    /// When to stop.
    pub limits: Limits,
    /// Where chance starts.
    pub seed: u64,
    /// Bounds on the actions considered: the longest delay in Hyperspace Chess.
    pub listing: Listing,
    /// Stops the search within a few milliseconds when it becomes true. The best action so far is
    /// chosen.
    pub stop: Option<&'a AtomicBool>,
}
