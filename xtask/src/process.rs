//! Starting other programs, cargo above all, in the directory of the project.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::{Context, Result, bail};

use crate::x86_64_v3::has_x86_64_v3;

/// The directory of the project.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The directory in which cargo builds.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Runs a program to its end; an error if it fails.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .with_context(|| format!("cannot start {}", command.get_program().display()))?;
    if !status.success() {
        bail!("{} ended with {status}", command.get_program().display());
    }
    Ok(())
}

/// Runs a program and returns what it printed; an error, with what it said, if it fails.
pub(crate) fn output(command: &mut Command) -> Result<Vec<u8>> {
    let name = command.get_program().display().to_string();
    let output = command
        .output()
        .with_context(|| format!("cannot start {name}"))?;
    if !output.status.success() {
        bail!(
            "{name} ended with {}\n{}{}",
            output.status,
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(output.stdout)
}

/// Does two things at the same time and waits for both.
pub(crate) fn beside<T>(
    first: impl FnOnce() -> Result<()> + Send,
    second: impl FnOnce() -> Result<T>,
) -> Result<T> {
    thread::scope(|scope| {
        let first = scope.spawn(first);
        let second = second();
        match first.join() {
            Ok(first) => first?,
            Err(panic) => std::panic::resume_unwind(panic),
        }
        second
    })
}

pub(crate) fn cargo(arguments: &[&str]) -> Result<()> {
    run(cargo_command().args(arguments))
}

pub(crate) fn cargo_command() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    // Of the cargo that runs this. Build scripts are told their own; but some are run again when these change, and all that depends on
    // them is compiled again, whenever somebody has called cargo themselves in between.
    for (name, _) in env::vars_os() {
        let of_package = |prefix: &str| name.to_string_lossy().starts_with(prefix);
        if of_package("CARGO_PKG_") || of_package("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    command
}

/// The profile with which the program is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// As people get it, with the web client inside.
    Release,
    /// Nearly as fast and built much sooner, for the processor at hand. The web client is not inside: it is served
    /// from `web/dist`, so that both are built at the same time and a change of one does not build the other.
    Play,
}

impl Profile {
    fn name(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Play => "play",
        }
    }
}

/// The variable with the flags of the compiler.
const FLAGS: &str = "RUSTFLAGS";

/// Builds the program `manifold` and says where it is.
pub(crate) fn build(profile: Profile) -> Result<PathBuf> {
    let mut command = cargo_command();
    command.args(["build", "--locked", "--package", "manifold", "--profile"]);
    command.arg(profile.name());
    if profile == Profile::Play {
        command.env("MANIFOLD_WEB_DIST", "none");
        // It runs where it is built. Whoever has flags of their own knows better.
        if has_x86_64_v3() && env::var_os(FLAGS).is_none() {
            command.env(FLAGS, "-C target-cpu=x86-64-v3");
        }
    }
    run(&mut command)?;
    Ok(program(profile.name()))
}

/// Builds the program `manifold` as people get it, for processors from this one on, and says where it is. It has a directory of its own:
/// nothing that is compiled for it serves another.
pub(crate) fn build_for(processor: &str) -> Result<PathBuf> {
    let directory = target().join(processor);
    let mut command = cargo_command();
    command.args(["build", "--locked", "--package", "manifold", "--release"]);
    command.arg("--target-dir").arg(&directory);
    command.env(FLAGS, format!("-C target-cpu={processor}"));
    run(&mut command)?;
    Ok(directory.join("release/manifold"))
}

/// The program `manifold` that cargo puts in a directory of this name; `debug` is also that of the tests.
pub(crate) fn program(directory: &str) -> PathBuf {
    let name = format!("manifold{}", env::consts::EXE_SUFFIX);
    target().join(directory).join(name)
}
