//! How strong the opponent is.

use std::fmt::{self, Display};

/// One of eight levels. A weak one looks less far ahead and is content with less than the best action
/// that it sees; none plays at random, and from [`Level::CAREFUL`] on none leaves a win on the next
/// turn to the opponent if that can be helped.
///
/// ```
/// use manifold_engine::Level;
///
/// assert_eq!(Level::new(8), Some(Level::FULL));
/// assert_eq!(Level::new(9), None);
/// assert_eq!(Level::new(3).map(|level| level.to_string()).as_deref(), Some("level3"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// What makes a level.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Strength {
    /// The deepest search, in plies.
    pub(crate) depth: u32,
    /// The most positions looked at.
    pub(crate) nodes: u64,
    /// By how much an action must be worse than the best, in centipawns, to be half as likely.
    pub(crate) temperature: i32,
    /// Random squares of the opponent's pieces in hyperspace to be thought about.
    pub(crate) worlds: usize,
}

impl Level {
    /// The weakest level.
    pub const WEAKEST: Level = Level(1);
    /// The first level that never leaves a win on the next turn to the opponent without need.
    pub const CAREFUL: Level = Level(3);
    /// The first level that takes a closer look at how to keep a secret.
    pub(crate) const SECRETIVE: Level = Level(5);
    /// Full strength.
    pub const FULL: Level = Level(8);
    /// All levels, the weakest first.
    pub const ALL: [Level; 8] = [
        Level(1),
        Level(2),
        Level(3),
        Level(4),
        Level(5),
        Level(6),
        Level(7),
        Level(8),
    ];

    /// The level with this number, 1 to 8.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=8).contains(&number).then_some(Level(number))
    }

    /// Its number, 1 to 8.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    pub(crate) fn strength(self) -> Strength {
        let (depth, nodes, temperature, worlds) = match self.0 {
            1 => (1, 1_000, 90, 1),
            2 => (1, 2_000, 45, 2),
            3 => (2, 5_000, 30, 2),
            4 => (3, 15_000, 20, 4),
            5 => (4, 40_000, 13, 4),
            6 => (5, 100_000, 8, 6),
            7 => (7, 300_000, 4, 8),
            _ => (64, u64::MAX, 0, 16),
        };
        Strength {
            depth,
            nodes,
            temperature,
            worlds,
        }
    }
}

impl Default for Level {
    fn default() -> Level {
        Level::FULL
    }
}

impl Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level{}", self.0)
    }
}
