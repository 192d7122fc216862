//! Numbers with a noun.

use std::fmt::Display;

/// A number with its noun in singular or plural: `1 game`, `2 games`.
pub(crate) fn counted<N: Display + PartialEq + From<u8>>(number: N, thing: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {thing}{plural}")
}
