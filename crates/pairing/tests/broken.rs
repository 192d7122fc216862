//! Broken files: the error, with its line and column.

use manifold_pairing::trf;

/// A file with the tournament's name in line 1, and two players who have played one round in lines 2 and 3.
fn sound() -> Vec<String> {
    let line = |number: u16, points: &str, round: &str| {
        format!(
            "001 {number:>4}{:40}{:>4}{:28}{points:>4}{number:>5}  {round}",
            "", 1900, ""
        )
    };
    vec![
        "012 Club evening".to_owned(),
        line(1, "1.0", "   2 w 1"),
        line(2, "0.0", "   1 b 0"),
    ]
}

/// The error for the file with this text written into a line from a column on, both counted from 1.
fn told(line: usize, column: usize, text: &str) -> String {
    let mut lines = sound();
    let mut changed: Vec<char> = lines[line - 1].chars().collect();
    for (offset, character) in text.chars().enumerate() {
        let place = column - 1 + offset;
        if place >= changed.len() {
            changed.resize(place + 1, ' ');
        }
        changed[place] = character;
    }
    lines[line - 1] = changed.into_iter().collect();
    let error = trf::read(lines.join("\n").as_bytes()).expect_err("it is broken");
    error.to_string()
}

/// The error for the file with this line added.
fn told_of(line: &str) -> String {
    let text = sound().join("\n") + "\n" + line;
    let error = trf::read(text.as_bytes()).expect_err("it is broken");
    error.to_string()
}

#[test]
fn every_column_of_a_player_that_is_broken_is_told_with_its_line_and_column() {
    assert!(trf::read(sound().join("\n").as_bytes()).is_ok());
    for (line, column, text, expected) in [
        (
            2,
            5,
            "   x",
            "line 2, column 5: a player's number is from 1 to 9999, not “x”",
        ),
        (
            2,
            5,
            "   0",
            "line 2, column 5: a player's number is from 1 to 9999, not “0”",
        ),
        (
            2,
            4,
            "12345",
            "line 2, column 5: a player's number is from 1 to 9999, not “12345”",
        ),
        (
            3,
            5,
            "   1",
            "line 3, column 5: player 1 already has a line",
        ),
        (
            2,
            49,
            "19x0",
            "line 2, column 49: a rating is a number from 0 to 9999, not “19x0”",
        ),
        (
            2,
            49,
            "-900",
            "line 2, column 49: a rating is a number from 0 to 9999, not “-900”",
        ),
        (
            2,
            81,
            "1.25",
            "line 2, column 81: points are a number such as 2 or 2.5, not “1.25”",
        ),
        (
            2,
            81,
            " 2.0",
            "line 2, column 81: the results make 1.0 points, not 2.0",
        ),
        (
            2,
            86,
            "  1.",
            "line 2, column 86: a rank is a number, not “1.”",
        ),
        (
            2,
            92,
            "   x",
            "line 2, column 92: a player's number is from 1 to 9999, not “x”",
        ),
        (2, 92, "   3", "line 2, column 92: there is no player 3"),
        (
            2,
            92,
            "   1",
            "line 2, column 92: player 1 cannot meet himself",
        ),
        (
            2,
            96,
            "x",
            "line 2, column 96: “x” stands between the columns of a round",
        ),
        (
            2,
            97,
            "x",
            "line 2, column 97: a colour is w, b or -, not “x”",
        ),
        (
            2,
            97,
            "-",
            "line 2, column 97: a game needs a colour, w or b",
        ),
        (
            2,
            97,
            "b",
            "line 2, column 92: the line of player 2 does not agree: both have the same colour",
        ),
        (
            2,
            98,
            "x",
            "line 2, column 98: “x” stands between the columns of a round",
        ),
        (
            2,
            99,
            "2",
            "line 2, column 99: a result is one of 1 = 0 + - W D L, or of H F U Z without an opponent, not “2”",
        ),
        (2, 99, " ", "line 2, column 99: the result is missing"),
        (
            2,
            99,
            "H",
            "line 2, column 99: a bye (H) has no opponent: 0000",
        ),
        (
            3,
            99,
            "1",
            "line 2, column 92: the line of player 2 does not agree: the results do not fit",
        ),
        (
            2,
            92,
            "0000 - 1",
            "line 2, column 99: a result is one of 1 = 0 + - W D L, or of H F U Z without an opponent, not “1”",
        ),
        (
            2,
            92,
            "0000 - U",
            "line 3, column 92: the line of player 1 does not agree: it has somebody else in this round, or nobody",
        ),
        (
            2,
            100,
            "x",
            "line 2, column 100: “x” stands between the columns of a round",
        ),
        (
            2,
            101,
            "x",
            "line 2, column 101: “x” stands between the columns of a round",
        ),
        (
            2,
            107,
            "v",
            "line 2, column 107: a colour is w, b or -, not “v”",
        ),
        (
            2,
            1082,
            "0000 - Z",
            "line 2, column 1082: a file has at most 99 rounds",
        ),
    ] {
        assert_eq!(told(line, column, text), expected, "{text:?} in {column}");
    }
    assert_eq!(
        trf::read(b"012 Nobody\n")
            .expect_err("it is broken")
            .to_string(),
        "line 1, column 1: there are no players: a player's line begins with 001"
    );
}

