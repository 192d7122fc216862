//! Tie-breaks from ratings: C.07 article 10, with the tables of B.02 article 8.1. Opponents without a rating are ignored.

use super::{Kind, Table, TieBreak, Value};
use crate::Score;

/// B.02 article 8.1.1: the rating difference for a score of 50 to 100 per cent.
const DIFFERENCE: [i64; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

/// B.02 article 8.1.2: the least difference at which the higher-rated player is expected to score 50, 51 and so on up to 100 per cent.
const EXPECTED: [i64; 51] = [
    0, 4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154,
    163, 171, 180, 189, 198, 207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358,
    375, 392, 412, 433, 457, 485, 518, 560, 620, 736,
];

/// The expected score of a game by the rating difference, in hundredths.
fn expected(difference: i64) -> i64 {
    let bounds = EXPECTED.partition_point(|&bound| bound <= difference.abs());
    let higher = 49 + i64::try_from(bounds).unwrap_or(51);
    if difference >= 0 {
        higher
    } else {
        100 - higher
    }
}

/// The average rounded to the nearest whole number, halves up.
fn average(sum: i64, count: i64) -> i64 {
    (2 * sum + count).div_euclid(2 * count)
}

impl Table<'_> {
    /// The ratings of the opponents met over the board, and the hundredths of points scored against them.
    fn rated_games(&self, place: usize) -> (Vec<i64>, i64) {
        let mut ratings = Vec::new();
        let mut hundredths = 0;
        for (opponent, score) in self.games(place) {
            if let Some(rating) = self.player(opponent).rating {
                ratings.push(i64::from(rating));
                hundredths += match score {
                    Score::Win => 100,
                    Score::Draw => 50,
                    Score::Loss => 0,
                };
            }
        }
        (ratings, hundredths)
    }

    /// A value of article 10; zero if there are no ratings to compute it from.
    pub(super) fn by_rating(&self, place: usize, tie_break: &TieBreak) -> Value {
        let over_opponents = |value: &dyn Fn(usize) -> Option<i64>| {
            let games = self.games(place);
            let values: Vec<i64> = games
                .iter()
                .filter_map(|&(other, _)| value(other))
                .collect();
            mean(&values)
        };
        let value = match tie_break.kind {
            Kind::AverageRating => self.average_rating(place, tie_break),
            Kind::TournamentPerformance => self.performance(place),
            Kind::PerfectPerformance => self.perfect_performance(place),
            Kind::AveragePerformance => over_opponents(&|other| self.performance(other)),
            Kind::AveragePerfectPerformance => {
                over_opponents(&|other| self.perfect_performance(other))
            }
            _ => self.player(place).rating.map(i64::from),
        };
        Value {
            ascending: tie_break.reversed,
            ..Value::whole(value.unwrap_or(0))
        }
    }

    /// ARO, article 10.1.
    fn average_rating(&self, place: usize, tie_break: &TieBreak) -> Option<i64> {
        let (mut ratings, _) = self.rated_games(place);
        ratings.sort_unstable();
        let end = ratings.len().saturating_sub(tie_break.cut_high);
        mean(ratings.get(tie_break.cut_low..end)?)
    }

    /// TPR, article 10.2: ARO plus the rating difference for the score.
    fn performance(&self, place: usize) -> Option<i64> {
        let (ratings, hundredths) = self.rated_games(place);
        let opponents = mean(&ratings)?;
        let per_cent = average(hundredths, i64::try_from(ratings.len()).ok()?);
        let difference = |above: i64| usize::try_from(above).ok().map(|index| DIFFERENCE[index]);
        if per_cent >= 50 {
            Some(opponents + difference(per_cent - 50)?)
        } else {
            Some(opponents - difference(50 - per_cent)?)
        }
    }

    /// PTP, article 10.3: the lowest rating whose expected score is at least the player's score.
    fn perfect_performance(&self, place: usize) -> Option<i64> {
        let (ratings, hundredths) = self.rated_games(place);
        let (lowest, highest) = (ratings.iter().min()?, ratings.iter().max()?);
        if hundredths == 0 {
            return Some(lowest - 800);
        }
        let enough = |rating: i64| {
            ratings
                .iter()
                .map(|other| expected(rating - other))
                .sum::<i64>()
                >= hundredths
        };
        let (mut low, mut high) = (lowest - 800, highest + 800);
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            if enough(middle) {
                high = middle;
            } else {
                low = middle;
            }
        }
        Some(high)
    }
}

fn mean(values: &[i64]) -> Option<i64> {
    let count = i64::try_from(values.len())
        .ok()
        .filter(|&count| count > 0)?;
    Some(average(values.iter().sum(), count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expectations_are_those_of_the_table() {
        for (difference, per_cent) in [
            (0, 50),
            (3, 50),
            (4, 51),
            (735, 99),
            (736, 100),
            (-4, 49),
            (-735, 1),
            (-736, 0),
        ] {
            assert_eq!(expected(difference), per_cent, "{difference}");
        }
    }

    #[test]
    fn averages_are_rounded_half_up() {
        assert_eq!(average(5, 2), 3);
        assert_eq!(average(-5, 2), -2);
        assert_eq!(average(4, 3), 1);
    }
}
