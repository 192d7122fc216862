//! The results that count for ratings, and their order (Regulations, sections 3 and 5).

use crate::event::{Event, EventGame, Phase};
use crate::ids::{GameId, PersonId};
use crate::outcome::GameResult;

/// A result that counts for ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedResult {
    /// The game.
    pub game: GameId,
    /// The player who had White.
    pub white: PersonId,
    /// The player who had Black.
    pub black: PersonId,
    /// The result, which is never a forfeit.
    pub result: GameResult,
    /// The time at which the game ended, in milliseconds since 1970.
    pub ended_at: u64,
}

impl Event {
    /// The final results that count for ratings, in the order in which the games ended. A result that becomes final late is inserted at its
    /// place, so the ratings after it are recomputed. An annulled event has none.
    #[must_use]
    pub fn rated_results(&self) -> Vec<RatedResult> {
        if !self.settings.rated || self.phase == Phase::Annulled {
            return Vec::new();
        }
        let games = self.games.values();
        let mut results: Vec<RatedResult> = games.filter_map(rated_result).collect();
        results.sort_by_key(|result| (result.ended_at, result.game));
        results
    }

    /// The final result of a game, if it counts for ratings.
    #[must_use]
    pub fn rated_result(&self, game: GameId) -> Option<RatedResult> {
        if !self.settings.rated || self.phase == Phase::Annulled {
            return None;
        }
        self.games.get(&game).and_then(rated_result)
    }
}

fn rated_result(game: &EventGame) -> Option<RatedResult> {
    if !game.is_final || !game.is_ratable() {
        return None;
    }
    Some(RatedResult {
        game: game.id,
        white: game.white,
        black: game.black,
        result: game.result?,
        ended_at: game.ended_at?,
    })
}
