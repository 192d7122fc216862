//! Tuning: the engine plays itself, and the weights of the evaluation are fitted to the results, or a
//! [`network`] is trained on them.
//!
//! Everything follows from the seed: a game from its number, the fit from the games in their order. The number of threads makes no
//! difference, nor does the machine, as the fit uses no arithmetic that is rounded differently elsewhere; only the exponential function
//! with which a network is trained may differ in its last digit.
//! A match between two sets of weights is a [`contest`](crate::contest()) of two
//! [`EnginePlayer`](crate::EnginePlayer)s.

mod fit;
pub mod network;
mod outcomes;
mod self_play;

pub use fit::{Fit, fit};
pub use self_play::{Sample, SampleError, SelfPlay, play};
