//! How the program fails: a line on standard error, and an exit status.

use std::fmt::{self, Display};
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was asked makes no sense: exit status 2, as for every wrong argument.
    Input(String),
    /// The world did not play along (a file, the terminal): exit status 1.
    World(String),
    /// Whoever read our output has read enough: nothing to say, and no failure.
    Closed,
    /// Somebody has interrupted it; what there was has been printed.
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
