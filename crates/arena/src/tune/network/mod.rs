//! Training of networks: gradient descent on the positions of self-play games.
//!
//! It goes in two steps. First the network learns to say what the sum of terms says, in positions a few random moves away from those
//! of the games: such positions cost next to nothing, so there are many, and a network without them knows only what is good play.
//! Then it learns from the games themselves, what the search found and what came of it.
//!
//! The output is the logarithm of the odds, the error the square of how far the expected score is off. Everything follows from the
//! seed: a batch is divided into the same shards on any number of threads, and their gradients are added in order.

mod adam;
mod dataset;
mod factors;
mod gradient;
mod layout;
mod logistic;
mod settings;
mod training;

pub use dataset::Dataset;
pub use settings::Training;
pub use training::{Progress, Step, train};
