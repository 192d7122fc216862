//! The sequential probability ratio test (SPRT): play until the results suffice.
//!
//! This is the generalised SPRT on pairs: the log-likelihood ratio of two hypotheses about the
//! strength difference, each represented by the distribution of pair results that fits the counts best among those
//! with that difference.

use super::{Pairs, expected_score};

/// The interpretation of an Elo difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum EloModel {
    /// By the expected share of the points, as in rating lists.
    Logistic,
    /// In units of the standard deviation of a game's result: the number of games needed does not depend on the draw rate.
    #[default]
    Normalized,
}

/// A test of "the first player is `elo0` points stronger" against "`elo1` points stronger".
///
/// ```
/// use manifold_arena::statistics::{EloModel, Pairs, Sprt, Verdict};
///
/// let test = Sprt::new(0.0, 2.0, EloModel::Normalized).expect("two hypotheses");
/// let pairs = Pairs::of_counts([365, 16618, 36029 + 200, 16974, 390]);
/// assert_eq!(format!("{:.2}", test.log_likelihood_ratio(&pairs)), "2.25");
/// assert_eq!(test.verdict(&pairs), None, "more games are needed");
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    model: EloModel,
}

/// The verdict of a sequential test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The first hypothesis is accepted: the first player is not stronger by the required amount.
    H0,
    /// The second hypothesis is accepted: the first player is stronger.
    H1,
}

/// The probability of an error of either type.
const ERROR: f64 = 0.05;
/// The count used for a result that has not occurred, to avoid division by zero in the likelihood ratio.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// The maximum difference of a hypothesis, in Elo. Far beyond it, the expected share of the points rounds to 1 as an `f64`, which
    /// no results fit.
    pub const MOST: f64 = 4_000.0;

    /// A test with 5% probability of an error of either type. `None` unless `elo0` < `elo1`, both from −[`MOST`](Sprt::MOST) to `MOST`.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64, model: EloModel) -> Option<Sprt> {
        (-Sprt::MOST <= elo0 && elo0 < elo1 && elo1 <= Sprt::MOST).then_some(Sprt {
            elo0,
            elo1,
            model,
        })
    }

    /// The two hypotheses, in Elo.
    #[must_use]
    pub fn hypotheses(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The bounds of the log-likelihood ratio: at the lower one the first hypothesis is accepted, at the upper
    /// one the second. About -2.94 and 2.94.
    #[must_use]
    pub fn bounds() -> [f64; 2] {
        let bound = ((1.0 - ERROR) / ERROR).ln();
        [-bound, bound]
    }

    /// The natural logarithm of the likelihood of the results under the second hypothesis over that under the first.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &Pairs) -> f64 {
        if pairs.total() == 0 {
            return 0.0;
        }
        let counts = pairs
            .counts()
            .map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let [fit0, fit1] = [self.elo0, self.elo1].map(|elo| match self.model {
            EloModel::Logistic => with_mean(SCORES, seen, expected_score(elo)),
            EloModel::Normalized => with_effect(seen, effect_of_pair(elo)),
        });
        let terms = (0..5).map(|i| counts[i] * (fit1[i] / fit0[i]).ln());
        terms.sum()
    }

    /// The verdict, if the test may stop.
    #[must_use]
    pub fn verdict(&self, pairs: &Pairs) -> Option<Verdict> {
        let ratio = self.log_likelihood_ratio(pairs);
        let [low, high] = Sprt::bounds();
        if ratio >= high {
            Some(Verdict::H1)
        } else if ratio <= low {
            Some(Verdict::H0)
        } else {
            None
        }
    }
}

/// The results of a pair, as a share of its points.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Mean over standard deviation of a pair's result at this normalised Elo: √2 times that of a game.
fn effect_of_pair(elo: f64) -> f64 {
    elo / (800.0 / f64::ln(10.0)) * std::f64::consts::SQRT_2
}

