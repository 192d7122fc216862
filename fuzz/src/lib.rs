//! The fuzz targets: they feed an input to a parser, and use the result. A parser answers with a value or
//! an error; it never panics or hangs, and what it accepts is sound.
//!
//! Inputs are texts that can be read and written by hand, but for the weights of networks. `fuzz/corpus` has some for each target; `cargo xtask fuzz` starts from
//! them, and the tests `corpus` of `manifold-arena`, `manifold-uci`, `manifold-server`, `manifold-events` and `manifold-pairing` replay them, with these very files.

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
