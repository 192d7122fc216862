//! Hidden960: both back ranks are hidden, and each player chooses what stands on a square when
//! revealing it.
//!
//! A *hidden square* holds one man of its player that is not chosen yet. It blocks, attacks nothing
//! and cannot move. The men still to be chosen are the player's [`Pool`]. Nothing is secret.
//!
//! ```
//! use manifold_rules::position::{Position, Turns};
//! use manifold_rules::hidden960::Hidden960;
//!
//! let mut game = Hidden960::start(Default::default());
//! for action in ["b1=N", "b1c3", "b8=B", "e7e6", "c3d5"] {
//!     game.play(action.parse()?)?;
//! }
//! // From d5 the knight jumps to nothing that is hidden, so Black is free to act.
//! assert!(game.is_settled());
//! game.play("e6d5".parse()?)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod array;
mod choice;
mod generate;
mod latest_reveals;
mod legal;
mod look_ahead;
mod make;
mod material;
mod notation;
mod pool;
mod position;
mod refusal;
mod reveal;
mod text;
mod threats;
mod traits;
mod variant;
mod view;
mod zobrist;

#[cfg(test)]
mod tests;

pub use action::{Action, Reveal};
pub use pool::Pool;
pub use position::Hidden960;
pub use refusal::{NoArray, Refusal};
pub use variant::Variant;
pub use view::{CastlingView, Duty, Man, PoolsView, View};
