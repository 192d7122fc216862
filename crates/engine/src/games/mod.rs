//! What each game brings to the search, a file each.

mod dmchess;
mod hidden960;
pub(crate) mod hyperspace;
mod time_traveler;

pub use dmchess::Sight;
pub use hyperspace::{Beliefs, Model};
