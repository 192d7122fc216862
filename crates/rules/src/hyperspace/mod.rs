//! Hyperspace Chess: pieces leave the board for a declared number of turns and return on a secret
//! square.
//!
//! [`Hyperspace`] is the position. A [phase-out](Action::PhaseOut) is public except for the square, which
//! is a [`Secret`]. [`PublicAction`] and [`View`] are what may be shown to others. A
//! [`Commitment`] proves at the end of a game that no square was changed.

mod action;
mod choices;
mod collision;
mod commitment;
mod conflict;
mod delay;
mod generate;
mod knowledge;
mod landing;
mod legal;
mod make;
mod material;
mod notation;
mod open_referee;
mod phase_out;
mod position;
mod refusal;
mod regular;
mod returns;
mod secret;
mod text;
mod traits;
mod traveler;
mod variant;
mod view;
mod zobrist;

#[cfg(test)]
mod tests;

pub use action::{Action, PublicAction};
pub use choices::{Choices, Stays};
pub use collision::Collision;
pub use commitment::{Commitment, Departure, SaltTooShort};
pub use delay::Delay;
pub use knowledge::{Absent, Knowledge};
pub use landing::Landing;
pub use phase_out::PhaseOuts;
pub use position::Hyperspace;
pub use refusal::Refusal;
pub use secret::Secret;
pub use variant::Variant;
pub use view::{ConflictView, TravelerView, View};
