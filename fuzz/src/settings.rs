//! The server's settings.

use manifold_server::Settings;

use crate::check::{MOST, is_short};

/// Flags as `KEY=VALUE`, one in each line: each alone, then all of them.
pub fn settings(input: &str) {
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
    for flag in &flags {
        read(std::slice::from_ref(flag));
    }
    read(&flags);
}
