//! Switches to a build of the program for newer processors (x86-64-v3), which the package installs beside the baseline build. Rules and
//! search give the same results in both.

/// Replaces this process by the build for newer processors, if it is installed and this processor can run it; otherwise returns.
#[cfg(unix)]
pub(crate) fn prefer() {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use crate::x86_64_v3::has_x86_64_v3;

    /// The path of the newer build, relative to the directory of this program. For the newer build itself it does not exist.
    const NEWER: &str = "../lib/manifold/x86-64-v3/manifold";

    let Some(newer) = env::current_exe()
        .ok()
        .and_then(|program| Some(program.parent()?.join(NEWER)))
        .filter(|newer| newer.is_file() && has_x86_64_v3())
    else {
        return;
    };
    let mut arguments = env::args_os();
    let mut command = Command::new(newer);
    command.arg0(arguments.next().unwrap_or_else(|| "manifold".into()));
    // If it fails, this program does the same, only slower.
    let _error = command.args(arguments).exec();
}

#[cfg(not(unix))]
pub(crate) fn prefer() {}
