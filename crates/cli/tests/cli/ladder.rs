//! `manifold ladder`: output, exit status, errors.

use std::fs;
use std::path::PathBuf;

use crate::support::{manifold, stderr, stdout};
use serde_json::Value;

/// A file of matches, in a folder that removes it when dropped.
fn file(lines: &[&str]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("matches.jsonl");
    fs::write(&path, lines.join("\n")).expect("written");
    (folder, path)
}

const MATCHES: [&str; 4] = [
    r#"{"game":"chess","players":["level2","level1"],"pairs":[0,0,50,0,50],"seed":1}"#,
    r#"{"game":"chess","players":["level2","rival Elo=1500"],"pairs":[0,100,0,0,0]}"#,
    r#"{"game":"dmchess","players":["level2","level1"],"pairs":[5,0,0,0,0]}"#,
    r#"{"game":"chess","players":["greedy","random"],"pairs":[0,0,0,0,9]}"#,
];

fn ladder(lines: &[&str], arguments: &[&str]) -> std::process::Output {
    let (_folder, path) = file(lines);
    let path = path.to_str().expect("a plain path");
    manifold(&[&["ladder", "chess", path], arguments].concat())
}

#[test]
fn ratings_are_printed_from_the_strongest_to_those_whom_nothing_connects() {
    let output = ladder(&MATCHES, &["--anchor", "rival Elo=1500=1500"]);
    assert!(output.status.success(), "{output:?}");
    let lines: Vec<String> = stdout(&output).lines().map(str::to_owned).collect();
    assert_eq!(lines[0], "rival Elo=1500: 1500 (given), 200 games");
    assert!(lines[1].starts_with("level2: 131"), "{lines:?}");
    assert!(lines[2].starts_with("level1: 112"), "{lines:?}");
    assert_eq!(lines.len(), 5);
    for (line, name) in lines[3..].iter().zip(["greedy", "random"]) {
        assert_eq!(
            *line,
            format!("{name}: unknown: no matches lead to an anchor, 18 games")
        );
    }
}

#[test]
fn json_has_every_player_with_rating_and_error() {
    let output = ladder(&MATCHES, &["--anchor", "level2=1000", "--json"]);
    let found: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(found["game"], "chess");
    let players = found["players"].as_array().expect("players");
    let of = |name: &str| {
        players
            .iter()
            .find(|row| row["player"] == name)
            .expect("met")
    };
    assert_eq!(
        (&of("level2")["rating"], &of("level2")["anchor"]),
        (&Value::from(1000.0), &true.into())
    );
    let error = of("level1")["error"].as_f64().expect("a number");
    assert!((5.0..60.0).contains(&error), "{error}");
    assert!(of("greedy")["rating"].is_null());
}

#[test]
fn wrong_input_is_refused_and_says_where() {
    let cases: [(&[&str], &[&str], &str); 6] = [
        (&MATCHES, &["--anchor", "level2"], "such as level1=800"),
        (
            &MATCHES,
            &["--anchor", "level9=800"],
            "“level9” played no match",
        ),
        (
            &MATCHES,
            &["--anchor", "level2=1", "--anchor", "level2=2"],
            "level2 has two ratings",
        ),
        (
            &["", "level2 won"],
            &["--anchor", "level2=1"],
            "line 2 (“level2 won”)",
        ),
        (
            &[MATCHES[2]],
            &["--anchor", "level2=1"],
            "there is no match of chess",
        ),
        (
            &[r#"{"game":"chess","players":["a","a"],"pairs":[1,0,0,0,0]}"#],
            &["--anchor", "a=1"],
            "cannot meet itself",
        ),
    ];
    for (lines, arguments, part) in cases {
        let output = ladder(lines, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty());
        assert!(
            stderr(&output).contains(part),
            "{arguments:?}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn more_players_than_can_be_reckoned_are_refused() {
    let line = |player: usize| {
        format!(
            r#"{{"game": "chess", "players": ["p{player}", "p{}"], "pairs": [1, 0, 0, 0, 1]}}"#,
            player + 1
        )
    };
    let lines: Vec<String> = (0..500).map(line).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let refused = ladder(&lines, &["--anchor", "p0=1500"]);
    assert_eq!(refused.status.code(), Some(2));
    let problem = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(problem.contains("at most 500 players"), "{problem}");
}
