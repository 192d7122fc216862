//! The command line as programs use it: output, exit status, errors.

use std::process::{Command, Output, Stdio};

use manifold_rules::variant::VariantId;

use crate::support::{self, manifold, stderr, stdout};

/// The names of all games.
fn games() -> impl Iterator<Item = &'static str> {
    VariantId::all().into_iter().map(VariantId::id)
}

/// Runs the program with a script at standard input and a folder of its own for games.
fn scripted(arguments: &[&str], script: &str, folder: &std::path::Path) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_manifold"));
    program.args(arguments).env("XDG_STATE_HOME", folder);
    support::scripted(program.stdout(Stdio::piped()), script)
}

#[test]
fn a_closed_standard_error_does_not_change_the_exit_status() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let status = Command::new(env!("CARGO_BIN_EXE_manifold"))
        .args(["moves", "chess", "--play", "e2e5"])
        .stdout(Stdio::null())
        .stderr(writer)
        .status();
    assert_eq!(status.expect("the program starts").code(), Some(2));
}

#[test]
fn a_closed_standard_output_ends_the_menu_without_a_panic() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let output = Command::new(env!("CARGO_BIN_EXE_manifold"))
        .arg("play")
        .stdin(Stdio::null())
        .stdout(writer)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).is_empty());
}

#[test]
fn moves_are_sorted_bytewise_one_a_line() {
    for game in games().filter(|game| *game != "dmchess:kings") {
        let output = manifold(&["moves", game]);
        assert!(output.status.success(), "{game}");
        let text = stdout(&output);
        let lines: Vec<&str> = text.lines().collect();
        // Chess has the fewest first moves: 20.
        assert!(lines.len() >= 20, "{game}");
        assert!(lines.is_sorted(), "{game}");
        assert!(stderr(&output).is_empty());
    }
}

#[test]
fn the_longest_delay_bounds_the_list_and_not_the_rules() {
    let count = |delay: &str| {
        stdout(&manifold(&["moves", "hyperspace", "--max-delay", delay]))
            .lines()
            .count()
    };
    assert_eq!(count("1"), 404);
    assert_eq!(count("8"), 3_092);
    let played = manifold(&[
        "status",
        "hyperspace",
        "--play",
        "g1^99@f3",
        "--max-delay",
        "1",
    ]);
    assert_eq!(played.status.code(), Some(2), "status has no such option");
    let played = manifold(&["status", "hyperspace", "--play", "g1^99@f3"]);
    assert_eq!(stdout(&played), "ongoing black\n");
}

#[test]
fn perft_prints_the_total_alone_or_after_its_parts() {
    let total = manifold(&["perft", "hidden960", "2"]);
    assert_eq!(stdout(&total), "2838\n");
    let divided = stdout(&manifold(&["perft", "hidden960", "2", "--divide"]));
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!(lines.len(), 57);
    assert_eq!(lines.last(), Some(&"2838"));
    assert!(lines[..56].is_sorted());
    assert_eq!(stdout(&manifold(&["perft", "hidden960", "0"])), "1\n");
}

