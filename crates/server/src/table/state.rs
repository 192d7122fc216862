//! What goes out: built from views and public notation only.

use std::sync::Arc;

use manifold_rules::board;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::event::Offer;
use super::seat::Seat;
use crate::games::{GameName, Options, View};
use crate::names::{Color, EndReason, Square};

/// A game as one seat may see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct State {
    /// The game's address.
    #[schema(value_type = String)]
    pub(crate) id: Arc<str>,
    /// The game.
    #[schema(value_type = GameName)]
    pub(crate) game: &'static str,
    /// The game with its options, such as `hyperspace:open`.
    pub(crate) variant: &'static str,
    /// Its name for people.
    pub(crate) variant_name: &'static str,
    /// Who looks.
    pub(crate) seat: Seat,
    /// The number of the last event.
    pub(crate) n: u64,
    /// Who plays.
    pub(crate) players: Players,
    /// Both clocks; none in a game without.
    #[schema(required)]
    pub(crate) clock: Option<ClockView>,
    /// Whether it goes on.
    pub(crate) status: Status,
    /// How it ended.
    #[schema(required)]
    pub(crate) outcome: Option<OutcomeView>,
    /// Who must act: `white` or `black`.
    #[schema(required)]
    pub(crate) actor: Option<Color>,
    /// The number of the turn.
    pub(crate) turn_number: u32,
    /// The position as the rules show it to this seat.
    #[schema(value_type = View)]
    pub(crate) view: Box<RawValue>,
    /// What this seat can do now, if it must act (or may settle a conflict).
    #[schema(required)]
    pub(crate) options: Option<Options>,
    /// Open offers, by who has made them.
    pub(crate) offers: Offers,
    /// Whether take-backs can be asked for at all.
    pub(crate) takebacks: bool,
    /// What this seat can do beside actions.
    pub(crate) can: Abilities,
    /// The game that follows, once both have agreed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, nullable = false)]
    pub(crate) rematch_id: Option<Arc<str>>,
    /// Squares or places of the last action.
    pub(crate) last: Vec<Square>,
    /// All actions; left out in frames that tell one event.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) moves: Option<Vec<MoveView>>,
    /// Hyperspace Chess: what was committed to, in the order of the departures.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) commitments: Option<Vec<CommitmentView>>,
}

/// Whether a game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Status {
    /// A seat is free.
    Waiting,
    /// It goes on.
    Live,
    /// It has ended.
    Over,
}

/// Both players.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Players {
    /// White.
    pub(crate) white: PlayerView,
    /// Black.
    pub(crate) black: PlayerView,
}

/// A player.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Player)]
pub(crate) struct PlayerView {
    /// The display name; `?` for a free seat.
    pub(crate) name: String,
    /// Who plays.
    pub(crate) kind: PlayerKind,
    /// The engine's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) level: Option<u8>,
    /// Whether the player is here. The engine always is.
    pub(crate) online: bool,
}

/// Who plays a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PlayerKind {
    /// Nobody yet.
    Free,
    /// A person.
    Person,
    /// The engine.
    Engine,
}

/// Both clocks at one moment.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Clock)]
pub(crate) struct ClockView {
    /// What White has left, in milliseconds.
    pub(crate) white_ms: u64,
    /// What Black has left.
    pub(crate) black_ms: u64,
    /// Whose clock runs.
    #[schema(required)]
    pub(crate) running: Option<Color>,
    /// The time control for people, such as `Blitz 5+3`.
    pub(crate) preset: String,
    /// The time control as PGN writes it.
    pub(crate) control: String,
    /// Whether it is so many days a move.
    pub(crate) correspondence: bool,
    /// Added after every move.
    pub(crate) increment_ms: u64,
    /// What is left of the delay of the running clock: it falls only after that.
    pub(crate) delay_ms: u64,
    /// Lag that was given back for each player's last action.
    pub(crate) lag_ms: LagView,
    /// When the clocks were read, in milliseconds since 1970 by the server's clock.
    pub(crate) at: u64,
}

