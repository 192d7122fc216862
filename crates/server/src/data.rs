//! The data directory: private, and used by one server at a time.

use std::fs::File;
use std::io;
use std::path::Path;

/// Locks the directory for this server until the returned file is dropped: two servers would not know of each other's games.
///
/// The directory itself is locked, not a file in it, which somebody could delete.
///
/// # Errors
/// The directory cannot be opened, or another server is using it.
pub(crate) fn lock(data: &Path) -> io::Result<File> {
    let directory = File::open(data)?;
    match directory.try_lock() {
        Ok(()) => Ok(directory),
        Err(std::fs::TryLockError::WouldBlock) => {
            Err(io::Error::other("another server is using it"))
        }
        Err(std::fs::TryLockError::Error(error)) => Err(error),
    }
}

/// Makes a directory that nobody else can read, if there is none: what is in it has secrets.
///
/// # Errors
/// It cannot be made.
pub(crate) fn create_private(directory: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(directory)
}
