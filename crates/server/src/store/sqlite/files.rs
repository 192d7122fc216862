//! Whether the files of the database are still those that were opened.
//!
//! A file that is deleted or replaced while it is open can be written as before, but what is written is gone when the
//! server stops. SQLite does not notice it.

use std::io;
use std::path::{Path, PathBuf};

/// Open files that must stay where they are.
pub(super) struct Files(Vec<(PathBuf, Identity)>);

/// The identity of a file, whatever its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Identity {
    device: u64,
    number: u64,
}

impl Files {
    /// The database and its log, which are open.
    ///
    /// # Errors
    /// They do not exist.
    pub(super) fn of(database: &Path) -> io::Result<Files> {
        let mut log = database.as_os_str().to_owned();
        log.push("-wal");
        let files = [database.to_owned(), log.into()].map(|path| {
            let identity = identify(&path)?;
            Ok((path, identity))
        });
        Ok(Files(files.into_iter().collect::<io::Result<_>>()?))
    }

    /// A file that is no longer where it was, or is another one now.
    pub(super) fn missing(&self) -> Option<&Path> {
        let is_missing = |(path, identity): &&(PathBuf, Identity)| {
            identify(path).ok().as_ref() != Some(identity)
        };
        let missing = self.0.iter().find(is_missing);
        missing.map(|(path, _)| path.as_path())
    }
}

#[cfg(unix)]
fn identify(path: &Path) -> io::Result<Identity> {
    use std::os::unix::fs::MetadataExt;

    let about = std::fs::metadata(path)?;
    Ok(Identity {
        device: about.dev(),
        number: about.ino(),
    })
}

/// Elsewhere an open file cannot be deleted.
#[cfg(not(unix))]
fn identify(path: &Path) -> io::Result<Identity> {
    std::fs::metadata(path)?;
    Ok(Identity {
        device: 0,
        number: 0,
    })
}
