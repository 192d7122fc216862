//! Views of a game as they go out: built from the rules' views and public notation only.

use std::sync::Arc;

use manifold_rules::board::Color;
use manifold_rules::variant::AnyView;
use serde::Serialize;
use utoipa::ToSchema;

use super::event::{Claim, GameEnd, Offer};
use super::info::GameInfo;
use super::orders::Order;
use super::seat::Seat;
use crate::games::Options;
use crate::ids::GameId;
use crate::names::{self, Square, Status};

/// A game as one seat may see it.
#[derive(Debug, Clone)]
pub(crate) struct GameView {
    pub(crate) id: GameId,
    pub(crate) info: Arc<GameInfo>,
    /// The seat whose view it is.
    pub(crate) seat: Seat,
    /// The number of the last event.
    pub(crate) n: u64,
    pub(crate) presence: Presence,
    pub(crate) clock: Option<ClockView>,
    pub(crate) status: Status,
    pub(crate) end: Option<GameEnd>,
    /// The player to act.
    pub(crate) actor: Option<Color>,
    pub(crate) turn_number: u32,
    /// The position as the rules show it to this seat.
    pub(crate) position: AnyView,
    /// This seat's options now, if it must act (or may settle a conflict).
    pub(crate) options: Option<Options>,
    pub(crate) offers: Offers,
    pub(crate) can: Abilities,
    /// The game that follows, once both have agreed.
    pub(crate) rematch: Option<GameId>,
    /// The squares of the last action.
    pub(crate) last: Vec<Square>,
    /// All actions, if they were asked for.
    pub(crate) moves: Option<Vec<MoveView>>,
    /// The commitments in the order of the departures, in a game that has departures. Only sent together with all actions.
    pub(crate) commitments: Option<Vec<CommitmentView>>,
}

/// A game as one seat may see it, for an answer.
pub(crate) struct ShownGame {
    pub(crate) view: Box<GameView>,
    /// Whether it shows something that others must not know.
    pub(crate) has_secrets: bool,
}

/// The presence of the players, and the number of people who watch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Presence {
    pub(crate) white: bool,
    pub(crate) black: bool,
    /// Number of spectators.
    pub(crate) watching: usize,
    /// The player who may claim the game, because the opponent has left.
    pub(crate) claim: Option<Color>,
}

/// Both clocks at one moment.
#[derive(Debug, Clone)]
pub(crate) struct ClockView {
    pub(crate) choice: super::time_control::ClockChoice,
    /// White's remaining time, in milliseconds.
    pub(crate) white_ms: u64,
    /// Black's remaining time, in milliseconds.
    pub(crate) black_ms: u64,
    /// The side whose clock runs; `None` if neither does.
    pub(crate) running: Option<Color>,
    /// The time control as PGN writes it.
    pub(crate) control: String,
    /// Added after every move.
    pub(crate) increment_ms: u64,
    /// The rest of the running clock's delay, in milliseconds.
    pub(crate) delay_ms: u64,
    pub(crate) lag_ms: Lag,
    /// The end of White's vacation, in milliseconds since 1970.
    pub(crate) white_vacation: Option<u64>,
    /// The end of Black's vacation, in milliseconds since 1970.
    pub(crate) black_vacation: Option<u64>,
    /// The time at which the clocks were read, in milliseconds since 1970.
    pub(crate) at: u64,
}

/// Lag that was given back for each player's last action, in milliseconds.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
pub(crate) struct Lag {
    /// White's.
    pub(crate) white: u32,
    /// Black's.
    pub(crate) black: u32,
}

/// Open offers: the player who made each.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
pub(crate) struct Offers {
    /// A draw.
    #[schema(required)]
    pub(crate) draw: Option<names::Color>,
    /// A takeback.
    #[schema(required)]
    pub(crate) takeback: Option<names::Color>,
    /// A rematch.
    #[schema(required)]
    pub(crate) rematch: Option<names::Color>,
}