#[test]
fn a_negative_number_after_an_option_is_its_value_and_is_refused_with_those_that_there_are() {
    for arguments in [
        &["moves", "hyperspace", "--max-delay", "-1"][..],
        &["bestmove", "chess", "--nodes", "-5"],
        &["admin", "ban", "mallory", "--days", "-5"],
    ] {
        let output = manifold(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let error = stderr(&output);
        assert!(error.contains("a whole number from"), "{error}");
    }
}

#[test]
fn a_depth_that_is_none_is_refused_with_those_that_there_are() {
    for depth in ["x", "-1", "100", "1.5", "99999999999999999999"] {
        let output = manifold(&["perft", "chess", "--", depth]);
        assert_eq!(output.status.code(), Some(2), "{depth}");
        let error = stderr(&output);
        assert!(error.contains("a whole number from 0 to 99"), "{error}");
    }
}

#[test]
fn status_names_the_actor_or_the_result() {
    assert_eq!(
        stdout(&manifold(&["status", "time-traveler"])),
        "ongoing white\n"
    );
    let mate = manifold(&["status", "hyperspace", "--play", "f2f3 e7e5 g2g4 d8h4"]);
    assert_eq!(stdout(&mate), "black-wins checkmate\n");
    let over = manifold(&["moves", "hyperspace", "--play", "f2f3 e7e5 g2g4 d8h4"]);
    assert!(over.status.success() && over.stdout.is_empty());
}

#[test]
fn a_wrong_action_is_named_with_its_place_and_exit_status_2() {
    for (play, action) in [
        ("e2e4 e7e5 e4e5", "e4e5"),
        ("e2e4 rubbish", "rubbish"),
        ("e2e4 E7E5", "E7E5"),
        ("e2e4 g8^01@f6", "g8^01@f6"),
    ] {
        for command in ["moves", "status", "show"] {
            let output = manifold(&[command, "hyperspace", "--play", play]);
            assert_eq!(output.status.code(), Some(2), "{command} {play}");
            assert!(output.stdout.is_empty());
            let error = stderr(&output);
            let place = play
                .split(' ')
                .position(|word| word == action)
                .expect("a word")
                + 1;
            assert_eq!(error.lines().count(), 1, "{error}");
            assert!(error.contains(action), "{error}");
            assert!(error.contains(&format!("action {place}")), "{error}");
        }
    }
}

#[test]
fn an_unknown_game_names_those_that_there_are() {
    let output = manifold(&["moves", "checkers"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("time-traveler"));
}

#[test]
fn an_action_after_the_end_is_refused() {
    let output = manifold(&["status", "hyperspace", "--play", "f2f3 e7e5 g2g4 d8h4 a2a3"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("the game is over"));
}

#[test]
fn placements_of_kings_are_not_listed() {
    for command in [
        &["moves", "dmchess:kings"][..],
        &["perft", "dmchess:kings", "1"],
    ] {
        let output = manifold(command);
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        assert!(stderr(&output).contains("kings:"));
    }
}

#[test]
fn what_a_viewer_is_shown_does_not_tell_the_secret_square() {
    for viewer in ["black", "spectator"] {
        for json in [&["--json"][..], &[]] {
            let show = |play: &str| {
                let arguments = ["show", "hyperspace", "--viewer", viewer, "--play", play];
                stdout(&manifold(&[&arguments[..], json].concat()))
            };
            assert_eq!(show("g1^3@h5"), show("g1^3@a6"));
        }
    }
    let white = |play: &str| {
        stdout(&manifold(&[
            "show",
            "hyperspace",
            "--viewer",
            "white",
            "--play",
            play,
        ]))
    };
    assert_ne!(white("g1^3@h5"), white("g1^3@a6"));
}

#[test]
fn every_game_is_shown_in_80_columns_and_as_json() {
    for game in games() {
        let output = manifold(&["show", game, "--ascii", "--width", "80"]);
        assert!(output.status.success(), "{game}: {}", stderr(&output));
        let text = stdout(&output);
        // The last line is the position as text, which is for programs.
        let drawing: Vec<&str> = text.trim_end().lines().collect();
        for line in &drawing[..drawing.len() - 1] {
            assert!(line.chars().count() <= 80, "{game}: {line}");
            assert!(line.is_ascii(), "{game}: {line}");
        }
        let json = stdout(&manifold(&["show", game, "--json"]));
        serde_json::from_str::<serde_json::Value>(&json).expect("JSON");
    }
}

#[test]
fn every_game_has_rules_to_print() {
    for game in games() {
        let rules = stdout(&manifold(&["rules", game]));
        assert!(rules.starts_with("# ") && rules.len() > 1_000, "{game}");
    }
}

#[test]
fn a_game_is_played_kept_resumed_replayed_and_converted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.pgn");
    let path = file.to_str().expect("a plain path");
    let first = scripted(
        &["play", "hyperspace", "--file", path, "--open-table"],
        "e4\nrubbish\ne5\nBc4\nundo\nBb5\nquit\n",
        folder.path(),
    );
    assert!(first.status.success(), "{}", stderr(&first));
    assert!(stdout(&first).contains("“rubbish”"));
    let second = scripted(
        &["play", "--resume", path, "--open-table"],
        "Nc6\nBxc6\nresign\nquit\n",
        folder.path(),
    );
    assert!(second.status.success(), "{}", stderr(&second));
    assert!(stdout(&second).contains("White wins: Black has resigned."));
    let moves = stdout(&manifold(&["convert", path, "--to", "moves"]));
    assert_eq!(moves, "hyperspace e2e4 e7e5 f1b5 b8c6 b5c6\n");
    let replayed = manifold(&["replay", path, "--at", "3", "--ascii"]);
    assert!(
        stdout(&replayed).contains("2. Bb5"),
        "{}",
        stdout(&replayed)
    );
}

#[test]
fn every_game_is_played_to_its_end_by_the_opponents() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in games().filter(|game| !game.starts_with("dmchess")) {
        let file = folder
            .path()
            .join(format!("{}.pgn", game.replace(':', "-")));
        let path = file.to_str().expect("a plain path");
        let played = scripted(
            &[
                "play", game, "--white", "greedy", "--black", "random", "--seed", "7", "--file",
                path,
            ],
            "",
            folder.path(),
        );
        assert!(played.status.success(), "{game}: {}", stderr(&played));
        let converted = manifold(&["convert", path, "--to", "json"]);
        assert!(converted.status.success(), "{game}: {}", stderr(&converted));
        let json: serde_json::Value = serde_json::from_str(&stdout(&converted)).expect("JSON");
        assert!(json[0]["outcome"]["reason"].is_string(), "{game}");
    }
}

#[test]
fn commitments_of_a_finished_game_are_verified_and_a_changed_square_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.pgn");
    let path = file.to_str().expect("a plain path");
    let script = "Ng1^1@f5\nNb8^2@c6\nresign\nquit\n";
    let played = scripted(
        &["play", "hyperspace", "--file", path, "--open-table"],
        script,
        folder.path(),
    );
    assert!(played.status.success(), "{}", stderr(&played));
    let good = manifold(&["verify", path]);
    assert!(good.status.success(), "{}", stderr(&good));
    let record = std::fs::read_to_string(&file).expect("the record");
    std::fs::write(&file, record.replace("@f5", "@h5")).expect("written");
    let bad = manifold(&["verify", path]);
    assert_eq!(bad.status.code(), Some(1), "{}", stdout(&bad));
    assert!(stdout(&bad).contains("g1^1@h5") || stderr(&bad).contains("g1^1@h5"));
}

