//! Logistic regression of the weights on the results of games (the method named after Texel).
//!
//! White's expected score is modelled as 1 / (1 + e^(-k s)) for a score s. The factor k is fitted first, with
//! the starting weights and only the results; then the weights are fitted by gradient descent, with L2
//! regularisation towards their starting values: terms that occur in few positions move little. The strength of the
//! regularisation is chosen by validation on games that the fit has not seen; if nothing beats the starting weights
//! there, they are kept.
//!
//! A result is one of three values, very noisy, and shared by all positions of a game. The score of the search is biased but
//! less noisy, so the target is a mixture of the search score of the position itself ([`SEARCHED`]) and its λ-return
//! ([`outcomes`]).

use super::outcomes::outcomes;
use super::self_play::Sample;
use manifold_engine::Weight;

/// The expected distance of a weight from its starting value, in centipawns.
const SPREAD: f64 = 35.0;
/// Candidates for the number of positions that carry as much information as one independent position; more means stronger
/// regularisation.
const REGULARISATION: [f64; 6] = [0.5, 2.0, 10.0, 60.0, 300.0, 1_500.0];
/// The share of the search score in the target; the rest is the λ-return.
const SEARCHED: f64 = 0.3;
/// Iterations of the descent, and its first step in centipawns.
const ROUNDS: u32 = 250;
const STEP: f64 = 2.0;
/// The minimum of the factor k: starting weights that hardly predict results would give a factor near
/// 0, and nothing could be learned.
const LEAST_SCALE: f64 = 0.003;
/// One game in this many is kept for validation.
const KEPT: u64 = 10;

/// The result of a fit.
#[derive(Debug, Clone)]
pub struct Fit {
    /// The weights.
    pub weights: Vec<Weight>,
    /// The factor k, per centipawn.
    pub scale: f64,
    /// The number chosen from `REGULARISATION`; 0 if the starting weights were kept.
    pub regularisation: f64,
    /// The mean squared error on the validation games: before and after.
    pub error: [f64; 2],
}

/// A sample in the form that the fit uses.
#[derive(Clone, Copy)]
struct Row<'a> {
    game: u64,
    counts: &'a [(u16, i16)],
    /// The part that is not fitted, in the middlegame and the endgame, in centipawns.
    rest: [f64; 2],
    /// The game phase, from 0 (endgame) to 1 (middlegame).
    middle: f64,
    /// The factors by which the endgame score is scaled if White is ahead in it and if Black is.
    shares: [f64; 2],
    /// The score of the search, in centipawns for White.
    searched: f64,
    /// The points of White in the game; `None` for a position that was never on the board.
    result: Option<f64>,
    /// The target, in White's expected points: initially the result; once the factor is known, the λ-return mixed with the score.
    target: f64,
}

/// Fits weights to samples, from `start`.
#[must_use]
pub fn fit(samples: &[Sample], start: &[Weight], full_phase: i32) -> Fit {
    let rows = |kept: bool| -> Vec<Row<'_>> {
        let chosen = samples
            .iter()
            .filter(|sample| (sample.game % KEPT == KEPT - 1) == kept);
        chosen
            .map(|sample| {
                let middle = f64::from(sample.trace.middlegame(full_phase)) / f64::from(full_phase);
                let rest = sample.trace.rest();
                Row {
                    game: sample.game,
                    counts: sample.trace.counts(),
                    rest: [f64::from(rest.middle()), f64::from(rest.end())],
                    middle,
                    shares: sample.trace.shares(),
                    searched: f64::from(sample.score),
                    result: sample.expected(),
                    target: sample.expected().unwrap_or_default(),
                }
            })
            .collect()
    };
    let (mut learned, mut kept) = (rows(false), rows(true));
    let begin: Vec<[f64; 2]> = start
        .iter()
        .map(|weight| [f64::from(weight.middle()), f64::from(weight.end())])
        .collect();
    let scale = best_scale(&learned, &begin);
    mix(&mut learned, scale);
    mix(&mut kept, scale);
    let before = error(&kept, &begin, scale);
    let mut best = (before, begin.clone(), 0.0);
    for regularisation in REGULARISATION {
        let mut weights = begin.clone();
        descend(&learned, &mut weights, &begin, scale, regularisation);
        let after = error(&kept, &weights, scale);
        if after < best.0 {
            best = (after, weights, regularisation);
        }
    }
    let (after, weights, regularisation) = best;
    Fit {
        weights: weights
            .iter()
            .map(|[middle, end]| Weight::new(middle.round() as i32, end.round() as i32))
            .collect(),
        scale,
        regularisation,
        error: [before, after],
    }
}

