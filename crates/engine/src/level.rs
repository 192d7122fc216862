//! Levels of strength.

use std::fmt::{self, Display};

use crate::playable::Searchable;

/// One of eight levels. A weak level searches less deeply, settles for less than the best action it sees, and the
/// weakest overlook some actions, as people do: the same ones throughout a decision. None plays at random, and from
/// [`Level::CAREFUL`] on none lets the opponent win on the next turn if that can be avoided.
///
/// All but the highest have a node limit, so that they play equally well on a slow machine.
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

/// The parameters of a level.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Strength {
    /// The greatest depth, in plies.
    pub(crate) depth: u32,
    /// The node limit in plain chess.
    nodes: u64,
    /// How much worse than the best an action must be to be half as likely, in centipawns.
    pub(crate) temperature: i32,
    /// The number of determinizations.
    pub(crate) determinizations: usize,
    /// Share of the actions that are overlooked, in percent.
    pub(crate) blindness: u32,
}

impl Strength {
    /// The node limit in this game.
    pub(crate) fn nodes<P: Searchable>(self) -> u64 {
        if self.nodes == u64::MAX {
            return u64::MAX;
        }
        (self.nodes * P::LEVEL_NODES / 1_000).max(200)
    }
}

impl Level {
    /// The weakest level.
    pub const WEAKEST: Level = Level(1);
    /// The first level that never lets the opponent win on the next turn without need.
    pub const CAREFUL: Level = Level(2);
    /// The first level that computes a mixed strategy for its secrets.
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

    /// The node limit of this level in a game; none at full strength.
    ///
    /// ```
    /// use manifold_engine::Level;
    /// use manifold_rules::chess::Chess;
    /// use manifold_rules::dmchess::DmChess;
    ///
    /// let level = Level::new(4).expect("there are eight");
    /// assert_eq!(level.nodes::<Chess>(), Some(12_000));
    /// // A node of eight boards takes longer.
    /// assert_eq!(level.nodes::<DmChess>(), Some(2_400));
    /// assert_eq!(Level::FULL.nodes::<Chess>(), None);
    /// ```
    #[must_use]
    pub fn nodes<P: Searchable>(self) -> Option<u64> {
        let nodes = self.strength().nodes::<P>();
        (nodes != u64::MAX).then_some(nodes)
    }

    pub(crate) fn strength(self) -> Strength {
        let (depth, nodes, temperature, determinizations, blindness) = match self.0 {
            1 => (1, 1_000, 80, 1, 40),
            2 => (1, 2_000, 45, 2, 20),
            3 => (2, 5_000, 30, 2, 8),
            4 => (3, 12_000, 18, 4, 3),
            5 => (5, 40_000, 9, 4, 0),
            6 => (7, 130_000, 4, 6, 0),
            7 => (10, 400_000, 2, 8, 0),
            _ => (64, u64::MAX, 0, 16, 0),
        };
        Strength {
            depth,
            nodes,
            temperature,
            determinizations,
            blindness,
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
