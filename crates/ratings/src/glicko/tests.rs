use proptest::prelude::*;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use super::*;

fn near(value: f64, expected: f64, tolerance: f64) {
    assert!(
        (value - expected).abs() <= tolerance,
        "{value} is not {expected} ± {tolerance}"
    );
}

fn rating(rating: f64, deviation: f64, volatility: f64) -> Rating {
    Rating::new(rating, deviation, volatility).expect("in range")
}

fn encounter(rating: f64, deviation: f64, score: Score) -> Encounter {
    Encounter {
        rating,
        deviation,
        score,
    }
}

fn example() -> (Rating, [Encounter; 3]) {
    let games = [
        encounter(1400.0, 30.0, Score::Win),
        encounter(1550.0, 100.0, Score::Loss),
        encounter(1700.0, 300.0, Score::Loss),
    ];
    (rating(1500.0, 200.0, 0.06), games)
}

/// "Example of using the Glicko-2 system", at the end of the paper, with its printed intermediate values. The paper continues with
/// rounded values, hence the tolerances: one unit of the last printed digit.
#[test]
fn the_example_of_the_paper_comes_out_step_by_step() {
    let (player, games) = example();
    near(player.mu(), 0.0, 0.0);
    near(player.phi(), 1.1513, 1e-4);
    let printed = [
        (-0.5756, 0.1727, 0.9955, 0.639),
        (0.2878, 0.5756, 0.9531, 0.432),
        (1.1513, 1.7269, 0.7242, 0.303),
    ];
    for (game, (mu, phi, g_printed, expected)) in games.iter().zip(printed) {
        let opponent = rating(game.rating, game.deviation, 0.06);
        near(opponent.mu(), mu, 1e-4);
        near(opponent.phi(), phi, 1e-4);
        near(g(opponent.phi()), g_printed, 1e-4);
        let difference = player.mu() - opponent.mu();
        near(logistic(g(opponent.phi()) * difference), expected, 1e-3);
    }
    let evidence = Evidence::of(player, &games).expect("in range");
    let v = 1.0 / evidence.information;
    near(v, 1.7785, 1e-3);
    near(v * evidence.surplus, -0.4834, 1e-3);
    near(new_volatility(player, evidence, 0.5), 0.05999, 1e-5);
    let after = rate_period(player, &games, 0.5).expect("in range");
    near(after.mu(), -0.2069, 1e-4);
    near(after.phi(), 0.8722, 1e-4);
    near(after.rating, 1464.06, 1e-2);
    near(after.deviation, 151.52, 1e-2);
    near(after.volatility, 0.05999, 1e-5);
}

/// The same example without rounding, from an independent program that finds the volatility by bisection with 50 digits.
#[test]
fn the_example_of_the_paper_is_exact_to_the_digits_of_a_second_program() {
    let (player, games) = example();
    let after = rate_period(player, &games, 0.5).expect("in range");
    near(after.rating, 1_464.050_670_539_089, 1e-6);
    near(after.deviation, 151.516_524_124_304, 1e-6);
    near(after.volatility, 0.059_995_984_400_678, 1e-9);
}

/// Ratings can be recomputed on another machine: a result is the same to the last bit.
#[test]
fn the_bits_of_the_example_are_pinned() {
    let (player, games) = example();
    let after = rate_period(player, &games, 0.5).expect("in range");
    let bits = [after.rating, after.deviation, after.volatility].map(f64::to_bits);
    assert_eq!(
        bits.map(|bits| format!("{bits:016x}")),
        ["4096e033e2fa5109", "4062f0875d99af6d", "3faeb7cb2dc8d358"]
    );
}

#[test]
fn without_games_only_rd_grows_by_one_period() {
    let player = rating(1500.0, 200.0, 0.06);
    let after = rate_period(player, &[], 0.5).expect("in range");
    assert_eq!(after.rating, player.rating);
    assert_eq!(after.volatility, player.volatility);
    near(
        after.deviation,
        (200.0_f64.powi(2) + (0.06 * SCALE).powi(2)).sqrt(),
        1e-9,
    );
}

#[test]
fn nothing_is_clamped_in_a_period() {
    let weak = rating(-500.0, 20.0, 0.3);
    let games = [encounter(-500.0, 20.0, Score::Loss); 3];
    let after = rate_period(weak, &games, 0.5).expect("in range");
    assert!(
        after.rating < -500.0 && after.deviation < 60.0 && after.volatility > 0.1,
        "{after:?}"
    );
}

