//! The same program compiled for newer processors, those of x86-64-v3. The package has it beside the program that runs everywhere. Rules
//! and search find the same in both.

/// Becomes the program for newer processors, if it is installed and this processor can run it. Returns if not.
#[cfg(unix)]
pub(crate) fn prefer() {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use crate::x86_64_v3::has_x86_64_v3;

    /// From the directory of the program. The one for newer processors has none there itself.
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
    // This program can do the same, only not as fast.
    let _error = command.args(arguments).exec();
}

#[cfg(not(unix))]
pub(crate) fn prefer() {}
