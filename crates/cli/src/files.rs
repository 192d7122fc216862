//! Records and other files on disk.

use std::fs::{self, File, TryLockError};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use manifold_rules::record::{Pgn, RecordError, read_games};
use tempfile::NamedTempFile;

use crate::counted::counted;
use crate::failure::Failure;

/// Reads a whole file, or standard input for `-`.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    String::from_utf8(read_bytes(path)?)
        .map_err(|_| Failure::Input(format!("{} is not a text file (UTF-8)", path.display())))
}

fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    if path == Path::new("-") {
        io::stdin().read_to_end(&mut bytes)?;
    } else {
        bytes = fs::read(path).map_err(|error| Failure::file(path, &error))?;
    }
    Ok(bytes)
}

/// The text of records: UTF-8, or otherwise ISO 8859-1, which the PGN standard prescribes and many older collections use.
fn record_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}

/// Reads the games of a file.
pub(crate) fn read_records(path: &Path) -> Result<Vec<Result<Pgn, RecordError>>, Failure> {
    let games = read_games(&record_text(read_bytes(path)?));
    if games.is_empty() {
        return Err(Failure::Input(format!("{} has no games", path.display())));
    }
    Ok(games)
}

/// Reads one game of a file by its number, counted from 1.
pub(crate) fn read_record(path: &Path, number: usize) -> Result<Pgn, Failure> {
    let games = read_records(path)?;
    let count = games.len();
    match number.checked_sub(1).and_then(|i| games.into_iter().nth(i)) {
        Some(Ok(game)) => Ok(game),
        Some(Err(error)) => Err(in_file(path, &error)),
        None => Err(Failure::Input(format!(
            "{} has {}: there is no game {number}",
            path.display(),
            counted(count, "game")
        ))),
    }
}

/// Reads a file with a single game, which may be overwritten as the game goes on.
pub(crate) fn read_only_record(path: &Path) -> Result<Pgn, Failure> {
    if path == Path::new("-") {
        return Err(Failure::Input(
            "a game that is to go on needs a file, not standard input".to_owned(),
        ));
    }
    match read_records(path)?.len() {
        1 => read_record(path, 1),
        count => Err(Failure::Input(format!(
            "{} has {count} games; a game to resume needs a file of its own",
            path.display()
        ))),
    }
}

/// The failure for an error in a record, with the file's name.
pub(crate) fn in_file(path: &Path, error: &RecordError) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

/// Replaces a file atomically and durably: after a crash either the old or the new text is there.
pub(crate) fn write_durably(path: &Path, text: &str) -> Result<(), Failure> {
    let folder = folder_of(path);
    let write = || -> io::Result<()> {
        fs::create_dir_all(folder)?;
        // Drop the details: they name a temporary file, which would only confuse.
        let file = NamedTempFile::new_in(folder).map_err(|error| error.kind())?;
        file.as_file().write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        // The rename is durable only once the folder is synced.
        File::open(folder)?.sync_all()
    };
    write().map_err(|error| Failure::file(path, &error))
}

/// Checks that a file can be written, before hours are spent on its contents. The check leaves no file behind.
///
/// # Errors
/// The file cannot be written or created.
pub(crate) fn check_writable(path: &Path) -> Result<(), Failure> {
    let opened = match path.exists() {
        true => File::options().append(true).open(path).map(drop),
        // Create the file itself: errors about a temporary file would name that.
        false => File::create_new(path).and_then(|_| fs::remove_file(path)),
    };
    opened.map_err(|error| Failure::file(path, &error))
}

/// Checks that a file to be written is not one of the other files of the command, under whatever path.
///
/// # Errors
/// The file is one of them.
pub(crate) fn check_differs<'a>(
    option: &str,
    path: &Path,
    others: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), Failure> {
    match others.into_iter().find(|other| is_same(path, other)) {
        None => Ok(()),
        Some(other) => Err(Failure::Input(format!(
            "{option} {} would be written over {}: choose another file",
            path.display(),
            other.display()
        ))),
    }
}

/// Whether two paths lead to the same file, or would if it existed. Devices such as `/dev/null` never count as the same.
fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other && one.is_file(),
        (Err(_), Err(_)) => match (std::path::absolute(one), std::path::absolute(other)) {
            (Ok(one), Ok(other)) => one == other,
            _ => false,
        },
        _ => false,
    }
}

/// The tag that marks a game as unfinished.
const UNFINISHED: &str = "[Result \"*\"]";

