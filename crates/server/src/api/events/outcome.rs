//! The decisions of directors and arbiters, as the API reads and shows them.

use manifold_events as law;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::objects;
use crate::names::Color;
use crate::whole_number::whole;

/// The ground on which a director rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RulingGround {
    /// A player was away for longer than the event allows.
    Absence,
    /// A failure of the server or the connection that is not the player's fault.
    Failure,
    /// The time available for the event is over.
    Deadline,
    /// A rule was applied wrongly.
    Rules,
    /// Fair play, unfair calls, abuse.
    Conduct,
    /// The players agree on a result that was not entered.
    Agreement,
}

/// Conversions both ways between enums with the same variants.
macro_rules! same {
    ($Own:ident, $Law:ident, $($Name:ident),+) => {
        impl From<law::$Law> for $Own {
            fn from(other: law::$Law) -> $Own {
                match other {
                    $(law::$Law::$Name => $Own::$Name,)+
                }
            }
        }

        impl From<$Own> for law::$Law {
            fn from(own: $Own) -> law::$Law {
                match own {
                    $($Own::$Name => law::$Law::$Name,)+
                }
            }
        }
    };
}

same!(
    RulingGround,
    Ground,
    Absence,
    Failure,
    Deadline,
    Rules,
    Conduct,
    Agreement
);

/// The result of a game of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EventResult {
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

same!(
    EventResult,
    GameResult,
    WhiteWins,
    BlackWins,
    Draw,
    WhiteForfeits,
    BlackForfeits,
    BothForfeit
);

/// The outcome of a ruling.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum RulingOutcome {
    /// White wins.
    WhiteWins {},
    /// Black wins.
    BlackWins {},
    /// A draw.
    Draw {},
    /// White loses by forfeit.
    WhiteForfeits {},
    /// Black loses by forfeit.
    BlackForfeits {},
    /// Both lose by forfeit.
    BothForfeit {},
    /// The game goes on.
    Resume {
        /// The number of the last event of the game that counts.
        #[serde(deserialize_with = "whole")]
        #[schema(maximum = 9_007_199_254_740_991_i64)]
        from: u64,
        /// White's clock, in milliseconds.
        #[serde(rename = "whiteMs", deserialize_with = "whole")]
        #[schema(maximum = 9_007_199_254_740_991_i64)]
        white_ms: u64,
        /// Black's clock, in milliseconds.
        #[serde(rename = "blackMs", deserialize_with = "whole")]
        #[schema(maximum = 9_007_199_254_740_991_i64)]
        black_ms: u64,
    },
    /// A new game with the same colours replaces this one.
    Replay {},
    /// A player gets more or less time.
    Time {
        /// The side whose clock changes.
        side: Color,
        /// The seconds added; negative to take time away.
        #[schema(minimum = -86_400, maximum = 86_400)]
        seconds: i32,
    },
    /// A player is warned.
    Warning {
        /// The side that is warned.
        side: Color,
    },
    /// The call is dismissed.
    Dismissed {
        /// Whether it was frivolous, which costs the caller two minutes.
        frivolous: bool,
    },
}

fn color(side: law::Side) -> Color {
    match side {
        law::Side::White => Color::White,
        law::Side::Black => Color::Black,
    }
}

fn side(color: Color) -> law::Side {
    match color {
        Color::White => law::Side::White,
        Color::Black => law::Side::Black,
    }
}

impl From<&law::Outcome> for RulingOutcome {
    fn from(outcome: &law::Outcome) -> RulingOutcome {
        match outcome {
            law::Outcome::WhiteWins => RulingOutcome::WhiteWins {},
            law::Outcome::BlackWins => RulingOutcome::BlackWins {},
            law::Outcome::Draw => RulingOutcome::Draw {},
            law::Outcome::WhiteForfeits => RulingOutcome::WhiteForfeits {},
            law::Outcome::BlackForfeits => RulingOutcome::BlackForfeits {},
            law::Outcome::BothForfeit => RulingOutcome::BothForfeit {},
            law::Outcome::Resume {
                from,
                white_ms,
                black_ms,
            } => RulingOutcome::Resume {
                from: *from,
                white_ms: *white_ms,
                black_ms: *black_ms,
            },
            law::Outcome::Replay { .. } => RulingOutcome::Replay {},
            law::Outcome::Time { side, seconds } => RulingOutcome::Time {
                side: color(*side),
                seconds: *seconds,
            },
            law::Outcome::Warning { side } => RulingOutcome::Warning { side: color(*side) },
            law::Outcome::Dismissed { frivolous } => RulingOutcome::Dismissed {
                frivolous: *frivolous,
            },
        }
    }
}

impl RulingOutcome {
    /// The outcome as the law takes it; `game` is the identifier of a game that is replayed.
    pub(super) fn read(self, game: law::GameId) -> law::Outcome {
        match self {
            RulingOutcome::WhiteWins {} => law::Outcome::WhiteWins,
            RulingOutcome::BlackWins {} => law::Outcome::BlackWins,
            RulingOutcome::Draw {} => law::Outcome::Draw,
            RulingOutcome::WhiteForfeits {} => law::Outcome::WhiteForfeits,
            RulingOutcome::BlackForfeits {} => law::Outcome::BlackForfeits,
            RulingOutcome::BothForfeit {} => law::Outcome::BothForfeit,
            RulingOutcome::Resume {
                from,
                white_ms,
                black_ms,
            } => law::Outcome::Resume {
                from,
                white_ms,
                black_ms,
            },
            RulingOutcome::Replay {} => law::Outcome::Replay { game },
            RulingOutcome::Time {
                side: color,
                seconds,
            } => law::Outcome::Time {
                side: side(color),
                seconds,
            },
            RulingOutcome::Warning { side: color } => law::Outcome::Warning { side: side(color) },
            RulingOutcome::Dismissed { frivolous } => law::Outcome::Dismissed { frivolous },
        }
    }
}

/// The Chief Arbiter's decision on the appeals against a ruling.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum AppealDecision {
    /// The ruling stands.
    Confirmed {},
    /// Another outcome replaces the ruling's.
    Varied {
        /// The new outcome.
        #[serde(deserialize_with = "objects::read")]
        outcome: RulingOutcome,
    },
    /// Another director rules again.
    Remitted {
        /// The username of the director.
        to: String,
    },
}