/// Mixes the targets. The rows of a game must be contiguous and in its order.
fn mix(rows: &mut [Row<'_>], scale: f64) {
    for game in rows.chunk_by_mut(|one, next| one.game == next.game) {
        let searched: Vec<(f64, Option<f64>)> = game
            .iter()
            .map(|row| (expected(scale * row.searched), row.result))
            .collect();
        let came = outcomes(&searched);
        for ((row, came), (searched, _)) in game.iter_mut().zip(came).zip(searched) {
            row.target = (1.0 - SEARCHED) * came + SEARCHED * searched;
        }
    }
}

/// The score of a row, and the factors of its middlegame and endgame parts.
fn score(row: &Row<'_>, weights: &[[f64; 2]]) -> (f64, [f64; 2]) {
    let [mut middle, mut end] = row.rest;
    for (term, times) in row.counts {
        let [one, other] = weights[usize::from(*term)];
        middle += one * f64::from(*times);
        end += other * f64::from(*times);
    }
    let share = row.shares[usize::from(end < 0.0)];
    let parts = [row.middle, (1.0 - row.middle) * share];
    (middle * parts[0] + end * parts[1], parts)
}

/// 1 / (1 + e^-x), approximated by elementary arithmetic only, so that it is the same on every machine.
fn expected(x: f64) -> f64 {
    const HALVINGS: i32 = 14;
    let x = x.clamp(-12.0, 12.0);
    let mut power = 1.0 - x / f64::from(1 << HALVINGS);
    for _ in 0..HALVINGS {
        power *= power;
    }
    1.0 / (1.0 + power)
}

fn error(rows: &[Row<'_>], weights: &[[f64; 2]], scale: f64) -> f64 {
    let sum: f64 = rows
        .iter()
        .map(|row| {
            let miss = row.target - expected(scale * score(row, weights).0);
            miss * miss
        })
        .sum();
    sum / (rows.len().max(1) as f64)
}

/// The factor with the least error: pattern search with shrinking steps.
fn best_scale(rows: &[Row<'_>], weights: &[[f64; 2]]) -> f64 {
    // A part of those with a result is enough to fit a single number.
    let with_result = rows.iter().filter(|row| row.result.is_some());
    let some: Vec<Row<'_>> = with_result.take(40_000).copied().collect();
    let some = &some[..];
    let mut scale = 0.005;
    let mut step = 0.002;
    let mut best = error(some, weights, scale);
    for _ in 0..8 {
        for candidate in [scale - step, scale + step] {
            let there = error(some, weights, candidate);
            if candidate > 0.0 && there < best {
                (best, scale) = (there, candidate);
            }
        }
        step /= 1.6;
    }
    scale.max(LEAST_SCALE)
}

/// Adam: descent with momentum and a step size of its own for each weight.
fn descend(
    rows: &[Row<'_>],
    weights: &mut [[f64; 2]],
    begin: &[[f64; 2]],
    scale: f64,
    regularisation: f64,
) {
    if rows.is_empty() {
        return;
    }
    let hold = regularisation / (SPREAD * SPREAD) / rows.len() as f64;
    let mut mean = vec![[0.0; 2]; weights.len()];
    let mut square = vec![[0.0; 2]; weights.len()];
    for round in 1..=ROUNDS {
        let mut gradient = vec![[0.0; 2]; weights.len()];
        for row in rows {
            let (score, parts) = score(row, weights);
            let miss = expected(scale * score) - row.target;
            let [one, other] = parts.map(|part| miss * part);
            for (term, times) in row.counts {
                let slope = &mut gradient[usize::from(*term)];
                slope[0] += one * f64::from(*times);
                slope[1] += other * f64::from(*times);
            }
        }
        let step = STEP * (1.0 - f64::from(round - 1) / f64::from(ROUNDS));
        let warm = |rate: f64| {
            let mut power = 1.0;
            for _ in 0..round.min(2_000) {
                power *= rate;
            }
            1.0 - power
        };
        let (first, second) = (warm(0.9), warm(0.99));
        for term in 0..weights.len() {
            for part in 0..2 {
                let pull = hold * (weights[term][part] - begin[term][part]);
                let slope = gradient[term][part] * scale / rows.len() as f64 + pull;
                let mean = &mut mean[term][part];
                let square = &mut square[term][part];
                *mean = 0.9 * *mean + 0.1 * slope;
                *square = 0.99 * *square + 0.01 * slope * slope;
                let size = (*square / second).sqrt() + 1e-12;
                weights[term][part] -= step * (*mean / first) / size;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifold_engine::{Random, Tally, Trace};

    #[test]
    fn the_expected_score_is_the_logistic_function() {
        for x in [-6.0_f64, -1.0, 0.0, 0.3, 2.0, 9.0] {
            assert!((expected(x) - 1.0 / (1.0 + (-x).exp())).abs() < 2e-3);
        }
        assert!(expected(-1e9) >= 0.0 && expected(1e9) <= 1.0);
    }

    /// Term 0 is worth 100 in the middlegame and 200 in the endgame, term 1 nothing; the search scores are exact.
    fn samples(wins: impl Fn(f64, &mut Random) -> bool) -> Vec<Sample> {
        let mut random = Random::new(5);
        (0..40_000)
            .map(|game| {
                let mut trace = Trace::default();
                let [one, other] = [0, 1].map(|_| random.below(5) as i32 - 2);
                trace.count(0, one);
                trace.count(1, other);
                let phase = random.below(25) as i32;
                trace.phase(phase);
                let worth = one * (100 * phase + 200 * (24 - phase)) / 24;
                Sample {
                    trace,
                    score: worth,
                    result: Some(2 * u8::from(wins(f64::from(worth), &mut random))),
                    game,
                    text: String::new(),
                }
            })
            .collect()
    }

    const START: [Weight; 2] = [Weight::new(120, 160), Weight::new(30, -30)];

    fn ratio(found: &Fit) -> f64 {
        f64::from(found.weights[0].end()) / f64::from(found.weights[0].middle())
    }

    #[test]
    fn the_fit_finds_what_the_results_were_made_of() {
        let samples =
            samples(|worth, random| expected(0.006 * worth) > random.below(1_000) as f64 / 1_000.0);
        let found = fit(&samples, &START, 24);
        assert!((1.6..2.4).contains(&ratio(&found)), "{:?}", found.weights);
        assert!(
            found.weights[1].middle().abs() < 15 && found.weights[1].end().abs() < 15,
            "{:?}",
            found.weights
        );
        assert!(found.error[1] < found.error[0]);
        // The fit is reproducible.
        assert_eq!(fit(&samples, &START, 24).weights, found.weights);
    }

    fn row(game: u64, searched: f64, result: f64) -> Row<'static> {
        Row {
            game,
            counts: &[],
            rest: [0.0; 2],
            middle: 1.0,
            shares: [1.0; 2],
            searched,
            result: Some(result),
            target: result,
        }
    }

    /// Like [`row`], for a position that was never on the board.
    fn evaluated(game: u64, searched: f64) -> Row<'static> {
        Row {
            result: None,
            ..row(game, searched, 0.0)
        }
    }

    #[test]
    fn a_position_that_was_never_on_the_board_is_what_its_search_says_and_changes_no_other() {
        let mut played = vec![row(1, 300.0, 0.0), row(1, -200.0, 0.0)];
        let mut mixed = vec![
            played[0],
            evaluated(1, 500.0),
            played[1],
            evaluated(1, 900.0),
        ];
        mix(&mut played, 0.01);
        mix(&mut mixed, 0.01);
        let targets: Vec<f64> = mixed.iter().map(|row| row.target).collect();
        assert_eq!(targets[0], played[0].target);
        assert_eq!(targets[2], played[1].target);
        assert!((targets[1] - expected(5.0)).abs() < 1e-9, "{targets:?}");
        assert!((targets[3] - expected(9.0)).abs() < 1e-9, "{targets:?}");
    }

    #[test]
    fn the_factor_comes_of_results_alone() {
        let weights = [[0.0; 2]];
        // A player who is ahead by 100 wins three times in four.
        let worth = |row: Row<'static>| Row {
            rest: [100.0; 2],
            ..row
        };
        let results = [1.0, 1.0, 1.0, 0.0].map(|result| worth(row(1, 100.0, result)));
        let found = best_scale(&results, &weights);
        let mut with_others = vec![worth(evaluated(1, -900.0)); 50];
        with_others.extend(results);
        assert_eq!(best_scale(&with_others, &weights), found);
    }

    #[test]
    fn each_game_has_its_own_result() {
        // A game that White had won for 60 positions and then lost, and one of a single position.
        let mut rows: Vec<Row<'_>> = (0..61).map(|_| row(1, 2_000.0, 0.0)).collect();
        rows.push(row(2, 0.0, 1.0));
        mix(&mut rows, 0.01);
        assert!(rows[0].target > 0.9, "{}", rows[0].target);
        assert!(
            rows.windows(2)
                .take(60)
                .all(|two| two[0].target > two[1].target)
        );
        assert!((rows[60].target - SEARCHED).abs() < 0.01);
        assert!((rows[61].target - (1.0 - SEARCHED / 2.0)).abs() < 0.01);
    }

    #[test]
    fn the_search_is_believed_where_results_are_chance() {
        let samples = samples(|_, random| random.below(2) == 0);
        let found = fit(&samples, &START, 24);
        assert!((1.6..2.4).contains(&ratio(&found)), "{:?}", found.weights);
        assert!(found.weights[0].middle() > 25, "{:?}", found.weights);
    }
}