#[test]
fn numbers_out_of_range_are_named() {
    let (player, games) = example();
    let refused = |player: Rating, games: &[Encounter], tau: f64| {
        rate_period(player, games, tau)
            .expect_err("refused")
            .quantity
    };
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e5] {
        let wrong = Rating {
            rating: bad,
            ..player
        };
        assert_eq!(refused(wrong, &games, 0.5), Quantity::Rating);
        let wrong = [games[0], encounter(bad, 30.0, Score::Win)];
        assert_eq!(refused(player, &wrong, 0.5), Quantity::Rating);
    }
    for bad in [f64::NAN, f64::INFINITY, 0.0, -0.0, -1.0, 1e5] {
        let wrong = Rating {
            deviation: bad,
            ..player
        };
        assert_eq!(refused(wrong, &[], 0.5), Quantity::Deviation);
        let wrong = [encounter(1500.0, bad, Score::Win)];
        assert_eq!(refused(player, &wrong, 0.5), Quantity::Deviation);
        let wrong = Rating {
            volatility: bad,
            ..player
        };
        assert_eq!(refused(wrong, &games, 0.5), Quantity::Volatility);
        assert_eq!(refused(player, &games, bad), Quantity::Tau);
        assert_eq!(refused(player, &[], bad), Quantity::Tau);
    }
    let error = rate_period(player, &games, 0.0).expect_err("refused");
    assert_eq!(error.to_string(), "tau must be from 0.001 to 10, not 0.0");
}

fn any_score() -> impl Strategy<Value = Score> {
    prop::sample::select(&Score::ALL[..])
}

fn any_period(
    ratings: std::ops::Range<f64>,
    deviations: std::ops::Range<f64>,
) -> impl Strategy<Value = (f64, f64, Vec<Encounter>)> {
    let one = (ratings.clone(), deviations.clone(), any_score())
        .prop_map(|(rating, deviation, score)| encounter(rating, deviation, score));
    (ratings, deviations, prop::collection::vec(one, 1..20))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn a_second_implementation_agrees(
        (points, deviation, games) in any_period(400.0..3000.0, 30.0..500.0),
        volatility in 0.03..0.12,
        tau in 0.2..1.2,
    ) {
        let after = rate_period(rating(points, deviation, volatility), &games, tau).expect("in range");
        let results: Vec<_> = games
            .iter()
            .map(|game| {
                let outcome = match game.score {
                    Score::Win => Outcomes::WIN,
                    Score::Draw => Outcomes::DRAW,
                    Score::Loss => Outcomes::LOSS,
                };
                (Glicko2Rating::from((game.rating, game.deviation, 0.06)), outcome)
            })
            .collect();
        // The same tolerance as ours; their default is the paper's 1e-6.
        let config = Glicko2Config { tau, convergence_tolerance: TOLERANCE };
        let theirs = glicko2_rating_period(
            &Glicko2Rating::from((points, deviation, volatility)),
            &results,
            &config,
        );
        prop_assert!((after.rating - theirs.rating).abs() < 1e-6, "{after:?} {theirs:?}");
        prop_assert!((after.deviation - theirs.deviation).abs() < 1e-6, "{after:?} {theirs:?}");
        // Both find the logarithm of its square to within the tolerance.
        let bound = TOLERANCE * after.volatility;
        prop_assert!((after.volatility - theirs.volatility).abs() <= bound, "{after:?} {theirs:?}");
    }

    /// The equation that step 5 solves holds, written as in the paper.
    #[test]
    fn the_volatility_is_the_nearest_root_of_the_papers_equation(
        (points, deviation, games) in any_period(400.0..3000.0, 30.0..500.0),
        volatility in 0.03..0.12,
        tau in 0.2..1.2,
    ) {
        let player = rating(points, deviation, volatility);
        let evidence = Evidence::of(player, &games).expect("in range");
        let (found, steps) = solve_volatility(player, evidence, tau);
        let v = 1.0 / evidence.information;
        let delta = v * evidence.surplus;
        let f = |x: f64| {
            let variance = player.phi().powi(2) + v + x.exp();
            x.exp() * (delta.powi(2) - variance) / (2.0 * variance.powi(2))
                - (x - volatility.powi(2).ln()) / tau.powi(2)
        };
        let x = found.powi(2).ln();
        prop_assert!(f(x - 1e-8) > 0.0 && f(x + 1e-8) < 0.0, "{found} {}", f(x));
        // After very unexpected results there are several roots: the one nearest to the old volatility is found.
        let old = volatility.powi(2).ln();
        for part in (1..100).map(|part| f64::from(part) / 100.0) {
            let between = f(old + part * (x - old));
            prop_assert!((x - old).abs() < 1e-6 || (between > 0.0) == (x > old), "{found} {part}");
        }
        // Bisection is only for values that no player has.
        prop_assert!(steps < ILLINOIS_STEPS, "{steps}");
    }

    #[test]
    fn whatever_is_in_range_gives_a_finite_rating(
        (points, deviation, games) in any_period(-10_000.0..10_000.0, 0.01..10_000.0),
        volatility in prop_oneof![0.000_001..0.1, 0.000_001..10.0],
        tau in prop_oneof![0.001..0.1, 0.001..10.0],
    ) {
        let player = rating(points, deviation, volatility);
        let after = rate_period(player, &games, tau).expect("in range");
        prop_assert!(after.rating.is_finite(), "{after:?}");
        prop_assert!(after.deviation.is_finite() && after.deviation > 0.0, "{after:?}");
        prop_assert!(after.volatility.is_finite() && after.volatility > 0.0, "{after:?}");
        let evidence = Evidence::of(player, &games).expect("in range");
        let (_, steps) = solve_volatility(player, evidence, tau);
        prop_assert!(steps < ILLINOIS_STEPS + 45, "{steps}");
    }
}