#[test]
fn an_earlier_record_is_compared_if_it_is_of_the_same_game_and_what_it_has_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let read = |path: &str| std::fs::read_to_string(path).expect("a record");
    let (game, copy, other) = (path("game.pgn"), path("copy.pgn"), path("other.pgn"));
    let play = |arguments: &[&str], script: &str| {
        let played = scripted(
            &[arguments, &["--open-table"]].concat(),
            script,
            folder.path(),
        );
        assert!(played.status.success(), "{}", stderr(&played));
    };
    play(
        &["play", "hyperspace", "--file", &game],
        &format!("Ng1^1@f5\nsave {copy}\nNb8^2@c6\nresign\nquit\n"),
    );
    play(
        &["play", "hyperspace", "--file", &other],
        "Ng1^1@h5\nquit\n",
    );
    let verify = |file: &str, against: &str, more: &[&str]| {
        manifold(&[&["verify", file, "--against", against][..], more].concat())
    };
    let same = verify(&game, &copy, &[]);
    assert!(same.status.success(), "{}", stderr(&same));
    let said = format!("1 of 2 commitments could be compared with {copy}.\n");
    assert!(stdout(&same).ends_with(&said), "{}", stdout(&same));
    // The earlier record is found by its identifier, wherever it is in a file.
    let many = path("many.pgn");
    std::fs::write(&many, [read(&other), read(&game)].concat()).expect("written");
    let found = verify(&many, &many, &["--game", "2"]);
    assert!(found.status.success(), "{}", stderr(&found));
    assert!(
        stdout(&found).contains("2 of 2 commitments"),
        "{}",
        stdout(&found)
    );
    let empty = path("empty.pgn");
    std::fs::write(&empty, "[Variant \"Standard\"]\n\n*\n").expect("written");
    for against in [&other, &empty] {
        let refused = verify(&game, against, &[]);
        assert_eq!(refused.status.code(), Some(2), "{}", stdout(&refused));
        let error = stderr(&refused);
        assert!(error.contains("it has no record of this game"), "{error}");
        assert!(stdout(&refused).is_empty());
    }
    // An action that was taken back in the earlier record proves nothing about the one that replaced it.
    let parted = path("parted.pgn");
    let went = read(&copy).replace("Ng1^1", "Nb1^1").replace("@f5", "@a5");
    std::fs::write(&parted, went).expect("written");
    let told = stdout(&verify(&game, &parted, &[]));
    assert!(told.contains("0 of 2 commitments"), "{told}");
    assert!(
        told.contains("From 1. Ng1^1@f5 on the game went another way there."),
        "{told}"
    );
    // A square that was exchanged with its commitment is found.
    let exchanged = path("exchanged.pgn");
    let kept = read(&copy);
    let (_, rest) = kept.split_once("[%commit").expect("a commitment");
    let (commitment, _) = rest.trim_start().split_once(']').expect("its end");
    let record = read(&game).replace(commitment, &"ab".repeat(32));
    std::fs::write(&exchanged, record).expect("written");
    // It is found even between other records of the game in which nothing can be compared, or nothing differs.
    let copies = path("copies.pgn");
    let all = [read(&parted), kept, read(&exchanged)].concat();
    std::fs::write(&copies, all).expect("written");
    let told = stdout(&verify(&game, &copies, &[]));
    assert!(
        told.contains("has another commitment than during the game"),
        "{told}"
    );
    let open = read(&game).replace("[Variant \"hyperspace\"]", "[Variant \"hyperspace:open\"]");
    assert_ne!(open, read(&game));
    std::fs::write(&copies, [read(&parted), read(&game), open.clone()].concat()).expect("written");
    let told = stdout(&verify(&game, &copies, &[]));
    assert!(told.contains("2 of 2 commitments"), "{told}");
    std::fs::write(&copies, open).expect("written");
    let refused = verify(&game, &copies, &[]);
    assert!(stderr(&refused).contains("is of another variant there"));
    let found = verify(&exchanged, &copy, &[]);
    assert_eq!(found.status.code(), Some(1));
    assert!(stdout(&found).contains("has another commitment than during the game"));
}

