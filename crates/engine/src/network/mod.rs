//! Networks: an evaluation learned from self-play and updated incrementally as men move (NNUE, *efficiently updatable neural network*).
//!
//! | layer | size | integer for 1 |
//! | --- | --- | --- |
//! | inputs | 64 for each plane and king bucket, from two perspectives | 1 |
//! | accumulator | [`WIDTH`] for each perspective | [`QA`] |
//! | activation: squared clipped ReLU, min(max(x, 0), 1)² | the same | [`QA`]² |
//! | output | 1, with its own weights for each output bucket | [`QA`] × [`QB`] |
//!
//! Where a game has several boards, the network evaluates each of them, and the outputs are added before the last bias.
//!
//! All arithmetic is on integers. So an accumulator that was updated over a thousand moves is equal, bit for bit, to a refreshed one, and
//! all machines play the same, no matter which instructions the compiler has chosen.
//!
//! A network is made by `manifold train`. The hand-crafted evaluation, a sum of terms, is used where a game has no network, and in
//! positions that the network does not judge.

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
