//! `cargo xtask test`: all checks that must pass before a change lands.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::process::{beside, cargo, cargo_command, output, program, root, run, target};
use crate::web::{self, Packages};
use crate::{contract, package, pairing, picture, tools};

/// The environment variable for the number of tests of a program that run at the same time.
const TEST_THREADS: &str = "RUST_TEST_THREADS";

/// Runs every check, the slow tests only if `long`. Steps that need the same artefacts use the same profile, so that nothing is
/// compiled twice: lints and documents share one set of metadata, and every step that starts the program uses the one that was built
/// for its tests, which also checks for overflows and failed debug assertions.
pub(crate) fn test(long: bool) -> Result<()> {
    // Build the client first: the server's build checks whether it exists, and would be compiled again if it appeared later.
    step("format, licences, the web client's build", || {
        web::build_beside(Packages::All, || {
            cargo(&["fmt", "--all", "--check"])?;
            fuzz()?;
            picture::check()?;
            tools::deny()
        })
    })?;
    // Nothing in this step depends on timing, so checks that need no artefacts of the workspace may run in parallel.
    let others = || {
        web::check().context("the web client")?;
        tools::python("schemathesis")?;
        tools::python("gacrux").map(drop)
    };
    step("lints and documents", || {
        beside(others, || {
            cargo(&[
                "clippy",
                "--workspace",
                "--all-targets",
                "--locked",
                "--",
                "--deny",
                "warnings",
            ])?;
            // With examples, because only then cargo enables the features that dev-dependencies ask for, as it does for lints.
            run(cargo_command()
                .args(["doc", "--workspace", "--lib", "--bins", "--examples"])
                .args(["--no-deps", "--locked", "--document-private-items"])
                .env("RUSTDOCFLAGS", "--deny warnings"))
        })
    })?;
    step("Rust tests", || {
        rust_tests(&["--tests"])?;
        rust_tests(&["--doc"])?;
        if long {
            rust_tests(&["--tests", "--", "--ignored"])?;
        }
        Ok(())
    })?;
    let program = program("debug");
    // Neither depends on timing, and each leaves processors idle while its programs wait for each other.
    step("contract and pairing", || {
        beside(|| pairing::test(&program), || contract::test(&program))
    })?;
    step("faults", || faults(&program))?;
    if long {
        step("tournament", || tournament(&program))?;
    }
    step("browser tests", || web::test(&program, long))?;
    step("package", || package::test(&program))
}

/// Checks that the fuzz targets, which are a workspace of their own, are formatted and that their lock file is up to date: cargo
/// fetches the few libraries that nothing else needs. Their code is compiled for the tests that replay the corpus.
fn fuzz() -> Result<()> {
    let manifest = root().join("fuzz").join("Cargo.toml");
    run(cargo_command()
        .args(["fmt", "--check", "--manifest-path"])
        .arg(&manifest))?;
    output(
        cargo_command()
            .args([
                "metadata",
                "--locked",
                "--format-version",
                "1",
                "--manifest-path",
            ])
            .arg(&manifest),
    )
    .map(drop)
}

/// Runs the tests of all crates, without their examples, which the lints have checked. The server's tests mostly wait, for a connection
/// or a deadline, so more of them run at the same time than there are processors, unless the caller sets the number.
fn rust_tests(targets: &[&str]) -> Result<()> {
    let mut command = cargo_command();
    command
        .args(["test", "--workspace", "--locked"])
        .args(targets);
    if env::var_os(TEST_THREADS).is_none() {
        let processors = thread::available_parallelism()?.get();
        command.env(TEST_THREADS, (3 * processors).to_string());
    }
    run(&mut command)
}

/// Runs one step of the checks, and prints how long it took.
fn step(name: &str, part: impl FnOnce() -> Result<()>) -> Result<()> {
    let start = Instant::now();
    let result = part();
    eprintln!("xtask: {name}: {} s", start.elapsed().as_secs());
    result
}

/// Builds an example with the profile of the tests, so that nothing else is compiled for it, and returns its path. `cargo test` would
/// build it as a test.
fn example(name: &str) -> Result<PathBuf> {
    cargo(&[
        "build",
        "--workspace",
        "--locked",
        "--profile",
        "test",
        "--example",
        name,
    ])?;
    Ok(target().join("debug").join("examples").join(name))
}

/// Plays a small tournament while the server is killed again and again, and has another program pair and rank it from the exported
/// file.
fn tournament(program: &Path) -> Result<()> {
    let example = example("tournament")?;
    let file = target().join("tournament.trf");
    run(Command::new(example)
        .args(["--players", "24", "--rounds", "4"])
        .args(["--every", "3", "--kills", "20", "--program"])
        .arg(program)
        .arg("--trf")
        .arg(&file))?;
    pairing::test_file(program, &file)
}

/// Injects a few hundred faults.
fn faults(program: &Path) -> Result<()> {
    tools::debian(&[("fiu-ctrl", "fiu-utils"), ("faketime", "faketime")])?;
    let example = example("faults")?;
    run(Command::new(example)
        .args(["--all-kinds", "--count", "300", "--program"])
        .arg(program))
}
