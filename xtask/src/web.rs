//! The web client: its packages, its build and its tests.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};

use crate::process::{beside, output, root, run};
use crate::tools;

/// The client's sources: if none of them is newer than the built client, that is not built again.
const SOURCES: [&str; 8] = [
    "../docs/regulations.md",
    "index.html",
    "package.json",
    "package-lock.json",
    "public",
    "src",
    "tsconfig.json",
    "vite.config.ts",
];

/// The directory of the built client.
pub(crate) fn dist() -> PathBuf {
    directory().join("dist")
}

/// Packages of the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packages {
    /// Those of which it is built, and what builds it.
    OfBuild,
    /// Those that check and test it as well: eight times as many.
    All,
}

/// Builds the client unless it is built: fetches its packages if the lock file has changed since they were fetched.
/// Says nothing unless it fails. Types are no part of what is built: `npm run check` looks at them.
pub(crate) fn build(packages: Packages) -> Result<()> {
    install(packages)?;
    if is_built() {
        return Ok(());
    }
    output(npm().args(["run", "build"])).map(drop)
}

/// Builds the client while something else is done. Both are waited for.
pub(crate) fn build_beside<T>(packages: Packages, other: impl FnOnce() -> Result<T>) -> Result<T> {
    beside(|| build(packages).context("the web client"), other)
}

/// Checks the sources of the client, which is built with all packages, and runs its own tests.
pub(crate) fn check() -> Result<()> {
    for script in ["check", "test"] {
        let said = output(npm().args(["run", script]))?;
        print!("{}", String::from_utf8_lossy(&said));
    }
    Ok(())
}

/// Runs the tests of the whole in a headless Chromium against freshly started servers, the slow ones only if `long`.
pub(crate) fn test(program: &Path, long: bool) -> Result<()> {
    let chromium = chromium()?;
    // Some tests put the server's clock forward.
    tools::debian(&[("faketime", "faketime")])?;
    let mut command = npm();
    command
        .args(["run", "e2e"])
        .env("CHROMIUM", chromium)
        .env("MANIFOLD_BIN", program);
    if let Some(shell) = headless_shell() {
        command.env("CHROMIUM_HEADLESS_SHELL", shell);
    }
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

fn install(packages: Packages) -> Result<()> {
    if is_installed(packages) {
        return Ok(());
    }
    let mut command = npm();
    command.args(["ci", "--no-audit", "--no-fund"]);
    if packages == Packages::OfBuild {
        command.arg("--omit=dev");
    }
    output(&mut command)
        .context("the web client needs Node 20.19 or later with npm")
        .map(drop)
}

/// Whether the built client is newer than all that it is made of.
fn is_built() -> bool {
    let built = dist().join("index.html").metadata();
    let Ok(built) = built.and_then(|about| about.modified()) else {
        return false;
    };
    SOURCES
        .iter()
        .all(|source| newest(&directory().join(source)).is_some_and(|newest| newest < built))
}

/// The types of the API, which other scripts of the client make again from the server's document. Nothing of them is built.
const GENERATED: &str = "schema.d.ts";

/// The time of the last change to a file, or to anything below a directory. A directory changes as well, when something in it is
/// removed.
fn newest(path: &Path) -> Option<SystemTime> {
    let mut newest = path.metadata().and_then(|about| about.modified()).ok()?;
    if path.is_dir() {
        for entry in path.read_dir().ok()? {
            let entry = entry.ok()?;
            if entry.file_name() != GENERATED {
                newest = newest.max(self::newest(&entry.path())?);
            }
        }
    }
    Some(newest)
}

/// Whether the packages are those of the lock file: npm leaves a copy of it where it has installed.
fn is_installed(packages: Packages) -> bool {
    // One of those that only checks need.
    if packages == Packages::All && !directory().join("node_modules/typescript").exists() {
        return false;
    }
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
    tools::debian(&[("chromium", "chromium")])?;
    match found() {
        Some(path) => Ok(path),
        None => bail!("there is no Chromium: install one and say in CHROMIUM where it is"),
    }
}

/// Debian's Chromium without a window, which most tests are content with and which needs a third less of the processor. Where it
/// cannot be had, or `CHROMIUM` names another browser, they are run in the whole one.
fn headless_shell() -> Option<PathBuf> {
    const PROGRAM: &str = "chromium-headless-shell";
    if env::var_os("CHROMIUM").is_some() {
        return None;
    }
    if let Err(error) = tools::debian(&[(PROGRAM, PROGRAM)]) {
        eprintln!("xtask: no {PROGRAM}, so all browser tests are run in Chromium: {error:#}");
    }
    Some(Path::new("/usr/bin").join(PROGRAM)).filter(|path| path.exists())
}
