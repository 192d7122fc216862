//! Elo differences estimated from scores.

use super::Pairs;

/// The 97.5% quantile of the standard normal distribution.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// The expected share of the points for a player who is `elo` points stronger.
///
/// ```
/// use manifold_arena::statistics::expected_score;
///
/// assert_eq!(expected_score(0.0), 0.5);
/// assert!((expected_score(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference for a share of the points; infinite for none or all of them.
#[must_use]
pub fn logistic_elo(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The strength of the first player relative to the second, estimated from results.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// Share of the points.
    pub score: f64,
    /// The 95% interval of the share.
    pub score_interval: [f64; 2],
    /// Elo difference. Infinite if one player got all the points.
    pub elo: f64,
    /// The 95% interval of the Elo difference.
    pub elo_interval: [f64; 2],
    /// Normalised Elo: the difference in units of the standard deviation of a game's result. `None` if all pairs ended alike.
    pub normalized_elo: Option<f64>,
    /// Likelihood of superiority: the probability that the first player is the stronger one. `None` if all pairs ended alike.
    pub superiority: Option<f64>,
}

impl Estimate {
    /// The estimate from pairs. `None` if there are none.
    ///
    /// The interval of the score is the Wilson interval, with the variance of the pairs: near 0 and 1, where matches
    /// against baselines end, the usual ± interval is far too narrow (it has no width when all games are won).
    ///
    /// ```
    /// use manifold_arena::statistics::{Estimate, Pairs};
    ///
    /// let all_won = Estimate::of(&Pairs::of_counts([0, 0, 0, 0, 100])).expect("pairs");
    /// assert_eq!(all_won.score, 1.0);
    /// // 100 pairs won do not prove 100%.
    /// assert!((0.96..0.97).contains(&all_won.score_interval[0]));
    /// ```
    #[must_use]
    pub fn of(pairs: &Pairs) -> Option<Estimate> {
        let total = pairs.total();
        if total == 0 {
            return None;
        }
        let (score, variance) = (pairs.score(), pairs.variance());
        let score_interval = wilson(score, trials(pairs));
        let deviation = variance.sqrt();
        let z = (score - 0.5) / (variance / total as f64).sqrt();
        Some(Estimate {
            score,
            score_interval,
            elo: logistic_elo(score),
            elo_interval: score_interval.map(logistic_elo),
            // The mean of a pair of games has the standard deviation of one game divided by √2.
            normalized_elo: (deviation > 0.0).then(|| {
                (score - 0.5) / (deviation * std::f64::consts::SQRT_2) * 800.0 / f64::ln(10.0)
            }),
            superiority: (deviation > 0.0).then(|| normal(z)),
        })
    }
}

/// The equivalent number of independent Bernoulli trials: given by the variance of the pairs, or one per pair if that is 0.
pub(super) fn trials(pairs: &Pairs) -> f64 {
    let (score, variance, total) = (pairs.score(), pairs.variance(), pairs.total() as f64);
    let binomial = score * (1.0 - score);
    if variance > 0.0 && binomial > 0.0 {
        total * (binomial / variance).max(1.0)
    } else {
        total
    }
}

/// Wilson's interval for a mean between 0 and 1 of a number of trials.
fn wilson(score: f64, trials: f64) -> [f64; 2] {
    let binomial = score * (1.0 - score);
    let z2 = TWO_SIDED_95 * TWO_SIDED_95;
    let centre = (score + z2 / (2.0 * trials)) / (1.0 + z2 / trials);
    let spread = TWO_SIDED_95 / (1.0 + z2 / trials)
        * (binomial / trials + z2 / (4.0 * trials * trials)).sqrt();
    [(centre - spread).max(0.0), (centre + spread).min(1.0)]
}

/// The standard normal distribution function.
fn normal(z: f64) -> f64 {
    0.5 * erfc(-z / std::f64::consts::SQRT_2)
}

/// The complementary error function: the Chebyshev fit of "Numerical Recipes", relative error
/// below 1.2e-7.
fn erfc(x: f64) -> f64 {
    const FIT: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let t = 1.0 / (1.0 + 0.5 * x.abs());
    let fit = FIT.iter().rev().fold(0.0, |sum, term| sum * t + term);
    let tail = t * (fit - x * x).exp();
    if x >= 0.0 { tail } else { 2.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-600.0, -35.5, 0.0, 1.0, 250.0] {
            assert!((logistic_elo(expected_score(elo)) - elo).abs() < 1e-9);
        }
        assert_eq!(logistic_elo(1.0), f64::INFINITY);
        assert_eq!(logistic_elo(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        for (z, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (-TWO_SIDED_95, 0.025),
            (3.0, 0.998_650_102),
        ] {
            assert!((normal(z) - share).abs() < 1e-7, "{z}");
        }
    }

    #[test]
    fn equal_play_is_no_superiority_and_the_interval_is_symmetric() {
        let estimate = Estimate::of(&Pairs::of_counts([10, 20, 40, 20, 10])).expect("pairs");
        assert_eq!((estimate.score, estimate.elo), (0.5, 0.0));
        let superiority = estimate.superiority.expect("pairs that differ");
        assert!((superiority - 0.5).abs() < 1e-7);
        let [low, high] = estimate.elo_interval;
        assert!(
            (low + high).abs() < 1e-9 && (20.0..60.0).contains(&high),
            "{high}"
        );
    }

    #[test]
    fn pairs_that_all_ended_alike_say_nothing_of_their_noise() {
        for counts in [[0, 0, 0, 0, 1], [0, 0, 3, 0, 0], [7, 0, 0, 0, 0]] {
            let estimate = Estimate::of(&Pairs::of_counts(counts)).expect("pairs");
            assert_eq!(
                (estimate.normalized_elo, estimate.superiority),
                (None, None)
            );
        }
    }

    #[test]
    fn pairs_that_cancel_out_make_the_interval_narrower_than_single_games_would() {
        let width = |counts| {
            let [low, high] = Estimate::of(&Pairs::of_counts(counts))
                .expect("pairs")
                .elo_interval;
            high - low
        };
        // The opening decides the games, so each player gets one point of the pair.
        assert!(width([2, 0, 96, 0, 2]) < width([25, 0, 50, 0, 25]) / 3.0);
    }

    #[test]
    fn nothing_played_is_no_estimate() {
        assert_eq!(Estimate::of(&Pairs::default()), None);
    }
}
