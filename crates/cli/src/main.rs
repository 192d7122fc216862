//! `manifold`, the program.

use std::process::ExitCode;

fn main() -> ExitCode {
    manifold_cli::run()
}
