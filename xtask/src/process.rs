//! Runs other programs, mostly cargo, in the directory of the project.

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

/// Runs a program and returns its output; if it fails, an error that contains the output.
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

/// Runs two functions in parallel and waits for both.
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
    // Remove the variables that the outer cargo sets. Build scripts get their own values, but some scripts rerun when these change, so they
    // and everything that depends on them would be rebuilt whenever somebody has called cargo directly in between.
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
    /// The release build, with the web client embedded.
    Release,
    /// Nearly as fast and much quicker to build, for the processor at hand. The web client is not embedded but served from `web/dist`, so
    /// that both are built in parallel and a change of one does not rebuild the other.
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

/// The environment variable for compiler flags.
const FLAGS: &str = "RUSTFLAGS";

/// Builds the program `manifold` and returns its path.
pub(crate) fn build(profile: Profile) -> Result<PathBuf> {
    let mut command = cargo_command();
    command.args(["build", "--locked", "--package", "manifold", "--profile"]);
    command.arg(profile.name());
    if profile == Profile::Play {
        command.env("MANIFOLD_WEB_DIST", "none");
        // It runs on the machine that builds it. Flags of the caller take precedence.
        if has_x86_64_v3() && env::var_os(FLAGS).is_none() {
            command.env(FLAGS, "-C target-cpu=x86-64-v3");
        }
    }
    run(&mut command)?;
    Ok(program(profile.name()))
}

/// Makes a release build of the program `manifold` that requires at least this processor, and returns its path. It has a target
/// directory of its own, as it shares no artefacts with other builds.
pub(crate) fn build_for(processor: &str) -> Result<PathBuf> {
    let directory = target().join(processor);
    let mut command = cargo_command();
    command.args(["build", "--locked", "--package", "manifold", "--release"]);
    command.arg("--target-dir").arg(&directory);
    command.env(FLAGS, format!("-C target-cpu={processor}"));
    run(&mut command)?;
    Ok(directory.join("release/manifold"))
}

/// The path of the program `manifold` in this directory of cargo's target directory; `debug` also has the one of the tests.
pub(crate) fn program(directory: &str) -> PathBuf {
    let name = format!("manifold{}", env::consts::EXE_SUFFIX);
    target().join(directory).join(name)
}