/// The maximum-likelihood distribution for `seen` in which `values` have this mean, which must lie between the least and
/// the greatest of them. It is pᵢ = seenᵢ / (1 + θ·(valueᵢ − mean)) with the unique θ that gives this mean.
fn with_mean(values: [f64; 5], seen: [f64; 5], mean: f64) -> [f64; 5] {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    debug_assert!(low < mean && mean < high, "no distribution has this mean");
    // All probabilities are positive for θ between these two, and the excess falls with θ.
    let (mut below, mut above) = (-1.0 / (high - mean), -1.0 / (low - mean));
    let excess = |theta: f64| -> f64 {
        (0..5)
            .map(|i| seen[i] * (values[i] - mean) / (1.0 + theta * (values[i] - mean)))
            .sum()
    };
    for _ in 0..100 {
        let middle = 0.5 * (below + above);
        if excess(middle) > 0.0 {
            below = middle;
        } else {
            above = middle;
        }
    }
    let theta = 0.5 * (below + above);
    std::array::from_fn(|i| seen[i] / (1.0 + theta * (values[i] - mean)))
}

/// The maximum-likelihood distribution for `seen` in which (mean − ½) / deviation is `effect`. There can be several local maxima, so
/// the search starts from each result on the side of the effect.
fn with_effect(seen: [f64; 5], effect: f64) -> [f64; 5] {
    if effect == 0.0 {
        return with_mean(SCORES, seen, 0.5);
    }
    let [one, other] = if effect > 0.0 { [3, 4] } else { [0, 1] };
    let [one, other] = [one, other].map(|place| settled(seen, effect, mostly(place, effect)));
    if likelihood(seen, one) >= likelihood(seen, other) {
        one
    } else {
        other
    }
}

/// A distribution with most of its weight on one result, whose effect is at least as large in size as `effect`.
fn mostly(place: usize, effect: f64) -> [f64; 5] {
    // With a share w ≤ ½ spread over all results, the square of the effect is 1 / 12w at least.
    let spread = (1.0 / (12.0 * effect * effect)).min(0.5);
    std::array::from_fn(|i| spread / 5.0 + if i == place { 1.0 - spread } else { 0.0 })
}

/// The log-likelihood of `seen` under `fit`, per pair.
fn likelihood(seen: [f64; 5], fit: [f64; 5]) -> f64 {
    (0..5).map(|i| seen[i] * fit[i].ln()).sum()
}

