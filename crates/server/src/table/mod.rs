//! One live game: its state, clocks and players, and what each player may do and see. Nothing here knows how requests
//! arrive or how answers are written: no HTTP, no JSON frames, no sentences.

pub(crate) mod analysis;
pub(crate) mod archived;
pub(crate) mod conditions;
pub(crate) mod conduct;
pub(crate) mod create;
pub(crate) mod error;
pub(crate) mod event;
pub(crate) mod evidence;
pub(crate) mod history;
pub(crate) mod info;
pub(crate) mod live_game;
pub(crate) mod load;
pub(crate) mod message;
pub(crate) mod orders;
pub(crate) mod owner;
pub(crate) mod placement;
pub(crate) mod rated;
pub(crate) mod rated_players;
pub(crate) mod referee;
pub(crate) mod seat;
pub(crate) mod standing;
pub(crate) mod time_control;
pub(crate) mod transcript;
pub(crate) mod update;
pub(crate) mod verification;
pub(crate) mod view;
mod work;
