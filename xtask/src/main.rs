//! Chores of the project. `cargo xtask play` and `cargo xtask test` are the two that everybody needs.

mod engine;
mod web;

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

const HELP: &str = "\
cargo xtask play [ARGUMENTS]   build everything and start the server to play in the browser (`manifold serve ARGUMENTS`)
cargo xtask terminal [ARGUMENTS]   build the program and play in the terminal (`manifold play ARGUMENTS`)
cargo xtask test               everything that must hold: format, lints, tests, documents, the browser
cargo xtask test --long        the same with the slow tests
cargo xtask bench              measure against peers; writes target/bench/summary.json and engine.json
cargo xtask strength [--games N] [--movetime MS] [GAME …]
                               play the engine against the simple opponents; prints rows for docs/strength.md
cargo xtask load [ARGUMENTS]   load a release server with thousands of games (--games N, --rate N, --lean)
cargo xtask fuzz [SECONDS]     feed rubbish to every parser, SECONDS each (default 60)";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["play", rest @ ..] => web::build().and_then(|()| manifold("serve", rest)),
        ["terminal", rest @ ..] => manifold("play", rest),
        ["test"] => test(false),
        ["test", "--long"] => test(true),
        ["bench", rest @ ..] => bench(rest).and_then(|()| engine::bench()),
        ["strength", rest @ ..] => engine::strength(rest),
        ["load", rest @ ..] => load(rest),
        ["fuzz"] => fuzz("60"),
        ["fuzz", seconds] => fuzz(seconds),
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Builds the program as people get it, and says where it is.
fn build_release() -> Result<PathBuf> {
    cargo(&["build", "--release", "--locked", "--package", "manifold"])?;
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    Ok(target
        .join("release")
        .join(format!("manifold{}", env::consts::EXE_SUFFIX)))
}

/// Builds the release and runs one of its commands.
fn manifold(name: &str, arguments: &[&str]) -> Result<()> {
    let mut command = cargo_command();
    command.args([
        "run",
        "--release",
        "--locked",
        "--package",
        "manifold",
        "--",
        name,
    ]);
    run(command.args(arguments))
}

/// Runs everything that must hold before a change lands.
fn test(long: bool) -> Result<()> {
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--locked",
        "--",
        "--deny",
        "warnings",
    ])?;
    // The tests of the program run it, built as people get it: with the web client inside.
    web::build()?;
    cargo(&["build", "--release", "--locked", "--package", "manifold"])?;
    cargo(&["test", "--workspace", "--locked"])?;
    if long {
        cargo(&["test", "--workspace", "--locked", "--", "--ignored"])?;
    }
    web::test(long)?;
    run(cargo_command()
        .args([
            "doc",
            "--workspace",
            "--no-deps",
            "--locked",
            "--document-private-items",
        ])
        .env("RUSTDOCFLAGS", "--deny warnings"))
}

/// Runs the benchmarks, which print a table and write the summary.
fn bench(arguments: &[&str]) -> Result<()> {
    let mut command = cargo_command();
    command.args([
        "bench",
        "--locked",
        "--package",
        "manifold-rules",
        "--bench",
        "speed",
        "--",
    ]);
    run(command.args(arguments))
}

/// Builds the server as people get it and lets many games be played on it.
fn load(arguments: &[&str]) -> Result<()> {
    let program = build_release()?;
    let mut command = cargo_command();
    command.args([
        "run",
        "--profile",
        "load",
        "--locked",
        "--package",
        "manifold-server",
        "--example",
        "load",
        "--",
        "--program",
    ]);
    run(command.arg(program).args(arguments))
}

/// Runs the fuzz targets at length: the same properties as the tests, with many more inputs.
fn fuzz(seconds: &str) -> Result<()> {
    let mut command = cargo_command();
    command.args([
        "test",
        "--release",
        "--locked",
        "--package",
        "manifold-rules",
        "--test",
        "rubbish",
    ]);
    run(command.env("MANIFOLD_FUZZ_SECONDS", seconds))
}

fn cargo(arguments: &[&str]) -> Result<()> {
    run(cargo_command().args(arguments))
}

fn cargo_command() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// The directory of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn run(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .with_context(|| format!("cannot start {}", command.get_program().display()))?;
    if !status.success() {
        bail!("{} ended with {status}", command.get_program().display());
    }
    Ok(())
}