#[test]
fn every_other_line_that_is_broken_is_told_with_its_column() {
    for (line, expected) in [
        (
            "XXR nine",
            "column 5: a number of rounds is from 1 to 99, not “nine”",
        ),
        (
            "142 100",
            "column 5: a number of rounds is from 1 to 99, not “100”",
        ),
        ("152 X", "column 5: the initial colour is W or B"),
        (
            "XXC white1 red1",
            "column 12: the initial colour is white1 or black1",
        ),
        (
            "162  Q 1.0",
            "column 6: the points of a result are a letter and a number, as in W 1.0, not “Q 1.0”",
        ),
        (
            "BBW x",
            "column 5: points are a number such as 2 or 2.5, not “x”",
        ),
        ("XXP 1 3", "column 7: there is no player 3"),
        (
            "XXP 1 x",
            "column 7: a player's number is from 1 to 9999, not “x”",
        ),
        ("XXZ 7", "column 5: there is no player 7"),
        (
            "240 Q 002    1",
            "column 5: a bye is of type F, H or Z, not “Q”",
        ),
        (
            "240 H two    1",
            "column 7: a number of rounds is from 1 to 99, not “two”",
        ),
        (
            "260 one 002    1    2",
            "column 5: a number of rounds is from 1 to 99, not “one”",
        ),
        (
            "260 001 two    1    2",
            "column 9: a number of rounds is from 1 to 99, not “two”",
        ),
        (
            "260 009 001    1    2",
            "column 5: the first round, 9, comes after the last, 1",
        ),
        ("299 Q         0.0  001    1", "column 5"),
        ("299 W         x.0  001    1", "column 14"),
        ("299 W         0.0  one    1", "column 20"),
        ("299           1.0         1", "column 20"),
        (
            "299 W         0.0  001    3",
            "column 27: there is no player 3",
        ),
    ] {
        let told = told_of(line);
        let place = format!("line 4, {expected}");
        assert!(told.starts_with(&place), "{line}: {told}");
    }
}

/// A file with three players who have played a round robin, and with more lines.
fn round_robin(points: [&str; 3], more: &str) -> Result<trf::Report, trf::TrfError> {
    let line = |number: u16, points: &str, rounds: &str| {
        format!("001 {number:>4}{:72}{points:>4}{number:>5}  {rounds}\n", "")
    };
    let text = "092 Round-Robin\n".to_owned()
        + &line(1, points[0], "0000 - Z     2 w 1     3 b 1")
        + &line(2, points[1], "   3 w 1     1 b 0  0000 - Z")
        + &line(3, points[2], "   2 b 0  0000 - Z     1 w 0")
        + more;
    trf::read(text.as_bytes())
}

#[test]
fn points_that_are_assigned_count_in_the_score() {
    assert!(round_robin(["2.0", "1.0", "0.0"], "").is_ok());
    // A win worth half a point, a penalty, and a bonus.
    let more =
        "299 W         0.5  003    1\n299          -0.5  001    2\n299           1.5  002    3\n";
    let report = round_robin(["1.5", "0.5", "1.5"], more).expect("a sound file");
    let rows = manifold_pairing::standings::standings(&report.tournament, &[]);
    let points: Vec<String> = rows.iter().map(|row| row.points.to_string()).collect();
    assert_eq!(points, ["1.5", "1.5", "0.5"]);
    // In all rounds with that result.
    let all = round_robin(["1.0", "1.0", "0.0"], "299 W         0.5  000    1\n");
    assert!(all.is_ok(), "{all:?}");
    let wrong = round_robin(["2.0", "1.0", "0.0"], more).expect_err("other points");
    assert_eq!(
        wrong.to_string(),
        "line 2, column 81: the results make 1.5 points, not 2.0"
    );
}

#[test]
fn a_game_of_a_round_robin_that_gives_nobody_points_does_not_count() {
    let more = "299 W         0.0  002    1\n299 L         0.0  002    2\n";
    let report = round_robin(["1.0", "1.0", "0.0"], more).expect("a sound file");
    let void = report.tournament.players[0].entry(2);
    assert!(
        matches!(void, manifold_pairing::Entry::Void { played: true, .. }),
        "{void:?}"
    );
    assert_eq!(
        manifold_pairing::rounds::check(&report.tournament),
        Ok(Vec::new())
    );
    for version in [trf::Version::Trf16, trf::Version::Trf26] {
        let text = trf::write(&report, version);
        let again = trf::read(text.as_bytes()).expect(&text);
        assert_eq!(again.tournament, report.tournament, "{text}");
    }
}

#[test]
fn a_game_of_a_round_robin_that_gives_points_by_a_second_line_counts() {
    let more =
        "299 W         0.0  002    1\n299 L         0.0  002    2\n299           0.5  002    1\n";
    let report = round_robin(["1.5", "1.0", "0.0"], more).expect("a sound file");
    let entry = report.tournament.players[0].entry(2);
    assert!(
        !matches!(entry, manifold_pairing::Entry::Void { .. }),
        "{entry:?}"
    );
}
