//! Runs the program for the tests.

pub(crate) mod server;

use std::io::Write;
use std::process::{Command, Output, Stdio};

pub(crate) fn manifold(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_manifold"))
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// Runs the program with a script at standard input. Standard output is as set in the command.
pub(crate) fn scripted(program: &mut Command, script: &str) -> Output {
    let mut child = program
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that has ended stops reading: ignore the broken pipe, and judge its output.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(script.as_bytes());
    child.wait_with_output().expect("the program ends")
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}
