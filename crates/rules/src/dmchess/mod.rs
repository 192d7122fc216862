//! DMChess: eight boards, joined by portals that shift.
//!
//! Every man carries an energy level (DEL) that says how many dimensions away it can travel. Each
//! player has eight kings; as long as one of them is safe the others may be left in check.
//!
//! ```
//! use manifold_rules::dmchess::DmChess;
//! use manifold_rules::position::Position;
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
mod children;
mod conservation;
mod dimension;
mod dominance;
mod energy;
mod generate;
mod kings;
mod legal;
mod levels;
mod make;
mod man;
mod material;
mod move_set;
mod notation;
mod place;
mod placement;
mod portals;
mod position;
mod refusal;
mod safety;
mod shift;
mod targets;
mod text;
mod traits;
mod travel;
mod unmoved;
mod variant;
pub mod view;
mod zobrist;

#[cfg(test)]
mod tests;

pub use action::{Action, Move, PublicAction};
pub use dimension::Dimension;
pub use dominance::DOMINANT_CONTROL;
pub use energy::energy_squares;
pub use levels::MAX_LEVEL;
pub use move_set::MoveSet;
pub use place::Place;
pub use placement::Placement;
pub use portals::{PLIES_BETWEEN_SHIFTS, PortalMap};
pub use position::DmChess;
pub use refusal::Refusal;
pub use variant::Variant;
pub use view::{
    ByColor, DimensionView, DisplacedView, DominanceView, EnergyView, LawView, ManView,
    PlacingView, PortalView, ShiftView, View,
};
