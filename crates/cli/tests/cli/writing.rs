//! Output that cannot be written, or that nobody reads.

use std::process::{Command, Stdio};

use crate::support::{scripted, stderr};

/// A full disk refuses every byte.
#[test]
fn what_cannot_be_written_is_a_failure_and_a_reader_that_has_gone_is_none() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = folder.path().join("game.pgn");
    std::fs::write(&record, "1. e4 e5 *\n").expect("written");
    let record = record.to_str().expect("a path");
    let commands: &[&[&str]] = &[
        &["--version"],
        &["--help"],
        &["perft", "--version"],
        &["help", "moves"],
        &["engine"],
        &["moves", "chess"],
        &["perft", "chess", "1"],
        &["status", "chess"],
        &["show", "chess"],
        &["show", "chess", "--json"],
        &["rules", "chess"],
        &["bestmove", "chess", "--nodes", "1"],
        &["analyse", "chess", "--nodes", "1"],
        &["convert", record],
        &["convert", record, "--to", "json"],
        &["replay", record],
        &["completions", "bash"],
        &["pair", "--round-robin", "4"],
        &["rate", "1500", "200", "0.06", "--games", "1400,30,1"],
    ];
    for arguments in commands {
        let run = |out: Stdio| {
            let mut program = Command::new(env!("CARGO_BIN_EXE_manifold"));
            scripted(program.args(*arguments).stdout(out), "uci\nquit\n")
        };
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let output = run(full.expect("a device").into());
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {said}");
        assert!(said.starts_with("manifold: "), "{arguments:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{arguments:?}: {said}");
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = run(writer.into());
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        assert_eq!(stderr(&output), "", "{arguments:?}");
    }
}
