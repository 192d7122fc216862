//! Chess, by the FIDE Laws, and Chess960.
//!
//! ```
//! use manifold_rules::chess::Chess;
//! use manifold_rules::position::Position;
//!
//! let mut position = Chess::default();
//! for text in ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"] {
//!     let action = position.read(text)?;
//!     position.play(action)?;
//! }
//! assert_eq!(position.outcome().unwrap().to_string(), "white-wins checkmate");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The machine notation is that of UCI: castling is the king's move of two squares in chess (`e1g1`) and king takes rook
//! in Chess960 (`e1h1`). Position text is FEN; castling rights are written as X-FEN, and Shredder-FEN is read too.

mod generate;
mod legal;
mod make;
mod notation;
mod position;
mod refusal;
mod start;
mod text;
mod traits;
mod variant;
mod view;

#[cfg(test)]
mod tests;

pub use crate::board::StandardMove as Action;
pub use position::Chess;
pub use refusal::Refusal;
pub use start::Array;
pub use variant::Variant;
pub use view::View;
