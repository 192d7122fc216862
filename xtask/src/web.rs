//! The web client: its packages, its build and its tests.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, bail};

use crate::process::{beside, output, root, run};
use crate::tools;

/// The client's sources: if none of them is newer than the built client, it is not rebuilt.
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

/// A set of the client's packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packages {
    /// The packages that the build needs.
    OfBuild,
    /// Also the packages for checks and tests: eight times as many.
    All,
}

/// Builds the client unless it is up to date; fetches its packages first if the lock file has changed. Prints nothing unless it fails.
/// The build does not check types: `npm run check` does.
pub(crate) fn build(packages: Packages) -> Result<()> {
    install(packages)?;
    if is_built() {
        return Ok(());
    }
    output(npm().args(["run", "build"])).map(drop)
}

/// Builds the client while running something else, and waits for both.
pub(crate) fn build_beside<T>(packages: Packages, other: impl FnOnce() -> Result<T>) -> Result<T> {
    beside(|| build(packages).context("the web client"), other)
}

/// Checks the client's sources and runs its unit tests; all packages must be installed.
pub(crate) fn check() -> Result<()> {
    for script in ["check", "test"] {
        let said = output(npm().args(["run", script]))?;
        print!("{}", String::from_utf8_lossy(&said));
    }
    Ok(())
}

/// Runs the end-to-end tests in a headless Chromium against freshly started servers, the slow ones only if `long`.
pub(crate) fn test(program: &Path, long: bool) -> Result<()> {
    let chromium = chromium()?;
    // Some tests advance the server's clock.
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

/// Whether the built client is newer than all its sources.
fn is_built() -> bool {
    let built = dist().join("index.html").metadata();
    let Ok(built) = built.and_then(|about| about.modified()) else {
        return false;
    };
    SOURCES
        .iter()
        .all(|source| newest(&directory().join(source)).is_some_and(|newest| newest < built))
}

/// The types of the API, which other scripts of the client regenerate from the server's document. They do not affect the build.
const GENERATED: &str = "schema.d.ts";

/// The time of the last change to a file, or to anything below a directory. The directory itself counts, too, as it changes when
/// something in it is removed.
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

/// Whether the installed packages match the lock file: npm leaves a copy of it in `node_modules`.
fn is_installed(packages: Packages) -> bool {
    // A package that only the checks need.
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

/// The path of Chromium: from `CHROMIUM`, or the system's; Debian's package is installed if there is none.
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

/// Debian's headless Chromium, which suffices for most tests and needs a third less CPU time. If it is not available, or `CHROMIUM`
/// names another browser, all tests run in the full browser.
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