#[test]
fn a_game_that_ended_before_its_first_action_is_taken_back_and_begun_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.pgn");
    let path = file.to_str().expect("a plain path");
    for (script, moves) in [
        ("resign\nundo\ne4\nquit\n", "chess e2e4\n"),
        ("draw\nundo\nd4\nquit\n", "chess d2d4\n"),
    ] {
        let played = scripted(&["play", "chess", "--file", path], script, folder.path());
        assert!(played.status.success(), "{}", stderr(&played));
        assert_eq!(
            stdout(&manifold(&["convert", path, "--to", "moves"])),
            moves
        );
        std::fs::remove_file(&file).expect("removed");
    }
    let again = ["play", "chess", "--file", path];
    let played = scripted(&again, "resign\nreset\nc4\nquit\n", folder.path());
    assert!(stdout(&played).contains("The game so far is kept"));
    let next = folder.path().join("game-2.pgn");
    let next = next.to_str().expect("a plain path");
    assert_eq!(
        stdout(&manifold(&["convert", next, "--to", "moves"])),
        "chess c2c4\n"
    );
    let record = std::fs::read_to_string(&file).expect("the game so far");
    assert!(record.contains("[Result \"0-1\"]"), "{record}");
}

#[test]
fn a_game_with_more_than_our_records_keep_is_not_gone_on_with_in_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.pgn");
    let path = file.to_str().expect("a plain path");
    let record = "[Result \"*\"]\n\n1. e4! (1. d4 d5) 1... e5 *\n";
    std::fs::write(&file, record).expect("written");
    let resume = ["play", "--resume", path];
    let refused = scripted(&resume, "Nf3\nquit\n", folder.path());
    assert_eq!(refused.status.code(), Some(2));
    let error = stderr(&refused);
    assert!(
        error.contains("would lose 1 variation, 1 annotation glyph"),
        "{error}"
    );
    assert!(error.contains("manifold convert"), "{error}");
    assert_eq!(std::fs::read_to_string(&file).expect("read"), record);
    let copy = stdout(&manifold(&["convert", path]));
    std::fs::write(&file, copy).expect("written");
    let resumed = scripted(&resume, "Nf3\nquit\n", folder.path());
    assert!(resumed.status.success(), "{}", stderr(&resumed));
}

#[test]
fn more_games_of_a_demonstration_than_can_be_played_are_refused() {
    for games in ["10001", "18446744073709551615"] {
        let output = manifold(&["demo", "--data", "/no/such/place", "--games", games]);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            stderr(&output).contains("from 0 to 10000"),
            "{}",
            stderr(&output)
        );
    }
}

