//! Programs that cargo does not bring: found on the path, or installed once below `target/tools`.

use std::env;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process::{cargo_command, run, target};

/// Where to find a tool from crates.io. One that is on the path is taken as it is; otherwise this version is
/// installed below the target directory, built for a quick start and not for speed.
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
    // The version is part of the path: another one is installed when this line changes.
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
        // What it was built from is not needed again.
        let _ = std::fs::remove_dir_all(tools.join("build"));
    }
    Ok(path)
}

/// Checks licences, sources and duplicates of all dependencies against `deny.toml`.
pub(crate) fn deny() -> Result<()> {
    let program = tool("cargo-deny", "0.20.2")?;
    let mut command = Command::new(program);
    command.current_dir(crate::process::root());
    run(command.args(["--locked", "check", "bans", "licenses", "sources"]))
}
