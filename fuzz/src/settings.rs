//! The server's settings.

use manifold_server::Settings;

use crate::check::{MOST, is_short};

/// Flags as `KEY=VALUE`, one per line: tried one by one, then all together.
pub fn settings(input: &str) {
    accepted(input);
}

/// How many of the flags are accepted one by one, and whether they are accepted all together.
pub fn accepted(input: &str) -> (usize, bool) {
    let flags: Vec<(String, String)> = input
        .lines()
        .take(MOST)
        .filter_map(|line| line.split_once('='))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let read = |flags: &[(String, String)]| match Settings::read(None, [], flags) {
        Ok(_) => true,
        Err(error) => {
            is_short(&error);
            false
        }
    };
    let alone = flags
        .iter()
        .filter(|flag| read(std::slice::from_ref(*flag)))
        .count();
    (alone, read(&flags))
}
