//! Whether the end of a game changes ratings.

use manifold_ratings::Score;

use super::{GameState, LiveGame, Prepared};
use crate::names::Color;
use crate::table::event::GameEnd;
use crate::table::rated::{RatedResult, RatedSide};

/// Without a turn of each player a game does not count.
const LEAST_PLIES: u32 = 2;

impl LiveGame {
    /// The result to be counted, if the prepared event ends a rated game.
    pub(crate) fn rated_result(&self, prepared: &Prepared) -> Option<RatedResult> {
        match self.state.end {
            // The event rates it when the result is final.
            _ if self.state.info.event.is_some() => None,
            None => prepared.state.rated_result(),
            Some(_) => None,
        }
    }
}

impl GameState {
    fn rated_result(&self) -> Option<RatedResult> {
        let end = self.end.filter(|end| *end != GameEnd::Aborted)?;
        let pool = self.info.pool()?;
        let white = RatedSide::of(&self.info.white)?;
        let black = RatedSide::of(&self.info.black)?;
        if white == black || self.referee.ply() < LEAST_PLIES {
            return None;
        }
        let score = match end.result().winner {
            Some(Color::White) => Score::Win,
            Some(Color::Black) => Score::Loss,
            None => Score::Draw,
        };
        Some(RatedResult {
            pool,
            white,
            black,
            score,
        })
    }
}
