//! The web client: its packages, its build and its tests.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{root, run};

/// Fetches the packages if the lock file has changed since they were fetched, and builds the client.
pub(crate) fn build() -> Result<()> {
    if !is_installed() {
        run(npm().args(["ci", "--no-audit", "--no-fund"]))
            .context("the web client needs Node 20.19 or later with npm")?;
    }
    run(npm().args(["run", "build"]))
}

/// Checks the client's sources and runs the tests of the built client: its own, and those of the whole in a headless Chromium against a
/// freshly started server, the slow ones only if `long`. Expects the release build of the program.
pub(crate) fn test(long: bool) -> Result<()> {
    run(npm().args(["run", "check"]))?;
    run(npm().args(["run", "test"]))?;
    let chromium = chromium()?;
    let mut command = npm();
    command.args(["run", "e2e"]).env("CHROMIUM", chromium);
    if !long {
        command.args(["--", "--grep-invert", "@long"]);
    }
    run(&mut command)
}

fn npm() -> Command {
    let mut command = Command::new("npm");
    command
        .current_dir(directory())
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    command
}

fn directory() -> PathBuf {
    root().join("web")
}

/// Whether the packages are those of the lock file: npm leaves a copy of it where it has installed.
fn is_installed() -> bool {
    let modified = |path: &str| {
        let file = directory().join(path);
        file.metadata().and_then(|about| about.modified()).ok()
    };
    match (
        modified("package-lock.json"),
        modified("node_modules/.package-lock.json"),
    ) {
        (Some(wanted), Some(installed)) => installed >= wanted,
        _ => false,
    }
}

/// The Chromium of `CHROMIUM` or of the system; Debian's is installed if there is none.
fn chromium() -> Result<PathBuf> {
    if let Some(path) = env::var_os("CHROMIUM") {
        return Ok(path.into());
    }
    let found = || {
        ["/usr/bin/chromium", "/usr/bin/chromium-browser"]
            .into_iter()
            .map(Path::new)
            .find(|path| path.exists())
            .map(Path::to_owned)
    };
    if let Some(path) = found() {
        return Ok(path);
    }
    run(Command::new("apt-get").arg("update"))?;
    run(Command::new("apt-get").args(["install", "--yes", "--no-install-recommends", "chromium"]))?;
    match found() {
        Some(path) => Ok(path),
        None => bail!("there is no Chromium: install one and say in CHROMIUM where it is"),
    }
}
