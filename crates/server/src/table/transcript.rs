//! A game in words, for programs that speak UCI.

use std::sync::Arc;

use manifold_rules::board::Color;

use super::event::GameEnd;
use super::info::GameInfo;
use super::referee::Referee;
use super::seat::Seat;
use super::view::{ClockView, Offers};
use crate::ids::GameId;
use crate::names::Status;

/// A game as one of its players may tell an engine of it.
#[derive(Clone)]
pub(crate) struct GameInWords {
    pub(crate) info: Arc<GameInfo>,
    pub(crate) seat: Seat,
    /// The number of the last event.
    pub(crate) n: u64,
    /// The starting position, where the variant has several.
    pub(crate) start: Option<String>,
    /// The actions that count and the player for whom they are written. Writing them takes a while in a long game, so it is done elsewhere.
    pub(super) told: Option<(Referee, Color)>,
    /// The player to act.
    pub(crate) actor: Option<Color>,
    pub(crate) clock: Option<ClockView>,
    pub(crate) offers: Offers,
    pub(crate) status: Status,
    pub(crate) end: Option<GameEnd>,
    /// The game that follows, once both have agreed.
    pub(crate) rematch: Option<GameId>,
}

impl GameInWords {
    /// All actions that count, as the player knows them; none for those who only watch.
    pub(crate) fn words(&self) -> Vec<String> {
        let told = self.told.as_ref();
        told.map_or_else(Vec::new, |(referee, color)| referee.words(*color))
    }
}