/// Lag in milliseconds.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
#[schema(as = Lag)]
pub(crate) struct LagView {
    /// White's.
    pub(crate) white: u32,
    /// Black's.
    pub(crate) black: u32,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Outcome)]
pub(crate) struct OutcomeView {
    /// `white` or `black`; none for a draw and for an aborted game.
    #[schema(required)]
    pub(crate) winner: Option<Color>,
    /// Why: the rules' words, `aborted`, or `left`.
    pub(crate) reason: EndReason,
    /// A sentence for people.
    pub(crate) text: String,
}

/// Who has offered what.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
pub(crate) struct Offers {
    /// A draw.
    #[schema(required)]
    pub(crate) draw: Option<Color>,
    /// To take back.
    #[schema(required)]
    pub(crate) takeback: Option<Color>,
    /// Another game.
    #[schema(required)]
    pub(crate) rematch: Option<Color>,
}

/// What a seat can do beside actions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Abilities {
    /// Ask to take back.
    pub(crate) takeback: bool,
    /// At one board: begin anew.
    pub(crate) reset: bool,
    /// Offer a draw.
    pub(crate) draw: bool,
    /// Give up.
    pub(crate) resign: bool,
    /// End the game without a result.
    pub(crate) abort: bool,
    /// Offer another game.
    pub(crate) rematch: bool,
    /// Take the free seat.
    pub(crate) join: bool,
    /// Claim to have won, because the opponent has left.
    pub(crate) claim_win: bool,
    /// Claim a draw.
    pub(crate) claim_draw: bool,
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
    /// Who acted.
    pub(crate) color: Color,
    /// Notation for people, as this seat may read it.
    #[schema(value_type = String)]
    pub(crate) notation: Arc<str>,
    /// What everybody knows of it, in machine notation.
    #[schema(value_type = String)]
    pub(crate) public: Arc<str>,
    /// When.
    pub(crate) at: u64,
    /// What the player had left on the clock after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) clock_ms: Option<u64>,
}

/// What was published when a piece left.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Commitment)]
pub(crate) struct CommitmentView {
    /// The number of the event.
    pub(crate) n: u64,
    /// Whose piece.
    pub(crate) color: Color,
    /// What everybody knows of the action.
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
    /// The free seat was taken.
    Joined {
        /// Which.
        color: Color,
        /// By whom.
        name: String,
    },
    /// An action.
    Action {
        /// Whose.
        color: Color,
        /// For people, as this seat may read it.
        #[schema(value_type = String)]
        notation: Arc<str>,
        /// What everybody knows of it, in machine notation.
        #[schema(value_type = String)]
        action: Arc<str>,
        /// The number of the turn.
        number: u32,
        /// Plies before it.
        ply: u32,
        /// When.
        at: u64,
        /// What the player had left on the clock after it.
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
        /// By whom.
        color: Color,
        /// What.
        what: Offer,
    },
    /// An offer is declined, or withdrawn by the player who made it.
    Declined {
        /// By whom.
        color: Color,
        /// What.
        what: Offer,
    },
    /// Actions were taken back.
    Takeback {
        /// Who had asked for it.
        color: Color,
        /// How many actions are left.
        keep: usize,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        color: Color,
    },
    /// The players agreed on a draw.
    Draw {},
    /// A player's time ran out.
    Flagged {
        /// Whose.
        color: Color,
    },
    /// The opponent had left.
    Claimed {
        /// Who claimed.
        color: Color,
        /// What.
        what: super::event::Claim,
    },
    /// The game was ended without a result.
    Aborted {
        /// By whom.
        color: Color,
    },
    /// Another game has begun.
    Rematch {
        /// Its address.
        id: String,
    },
}

pub(crate) fn name(color: board::Color) -> Color {
    color.into()
}
