use proptest::prelude::*;

use super::*;

fn near(value: f64, expected: f64, tolerance: f64) {
    assert!(
        (value - expected).abs() <= tolerance,
        "{value} is not {expected} ± {tolerance}"
    );
}

fn player(rating: f64, deviation: f64, volatility: f64, last_played: u64) -> PoolRating {
    PoolRating {
        rating: Rating {
            rating,
            deviation,
            volatility,
        },
        last_played: Some(last_played),
        games: 20,
        placement_games: 0,
    }
}

fn rated(white: &PoolRating, black: &PoolRating, score: Score, at: u64) -> [Rating; 2] {
    rate_game(white, black, score, at)
        .expect("in range")
        .map(|change| change.after.rating)
}

/// Figures from the tests of scalachess, the library with which lichess rates (`GlickoCalculatorTest`), where the first ones have no
/// decimals; the others are from an independent program with 50 digits.
#[test]
fn games_are_rated_as_on_the_large_chess_servers() {
    let [winner, loser] = rated(&PoolRating::START, &PoolRating::START, Score::Win, 0);
    near(winner.rating, 1741.475866, 1e-5);
    near(winner.deviation, 396.689817, 1e-5);
    near(winner.volatility, 0.089998301, 1e-8);
    near(loser.rating, 3000.0 - 1741.475866, 1e-5);
    assert_eq!(loser.deviation, winner.deviation);
    let [one, _] = rated(&PoolRating::START, &PoolRating::START, Score::Draw, 0);
    near(one.rating, 1500.0, 1e-9);
    near(one.volatility, 0.089995417, 1e-8);
    let [white, black] = rated(
        &player(1200.0, 60.0, 0.053, 7),
        &player(1850.0, 200.0, 0.062, 7),
        Score::Win,
        7,
    );
    near(white.rating, 1216.727954, 1e-5);
    near(white.deviation, 59.900563, 1e-5);
    near(white.volatility, 0.053013066, 1e-8);
    near(black.rating, 1635.990652, 1e-5);
    near(black.deviation, 196.987296, 1e-5);
    near(black.volatility, 0.062028223, 1e-8);
}

#[test]
fn rd_grows_by_fractions_of_a_period_before_the_game_and_the_opponent_sees_it() {
    let away = player(1600.0, 60.0, 0.06, 0);
    let at = 10 * DAY_MS;
    let [white, black] = rate_game(&away, &PoolRating::START, Score::Draw, at).expect("in range");
    near(white.before.deviation, 61.910269, 1e-5);
    near(white.after.rating.rating, 1599.112300, 1e-5);
    near(white.after.rating.deviation, 61.639154, 1e-5);
    near(black.after.rating.rating, 1568.329838, 1e-5);
    near(black.after.rating.deviation, 296.533194, 1e-5);
    assert_eq!(white.after.last_played, Some(at));
    assert_eq!((white.after.games, black.after.games), (21, 1));
    // Half a day is half of a day.
    let grown = |ms| away.as_of(ms).deviation.powi(2) - 3_600.0;
    near(grown(DAY_MS / 2), grown(DAY_MS) / 2.0, 1e-9);
}

#[test]
fn rd_grows_to_500_and_not_before_the_first_game_or_when_a_clock_is_set_back() {
    let known = player(1600.0, 60.0, 0.09, DAY_MS);
    assert_eq!(known.as_of(100_000 * DAY_MS).deviation, 500.0);
    assert_eq!(known.as_of(u64::MAX).deviation, 500.0);
    near(known.as_of(0).deviation, 60.0, 1e-9);
    let new = PoolRating::unplayed(Rating {
        deviation: 200.0,
        ..Rating::START
    });
    near(new.as_of(u64::MAX).deviation, 200.0, 1e-9);
    // A game with an earlier time does not make the last one earlier.
    let [change, _] = rate_game(&known, &known, Score::Draw, 0).expect("in range");
    assert_eq!(change.after.last_played, Some(DAY_MS));
}

#[test]
fn ratings_stay_within_the_limits_for_players() {
    let weak = player(400.0, 100.0, 0.1, 0);
    let [_, lost] = rated(&weak, &weak, Score::Win, 0);
    assert_eq!(lost.rating, 400.0);
    let sure = player(1500.0, 45.0, 0.03, 0);
    let [_, same] = rated(&sure, &sure, Score::Win, 0);
    assert_eq!(same.deviation, 45.0);
    // Lost against somebody much weaker: without the limit volatility would rise above 0.1.
    let strong = player(2600.0, 100.0, 0.1, 0);
    let [surprised, _] = rated(&strong, &player(1000.0, 45.0, 0.06, 0), Score::Loss, 0);
    assert_eq!(surprised.volatility, 0.1);
}

