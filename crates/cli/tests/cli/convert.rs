//! Files of records: what is said of them.

use std::fs;

use crate::support::{manifold, stderr};

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
