//! Numbers of things.

use std::fmt::Display;

/// `1 game`, `2 games`.
pub(crate) fn counted<N: Display + PartialEq + From<u8>>(number: N, thing: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {thing}{plural}")
}
