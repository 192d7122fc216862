//! DMChess: eight boards, joined by portals that shift.
//!
//! Every man carries an energy level (DEL) that says how many dimensions away it can travel. Each
//! player has eight kings; as long as one of them is safe the others may be left in check.
//!
//! ```
//! use manifold_rules::dmchess::DmChess;
//! use manifold_rules::position::{Bounds, Position};
//!
//! let mut position = DmChess::start(Default::default());
//! assert_eq!(position.count_legal(), 363);
//!
//! // From b1 by the portal on a3 to D4, and there on to b5.
//! position.play("Nd2b1-d4b5".parse()?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod attack;
mod castling;
mod check;
mod conservation;
mod energy;
mod game;
mod kings;
mod levels;
mod moves;
mod notation;
mod place;
mod portals;
mod position;
mod refusal;
mod safety;
mod study;
mod text;
mod travel;
mod undo;
pub mod view;

#[cfg(test)]
mod tests;

pub use action::{Action, Move, Placement, PublicAction};
pub use energy::energy_squares;
pub use kings::{DOMINANT_CONTROL, KingSetup};
pub use levels::MAX_LEVEL;
pub use moves::MoveSet;
pub use place::{Dimension, Place};
pub use portals::{PLIES_BETWEEN_SHIFTS, PortalMap};
pub use position::DmChess;
pub use refusal::Refusal;
pub use view::View;