/// What a seat can do besides acting.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Abilities {
    /// Ask for a takeback.
    pub(crate) takeback: bool,
    /// At one board: begin again.
    pub(crate) reset: bool,
    /// Offer a draw.
    pub(crate) draw: bool,
    /// Resign.
    pub(crate) resign: bool,
    /// End the game without a result.
    pub(crate) abort: bool,
    /// Offer another game.
    pub(crate) rematch: bool,
    /// Take the free side.
    pub(crate) join: bool,
    /// Claim to have won, because the opponent has left.
    pub(crate) claim_win: bool,
    /// Claim a draw.
    pub(crate) claim_draw: bool,
    /// Choose conditional moves.
    pub(crate) conditional: bool,
}

/// One action of the list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Move)]
pub(crate) struct MoveView {
    /// The number of its event.
    pub(crate) n: u64,
    /// Plies before it.
    pub(crate) ply: u32,
    /// The number of the turn.
    pub(crate) number: u32,
    /// The player who acted.
    pub(crate) color: names::Color,
    /// Notation for people, as this seat may read it.
    #[schema(value_type = String)]
    pub(crate) notation: Arc<str>,
    /// The public form of it, in machine notation.
    #[schema(value_type = String)]
    pub(crate) public: Arc<str>,
    /// The time of the action, in milliseconds since 1970.
    pub(crate) at: u64,
    /// The player's remaining time after it, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) clock_ms: Option<u64>,
}

/// The commitment published when a piece left.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Commitment)]
pub(crate) struct CommitmentView {
    /// The number of the event.
    pub(crate) n: u64,
    /// The owner of the piece.
    pub(crate) color: names::Color,
    /// The public form of the action, in machine notation.
    #[schema(value_type = String)]
    pub(crate) public: Arc<str>,
    /// 64 hexadecimal digits.
    pub(crate) commitment: String,
}

/// An event as a seat may see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "kind")]
#[schema(as = GameEvent)]
pub(crate) enum EventView {
    /// The free side was taken.
    Joined {
        /// The side.
        color: names::Color,
        /// The name of the player who took it.
        name: String,
    },
    /// An action.
    Action {
        /// The player who acts.
        color: names::Color,
        /// For people, as this seat may read it.
        #[schema(value_type = String)]
        notation: Arc<str>,
        /// The public form of it, in machine notation.
        #[schema(value_type = String)]
        action: Arc<str>,
        /// The number of the turn.
        number: u32,
        /// Plies before it.
        ply: u32,
        /// The time of the action, in milliseconds since 1970.
        at: u64,
        /// The player's remaining time after it, in milliseconds.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        clock_ms: Option<u64>,
        /// Hyperspace Chess: the commitment to a departure.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable = false)]
        commitment: Option<String>,
    },
    /// Something is offered.
    Offer {
        /// The player who offers it.
        color: names::Color,
        /// The offer.
        what: Offer,
    },
    /// An offer is declined, or withdrawn by the player who made it.
    Declined {
        /// The player who declines or withdraws it.
        color: names::Color,
        /// The offer.
        what: Offer,
    },
    /// Actions were taken back.
    Takeback {
        /// The player who asked for it.
        color: names::Color,
        /// The number of actions left.
        keep: usize,
    },
    /// A player resigned.
    Resigned {
        /// The player.
        color: names::Color,
    },
    /// The players agreed on a draw.
    Draw {},
    /// A player's time ran out.
    Flagged {
        /// The player whose flag has fallen.
        color: names::Color,
    },
    /// A player claimed the game, because the opponent had left.
    Claimed {
        /// The player who claimed.
        color: names::Color,
        /// The claim.
        what: Claim,
    },
    /// The game was ended without a result.
    Aborted {
        /// The player who ended it.
        color: names::Color,
    },
    /// A player is on vacation, or has come back: then `until` is past.
    Vacation {
        /// The player.
        color: names::Color,
        /// The time until which the player's clock stands still, in milliseconds since 1970.
        until: u64,
    },
    /// The event of the game has ordered something.
    Ordered {
        /// The number of the entry in the log of the event.
        entry: u64,
        /// The orders.
        orders: Vec<Order>,
    },
    /// Another game has begun.
    Rematch {
        /// The identifier of the new game.
        #[schema(value_type = String)]
        id: GameId,
    },
}
