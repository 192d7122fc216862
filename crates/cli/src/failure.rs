//! Failures of the program: a line on standard error, and an exit status.

use std::fmt::{self, Display};
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The request is invalid: exit status 2, as for every wrong argument.
    Input(String),
    /// A file, the terminal or another program failed: exit status 1.
    World(String),
    /// The reader has closed our output: nothing to report, and not a failure.
    Closed,
    /// Interrupted; the results so far have been printed.
    Interrupted,
}

impl Failure {
    /// A problem with a file.
    pub(crate) fn file(path: &Path, error: &io::Error) -> Failure {
        Failure::World(format!("{}: {error}", path.display()))
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            Failure::Input(_) => ExitCode::from(2),
            Failure::World(_) => ExitCode::from(1),
            Failure::Closed => ExitCode::SUCCESS,
            Failure::Interrupted => ExitCode::from(130),
        }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Input(text) | Failure::World(text) => f.write_str(text),
            Failure::Closed => Ok(()),
            Failure::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Closed,
            _ => Failure::World(error.to_string()),
        }
    }
}
