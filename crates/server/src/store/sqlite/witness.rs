//! A witness beside the database: the time of the last write.
//!
//! If the write-ahead log is missing or damaged after a crash, SQLite opens the database without it, or with the part
//! before the damage, and says nothing. The witness knows that there was more. It is written after every commit and not
//! flushed, so that it costs nothing: after a power cut it may be older than the database, but never newer.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tokio::sync::watch;
use tokio::task::JoinHandle;

/// The name of the file in the data directory.
const FILE: &str = "manifold.witness";

/// Writes down what was stored.
pub(super) struct Witness {
    /// Milliseconds since 1970.
    last: watch::Sender<u64>,
    writing: JoinHandle<()>,
}

/// The file of the witness in a data directory.
pub(super) fn path(directory: &Path) -> PathBuf {
    directory.join(FILE)
}

/// The time of the last thing that was stored, in milliseconds since 1970; `None` if there is no witness, or none that
/// can be read.
pub(super) fn read(directory: &Path) -> Option<u64> {
    std::fs::read_to_string(path(directory))
        .ok()?
        .trim()
        .parse()
        .ok()
}

impl Witness {
    /// Begins to write the witness of a data directory.
    ///
    /// # Errors
    /// The file cannot be made.
    pub(super) fn open(directory: &Path) -> io::Result<Witness> {
        let mut options = File::options();
        options.create(true).truncate(false).write(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path(directory))?;
        let (last, mut told) = watch::channel(0);
        let writing = tokio::spawn(async move {
            while told.changed().await.is_ok() {
                let at = *told.borrow_and_update();
                let written = tokio::task::spawn_blocking(move || {
                    let result = write(&mut file, at);
                    (file, result)
                });
                let Ok((same, result)) = written.await else {
                    return;
                };
                file = same;
                if let Err(error) = result {
                    // Only the check at the next start is less precise.
                    tracing::debug!(%error, "the witness could not be written");
                }
            }
        });
        Ok(Witness { last, writing })
    }

    /// Everything up to `at` (milliseconds since 1970) is stored.
    pub(super) fn saw(&self, at: u64) {
        self.last.send_if_modified(|last| {
            let is_later = at > *last;
            *last = at.max(*last);
            is_later
        });
    }

    /// Waits until it is written.
    pub(super) async fn close(self) {
        drop(self.last);
        let _ = self.writing.await;
    }
}

/// Always writes the same number of bytes at the same place, so that no more disk space is needed.
fn write(file: &mut File, at: u64) -> io::Result<()> {
    file.seek(SeekFrom::Start(0))?;
    file.write_all(format!("{at:020}\n").as_bytes())
}
