//! The same program compiled for newer processors: x86-64-v3 of the System V ABI, AVX2 and what came with it. The package has it beside
//! the program that runs everywhere. Rules and search find the same in both.

/// Becomes the program for newer processors, if it is installed and this processor can run it. Returns if not.
#[cfg(all(unix, target_arch = "x86_64"))]
pub(crate) fn prefer() {
    use std::env;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

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

#[cfg(not(all(unix, target_arch = "x86_64")))]
pub(crate) fn prefer() {}

/// Whether the processor has what x86-64-v3 asks for.
#[cfg(all(unix, target_arch = "x86_64"))]
fn has_x86_64_v3() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("f16c")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("movbe")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("xsave")
}
