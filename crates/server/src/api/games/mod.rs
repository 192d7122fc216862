//! Games: making, listing and joining them, looking at them, and what can be had of them when they are over.

pub(super) mod chat;
pub(super) mod conditional;
pub(super) mod create;
pub(super) mod finished;
pub(super) mod list;
pub(super) mod play;
pub(super) mod ratings;
pub(super) mod record;