#[test]
fn a_record_with_commitments_and_without_the_identifier_of_its_game_is_said_to_lack_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.pgn");
    let path = file.to_str().expect("a plain path");
    let script = "Ng1^1@f5\nresign\nquit\n";
    let arguments = ["play", "hyperspace", "--file", path, "--open-table"];
    let played = scripted(&arguments, script, folder.path());
    assert!(played.status.success(), "{}", stderr(&played));
    let record = std::fs::read_to_string(&file).expect("the record");
    let mut lines: Vec<&str> = record.lines().collect();
    lines.retain(|line| !line.starts_with("[GameId "));
    std::fs::write(&file, lines.join("\n")).expect("written");
    let verified = manifold(&["verify", path]);
    assert_eq!(verified.status.code(), Some(1), "{verified:?}");
    let said = stdout(&verified);
    assert!(said.contains("the record has no tag GameId"), "{said}");
    assert!(!said.contains("no commitment and salt"), "{said}");
}

#[test]
fn a_comment_on_an_action_of_which_a_reader_may_not_know_all_is_not_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.pgn");
    let path = file.to_str().expect("a plain path");
    let record = "[Variant \"hyperspace\"]\n\n1. Ng1^2@f3 {heading for f3} e5 {well met} *\n";
    std::fs::write(&file, record).expect("written");
    for (viewer, sees) in [("spectator", false), ("black", false), ("white", true)] {
        let replayed = manifold(&["replay", path, "--viewer", viewer, "--at", "1"]);
        let converted = manifold(&["convert", path, "--viewer", viewer]);
        for output in [replayed, converted] {
            let text = stdout(&output);
            assert!(output.status.success(), "{}", stderr(&output));
            assert_eq!(text.contains("heading"), sees, "{viewer}: {text}");
        }
        let next = stdout(&manifold(&[
            "replay", path, "--viewer", viewer, "--at", "2",
        ]));
        assert!(next.contains("well met"), "{viewer}: {next}");
    }
}

#[test]
fn what_a_player_saves_in_the_middle_of_a_game_against_the_computer_has_none_of_its_squares() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (game, copy, after) = (path("game.pgn"), path("copy.pgn"), path("after.pgn"));
    let two = ["play", "hyperspace", "--file", &game, "--open-table"];
    let played = scripted(&two, "Ng1^3@f3\nNb8^3@c6\nquit\n", folder.path());
    assert!(played.status.success(), "{}", stderr(&played));
    let script = format!("save {copy}\nresign\nundo\nsave {after}\nquit\n");
    let resumed = [
        "play", "--resume", &game, "--white", "human", "--black", "random",
    ];
    let resumed = scripted(&resumed, &script, folder.path());
    assert!(resumed.status.success(), "{}", stderr(&resumed));
    let read = |path| std::fs::read_to_string(path).expect("a record");
    let copy = read(&copy);
    assert!(copy.contains("@f3") && !copy.contains("@c6"), "{copy}");
    // A finished game has no secrets, and cannot be resumed.
    assert!(read(&after).contains("@c6"));
    let told = stdout(&resumed);
    assert!(told.contains("this game cannot go on"), "{told}");
}

#[test]
fn a_broken_game_is_reported_and_the_good_ones_are_converted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.pgn");
    let game = |moves: &str| format!("[Variant \"hyperspace\"]\n\n{moves} *\n\n");
    let text = [game("1. e4 e5"), game("1. e4 e4"), game("1. d4")].concat();
    std::fs::write(&file, text).expect("written");
    let output = manifold(&[
        "convert",
        file.to_str().expect("a plain path"),
        "--to",
        "moves",
    ]);
    assert_eq!(stdout(&output), "hyperspace e2e4 e7e5\nhyperspace d2d4\n");
    assert_ne!(output.status.code(), Some(0));
    let error = stderr(&output);
    assert!(
        error.contains("game 2") && error.contains("line 7") && error.contains("1... e4"),
        "{error}"
    );
}