#[test]
fn a_rating_is_provisional_from_rd_110_as_of_now() {
    let with = |deviation| player(1500.0, deviation, 0.09, 0);
    assert!(with(110.0).rating.is_provisional());
    assert!(!with(109.999).rating.is_provisional());
    let known = with(109.0);
    assert!(!known.as_of(0).is_provisional());
    assert!(known.as_of(30 * DAY_MS).is_provisional());
}

#[test]
fn the_leaderboard_has_who_is_well_known_and_has_played_within_30_days() {
    let known = player(1500.0, 60.0, 0.03, DAY_MS);
    assert!(known.is_ranked(DAY_MS));
    assert!(known.is_ranked(31 * DAY_MS));
    assert!(!known.is_ranked(31 * DAY_MS + 1));
    assert!(player(1500.0, 75.0, 0.09, 0).is_ranked(0));
    assert!(
        !player(1500.0, 75.0, 0.09, 0).is_ranked(DAY_MS),
        "grown above 75"
    );
    assert!(!player(1500.0, 75.1, 0.09, 0).is_ranked(0));
    let unplayed = PoolRating::unplayed(known.rating);
    assert!(!unplayed.is_ranked(0), "not without a game");
}

#[test]
fn the_machine_places_who_is_provisional_for_ten_games_at_most() {
    let with = |deviation| player(1500.0, deviation, 0.09, 0).rating;
    assert!(placement_allowed(&Rating::START, 0));
    assert!(placement_allowed(&with(110.0), 9));
    assert!(!placement_allowed(&with(110.0), 10));
    assert!(!placement_allowed(&with(109.9), 0));
}

#[test]
fn a_game_against_the_machine_is_one_against_a_player_of_that_rating() {
    let machine = FixedRating {
        rating: 1700.0,
        deviation: 50.0,
    };
    let change = rate_placement(&PoolRating::START, machine, Score::Win, 5).expect("in range");
    let human = player(1700.0, 50.0, 0.06, 5);
    let [same, _] = rated(&PoolRating::START, &human, Score::Win, 5);
    assert_eq!(change.after.rating, same);
    assert_eq!((change.after.games, change.after.placement_games), (1, 1));
    let broken = FixedRating {
        deviation: f64::NAN,
        ..machine
    };
    assert!(rate_placement(&PoolRating::START, broken, Score::Win, 5).is_err());
}

#[test]
fn a_stored_rating_that_is_broken_is_refused() {
    let broken = player(1500.0, f64::NAN, 0.06, 0);
    for (white, black) in [(broken, PoolRating::START), (PoolRating::START, broken)] {
        assert!(rate_game(&white, &black, Score::Win, 0).is_err());
    }
}

fn any_player() -> impl Strategy<Value = PoolRating> {
    (400.0..3000.0, 45.0..500.0, 0.01..0.1, 0..1_000 * DAY_MS)
        .prop_map(|(rating, deviation, volatility, at)| player(rating, deviation, volatility, at))
}

proptest! {
    #[test]
    fn whoever_wins_does_not_sink_and_colours_make_no_difference(
        white in any_player(),
        black in any_player(),
        at in 0..2_000 * DAY_MS,
    ) {
        let [one, other] = rate_game(&white, &black, Score::Win, at).expect("in range");
        prop_assert!(one.after.rating.rating >= one.before.rating);
        prop_assert!(other.after.rating.rating <= other.before.rating);
        let [swapped_other, swapped_one] =
            rate_game(&black, &white, Score::Loss, at).expect("in range");
        prop_assert_eq!((one, other), (swapped_one, swapped_other));
        for change in [one, other] {
            let Rating { rating, deviation, volatility } = change.after.rating;
            prop_assert!(rating >= 400.0 && volatility <= 0.1);
            prop_assert!((45.0..=500.0).contains(&deviation));
        }
    }

    #[test]
    fn the_expected_scores_of_both_add_up_to_one(one in any_player(), other in any_player()) {
        let expected = crate::expected_score(one.rating, other.rating).expect("in range");
        let back = crate::expected_score(other.rating, one.rating).expect("in range");
        prop_assert!((expected + back - 1.0).abs() < 1e-12);
        prop_assert_eq!(expected > 0.5, one.rating.rating > other.rating.rating);
        let sure = |rating: Rating| Rating { deviation: 45.0, ..rating };
        let surer = crate::expected_score(sure(one.rating), sure(other.rating)).expect("in range");
        prop_assert!((surer - 0.5).abs() >= (expected - 0.5).abs());
    }
}
