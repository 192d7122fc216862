//! Time Traveler's Chess: chessmen travel backwards in time and must meet themselves.
//!
//! In an *explosion* two men appear from nowhere: a *traveling* man that stands still, since it
//! moves backwards in time, and a *traveled* man that moves away at once. An own *untraveled* man
//! must later move onto the traveling one, so that both vanish (*annihilation*): there its journey
//! began. A player whose traveling men cannot all be annihilated any more has lost by *grammar*.
//!
//! ```
//! use manifold_rules::outcome::{Outcome, Reason};
//! use manifold_rules::position::Position;
//! use manifold_rules::board::Color;
//! use manifold_rules::time_traveler::TimeTraveler;
//!
//! // Game 1 of the rulebook: White takes the king, Black takes a traveling knight and wins.
//! let mut game = TimeTraveler::start(Default::default());
//! for text in ["Nf6/e8", "gf"] {
//!     let action = game.read(text)?;
//!     game.play(action).expect("read only gives legal actions");
//! }
//! assert_eq!(game.outcome(), Some(Outcome::win(Color::Black, Reason::Grammar)));
//! # Ok::<(), manifold_rules::error::InputError>(())
//! ```

mod action;
mod approach;
mod check;
mod en_passant;
mod explosion;
mod generate;
mod grammar;
mod identity;
mod legal;
mod make;
mod matching;
mod material;
mod men;
mod notation;
mod outcome;
mod position;
mod refusal;
mod resonator;
mod set_attacks;
mod stage;
mod support;
mod text;
mod traits;
mod variant;
mod view;
mod zobrist;

#[cfg(test)]
mod tests;

pub use action::Action;
pub use position::TimeTraveler;
pub use refusal::Refusal;
pub use stage::Stage;
pub use support::Support;
pub use variant::Variant;
pub use view::{Approach, Man, Side, Thread, View};