#[test]
fn rubbish_at_every_command_is_an_error_and_no_crash() {
    for arguments in [
        &["moves", "hyperspace", "--play", "💥"][..],
        &["perft", "hidden960", "-1"],
        &["pair", "--round-robin", "4", "--check"],
        &["pair", "/dev/null", "--double"],
        &["analyse", "chess", "--play", "e2e4", "--number", "7"],
        &["play", "--resume", "/dev/null", "--time", "300+3"],
        &[
            "match",
            "chess",
            "random",
            "random",
            "--concurrency",
            "5000",
        ],
        &["perft", "hidden960", "x"],
        &["show", "dmchess", "--viewer", "nobody"],
        &["replay", "/no/such/file"],
        &["convert", "/dev/null"],
        &["verify", "/dev/null"],
        &["play", "hyperspace", "--time", "soon"],
        &["play", "--resume", "/no/such/file"],
        &["moves", "hyperspace", "--max-delay", "100"],
        &["frobnicate"],
    ] {
        let output = manifold(arguments);
        assert!(
            matches!(output.status.code(), Some(1 | 2)),
            "{arguments:?}: {output:?}"
        );
        assert!(!output.stderr.is_empty(), "{arguments:?}");
        assert!(!stderr(&output).contains("panicked"), "{arguments:?}");
    }
}

#[test]
fn completions_are_printed_for_the_usual_shells() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(stdout(&manifold(&["completions", shell])).contains("manifold"));
    }
}

#[test]
fn the_engine_answers_in_every_game_with_a_legal_action_and_always_the_same() {
    for game in games() {
        let arguments = [
            "bestmove", game, "--nodes", "500", "--seed", "3", "--level", "5",
        ];
        let chosen = stdout(&manifold(&arguments));
        let action = chosen.trim_end();
        assert_eq!(chosen, format!("{action}\n"), "{game}");
        assert_eq!(stdout(&manifold(&arguments)), chosen, "{game}");
        let played = manifold(&["status", game, "--play", action]);
        assert!(played.status.success(), "{game}: {action}");
    }
}

#[test]
fn the_engine_does_not_see_the_other_players_square() {
    let answer = |square: &str| {
        let line = format!("e2e4 e7e5 g1^2@{square}");
        stdout(&manifold(&[
            "bestmove",
            "hyperspace",
            "--play",
            &line,
            "--nodes",
            "3000",
        ]))
    };
    assert_eq!(answer("f3"), answer("d5"));
    assert_eq!(answer("f3"), answer("h8"));
}

#[test]
fn the_engine_has_no_answer_when_the_game_is_over() {
    let over = manifold(&["bestmove", "hyperspace", "--play", "f2f3 e7e5 g2g4 d8h4"]);
    assert_eq!(over.status.code(), Some(2));
    assert!(stdout(&over).is_empty());
    assert!(stderr(&over).contains("the game is over"));
}

#[test]
fn the_menu_offers_the_machine_at_a_level() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.pgn");
    let path = file.to_str().expect("a plain path");
    let played = scripted(
        &["play", "--file", path],
        "1\n2\n9\n1\ne4\nquit\n",
        folder.path(),
    );
    assert!(played.status.success(), "{}", stderr(&played));
    assert!(stdout(&played).contains("Type a number from 1 to 8"));
    let record = std::fs::read_to_string(&file).expect("a record");
    assert!(record.contains("[Black \"Computer, level 1\"]"), "{record}");
    let moves = stdout(&manifold(&["convert", path, "--to", "moves"]));
    assert_eq!(moves.split_whitespace().count(), 3, "{moves}");
}

#[test]
fn the_array_of_chess960_is_chosen_by_its_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let begin = |game: &str, number: &str| {
        let path = folder.path().join(format!("{number}.pgn"));
        let path = path.to_str().expect("a plain path");
        let more = [
            "--white", "random", "--black", "random", "--seed", "1", "--file", path,
        ];
        manifold(&[&["play", game, "--start", number][..], &more[..]].concat())
    };
    assert!(begin("chess:960", "0").status.success());
    let record = std::fs::read_to_string(folder.path().join("0.pgn")).expect("a record");
    assert!(record.contains("[FEN \"bbqnnrkr/pppppppp/"), "{record}");
    for (game, number, said) in [
        ("chess:960", "960", "0 to 959"),
        ("hidden960", "1", "number 0"),
    ] {
        let refused = begin(game, number);
        assert_eq!(refused.status.code(), Some(2));
        assert!(stderr(&refused).contains(said), "{}", stderr(&refused));
    }
}

