//! Contacts between players: challenges by name, following and blocking, and news that is told at once.

pub(crate) mod challenge;
pub(crate) mod feeds;
pub(crate) mod vacation;

pub(crate) use feeds::{Feeds, News};
