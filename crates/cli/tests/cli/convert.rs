//! Converting files of records: what is kept, and what is reported.

use std::fs;

use crate::support::{manifold, stderr, stdout};

#[test]
fn what_is_left_out_is_said_in_one_line_and_all_else_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.pgn");
    let path = file.to_str().expect("a path");
    let kept = "1. e4 {[%clk 0:01:30] best by test} 1... e5 {[%eval 0.2]} *";
    let moves = [
        "{A fine game.} 1. e4! $14 {[%clk 1:30] fast} (1. d4 $1 (1. c4)) 1... e5 (1... c5) *",
        "1. e4 {[%clk 0:01:30] best by test} 1... e5?! {[%eval 0.2]} *",
    ];
    fs::write(
        &file,
        moves
            .map(|moves| format!("[Event \"A\"]\n\n{moves}\n\n"))
            .concat(),
    )
    .expect("written");
    let said = format!(
        "manifold: {path}: left out: 3 variations, 3 annotation glyphs, 1 comment with an unreadable clock, \
         1 comment outside the moves\n"
    );
    for form in ["pgn", "json", "moves"] {
        let output = manifold(&["convert", path, "--to", form]);
        assert_eq!(output.status.code(), Some(0), "{form}");
        assert_eq!(stderr(&output), said, "{form}");
    }
    let text = stdout(&manifold(&["convert", path]));
    assert!(text.contains("1. e4 {fast} 1... e5 *"), "{text}");
    assert!(text.contains(kept), "{text}");
    fs::write(&file, text).expect("written");
    let output = manifold(&["convert", path]);
    assert_eq!(stderr(&output), "");
    assert!(stdout(&output).contains(kept), "{output:?}");
}

#[test]
fn a_file_of_one_game_has_one_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.pgn");
    let path = file.to_str().expect("a path");
    fs::write(&file, "1. e4 *\n").expect("written");
    for (arguments, problem) in [
        (
            &["replay", path, "--game", "2"][..],
            "has 1 game: there is no game 2",
        ),
        (
            &["analyse", "chess", "--file", path, "--number", "2"],
            "has 1 game: there is no game 2",
        ),
        (
            &["replay", path, "--at", "2"],
            ": the game has 1 action: there is no position after 2",
        ),
        (
            &["analyse", "chess", "--file", path, "--at", "2"],
            ": the game has 1 action: there is no position after 2",
        ),
        (
            &["analyse", "chess", "--file", path, "--seat", "white"],
            ": after 1 action Black must act: what White can do then is decided later",
        ),
    ] {
        let output = manifold(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = stderr(&output);
        let space = if problem.starts_with(':') { "" } else { " " };
        assert_eq!(said, format!("manifold: {path}{space}{problem}\n"));
    }
}
