//! File descriptors: as many as the system gives, and some kept for the database and other files.

/// Descriptors that connections leave to the database, files and whatever else is opened.
const RESERVE: usize = 64;

/// The number of connections, up to `wanted`, that can be open at once. Raises the limit of the process as far as needed and allowed.
pub(super) fn places(wanted: usize) -> usize {
    let Some(limit) = raise(wanted.saturating_add(RESERVE)) else {
        return wanted;
    };
    let places = limit.saturating_sub(RESERVE).max(limit / 4).min(wanted);
    if places < wanted / 2 {
        tracing::warn!(
            places,
            wanted,
            descriptors = limit,
            "few file descriptors: fewer connections"
        );
    }
    places
}

/// The limit of the process after raising it towards `wanted`; `None` if there is no limit.
#[cfg(unix)]
fn raise(wanted: usize) -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    let current = limit.current?;
    let wanted = u64::try_from(wanted).unwrap_or(u64::MAX);
    let goal = limit.maximum.map_or(wanted, |maximum| maximum.min(wanted));
    let raised = Rlimit {
        current: Some(goal),
        maximum: limit.maximum,
    };
    let current = match goal > current && setrlimit(Resource::Nofile, raised).is_ok() {
        true => goal,
        false => current,
    };
    usize::try_from(current).ok()
}

#[cfg(not(unix))]
fn raise(_: usize) -> Option<usize> {
    None
}
