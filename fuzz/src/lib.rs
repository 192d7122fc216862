//! The fuzz targets: each feeds an input to a parser and uses the result. A parser returns a value or an error; it never panics or hangs,
//! and what it accepts is valid.
//!
//! Inputs are texts that can be read and written by hand, except for the weights of networks. `fuzz/corpus` has some for each target;
//! `cargo xtask fuzz` starts from them, and the `corpus` tests of `manifold-arena`, `manifold-uci`, `manifold-server`, `manifold-events`
//! and `manifold-pairing` replay them by the code in these files.

mod account;
pub mod check;
mod event;
mod network;
mod notation;
mod protocol;
mod server;
mod settings;
mod tournament;
mod weights;

pub use account::account;
pub use event::event;
pub use network::network;
pub use notation::{action, position, record, text};
pub use protocol::{transcript, uci};
pub use server::{close, feed, lobby, request, socket};
pub use settings::settings;
pub use tournament::{standing, tournament};
pub use weights::weights;
