//! `manifold pair` and `manifold standings`: output, exit status, errors.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{manifold, stderr, stdout};

/// A tournament of the crate's tests.
fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../pairing/tests/data")
        .join(name)
}

fn path(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A file with this text, in a directory that removes it when dropped.
fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("tournament.trf");
    fs::write(&file, text).expect("written");
    (directory, file)
}

/// A line of a player with all rounds from column 92 on.
fn line(number: u16, rounds: &str) -> String {
    format!("001 {number:>4}{:81}  {rounds}\n", "")
}

#[test]
fn the_next_round_is_printed_with_the_number_of_pairs_first() {
    for name in ["dutch_2025_C5", "dutch_2025_C9", "second_bye"] {
        let output = manifold(&["pair", path(&data(&format!("{name}.trf")))]);
        assert!(output.status.success(), "{output:?}");
        let expected = fs::read_to_string(data(&format!("{name}.expected"))).expect("a file");
        assert_eq!(stdout(&output), expected);
    }
}

#[test]
fn a_check_says_which_rounds_differ() {
    let sound = line(1, "   2 w 1") + &line(2, "   1 b 0");
    let (_directory, sound) = file(&sound);
    let output = manifold(&["pair", path(&sound), "--check"]);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(stdout(&output), "");
    let other =
        line(1, "   2 w 1") + &line(2, "   1 b 0") + &line(3, "   4 w 1") + &line(4, "   3 b 0");
    let (_directory, other) = file(&other);
    let output = manifold(&["pair", "--check", path(&other)]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output), "round 1: 1 2, 3 4 instead of 1 3, 4 2\n");
    let name = path(&other);
    assert_eq!(
        stderr(&output),
        format!("manifold: {name}: 1 round differs\n")
    );
}

#[test]
fn rounds_of_a_round_robin_are_printed_one_game_a_line() {
    let output = manifold(&["pair", "--round-robin", "3", "--double"]);
    assert!(output.status.success(), "{output:?}");
    let expected =
        "1 2 3\n1 1 0\n2 3 1\n2 2 0\n3 1 2\n3 3 0\n4 3 2\n4 1 0\n5 2 1\n5 3 0\n6 1 3\n6 2 0\n";
    assert_eq!(
        stdout(&output),
        expected,
        "the last two rounds of the first cycle are exchanged"
    );
    for players in ["2", "25", "x", "-1"] {
        let output = manifold(&["pair", &format!("--round-robin={players}")]);
        assert_eq!(output.status.code(), Some(2), "{players}");
        assert_eq!(stderr(&output).lines().count(), 1, "{players}");
    }
}

#[test]
fn what_is_wrong_with_a_file_is_one_line_with_its_place_and_status_2() {
    let broken = line(1, "   2 w 1") + &line(2, "   1 b =");
    let (_directory, broken) = file(&broken);
    let output = manifold(&["pair", path(&broken)]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert_eq!(said.lines().count(), 1);
    assert!(
        said.contains("line 1, column 92: the line of player 2 does not agree"),
        "{said}"
    );
    for arguments in [["pair", "/nowhere/x.trf"], ["standings", "/nowhere/x.trf"]] {
        let output = manifold(&arguments);
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(stderr(&output).lines().count(), 1);
    }
}

#[test]
fn if_no_pairing_is_legal_the_status_is_2() {
    let (_directory, met) = file(&(line(1, "   2 w 1") + &line(2, "   1 b 0") + "XXR 3\n"));
    let output = manifold(&["pair", path(&met)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with(&format!("manifold: {}: no legal pairing", path(&met))),
        "{output:?}"
    );
    let (_directory, over) = file(&(line(1, "   2 w 1") + &line(2, "   1 b 0") + "XXR 1\n"));
    let output = manifold(&["pair", path(&over)]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(said.contains("round 1 was the last one"), "{said}");
    let (_directory, fast) = file(&(line(1, "") + &line(2, "") + "XXA 1 1.0\n"));
    let output = manifold(&["pair", path(&fast)]);
    assert!(
        stderr(&output).contains("line 3, column 1: accelerated"),
        "{output:?}"
    );
}

#[test]
fn standings_have_a_header_and_tabs() {
    let file_name = data("dutch_2025_C5.trf");
    let output = manifold(&["standings", path(&file_name), "--tiebreaks", "BH/C1,DE,WIN"]);
    assert!(output.status.success(), "{output:?}");
    let text = stdout(&output);
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows[0], "rank\tnumber\tpoints\tBH/C1\tDE\tWIN");
    assert_eq!(rows.len(), 7);
    assert!(
        rows.iter().all(|row| row.split('\t').count() == 6),
        "{text}"
    );
    assert!(rows[1].starts_with("1\t"), "{text}");
    let output = manifold(&["standings", path(&file_name), "--tiebreaks", "BH,XX"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).starts_with("manifold: “XX”: not a tie-break"),
        "{output:?}"
    );
}
