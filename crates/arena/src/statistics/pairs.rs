//! Counts of results.

/// The result of a game for the first of two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameResult {
    /// The second player won.
    Loss,
    /// A draw.
    Draw,
    /// The first player won.
    Win,
}

impl GameResult {
    /// Twice the points: 0, 1 or 2.
    #[must_use]
    pub const fn half_points(self) -> usize {
        self as usize
    }
}

/// Results of pairs of games, by the points of the first player (the pentanomial counts), and of single games.
///
/// ```
/// use manifold_arena::statistics::{GameResult, Pairs};
///
/// let mut pairs = Pairs::default();
/// pairs.add([GameResult::Win, GameResult::Draw]);
/// pairs.add([GameResult::Draw, GameResult::Draw]);
/// assert_eq!(pairs.counts(), [0, 0, 1, 1, 0]);
/// assert_eq!((pairs.wins(), pairs.draws(), pairs.losses()), (1, 3, 0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pairs {
    counts: [u64; 5],
    games: [u64; 3],
}

impl Pairs {
    /// Creates the results from pentanomial counts: pairs with 0, ½, 1, 1½ and 2 points. (The counts of single games are
    /// unknown in that case and stay zero.)
    #[must_use]
    pub const fn of_counts(counts: [u64; 5]) -> Pairs {
        Pairs {
            counts,
            games: [0; 3],
        }
    }

    /// Counts one pair.
    pub fn add(&mut self, [one, other]: [GameResult; 2]) {
        self.counts[one.half_points() + other.half_points()] += 1;
        self.games[one.half_points()] += 1;
        self.games[other.half_points()] += 1;
    }

    /// Pairs with 0, ½, 1, 1½ and 2 points.
    #[must_use]
    pub const fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// The number of pairs.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Games won by the first player.
    #[must_use]
    pub const fn wins(&self) -> u64 {
        self.games[2]
    }

    /// Games drawn.
    #[must_use]
    pub const fn draws(&self) -> u64 {
        self.games[1]
    }

    /// Games lost by the first player.
    #[must_use]
    pub const fn losses(&self) -> u64 {
        self.games[0]
    }

    /// The share of the points, 0 to 1; one half if nothing was played.
    #[must_use]
    pub fn score(&self) -> f64 {
        let total = self.total();
        if total == 0 {
            return 0.5;
        }
        let quarters: u64 = (0..).zip(self.counts).map(|(value, n)| value * n).sum();
        quarters as f64 / (4 * total) as f64
    }

    /// The variance of a pair's share of the points.
    #[must_use]
    pub fn variance(&self) -> f64 {
        let (mean, total) = (self.score(), self.total().max(1) as f64);
        let squares = (0..).zip(self.counts).map(|(value, n)| {
            let distance = f64::from(value) / 4.0 - mean;
            n as f64 * distance * distance
        });
        squares.sum::<f64>() / total
    }
}
