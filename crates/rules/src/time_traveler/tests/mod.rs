//! The rules, one test for each sentence of them, and properties over random games.

mod agreement;
mod notation;
mod perft;
mod plain;
pub(super) mod random;
mod rules;
mod support;
