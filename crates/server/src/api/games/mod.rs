//! Games: making, listing, joining and viewing them, and what is available once they are over.

pub(super) mod chat;
pub(super) mod conditional;
pub(super) mod create;
pub(super) mod finished;
pub(super) mod list;
pub(super) mod play;
pub(super) mod ratings;
pub(super) mod record;
