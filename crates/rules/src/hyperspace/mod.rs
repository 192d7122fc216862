//! Hyperspace Chess: pieces leave the board for a declared number of turns and return on a secret
//! square.
//!
//! [`Hyperspace`] is the position. A [phase-out](Action::PhaseOut) is public but for the square, which
//! is a [`Secret`]. [`PublicAction`] and [`View`] are what may be shown to others. A
//! [`Commitment`] proves at the end of a game that no square was changed.

mod action;
mod commitment;
mod conflict;
mod departures;
mod game;
mod knowledge;
mod landing;
mod legal;
mod material;
mod notation;
mod play;
mod position;
mod refusal;
mod secret;
mod text;
mod traveler;
mod variant;
mod view;

#[cfg(test)]
mod tests;

pub use action::{Action, Choices, Delay, PublicAction, Stays};
pub use commitment::{Commitment, Departure, SaltTooShort};
pub use departures::PhaseOuts;
pub use knowledge::{Absent, Knowledge};
pub use landing::Landing;
pub use position::Hyperspace;
pub use refusal::Refusal;
pub use secret::Secret;
pub use variant::Variant;
pub use view::{ConflictView, Man, TravelerView, View};
