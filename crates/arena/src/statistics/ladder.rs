//! Ratings of several players from matches between some of them.

use super::Pairs;
use super::elo::{expected_score, trials};

/// A match between two of the players, who are known by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LadderMatch {
    /// The player whose results are counted.
    pub first: usize,
    /// The opponent.
    pub second: usize,
    /// The results.
    pub pairs: Pairs,
}

/// The rating of one player, computed from the matches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LadderRating {
    /// Elo, on the scale of the anchors.
    pub rating: f64,
    /// Its standard error, if the ratings of the anchors are exact; 0 for an anchor.
    pub error: f64,
}

/// Maximum number of steps of Newton's method, which converges long before.
const MOST_STEPS: usize = 200;
/// Maximum length of a step, in Elo.
const LONGEST_STEP: f64 = 200.0;
/// Length of a step, in Elo, below which the method has converged.
const SHORTEST_STEP: f64 = 1e-9;

/// The maximum-likelihood ratings of players numbered from 0, given the known ratings of some of them, the anchors. `None` for a
/// player whom no chain of matches connects with an anchor.
///
/// The model is Elo's: a rating difference determines an expected score. A match is weighted by the variance of its
/// pairs, and one drawn game is added to each, because a score of 0 or 1 has no most likely difference.
///
/// ```
/// use manifold_arena::statistics::{LadderMatch, Pairs, ladder};
///
/// // The first player, an anchor, gets a quarter of the points.
/// let pairs = Pairs::of_counts([500, 0, 500, 0, 0]);
/// let ratings = ladder(2, &[LadderMatch { first: 0, second: 1, pairs }], &[(0, 1500.0)]);
/// let [Some(anchor), Some(other)] = ratings[..] else { unreachable!() };
/// assert_eq!((anchor.rating, anchor.error), (1500.0, 0.0));
/// assert!((other.rating - 1690.8).abs() < 1.0, "{other:?}");
/// ```
#[must_use]
pub fn ladder(
    players: usize,
    matches: &[LadderMatch],
    anchors: &[(usize, f64)],
) -> Vec<Option<LadderRating>> {
    let mut ratings = vec![None; players];
    for (player, rating) in anchors {
        if let Some(place) = ratings.get_mut(*player) {
            *place = Some(*rating);
        }
    }
    let free = connected(&ratings, matches);
    let start = anchors.first().map_or(0.0, |(_, rating)| *rating);
    for player in &free {
        ratings[*player] = Some(start);
    }
    let mut errors = vec![0.0; players];
    for _ in 0..MOST_STEPS {
        let (slope, curvature) = derivatives(&ratings, matches, &free);
        let Some(inverse) = inverse(curvature) else {
            break;
        };
        let mut longest = 0.0_f64;
        for (row, player) in inverse.iter().zip(&free) {
            let step: f64 = row.iter().zip(&slope).map(|(a, b)| a * b).sum();
            longest = longest.max(step.abs());
            let step = step.clamp(-LONGEST_STEP, LONGEST_STEP);
            ratings[*player] = ratings[*player].map(|rating| rating + step);
        }
        for (index, player) in free.iter().enumerate() {
            errors[*player] = inverse[index][index].sqrt();
        }
        if longest < SHORTEST_STEP {
            break;
        }
    }
    let rated = ratings.into_iter().zip(errors);
    rated
        .map(|(rating, error)| rating.map(|rating| LadderRating { rating, error }))
        .collect()
}

/// The unrated players whom matches connect with a rated one.
fn connected(ratings: &[Option<f64>], matches: &[LadderMatch]) -> Vec<usize> {
    let mut reached: Vec<bool> = ratings.iter().map(Option::is_some).collect();
    for _ in 0..ratings.len() {
        for LadderMatch {
            first,
            second,
            pairs,
        } in matches
        {
            if pairs.total() > 0 && (reached[*first] || reached[*second]) {
                (reached[*first], reached[*second]) = (true, true);
            }
        }
    }
    let is_free = |player: &usize| reached[*player] && ratings[*player].is_none();
    (0..ratings.len()).filter(is_free).collect()
}

/// The gradient of the log-likelihood with respect to the ratings of the free players, and the negated Hessian.
fn derivatives(
    ratings: &[Option<f64>],
    matches: &[LadderMatch],
    free: &[usize],
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let scale = f64::ln(10.0) / 400.0;
    let mut slope = vec![0.0; free.len()];
    let mut curvature = vec![vec![0.0; free.len()]; free.len()];
    for LadderMatch {
        first,
        second,
        pairs,
    } in matches
    {
        let (Some(one), Some(other)) = (ratings[*first], ratings[*second]) else {
            continue;
        };
        if pairs.total() == 0 {
            continue;
        }
        let played = trials(pairs);
        let points = pairs.score() * played + 0.5;
        let weight = played + 1.0;
        let expected = expected_score(one - other);
        let pull = scale * (points - weight * expected);
        let stiffness = scale * scale * weight * expected * (1.0 - expected);
        let place = |player| free.iter().position(|free| free == player);
        let (first, second) = (place(first), place(second));
        for (player, sign) in [(first, 1.0), (second, -1.0)] {
            if let Some(player) = player {
                slope[player] += sign * pull;
                curvature[player][player] += stiffness;
            }
        }
        if let (Some(first), Some(second)) = (first, second) {
            curvature[first][second] -= stiffness;
            curvature[second][first] -= stiffness;
        }
    }
    (slope, curvature)
}

