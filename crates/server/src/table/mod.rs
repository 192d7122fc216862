//! One live game: the referee. State, clock, who may do what, who sees what.

mod event;
mod frame;
mod game;
mod referee;
mod seat;
mod setup;
mod state;
mod task;

pub(crate) use event::{Claim, Event, Happening, Offer, Request};
pub(crate) use frame::{Frame, Outgoing};
pub(crate) use game::{Command, LiveGame, study, told};
pub(crate) use referee::{Analysis, Ply, Verified};
pub(crate) use seat::Seat;
pub(crate) use setup::{Chair, ClockChoice, PRESETS, Preset, Setup};
pub(crate) use state::{OutcomeView, PlayerKind, State, Status};
pub(crate) use task::{Message, Table, Visit, summary};
