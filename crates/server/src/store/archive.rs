//! Queries to the archive of finished games, and their results.

use std::fmt::{self, Display};
use std::str::FromStr;

use manifold_rules::variant::VariantId;
use thiserror::Error;

use crate::ids::{GameId, PlayerId};
use crate::names::{Color, EndReason, GameResult, Square};
use crate::table::info::GameInfo;

/// The criteria for finished games. Those that are `None` do not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Search {
    pub(crate) player: Option<PlayerSearch>,
    pub(crate) variant: Option<VariantId>,
    pub(crate) result: Option<ResultSearch>,
    pub(crate) reason: Option<EndReason>,
    pub(crate) rated: Option<bool>,
    /// Whether the engine played one side.
    pub(crate) engine: Option<bool>,
    /// The time of their end, in milliseconds since 1970: from the first, and before the second.
    pub(crate) from: Option<u64>,
    pub(crate) to: Option<u64>,
    /// In plies.
    pub(crate) min_length: Option<u32>,
    pub(crate) max_length: Option<u32>,
    pub(crate) opening: Option<Line>,
    /// The games after this place only.
    pub(crate) before: Option<Cursor>,
}

/// Games of one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlayerSearch {
    pub(crate) player: PlayerId,
    pub(crate) opponent: Option<PlayerId>,
    /// The colour of `player`.
    pub(crate) color: Option<Color>,
}

/// The result of games that are searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResultSearch {
    /// This colour has won.
    Won(Color),
    Draw,
    /// The player that is searched for has won or lost.
    Win,
    Loss,
}

/// An opening line: the variant and the first actions in public notation, separated by spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) variant: VariantId,
    /// The number of the starting position; 0 where there is only one.
    pub(crate) start: u32,
    pub(crate) actions: String,
}

/// A place in the list of all finished games, newest first. The games listed after it ended before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cursor {
    /// In milliseconds since 1970.
    pub(crate) ended_at: u64,
    /// The game's number in the archive.
    pub(crate) number: u64,
}

/// A text that is not a [`Cursor`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not a cursor of this list: use `next` of the previous page")]
pub(crate) struct InvalidCursor;

impl Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.ended_at, self.number)
    }
}

impl FromStr for Cursor {
    type Err = InvalidCursor;

    fn from_str(text: &str) -> Result<Cursor, InvalidCursor> {
        let (ended_at, number) = text.split_once('-').ok_or(InvalidCursor)?;
        // Only digits that the database can compare.
        let read = |digits: &str| {
            let is_plain = digits.len() <= 18 && digits.bytes().all(|digit| digit.is_ascii_digit());
            let number: Option<i64> = digits.parse().ok().filter(|_| is_plain);
            number.map(i64::unsigned_abs).ok_or(InvalidCursor)
        };
        Ok(Cursor {
            ended_at: read(ended_at)?,
            number: read(number)?,
        })
    }
}

/// A part of the games that were searched for, newest first.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub(crate) games: Vec<FoundGame>,
    /// Where the search continues; `None` if there are no more games. Since a page examines a limited number of games, there may be
    /// matches on the next page even if this one has few or none.
    pub(crate) next: Option<Cursor>,
}

/// A finished game.
#[derive(Debug, Clone)]
pub(crate) struct FoundGame {
    pub(crate) id: GameId,
    pub(crate) place: Cursor,
    pub(crate) info: GameInfo,
    pub(crate) result: GameResult,
    pub(crate) plies: u32,
    /// The last position as text.
    pub(crate) position: String,
    /// The squares of the last action.
    pub(crate) last: Vec<Square>,
}

/// The statistics of a line: its games and their results.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) games: u64,
    pub(crate) white: u64,
    pub(crate) draws: u64,
    pub(crate) black: u64,
    /// The players whose ratings are known, and the sum of these.
    pub(crate) ratings: u64,
    pub(crate) rating_sum: u64,
}

/// An action that was played in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NextAction {
    /// In public machine notation.
    pub(crate) action: String,
    /// For people.
    pub(crate) notation: String,
    pub(crate) tally: Tally,
}

/// The statistics of an opening line.
#[derive(Debug, Clone, Default)]
pub(crate) struct Opening {
    pub(crate) tally: Tally,
    /// The actions played next, the most frequent first.
    pub(crate) next: Vec<NextAction>,
    /// The last games.
    pub(crate) games: Vec<FoundGame>,
}

/// Wins, draws and losses of a player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Score {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
}

/// The results of a player's games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) variant: VariantId,
    pub(crate) reason: EndReason,
    pub(crate) score: Score,
}

/// Against whom a player has played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OpponentId {
    Player(PlayerId),
    /// The engine, at a level.
    Engine(u8),
}

/// A player's results against an opponent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OpponentRecord {
    pub(crate) opponent: OpponentId,
    /// The name as it is now; `None` for the engine, and for guests who have not chosen one.
    pub(crate) name: Option<String>,
    /// Whether there is an account.
    pub(crate) account: bool,
    /// Whether a program plays for it.
    pub(crate) is_bot: bool,
    pub(crate) score: Score,
}

/// All finished games of a player in numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct PlayerRecord {
    pub(crate) records: Vec<Record>,
    /// Those with whom the player has played most.
    pub(crate) opponents: Vec<OpponentRecord>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_it_was_written_and_nothing_else_is() {
        let place = Cursor {
            ended_at: 1_795_262_400_000,
            number: 57,
        };
        assert_eq!(place.to_string().parse(), Ok(place));
        for text in [
            "",
            "-",
            "1",
            "1-",
            "-1",
            "1-x",
            "+1-2",
            "1--2",
            "1-2-3",
            "9223372036854775808-1",
        ] {
            assert_eq!(text.parse::<Cursor>(), Err(InvalidCursor), "{text}");
        }
    }
}
