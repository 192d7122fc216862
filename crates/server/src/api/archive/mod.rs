//! The archive: finished games, found by who played them, how they began and how they ended.

pub(super) mod found;
pub(super) mod list;
pub(super) mod openings;
mod query;
pub(super) mod stream;
