//! Checks that tournaments are paired and ranked as by an independent program: gacrux, which follows the rules of 2026.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::process::{root, run};
use crate::tools;

/// Compares `manifold pair` and `manifold standings` with gacrux over random tournaments.
pub(crate) fn test(program: &Path) -> Result<()> {
    compare(program, &["--count".as_ref(), "1000".as_ref()])
}

/// Compares them over one tournament that a server has exported.
pub(crate) fn test_file(program: &Path, file: &Path) -> Result<()> {
    compare(program, &["--file".as_ref(), file])
}

fn compare(program: &Path, arguments: &[&Path]) -> Result<()> {
    let python = tools::python("gacrux")?.join("bin/python");
    let script = root().join("xtask/gacrux/compare.py");
    run(Command::new(python)
        .arg(script)
        .arg(program)
        .args(arguments))
}
