//! `manifold rate`: output, exit status, errors.

use crate::support::{manifold, stderr, stdout};

/// The output of `manifold rate`, which must succeed.
fn rated(arguments: &[&str]) -> String {
    let output = manifold(&[&["rate"], arguments].concat());
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{arguments:?}");
    stdout(&output)
}

#[test]
fn the_example_of_the_paper_is_printed_in_one_line() {
    let games = "1400,30,1 1550,100,0 1700,300,0";
    let after = rated(&["1500", "200", "0.06", "--games", games, "--tau", "0.5"]);
    assert_eq!(after, "1464.05 151.52 0.059996\n");
}

#[test]
fn tau_is_that_of_the_server_if_it_is_not_given() {
    let games = ["1500", "80", "0.09", "--games", "1200,50,0 1200,50,0"];
    let with = |tau: &str| rated(&[&games[..], &["--tau", tau]].concat());
    assert_eq!(rated(&games), with("0.75"));
    assert_ne!(rated(&games), with("0.5"));
}

#[test]
fn without_games_rd_grows_by_one_period() {
    for games in ["", "  "] {
        let after = rated(&["1500", "200", "0.06", "--games", games]);
        assert_eq!(after, "1500.00 200.27 0.060000\n");
    }
}

#[test]
fn a_score_has_several_spellings_and_spaces_may_be_many() {
    let with = |games: &str| rated(&["1500", "200", "0.06", "--games", games]);
    let plain = with("1400,30,1 1600,40,0.5 1700,50,0");
    assert_eq!(with(" 1400,30,1.0   1600,40,1/2\n1700,50,0.0 "), plain);
}

#[test]
fn nothing_is_clamped() {
    let after = rated(&["-100", "20", "0.3", "--games", "-100,20,0 -100,20,0"]);
    let numbers: Vec<f64> = after
        .split_whitespace()
        .map(|number| number.parse().expect("a number"))
        .collect();
    let [rating, deviation, volatility] = numbers[..] else {
        panic!("{after}");
    };
    assert!(rating < -100.0, "the server's least is 400: {after}");
    assert!((20.0..80.0).contains(&deviation), "{after}");
    assert!(volatility > 0.1, "the server's greatest is 0.1: {after}");
    let wide = rated(&["1500", "900", "0.06", "--games", ""]);
    assert_eq!(wide, "1500.00 900.06 0.060000\n");
}

#[test]
fn wrong_input_is_one_line_that_says_where_and_what_would_be_right() {
    let example = [
        "1500",
        "200",
        "0.06",
        "--games",
        "1400,30,1",
        "--tau",
        "0.5",
    ];
    for (place, wrong, said) in [
        (0, "strong", &["RATING", "a number", "“strong”"][..]),
        (0, "nan", &["rating", "from -10000 to 10000", "NaN"]),
        (0, "1e300", &["rating", "from -10000 to 10000", "1e300"]),
        (1, "0", &["RD", "from 0.01 to 10000"]),
        (1, "-200", &["RD", "from 0.01 to 10000"]),
        (1, "", &["RD", "a number"]),
        (2, "0", &["volatility", "from 0.000001 to 10"]),
        (2, "0,06", &["VOLATILITY", "a number", "“0,06”"]),
        (
            4,
            "1400,30,1 1550,100",
            &["game 2 (“1550,100”)", "OPPONENT_RATING,OPPONENT_RD,SCORE"],
        ),
        (
            4,
            "1400,30,1,1",
            &["game 1", "OPPONENT_RATING,OPPONENT_RD,SCORE"],
        ),
        (
            4,
            "1400,30,1 1550,100,2",
            &["game 2 (“1550,100,2”)", "score", "1, 0.5 (or 1/2) or 0"],
        ),
        (
            4,
            "x,30,1",
            &["game 1", "the opponent's rating", "a number"],
        ),
        (4, "1400,,1", &["game 1", "the opponent's RD", "a number"]),
        (
            4,
            "1400,0,1",
            &["game 1", "the opponent's RD", "from 0.01 to 10000"],
        ),
        (4, "-,30,1", &["game 1", "the opponent's rating"]),
        (6, "0", &["tau", "from 0.001 to 10"]),
        (6, "-1", &["tau", "from 0.001 to 10"]),
        (6, "half", &["TAU", "a number"]),
    ] {
        let mut arguments = example;
        arguments[place] = wrong;
        let output = manifold(&[&["rate"], &arguments[..]].concat());
        let error = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {error}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert_eq!(error.lines().count(), 1, "{error}");
        for part in said {
            assert!(error.contains(part), "{part} is not in {error}");
        }
    }
}

#[test]
fn what_is_missing_is_asked_for() {
    for arguments in [
        &["rate"][..],
        &["rate", "1500", "200", "--games", ""],
        &["rate", "1500", "200", "0.06"],
    ] {
        let output = manifold(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(stderr(&output).contains("--games <GAMES>"), "{arguments:?}");
    }
}
