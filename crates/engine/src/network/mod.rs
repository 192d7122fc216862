//! Networks: an evaluation that is learned from self-play and updated as men move (NNUE, *efficiently updatable neural network*).
//!
//! | layer | size | 1 is |
//! | --- | --- | --- |
//! | inputs | 64 for each plane and king bucket, from two perspectives | 1 |
//! | accumulator | [`WIDTH`] for each perspective | [`QA`] |
//! | activation: squared clipped ReLU, min(max(x, 0), 1)² | the same | [`QA`]² |
//! | output | 1, with its own weights for each output bucket | [`QA`] × [`QB`] |
//!
//! Where a game has several boards the network judges each of them, and the outputs are added before the last bias.
//!
//! All arithmetic is on whole numbers. So an accumulator that followed a thousand moves is equal, bit for bit, to one that is made
//! again, and one machine plays as the other does, whatever instructions the compiler has chosen for it.
//!
//! A network is made by `manifold train`. Where a game has none, or where it does not judge, the sum of terms does.

mod accumulator;
mod choice;
mod file;
mod inputs;
mod layers;
mod output_cache;

#[cfg(test)]
mod tests;

pub(crate) use accumulator::Accumulators;
pub(crate) use choice::network_in_use;
pub use choice::{NetworkChoice, with_network};
pub(crate) use file::embedded;
pub use file::{NetworkError, read_network, write_network};
pub use inputs::{Networked, Orientation, for_each_input};
pub(crate) use inputs::{
    ROLE_PLANES, is_middle_game, orientation_by_king, output_bucket_of, role_planes,
};
pub use layers::{FloatNetwork, Network, QA, QB, WIDTH};
