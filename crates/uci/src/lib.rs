//! Both ends of the Universal Chess Interface (UCI) for our games. `docs/protocol.md` describes the protocol.
//!
//! - [`Command`] is what a host (GUI) sends, [`Reply`] what an engine sends: values that are parsed from and written as lines.
//! - [`Session`] is the engine's side: it executes commands and passes its replies to a callback.
//! - [`Process`] is the host's side: another program that speaks UCI.
//! - [`transcript`] writes and reads a game as one player knows it.
//!
//! Nothing here does terminal I/O: lines go in and out through the caller.
#![deny(missing_docs)]

mod client;
mod command;
mod error;
mod go;
mod info;
mod offer;
mod reply;
mod session;
pub mod transcript;

pub use client::{ClientError, Process, Silence};
pub use command::{Command, PositionCommand, Start};
pub use error::CommandError;
pub use go::Go;
pub use info::{Info, Score};
pub use offer::{Kind, Offer};
pub use reply::Reply;
pub use session::Session;
