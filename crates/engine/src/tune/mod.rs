//! Weights from games: the engine plays itself, and the weights are fitted to the results.
//!
//! Everything follows from the seed: a game from its number, the fit from the games in their order. Neither
//! the number of threads nor the machine makes a difference; the arithmetic of the fit uses nothing that
//! is rounded differently elsewhere.

mod duel;
mod fit;
mod games;

pub use duel::{Duel, duel};
pub use fit::{Fit, fit};
pub use games::{Sample, SelfPlay, play};
