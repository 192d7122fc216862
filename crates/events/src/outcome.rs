//! Results of games, and what directors and arbiters decide about them.

use manifold_pairing::{Colour, Score};
use serde::{Deserialize, Serialize};

use crate::ids::{GameId, PersonId};

/// A side of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Side; 2] = [Side::White, Side::Black];

    /// The opponent's side.
    #[must_use]
    pub fn opposite(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

impl From<Side> for Colour {
    fn from(side: Side) -> Colour {
        match side {
            Side::White => Colour::White,
            Side::Black => Colour::Black,
        }
    }
}

/// The absent players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Absent {
    /// White.
    White,
    /// Black.
    Black,
    /// Both.
    Both,
}

impl Absent {
    /// The absent players, given whether each is absent; `None` if neither is.
    pub(crate) fn of(white: bool, black: bool) -> Option<Absent> {
        match (white, black) {
            (true, true) => Some(Absent::Both),
            (true, false) => Some(Absent::White),
            (false, true) => Some(Absent::Black),
            (false, false) => None,
        }
    }

    /// Whether a side is absent.
    pub(crate) fn is(self, side: Side) -> bool {
        self == Absent::Both || (self == Absent::White) == (side == Side::White)
    }

    /// The forfeit that results from the absence.
    #[must_use]
    pub fn result(self) -> GameResult {
        match self {
            Absent::White => GameResult::WhiteForfeits,
            Absent::Black => GameResult::BlackForfeits,
            Absent::Both => GameResult::BothForfeit,
        }
    }
}

/// The result of a game (Regulations, section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    /// White has won.
    WhiteWins,
    /// Black has won.
    BlackWins,
    /// A draw.
    Draw,
    /// White has lost by forfeit.
    WhiteForfeits,
    /// Black has lost by forfeit.
    BlackForfeits,
    /// Both have lost by forfeit.
    BothForfeit,
}

impl GameResult {
    /// All results.
    pub const ALL: [GameResult; 6] = [
        GameResult::WhiteWins,
        GameResult::BlackWins,
        GameResult::Draw,
        GameResult::WhiteForfeits,
        GameResult::BlackForfeits,
        GameResult::BothForfeit,
    ];

    /// Whether it is a forfeit: not rated, and unplayed for tie-breaks (Regulations, section 3).
    #[must_use]
    pub fn is_forfeit(self) -> bool {
        matches!(
            self,
            GameResult::WhiteForfeits | GameResult::BlackForfeits | GameResult::BothForfeit
        )
    }

    /// The score of one side.
    #[must_use]
    pub fn score(self, side: Side) -> Score {
        match (self, side) {
            (GameResult::Draw, _) => Score::Draw,
            (GameResult::WhiteWins | GameResult::BlackForfeits, Side::White)
            | (GameResult::BlackWins | GameResult::WhiteForfeits, Side::Black) => Score::Win,
            _ => Score::Loss,
        }
    }
}

/// The ground for a ruling (Regulations, section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// A player left for longer than the event allows.
    Absence,
    /// A failure of the server or the connection for which the player is not responsible.
    Failure,
    /// The time available for the event is over.
    Deadline,
    /// A rule was applied wrongly.
    Rules,
    /// Breaches of fair play, unfair calls, abuse.
    Conduct,
    /// The players agree on a result that was not entered.
    Agreement,
}

impl Ground {
    /// All grounds.
    pub const ALL: [Ground; 6] = [
        Ground::Absence,
        Ground::Failure,
        Ground::Deadline,
        Ground::Rules,
        Ground::Conduct,
        Ground::Agreement,
    ];
}

/// The outcome of a ruling (Regulations, section 4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Outcome {
    /// White wins.
    WhiteWins,
    /// Black wins.
    BlackWins,
    /// A draw.
    Draw,
    /// White loses by forfeit.
    WhiteForfeits,
    /// Black loses by forfeit.
    BlackForfeits,
    /// Both lose by forfeit.
    BothForfeit,
    /// The game goes on.
    Resume {
        /// The number of the entry in the game's log after which it goes on.
        from: u64,
        /// White's clock, in milliseconds.
        white_ms: u64,
        /// Black's clock, in milliseconds.
        black_ms: u64,
    },
    /// A new game with the same colours takes the place of this one.
    Replay {
        /// The new game.
        game: GameId,
    },
    /// A player gets or loses time.
    Time {
        /// The player whose clock is changed.
        side: Side,
        /// The seconds added; negative to take time away.
        seconds: i32,
    },
    /// A player is warned.
    Warning {
        /// The side that is warned.
        side: Side,
    },
    /// The call is dismissed.
    Dismissed {
        /// Whether it was frivolous, which costs the caller [`FRIVOLOUS_MS`].
        frivolous: bool,
    },
}

/// The time that a frivolous call costs, in milliseconds.
pub const FRIVOLOUS_MS: u64 = 2 * 60_000;

impl Outcome {
    /// The result that it sets, if any.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        Some(match self {
            Outcome::WhiteWins => GameResult::WhiteWins,
            Outcome::BlackWins => GameResult::BlackWins,
            Outcome::Draw => GameResult::Draw,
            Outcome::WhiteForfeits => GameResult::WhiteForfeits,
            Outcome::BlackForfeits => GameResult::BlackForfeits,
            Outcome::BothForfeit => GameResult::BothForfeit,
            _ => return None,
        })
    }

    /// Whether it is about the result: it sets one, or takes one back by `resume` or `replay`.
    #[must_use]
    pub fn is_about_the_result(&self) -> bool {
        self.result().is_some() || matches!(self, Outcome::Resume { .. } | Outcome::Replay { .. })
    }
}

impl From<GameResult> for Outcome {
    fn from(result: GameResult) -> Outcome {
        match result {
            GameResult::WhiteWins => Outcome::WhiteWins,
            GameResult::BlackWins => Outcome::BlackWins,
            GameResult::Draw => Outcome::Draw,
            GameResult::WhiteForfeits => Outcome::WhiteForfeits,
            GameResult::BlackForfeits => Outcome::BlackForfeits,
            GameResult::BothForfeit => Outcome::BothForfeit,
        }
    }
}

/// The Chief Arbiter's decision on the appeals against a ruling (Regulations, section 5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Decision {
    /// The ruling stands.
    Confirmed,
    /// Another outcome replaces it.
    Varied {
        /// The new outcome.
        outcome: Outcome,
    },
    /// Another director rules again.
    Remitted {
        /// The director who rules again.
        to: PersonId,
    },
}