/// A lock that keeps other processes from continuing the same game, held until it is dropped.
pub(crate) struct Lock(#[expect(dead_code, reason = "held, not read")] File);

/// Locks the record at `path`.
///
/// # Errors
/// Another process has locked it.
pub(crate) fn lock(path: &Path) -> Result<Lock, Failure> {
    // Do not lock the record itself: every action replaces that file, and the lock would be lost.
    let folder = games_folder().join("locks");
    let absolute = std::path::absolute(path).map_err(|error| Failure::file(path, &error))?;
    let mut hasher = DefaultHasher::new();
    absolute.hash(&mut hasher);
    let lock = folder.join(format!("{:016x}", hasher.finish()));
    let open = || {
        fs::create_dir_all(&folder)?;
        File::create(&lock)
    };
    let file = open().map_err(|error| Failure::file(&lock, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(Lock(file)),
        Err(TryLockError::WouldBlock) => Err(Failure::World(format!(
            "{} is being played in another terminal",
            path.display()
        ))),
        Err(TryLockError::Error(error)) => Err(Failure::file(&lock, &error)),
    }
}

/// Writes a text to a new file that a person has named: `~` is the home folder, and missing folders are not created.
pub(crate) fn save_new(name: &str, text: &str) -> Result<PathBuf, Failure> {
    let path = match (name.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(name),
    };
    if path.exists() {
        return Err(Failure::Input(format!(
            "{} already exists. Choose another name.",
            path.display()
        )));
    }
    if !folder_of(&path).is_dir() {
        return Err(Failure::Input(format!(
            "there is no folder {}",
            folder_of(&path).display()
        )));
    }
    write_durably(&path, text)?;
    Ok(path)
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// The folder of games played in the terminal.
pub(crate) fn games_folder() -> PathBuf {
    // Not every system has a folder for state.
    dirs::state_dir()
        .or_else(dirs::data_local_dir)
        .unwrap_or_else(std::env::temp_dir)
        .join("manifold")
}

/// The newest unfinished game in the folder, if there is any.
pub(crate) fn unfinished_game(folder: &Path) -> Option<PathBuf> {
    fs::read_dir(folder)
        .ok()?
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "pgn"))
        .filter(|path| fs::read_to_string(path).is_ok_and(|text| text.contains(UNFINISHED)))
        .max_by_key(|path| fs::metadata(path).and_then(|data| data.modified()).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep/game.pgn");
        write_durably(&path, "one").expect("written");
        write_durably(&path, "two").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("read"), "two");
    }

    #[test]
    fn only_a_game_that_has_not_ended_is_gone_on_with() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("game.pgn");
        write_durably(&path, UNFINISHED).expect("written");
        write_durably(&folder.path().join("over.pgn"), "[Result \"1-0\"]").expect("written");
        assert_eq!(unfinished_game(folder.path()), Some(path));
    }

    #[test]
    fn a_copy_is_written_to_a_new_file_in_a_folder_that_is_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = folder.path().join("copy.pgn").display().to_string();
        assert!(save_new(&name, "one").is_ok());
        assert!(save_new(&name, "two").is_err(), "it exists");
        assert_eq!(fs::read_to_string(&name).expect("read"), "one");
        let deep = folder.path().join("none/copy.pgn").display().to_string();
        assert!(save_new(&deep, "one").is_err());
        assert!(!folder.path().join("none").exists());
    }

    #[test]
    fn a_file_is_the_same_by_any_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        write_durably(&path("one"), "text").expect("written");
        let check = |name: &str, other: &str| check_differs("--out", &path(name), [&path(other)]);
        for (name, other) in [
            ("one", "one"),
            ("one", "./one"),
            ("new", "new"),
            ("new", "./new"),
        ] {
            let failure = check(name, other).expect_err(name).to_string();
            assert!(failure.contains("would be written over"), "{failure}");
        }
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(path("one"), path("link")).expect("a link");
            assert!(check("link", "one").is_err());
        }
        assert!(check("new", "one").is_ok() && check("one", "other").is_ok());
        let null = PathBuf::from("/dev/null");
        assert!(check_differs("--out", &null, [&null]).is_ok());
    }

    #[test]
    fn a_missing_file_is_named() {
        let error = read_text(Path::new("/no/such/file.pgn")).expect_err("no such file");
        assert!(error.to_string().contains("/no/such/file.pgn"));
    }
}