/// The inverse of a small symmetric positive definite matrix, by Gauss-Jordan elimination. `None` if it is singular.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let unit = |row| (0..size).map(move |column| if row == column { 1.0 } else { 0.0 });
    let mut inverse: Vec<Vec<f64>> = (0..size).map(|row| unit(row).collect()).collect();
    for column in 0..size {
        let pivot = matrix[column][column];
        if pivot <= f64::EPSILON * f64::EPSILON {
            return None;
        }
        for rows in [&mut matrix, &mut inverse] {
            rows[column].iter_mut().for_each(|entry| *entry /= pivot);
        }
        for row in (0..size).filter(|row| *row != column) {
            let factor = matrix[row][column];
            for rows in [&mut matrix, &mut inverse] {
                let taken = rows[column].clone();
                for (entry, by) in rows[row].iter_mut().zip(taken) {
                    *entry -= factor * by;
                }
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::logistic_elo;

    fn played(first: usize, second: usize, counts: [u64; 5]) -> LadderMatch {
        LadderMatch {
            first,
            second,
            pairs: Pairs::of_counts(counts),
        }
    }

    fn rating(ratings: &[Option<LadderRating>], player: usize) -> LadderRating {
        ratings[player].expect("connected with an anchor")
    }

    #[test]
    fn one_match_gives_the_difference_that_its_score_says() {
        // 50,000 games, so that the added draw does not matter.
        let counts = [1_000, 4_000, 10_000, 6_000, 4_000];
        let ratings = ladder(2, &[played(1, 0, counts)], &[(0, 1_000.0)]);
        let score = Pairs::of_counts(counts).score();
        assert!((rating(&ratings, 1).rating - 1_000.0 - logistic_elo(score)).abs() < 0.1);
    }

    #[test]
    fn differences_add_up_along_a_chain_and_so_do_their_variances() {
        let counts = [2_000, 0, 4_000, 0, 10_000];
        let one = ladder(2, &[played(1, 0, counts)], &[(0, 0.0)]);
        let chain = [played(1, 0, counts), played(2, 1, counts)];
        let two = ladder(3, &chain, &[(0, 0.0)]);
        let (near, far) = (rating(&one, 1), rating(&two, 2));
        assert!((far.rating - 2.0 * near.rating).abs() < 1e-6, "{far:?}");
        assert!((far.error - near.error * f64::sqrt(2.0)).abs() < 1e-6);
    }

    #[test]
    fn two_anchors_are_weighed_by_the_games_against_them() {
        let even = |pairs| [0, 0, pairs, 0, 0];
        let matches = [played(0, 1, even(900)), played(0, 2, even(100))];
        let ratings = ladder(3, &matches, &[(1, 1_500.0), (2, 1_600.0)]);
        let between = rating(&ratings, 0).rating;
        assert!((1_505.0..1_515.0).contains(&between), "{between}");
    }

    #[test]
    fn the_order_of_the_two_players_does_not_matter() {
        let here = ladder(2, &[played(0, 1, [5, 4, 3, 2, 1])], &[(0, 0.0)]);
        let there = ladder(2, &[played(1, 0, [1, 2, 3, 4, 5])], &[(0, 0.0)]);
        assert!((rating(&here, 1).rating - rating(&there, 1).rating).abs() < 1e-6);
        assert!((rating(&here, 1).error - rating(&there, 1).error).abs() < 1e-6);
    }

    #[test]
    fn a_match_won_without_a_loss_gives_a_finite_rating_with_a_wide_error() {
        let ratings = ladder(2, &[played(1, 0, [0, 0, 0, 0, 30])], &[(0, 0.0)]);
        let LadderRating { rating, error } = rating(&ratings, 1);
        assert!((500.0..1_000.0).contains(&rating), "{rating}");
        assert!(error > 150.0, "{error}");
    }

    #[test]
    fn who_met_nobody_that_leads_to_an_anchor_has_no_rating() {
        let matches = [played(0, 1, [1, 1, 1, 1, 1]), played(2, 3, [1, 1, 1, 1, 1])];
        let ratings = ladder(5, &matches, &[(0, 0.0)]);
        let known: Vec<bool> = ratings.iter().map(Option::is_some).collect();
        assert_eq!(known, [true, true, false, false, false]);
        assert!(ladder(2, &matches[..1], &[]).iter().all(Option::is_none));
        let unplayed = [played(0, 1, [0; 5])];
        assert_eq!(ladder(2, &unplayed, &[(0, 0.0)])[1], None);
    }
}