/// A distribution with this effect, by repeated linearisation (M. Van den Bergh): at each step the condition is one on a mean. From a
/// start with at least this effect, every step has a solution and ends at such a distribution again, as deviation is concave.
fn settled(seen: [f64; 5], effect: f64, start: [f64; 5]) -> [f64; 5] {
    const ENOUGH: f64 = 1e-12;
    let mut fit = start;
    for _ in 0..50 {
        let mean: f64 = (0..5).map(|i| fit[i] * SCORES[i]).sum();
        let variance: f64 = (0..5).map(|i| fit[i] * (SCORES[i] - mean).powi(2)).sum();
        let deviation = variance.sqrt();
        let values = SCORES.map(|score| {
            let away = (score - mean) / deviation;
            score - 0.5 - effect * deviation * 0.5 * (1.0 + away * away)
        });
        let next = with_mean(values, seen, 0.0);
        let change = (0..5).map(|i| (next[i] - fit[i]).abs()).fold(0.0, f64::max);
        fit = next;
        if change < ENOUGH {
            break;
        }
    }
    fit
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(elo: [f64; 2], model: EloModel, counts: [u64; 5]) -> f64 {
        let test = Sprt::new(elo[0], elo[1], model).expect("two hypotheses");
        test.log_likelihood_ratio(&Pairs::of_counts(counts))
    }

    fn rounds_to(value: f64, text: &str) {
        assert_eq!(format!("{value:.2}"), text);
    }

    const GAIN: [u64; 5] = [365, 16_618, 36_029 + 200, 16_974, 390];
    const SIMPLER: [u64; 5] = [127, 4_883, 10_311 + 401, 5_150, 104];

    // The vectors are those of fastchess's own tests.

    #[test]
    fn published_vectors_of_the_normalized_model_come_out() {
        let model = EloModel::Normalized;
        rounds_to(ratio([0.0, 2.0], model, GAIN), "2.25");
        rounds_to(ratio([-1.75, 0.25], model, SIMPLER), "3.01");
        // With such one-sided results the count used for unseen results affects the last digits.
        let all_won = ratio([0.0, 5.0], model, [0, 0, 0, 0, 5_550]);
        assert!((all_won - 111.82).abs() < 0.05, "{all_won}");
    }

    #[test]
    fn published_vectors_of_the_logistic_model_come_out() {
        let model = EloModel::Logistic;
        let counts = [223, 9_863, 20_279 + 1_000, 10_037, 246];
        rounds_to(ratio([0.5, 2.5], model, counts), "-3.07");
        let counts = [871, 26_175, 55_003 + 980, 26_678, 821];
        rounds_to(ratio([0.0, 2.0], model, counts), "-4.98");
    }

    #[test]
    fn the_models_are_told_apart_by_the_vectors() {
        rounds_to(ratio([0.0, 2.0], EloModel::Logistic, GAIN), "-0.01");
        rounds_to(ratio([-1.75, 0.25], EloModel::Logistic, SIMPLER), "6.86");
    }

    #[test]
    fn a_fit_has_the_mean_or_the_effect_that_was_asked_for() {
        let seen = [0.1, 0.2, 0.4, 0.2, 0.1];
        let fit = with_mean(SCORES, seen, 0.6);
        let mean: f64 = (0..5).map(|i| fit[i] * SCORES[i]).sum();
        assert!((fit.iter().sum::<f64>() - 1.0).abs() < 1e-9 && (mean - 0.6).abs() < 1e-9);
        let fit = with_effect(seen, 0.3);
        let mean: f64 = (0..5).map(|i| fit[i] * SCORES[i]).sum();
        let variance: f64 = (0..5).map(|i| fit[i] * (SCORES[i] - mean).powi(2)).sum();
        assert!(((mean - 0.5) / variance.sqrt() - 0.3).abs() < 1e-9);
    }

    /// The values were found by a brute-force search over the mean, each with the deviation that the hypothesis requires.
    #[test]
    fn hypotheses_far_from_what_was_seen_are_fitted_too() {
        let model = EloModel::Normalized;
        for (elo, counts, text) in [
            ([0.0, 200.0], [4, 1, 0, 0, 0], "-4.82"),
            ([0.0, 250.0], [4, 1, 0, 0, 0], "-6.05"),
            ([0.0, 1_000.0], [4, 1, 0, 0, 0], "-17.45"),
            ([0.0, 250.0], [30, 20, 5, 1, 0], "-62.78"),
            ([0.0, 4_000.0], [30, 20, 5, 1, 0], "-340.88"),
            ([-500.0, -400.0], [0, 0, 0, 0, 10], "3.67"),
        ] {
            rounds_to(ratio(elo, model, counts), text);
        }
    }

    #[test]
    fn a_player_who_loses_is_less_likely_to_be_stronger_the_more_is_claimed() {
        for model in [EloModel::Normalized, EloModel::Logistic] {
            for counts in [[4, 1, 0, 0, 0], [30, 20, 5, 1, 0]] {
                let claims = [50.0, 200.0, 250.0, 300.0, 1_000.0, Sprt::MOST];
                let ratios = claims.map(|elo| ratio([0.0, elo], model, counts));
                assert!(ratios.is_sorted_by(|one, next| one > next), "{ratios:?}");
                // The same from the opponent's point of view.
                let [a, b, c, d, e] = counts;
                for (claim, found) in claims.into_iter().zip(ratios) {
                    let mirrored = ratio([-claim, 0.0], model, [e, d, c, b, a]);
                    assert!(
                        (found + mirrored).abs() < 1e-6 * found.abs(),
                        "{claim}: {found} {mirrored}"
                    );
                }
            }
        }
    }

    #[test]
    fn hypotheses_must_differ() {
        for (elo0, elo1) in [
            (5.0, 5.0),
            (5.0, 0.0),
            (f64::NAN, 5.0),
            (0.0, f64::INFINITY),
            (0.0, Sprt::MOST + 1.0),
            (-Sprt::MOST - 1.0, 0.0),
        ] {
            assert_eq!(Sprt::new(elo0, elo1, EloModel::Normalized), None);
        }
    }

    #[test]
    fn a_clear_result_ends_the_test_and_none_does_not() {
        let test = Sprt::new(0.0, 50.0, EloModel::Normalized).expect("two hypotheses");
        assert_eq!(test.verdict(&Pairs::default()), None);
        assert_eq!(test.verdict(&Pairs::of_counts([0, 0, 1, 0, 0])), None);
        assert_eq!(
            test.verdict(&Pairs::of_counts([10, 60, 200, 120, 40])),
            Some(Verdict::H1)
        );
        assert_eq!(
            test.verdict(&Pairs::of_counts([40, 120, 200, 60, 10])),
            Some(Verdict::H0)
        );
    }
}
