//! Levels of strength.

use std::fmt::{self, Display};

use crate::playable::Searchable;
use crate::strength::Strength;

/// One of eight levels. A weak level searches less deeply, settles for less than the best action it sees, and the
/// weakest overlook some actions, as people do: the same ones throughout a decision. No level plays at random, and from
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

impl Level {
    /// The weakest level.
    pub const WEAKEST: Level = Level(1);
    /// The first level that never lets the opponent win on the next turn if that can be avoided.
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
    /// assert_eq!(level.nodes::<DmChess>(), Some(1_100));
    /// assert_eq!(Level::FULL.nodes::<Chess>(), None);
    /// ```
    #[must_use]
    pub fn nodes<P: Searchable>(self) -> Option<u64> {
        let nodes = self.strength::<P>().nodes;
        (nodes != u64::MAX).then_some(nodes)
    }

    pub(crate) fn strength<P: Searchable>(self) -> Strength {
        let bounded = P::LEVELS.get(usize::from(self.0) - 1);
        bounded.copied().unwrap_or(Strength::FULL)
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

#[cfg(test)]
mod tests {
    use manifold_rules::chess::Chess;
    use manifold_rules::dmchess::DmChess;
    use manifold_rules::hidden960::Hidden960;
    use manifold_rules::hyperspace::Hyperspace;
    use manifold_rules::time_traveler::TimeTraveler;

    use super::*;

    #[test]
    fn in_no_game_is_a_level_allowed_less_than_the_one_below_it_or_made_to_err_more() {
        fn check<P: Searchable>() {
            for number in 2..=8 {
                let [below, here] =
                    [number - 1, number].map(|number| Level(number).strength::<P>());
                assert_ne!(below, here, "{number}");
                assert!(below.depth <= here.depth && below.nodes <= here.nodes);
                assert!(below.determinizations <= here.determinizations);
                assert!(below.temperature >= here.temperature && below.blindness >= here.blindness);
            }
        }
        check::<Chess>();
        check::<Hyperspace>();
        check::<TimeTraveler>();
        check::<Hidden960>();
        check::<DmChess>();
    }
}
