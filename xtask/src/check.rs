//! `cargo xtask test`: everything that must hold before a change lands.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::process::{cargo, cargo_command, program, run, target};
use crate::{contract, package, picture, tools, web};

/// Runs every check, the slow tests only if `long`. What needs the same artefacts uses the same profile, so that nothing is
/// compiled twice: lints and documents share one set of metadata, and all that starts the program starts the one that was
/// built for its tests, which looks for overflows and broken promises as well.
pub(crate) fn test(long: bool) -> Result<()> {
    cargo(&["fmt", "--all", "--check"])?;
    picture::check()?;
    tools::deny()?;
    // Nothing here looks at the clock, so the client's own checks may run beside it.
    web::check_beside(|| {
        cargo(&[
            "clippy",
            "--workspace",
            "--all-targets",
            "--locked",
            "--",
            "--deny",
            "warnings",
        ])?;
        run(cargo_command()
            .args([
                "doc",
                "--workspace",
                "--no-deps",
                "--locked",
                "--document-private-items",
            ])
            .env("RUSTDOCFLAGS", "--deny warnings"))
    })?;
    cargo(&["test", "--workspace", "--locked"])?;
    if long {
        cargo(&["test", "--workspace", "--locked", "--", "--ignored"])?;
    }
    let program = program("debug");
    contract::test(&program)?;
    faults(&program)?;
    web::test(&program, long)?;
    package::test(&program)
}

/// Injects a few hundred faults, by the example that was built together with the tests. What it needs is installed from
/// Debian where it is missing.
fn faults(program: &Path) -> Result<()> {
    let is_there = |tool: &&str| Path::new("/usr/bin").join(tool).exists();
    if !["fiu-ctrl", "faketime"].iter().all(is_there) {
        run(Command::new("apt-get").arg("update"))?;
        run(Command::new("apt-get")
            .args(["install", "--yes", "--no-install-recommends"])
            .args(["fiu-utils", "faketime"]))?;
    }
    let example = target().join("debug").join("examples").join("faults");
    run(Command::new(example)
        .args(["--all-kinds", "--count", "300", "--program"])
        .arg(program))
}
