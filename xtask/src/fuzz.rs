//! `cargo xtask fuzz`: builds the targets in `fuzz` for libFuzzer, with the instrumentation that the stable compiler offers, and runs them.

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

/// Coverage of edges and comparisons, as libFuzzer expects it. There is no address sanitizer, as our crates have no unsafe code. The
/// linker keeps all sections, so that the table of edges matches the counters.
const FLAGS: [&str; 7] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Clink-dead-code",
];

/// Runs every target, or only one, for `seconds` seconds each. Findings are in `fuzz/target/found`; add them to `fuzz/corpus` together
/// with the fix, so that the tests replay them.
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

/// The host's target triple. Passing it explicitly keeps the flags from build scripts and macros.
fn host() -> Result<String> {
    let about = output(Command::new("rustc").arg("-vV").current_dir(root()))?;
    let about = String::from_utf8(about)?;
    about
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
        .context("rustc does not say what it runs on")
}
