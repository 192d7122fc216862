//! People who know each other meet: challenges by name, whom one follows or blocks, and what a player is told at once.

pub(crate) mod challenge;
pub(crate) mod feeds;
pub(crate) mod vacation;

pub(crate) use feeds::{Feeds, News};
