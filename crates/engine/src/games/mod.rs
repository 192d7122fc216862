//! The engine's knowledge of each game, in one folder each, with the same files in every folder:
//!
//! | file | content |
//! | --- | --- |
//! | `mod.rs` | the game's implementation of [`playable`](crate::playable) |
//! | `eval.rs`, `weights.txt` | the terms of its evaluation and their tuned weights |
//! | `ordering.rs` | gain, risk, SEE (not in DMChess), ordering scores and history indices of actions |
//! | `candidates.rs` | which actions are searched |
//! | `encoding.rs` | actions in 32 bits |
//! | `levels.rs` | the limits of its levels |
//! | `network.rs`, `network.bin` | the inputs of its network, and the network that ships |
//! | `baseline.rs` | the game's implementation for the simple opponents |

mod chess;
pub(crate) mod dmchess;
mod hidden960;
pub(crate) mod hyperspace;
mod time_traveler;

pub use dmchess::Sight;
pub use hyperspace::{Beliefs, Model};
