//! Tuning: the engine plays itself, and the weights of the evaluation are fitted to the results, or a
//! [`network`] is trained on them.
//!
//! Everything is determined by the seed: a game by its number, the fit by the games in their order. The number of threads makes no
//! difference, nor does the machine, because the fit uses only arithmetic that is rounded the same everywhere; only the exponential and
//! cosine functions in the training of networks may differ in the last digit.
//! A match between two sets of weights is a [`contest`](crate::contest()) of two
//! [`EnginePlayer`](crate::EnginePlayer)s.

mod fit;
pub mod network;
mod outcomes;
mod self_play;

pub use fit::{Fit, fit};
pub use self_play::{Sample, SampleError, SelfPlay, play};
