//! `cargo xtask test`: everything that must hold before a change lands.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::process::{beside, cargo, cargo_command, output, program, root, run, target};
use crate::web::{self, Packages};
use crate::{contract, package, pairing, picture, tools};

/// The variable that says how many tests of a program run at the same time.
const TEST_THREADS: &str = "RUST_TEST_THREADS";

/// Runs every check, the slow tests only if `long`. Steps that need the same artefacts use the same profile, so that nothing is
/// compiled twice: lints and documents share one set of metadata, and all that starts the program starts the one that was built for
/// its tests, which looks for overflows and broken promises as well.
pub(crate) fn test(long: bool) -> Result<()> {
    // The client first, as the server's build looks whether it is there: what comes later would be compiled twice.
    step("format, licences, the web client's build", || {
        web::build_beside(Packages::All, || {
            cargo(&["fmt", "--all", "--check"])?;
            fuzz()?;
            picture::check()?;
            tools::deny()
        })
    })?;
    // Nothing here looks at the clock, so what needs no artefacts of the workspace may run beside it.
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
            // With examples, because only then cargo takes the features that libraries of the tests ask for, as it does for lints.
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
    // Neither looks at the clock, and each leaves processors idle while its programs wait for one another.
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

/// Makes sure that the fuzz targets, which are a workspace of their own, are formatted and would be built with what is locked there:
/// cargo fetches the few libraries that nothing else needs. Their code is compiled for the tests of their corpus.
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

/// Runs tests of all crates, without their examples: lints have looked at these. The tests of the server mostly wait, for a line or a
/// deadline: more of them run at the same time than there are processors, unless the caller has said how many.
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

/// Does one part of the tests, and says how long it took.
fn step(name: &str, part: impl FnOnce() -> Result<()>) -> Result<()> {
    let start = Instant::now();
    let result = part();
    eprintln!("xtask: {name}: {} s", start.elapsed().as_secs());
    result
}

/// Builds an example with the profile of the tests, so that nothing else is compiled for it, and says where it is. `cargo test` would
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

/// Plays a small tournament while the server is killed, and has another program pair and rank it from the exported file.
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
