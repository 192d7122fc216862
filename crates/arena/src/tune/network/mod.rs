//! Training of networks: gradient descent on the positions of self-play games.
//!
//! It has two steps. First the network learns to reproduce the sum of terms, in positions a few random moves away from those
//! of the games: such positions cost next to nothing, so there are many, and a network trained without them knows only good play.
//! Then it learns from the games themselves: the scores of searches and their λ-returns.
//!
//! The output is the log-odds, the loss the squared error of the expected score. Everything is determined by the
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