#[test]
fn records_in_iso_8859_1_are_read_as_the_standard_of_pgn_has_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("old.pgn");
    let game =
        b"[Event \"M\xfcnchen\"]\n[White \"P\xe9ter\"]\n[Result \"*\"]\n\n1. e4 e5 {sch\xf6n} *\n";
    std::fs::write(&path, game).expect("a file");
    let path = path.to_str().expect("a path");
    let converted = stdout(&manifold(&["convert", path]));
    for name in ["München", "Péter", "schön"] {
        assert!(converted.contains(name), "{name}: {converted}");
    }
}

#[test]
fn a_game_that_begins_as_usual_is_a_line_of_moves_also_if_its_record_says_where_it_begins() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.pgn");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let other = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for (text, is_line) in [(start, true), (other, false)] {
        let game = format!("[SetUp \"1\"]\n[FEN \"{text}\"]\n[Result \"*\"]\n\n1. e4 *\n");
        std::fs::write(&path, game).expect("a file");
        let converted = manifold(&["convert", path.to_str().expect("a path"), "--to", "moves"]);
        assert_eq!(
            converted.status.success(),
            is_line,
            "{}",
            stderr(&converted)
        );
        assert_eq!(stdout(&converted) == "chess e2e4\n", is_line);
    }
}

#[test]
fn a_capture_en_passant_may_be_marked_as_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.pgn");
    for capture in ["exf6", "exf6e.p.", "exf6 e.p.", "exf6e.p.!"] {
        std::fs::write(&path, format!("1. e4 d5 2. e5 f5 3. {capture} g6 *\n")).expect("a file");
        let line = manifold(&["convert", path.to_str().expect("a path"), "--to", "moves"]);
        assert_eq!(
            stdout(&line),
            "chess e2e4 d7d5 e4e5 f7f5 e5f6 g7g6\n",
            "{capture}"
        );
    }
}

#[test]
fn an_action_that_begins_with_a_hyphen_is_refused_as_any_other() {
    let refused = manifold(&["status", "hyperspace", "--play", "--"]);
    assert_eq!(refused.status.code(), Some(2));
    let problem = stderr(&refused);
    assert!(
        problem.starts_with("manifold: action 1 (“--”): "),
        "{problem}"
    );
    assert_eq!(problem.lines().count(), 1, "{problem}");
}

#[test]
fn the_record_of_a_game_that_is_over_is_replayed_with_all_squares_for_everybody() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.pgn");
    for (moves, is_shown) in [
        ("1. Bc1^3@f4 e5 2. f3 a6 3. g4 Qh4# 0-1", true),
        ("1. Bc1^3@f4 e5 2. f3 a6 3. g4 *", false),
    ] {
        let game = format!("[Variant \"hyperspace\"]\n\n{moves}\n");
        std::fs::write(&path, game).expect("a file");
        let path = path.to_str().expect("a path");
        let replayed = manifold(&["replay", path, "--viewer", "spectator", "--at", "1"]);
        assert!(replayed.status.success(), "{}", stderr(&replayed));
        assert_eq!(
            stdout(&replayed).contains("@f4"),
            is_shown,
            "{}",
            stdout(&replayed)
        );
    }
}

#[test]
fn a_finished_game_is_shown_with_how_it_ended() {
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    for (game, play, ending) in [
        (
            "chess",
            "f2f3 e7e5 g2g4 d8h4",
            "0-1  Black wins by checkmate.",
        ),
        (
            "hyperspace",
            "f2f3 e7e5 g2g4 d8h4",
            "0-1  Black wins by checkmate.",
        ),
        ("chess", shuffle, "1/2-1/2  Draw by threefold repetition."),
    ] {
        let shown = stdout(&manifold(&["show", game, "--play", play]));
        assert!(shown.contains("the game is over"), "{shown}");
        assert!(!shown.contains("to move"), "{shown}");
        // The position stays on the line where programs read it.
        let lines: Vec<&str> = shown.lines().rev().take(3).collect();
        assert!(lines[0].contains(" w "), "{shown}");
        assert_eq!(lines[1..], ["", ending], "{shown}");
    }
    let shown = stdout(&manifold(&["show", "chess", "--play", "e2e4"]));
    assert!(
        shown.contains("black to move") && !shown.contains("over"),
        "{shown}"
    );
}
