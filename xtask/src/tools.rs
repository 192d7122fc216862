//! Programs that do not come with cargo: found on the path, or installed once below `target/tools`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::process::{cargo_command, output, root, run, target};

/// The path of a tool from crates.io. A tool on the path is used as it is; otherwise this version is installed below the target
/// directory, as a debug build, which is quicker to compile.
fn tool(name: &str, version: &str) -> Result<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    let on_path = env::var_os("PATH")
        .iter()
        .flat_map(env::split_paths)
        .map(|directory| directory.join(&file))
        .find(|path| path.is_file());
    if let Some(path) = on_path {
        return Ok(path);
    }
    let tools = target().join("tools");
    // The version is part of the path, so a new version is installed when it changes.
    let directory = tools.join(format!("{name}-{version}"));
    let path = directory.join("bin").join(&file);
    if !path.is_file() {
        run(cargo_command()
            .args(["install", name, "--version", version])
            .args(["--locked", "--debug", "--root"])
            .arg(&directory)
            .env("CARGO_PROFILE_DEV_DEBUG", "false")
            .env("CARGO_TARGET_DIR", tools.join("build")))
        .with_context(|| format!("{name} {version} is needed"))?;
        // The build directory is not needed any more.
        let _ = std::fs::remove_dir_all(tools.join("build"));
    }
    Ok(path)
}

/// The directory of a Python environment below the target directory with the packages of `xtask/NAME/requirements.txt`, which are
/// installed unless they are up to date.
pub(crate) fn python(name: &str) -> Result<PathBuf> {
    let requirements = root().join("xtask").join(name).join("requirements.txt");
    let wanted = fs::read_to_string(&requirements)?;
    let directory = target().join("tools").join(name);
    let installed = directory.join("requirements.txt");
    if fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(directory);
    }
    let _ = fs::remove_dir_all(&directory);
    output(Command::new("python3").args(["-m", "venv"]).arg(&directory))
        .with_context(|| format!("{name} needs Python 3.11 or later and its module venv"))?;
    let mut install = Command::new(directory.join("bin/python"));
    install.args(["-m", "pip", "install", "--quiet", "--no-deps"]);
    output(install.arg("--requirement").arg(&requirements))?;
    // Written last, so that an interrupted installation is repeated.
    fs::write(&installed, wanted)?;
    Ok(directory)
}

/// Installs the Debian packages of missing programs, given pairs of a program and its package.
pub(crate) fn debian(programs: &[(&str, &str)]) -> Result<()> {
    let is_missing = |program: &str| !Path::new("/usr/bin").join(program).exists();
    let packages: Vec<&str> = (programs.iter())
        .filter(|(program, _)| is_missing(program))
        .map(|(_, package)| *package)
        .collect();
    if packages.is_empty() {
        return Ok(());
    }
    run(Command::new("apt-get").arg("update"))?;
    let mut install = Command::new("apt-get");
    install.args(["install", "--yes", "--no-install-recommends"]);
    run(install.args(packages))
}

/// Checks licences, sources and duplicates of all dependencies against `deny.toml`.
pub(crate) fn deny() -> Result<()> {
    let program = tool("cargo-deny", "0.20.2")?;
    let mut command = Command::new(program);
    command.current_dir(root());
    run(command.args(["--locked", "check", "bans", "licenses", "sources"]))
}
