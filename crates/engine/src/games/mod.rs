//! What each game brings to the search, a file each.

pub(crate) mod dmchess;
mod hidden960;
pub(crate) mod hyperspace;
mod time_traveler;

pub use dmchess::Sight;
pub use hyperspace::{Beliefs, Model};
