//! The orders of a game's event: its start, its clocks, and results that are not played.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::{EventId, PlayerId};
use crate::names::Color;

/// The event to which a game belongs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OfEvent {
    pub(crate) id: EventId,
    pub(crate) name: String,
    /// The round, counted from 1.
    pub(crate) round: u16,
    /// The board, counted from 1.
    pub(crate) board: usize,
    /// The number of turns before which a draw cannot be agreed.
    #[serde(default)]
    pub(crate) draw_turns: u16,
    /// The time at which the round starts, in milliseconds since 1970, as it was paired.
    #[serde(default)]
    pub(crate) starts_at: u64,
}

/// The order of an entry in the event's log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ordered {
    /// The number of the entry: an order that arrives again is carried out once.
    pub(crate) n: u64,
    /// The time of the order, in milliseconds since 1970.
    pub(crate) at: u64,
    pub(crate) orders: Vec<Order>,
}

impl Ordered {
    /// The event of the game's log after which the game resumes, if it is ordered to.
    pub(crate) fn resumes_from(&self) -> Option<u64> {
        self.orders.iter().find_map(|order| match order {
            Order::Resume { from, .. } => Some(*from),
            _ => None,
        })
    }
}

/// One order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "kind")]
#[schema(as = EventOrder)]
pub(crate) enum Order {
    /// The round begins: White's clock runs.
    Begin {
        /// The amount by which Black has less than White, in milliseconds.
        #[serde(default)]
        less_for_black_ms: u64,
    },
    /// A director was called: both clocks stand still.
    Stop,
    /// The clocks run again.
    Go,
    /// Time is added to a player's clock, or taken from it.
    Time {
        /// The side whose clock changes.
        color: Color,
        /// The time added, in milliseconds; below zero it is taken away.
        ms: i64,
    },
    /// An earlier change of a clock is undone.
    TimeUndone {
        /// The number of its entry in the event's log.
        entry: u64,
    },
    /// The game ends by a ruling, or because a player was absent.
    End {
        /// The winner; null for a draw, and if both have lost.
        #[schema(required)]
        winner: Option<Color>,
        /// Whether it is a forfeit.
        forfeit: bool,
    },
    /// The game goes on after event `from`, with these clocks.
    Resume {
        /// The number of the last event that counts.
        from: u64,
        /// White's clock, in milliseconds.
        white_ms: u64,
        /// Black's clock, in milliseconds.
        black_ms: u64,
    },
    /// The game counts for nothing.
    Void,
    /// A director has opened the seal, and sees what is secret from now on.
    Unsealed {
        /// The director.
        #[schema(value_type = String)]
        by: PlayerId,
    },
    /// The result is final: nothing is secret any more.
    Open,
}
