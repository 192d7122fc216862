//! The evaluation that the engine plays with.

use manifold_engine::network::{Network, NetworkChoice, with_network};
use manifold_engine::{Evaluated, Weight, with_weights};

/// The evaluation used by a player in a contest, or in self-play.
#[derive(Debug, Clone, Copy, Default)]
pub enum Evaluation {
    /// The shipped evaluation: the network if the game has one, otherwise the sum of terms.
    #[default]
    Shipped,
    /// The sum of terms with these weights, and no network.
    Terms(&'static [Weight]),
    /// The sum of terms with the shipped weights, without a network.
    ShippedTerms,
    /// This network, which must have been read for the game.
    Network(&'static Network),
}

impl Evaluation {
    /// Runs `work` with this evaluation, on this thread.
    pub(crate) fn during<P: Evaluated, R>(self, work: impl FnOnce() -> R) -> R {
        match self {
            Evaluation::Shipped => work(),
            Evaluation::ShippedTerms => with_network(NetworkChoice::None, work),
            Evaluation::Terms(weights) => {
                with_network(NetworkChoice::None, || with_weights::<P, _>(weights, work))
            }
            Evaluation::Network(network) => with_network(NetworkChoice::This(network), work),
        }
    }
}
