//! `cargo xtask fuzz`: the targets in `fuzz`, built for libFuzzer with what the stable compiler has for it.

use std::fs;
use std::process::Command;

use anyhow::{Context, Result};

use crate::process::{cargo_command, output, root, run};

const TARGETS: [&str; 17] = [
    "position",
    "action",
    "record",
    "transcript",
    "text",
    "uci",
    "request",
    "socket",
    "lobby",
    "tournament",
    "feed",
    "account",
    "standing",
    "weights",
    "network",
    "event",
    "settings",
];

/// Coverage of edges and compared values, as libFuzzer asks for it. There is no address sanitizer: our crates have no unsafe
/// code. The linker keeps all sections, so that the table of edges fits the counters.
const FLAGS: [&str; 7] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Clink-dead-code",
];

/// Runs each target, or only that one, for `seconds` seconds. Findings are in `fuzz/target/found`; put them into `fuzz/corpus` with
/// the repair, so that the tests replay them.
pub(crate) fn fuzz(seconds: u64, only: Option<&str>) -> Result<()> {
    let directory = root().join("fuzz");
    let host = host()?;
    run(cargo_command()
        .args([
            "build",
            "--release",
            "--locked",
            "--bins",
            "--target",
            &host,
        ])
        .arg("--target-dir")
        .arg(directory.join("target"))
        .env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1f}"))
        .current_dir(&directory))?;
    for target in TARGETS {
        if only.is_some_and(|only| only != target) {
            continue;
        }
        println!("\n{target}: {seconds} seconds");
        let found = directory.join("target/found").join(target);
        // Inputs that reach new code are kept here from one run to the next.
        let grown = directory.join("target/corpus").join(target);
        fs::create_dir_all(&found)?;
        fs::create_dir_all(&grown)?;
        let program = directory
            .join("target")
            .join(&host)
            .join("release")
            .join(target);
        run(Command::new(program)
            .arg(format!("-max_total_time={seconds}"))
            .args([
                "-timeout=10",
                "-max_len=4096",
                "-print_final_stats=1",
                "-print_funcs=0",
            ])
            .arg(format!("-artifact_prefix={}/", found.display()))
            .arg(grown)
            .arg(directory.join("corpus").join(target)))
        .with_context(|| format!("see {}", found.display()))?;
    }
    Ok(())
}

/// The name of this platform. Given as a target it keeps the flags from build scripts and macros.
fn host() -> Result<String> {
    let about = output(Command::new("rustc").arg("-vV").current_dir(root()))?;
    let about = String::from_utf8(about)?;
    about
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .context("rustc does not say what it runs on")
}
