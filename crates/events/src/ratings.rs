//! The results that count for ratings, and their order (Regulations, sections 3 and 5).

use crate::event::{Event, Phase};
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
    /// The result, no forfeit.
    pub result: GameResult,
    /// The time at which the game ended, in milliseconds since 1970.
    pub ended_at: u64,
}

impl Event {
    /// The final results that count for ratings, in the order in which the games ended. One that becomes final late takes its place among them,
    /// so that the ratings after it are recomputed. An event that is annulled has none.
    #[must_use]
    pub fn rated_results(&self) -> Vec<RatedResult> {
        if !self.settings.rated || self.phase == Phase::Annulled {
            return Vec::new();
        }
        let final_games = self
            .games
            .values()
            .filter(|game| game.is_final && game.is_ratable());
        let mut results: Vec<RatedResult> = final_games
            .filter_map(|game| {
                Some(RatedResult {
                    game: game.id,
                    white: game.white,
                    black: game.black,
                    result: game.result?,
                    ended_at: game.ended_at?,
                })
            })
            .collect();
        results.sort_by_key(|result| (result.ended_at, result.game));
        results
    }
}
