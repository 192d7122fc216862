//! The events of a game: a game is the list of its events.

use std::fmt::{self, Debug};

use manifold_rules::board::Color;
use manifold_rules::outcome::Outcome;
use manifold_rules::variant::AnyAction;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::{GameId, PlayerId, RequestId};
use crate::meeting::vacation::Vacation;
use crate::names::{self, EndReason, GameResult};
use crate::table::info::Person;
use crate::table::orders::Ordered;

/// An action with all that its player knows of it. Debugging output (logs, errors) shows nothing of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct FullAction(AnyAction);

impl FullAction {
    pub(crate) fn new(action: AnyAction) -> FullAction {
        FullAction(action)
    }

    /// The action: for the referee and the log of the game, and for nobody else.
    pub(crate) fn reveal(self) -> AnyAction {
        self.0
    }
}

impl Debug for FullAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FullAction(?)")
    }
}

/// One numbered event.
#[derive(Debug, Clone)]
pub(crate) struct Event {
    /// 1 for the first.
    pub(crate) n: u64,
    /// The time at which it was judged, in milliseconds since 1970.
    pub(crate) at: u64,
    /// The request that caused it; none for events by the server itself.
    pub(crate) request: Option<Request>,
    pub(crate) kind: EventKind,
}

/// A request that may arrive twice and counts once.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Request {
    pub(crate) player: PlayerId,
    pub(crate) id: RequestId,
}

/// An offer to the opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Offer {
    /// A draw.
    Draw,
    /// To take back the offering player's last turn.
    Takeback,
    /// Another game with the colours exchanged.
    Rematch,
    /// At one board: to begin again.
    Reset,
}

/// A claim of a player whose opponent has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Claim {
    /// To have won.
    Win,
    /// A draw.
    Draw,
}

/// Kinds of events.
#[derive(Debug, Clone)]
pub(crate) enum EventKind {
    /// An action.
    Action {
        by: Color,
        action: FullAction,
        /// For a departure of Hyperspace Chess: the salt of its commitment, in hexadecimal digits.
        salt: Option<SecretString>,
        /// Lag that is given back, in milliseconds.
        lag_ms: u32,
        /// Whether the player's page was out of focus before it, as the page says.
        away: bool,
    },
    /// Anything but an action.
    Other(OtherEvent),
}

/// Events that are not actions.
#[derive(Debug, Clone)]
pub(crate) enum OtherEvent {
    /// A player has taken the free side.
    Joined { color: Color, person: Person },
    /// An offer was made.
    Offered { by: Color, what: Offer },
    /// An offer was declined, or withdrawn by the player who made it.
    Declined { by: Color, what: Offer },
    /// All but the first `keep` actions are taken back.
    TakenBack { by: Color, keep: usize },
    /// A player resigned.
    Resigned { color: Color },
    /// The players agreed on a draw.
    DrawAgreed,
    /// A player's time ran out.
    Flagged { color: Color },
    /// A player claimed the game, because the opponent had left.
    Claimed { by: Color, what: Claim },
    /// The game was ended without a result.
    Aborted { by: Color },
    /// A player is on vacation, or has come back early: then the vacation is announced again with its actual end.
    Vacation { color: Color, vacation: Vacation },
    /// The players begin another game.
    Rematch { game: GameId },
    /// The event of the game has ordered something.
    Ordered(Ordered),
}

/// The end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum GameEnd {
    /// By the rules, or by what players do: resign, agree, run out of time.
    Rules(Outcome),
    /// A player claimed it, because the opponent had left.
    Left { by: Color, what: Claim },
    /// A director has ruled, or the Chief Arbiter.
    Ruled { winner: Option<Color> },
    /// By forfeit, because a player was absent or by a ruling: the game counts as not played. Without a winner, both have lost.
    Forfeited { winner: Option<Color> },
    /// Without a result.
    Aborted,
}

impl GameEnd {
    /// The winner and the reason.
    pub(crate) fn result(self) -> GameResult {
        match self {
            GameEnd::Rules(outcome) => outcome.into(),
            GameEnd::Left { by, what } => GameResult {
                winner: (what == Claim::Win).then(|| names::Color::from(by)),
                reason: EndReason::Left,
            },
            GameEnd::Ruled { winner } => GameResult {
                winner: winner.map(names::Color::from),
                reason: EndReason::Adjudication,
            },
            GameEnd::Forfeited { winner } => GameResult {
                winner: winner.map(names::Color::from),
                reason: EndReason::Forfeit,
            },
            GameEnd::Aborted => GameResult {
                winner: None,
                reason: EndReason::Aborted,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use manifold_rules::variant::VariantId;

    use super::*;

    #[test]
    fn debugging_output_shows_nothing_of_an_action() {
        let kings = "kings:d1a3,d2b3,d3e1,d4e1,d5e1,d6e1,d7e1,d8h3";
        for (variant, action) in [("hyperspace", "c1^3@f4"), ("dmchess:kings", kings)] {
            let variant: VariantId = variant.parse().expect("a variant");
            let action = variant.parse_action(action).expect("an action");
            let event = EventKind::Action {
                by: Color::White,
                action: FullAction::new(action),
                salt: Some(SecretString::from("0123456789abcdef")),
                lag_ms: 0,
                away: false,
            };
            let shown = format!("{event:?}");
            assert!(
                shown.contains("FullAction(?)") && !shown.contains("0123"),
                "{shown}"
            );
        }
    }
}
