//! The network in use.

use std::cell::Cell;

use super::inputs::Networked;
use super::layers::Network;

/// The network that judges positions.
#[derive(Debug, Clone, Copy, Default)]
pub enum NetworkChoice {
    /// The one that ships with the program, if there is one.
    #[default]
    Shipped,
    /// None: the sum of terms judges everything.
    None,
    /// This network, which must have been read for the same game.
    This(&'static Network),
}

thread_local! {
    static CHOICE: Cell<NetworkChoice> = const { Cell::new(NetworkChoice::Shipped) };
}

/// Runs `work` with this choice of network on this thread, for training and experiments.
pub fn with_network<R>(choice: NetworkChoice, work: impl FnOnce() -> R) -> R {
    let before = CHOICE.replace(choice);
    let result = work();
    CHOICE.set(before);
    result
}

/// The network in use on this thread.
pub(crate) fn network_in_use<P: Networked>() -> Option<&'static Network> {
    match CHOICE.get() {
        NetworkChoice::Shipped => P::shipped_network(),
        NetworkChoice::None => None,
        NetworkChoice::This(network) => Some(network),
    }
}
