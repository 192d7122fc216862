//! Both ends of the Universal Chess Interface (UCI) for our games. `docs/protocol.md` describes the protocol.
//!
//! - [`Command`] is what a host says, [`Reply`] what an engine says: values that are read and written as lines.
//! - [`Session`] is the engine's side: it obeys commands and hands its replies to a function.
//! - [`Process`] is the host's side: another program that speaks UCI.
//! - [`transcript`] is a game as text as one player knows it.
//!
//! Nothing here prints: lines go in and out through the caller.
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
