//! What goes out: built from views and public notation only.

use std::sync::Arc;

use manifold_rules::board::{Color, color_name};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::event::Offer;
use super::options::Options;
use super::seat::Seat;

/// A game as one seat may see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct State {
    /// The game's address.
    #[schema(value_type = String)]
    pub(crate) id: Arc<str>,
    /// The game: `hyperspace`, `time-traveler`, `hidden960` or `dmchess`.
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
    pub(crate) clock: Option<ClockView>,
    /// Whether it goes on.
    pub(crate) status: Status,
    /// How it ended.
    pub(crate) outcome: Option<OutcomeView>,
    /// Who must act: `white` or `black`.
    pub(crate) actor: Option<&'static str>,
    /// The number of the turn.
    pub(crate) turn_number: u32,
    /// The position as the rules show it to this seat.
    #[schema(value_type = Object)]
    pub(crate) view: Box<RawValue>,
    /// What this seat can do now, if it must act (or may settle a conflict).
    pub(crate) options: Option<Options>,
    /// Open offers, by who has made them.
    pub(crate) offers: Offers,
    /// Whether take-backs can be asked for at all.
    pub(crate) takebacks: bool,
    /// What this seat can do beside actions.
    pub(crate) can: Abilities,
    /// The game that follows, once both have agreed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub(crate) rematch_id: Option<Arc<str>>,
    /// Squares or places of the last action.
    pub(crate) last: Vec<String>,
    /// All actions; left out in frames that tell one event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) moves: Option<Vec<MoveView>>,
    /// Hyperspace Chess: what was committed to, in the order of the departures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) commitments: Option<Vec<CommitmentView>>,
}

/// Whether a game goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Status {
    /// A seat is free.
    Waiting,
    /// It goes on.
    Live,
    /// It has ended.
    Over,
}

impl Status {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Status::Waiting => "waiting",
            Status::Live => "live",
            Status::Over => "over",
        }
    }
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
pub(crate) struct PlayerView {
    /// The display name; `?` for a free seat.
    pub(crate) name: String,
    /// `person`, `engine` or `free`.
    pub(crate) kind: &'static str,
    /// The engine's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) level: Option<u8>,
    /// Whether the player is here. The engine always is.
    pub(crate) online: bool,
}

/// Both clocks at one moment.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ClockView {
    /// What White has left, in milliseconds.
    pub(crate) white_ms: u64,
    /// What Black has left.
    pub(crate) black_ms: u64,
    /// Whose clock runs.
    pub(crate) running: Option<&'static str>,
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
pub(crate) struct LagView {
    /// White's.
    pub(crate) white: u32,
    /// Black's.
    pub(crate) black: u32,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct OutcomeView {
    /// `white` or `black`; none for a draw and for an aborted game.
    pub(crate) winner: Option<&'static str>,
    /// Why: the rules' words, `aborted`, or `left`.
    pub(crate) reason: String,
    /// A sentence for people.
    pub(crate) text: String,
}

/// Who has offered what.
#[derive(Debug, Clone, Copy, Default, Serialize, ToSchema)]
pub(crate) struct Offers {
    /// A draw.
    pub(crate) draw: Option<&'static str>,
    /// To take back.
    pub(crate) takeback: Option<&'static str>,
    /// Another game.
    pub(crate) rematch: Option<&'static str>,
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
pub(crate) struct MoveView {
    /// The number of its event.
    pub(crate) n: u64,
    /// Plies before it.
    pub(crate) ply: u32,
    /// The number of the turn.
    pub(crate) number: u32,
    /// Who acted.
    pub(crate) color: &'static str,
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
    pub(crate) clock_ms: Option<u64>,
}

/// What was published when a piece left.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct CommitmentView {
    /// The number of the event.
    pub(crate) n: u64,
    /// Whose piece.
    pub(crate) color: &'static str,
    /// What everybody knows of the action.
    #[schema(value_type = String)]
    pub(crate) public: Arc<str>,
    /// 64 hexadecimal digits.
    pub(crate) commitment: String,
}

/// An event as a seat may see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub(crate) enum EventView {
    /// The free seat was taken.
    Joined {
        /// Which.
        color: &'static str,
        /// By whom.
        name: String,
    },
    /// An action.
    Action {
        /// Whose.
        color: &'static str,
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
        clock_ms: Option<u64>,
        /// Hyperspace Chess: the commitment to a departure.
        #[serde(skip_serializing_if = "Option::is_none")]
        commitment: Option<String>,
    },
    /// Something is offered.
    Offer {
        /// By whom.
        color: &'static str,
        /// What.
        what: Offer,
    },
    /// An offer is declined, or withdrawn by the player who made it.
    Declined {
        /// By whom.
        color: &'static str,
        /// What.
        what: Offer,
    },
    /// Actions were taken back.
    Takeback {
        /// Who had asked for it.
        color: &'static str,
        /// How many actions are left.
        keep: usize,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        color: &'static str,
    },
    /// The players agreed on a draw.
    Draw {},
    /// A player's time ran out.
    Flagged {
        /// Whose.
        color: &'static str,
    },
    /// The opponent had left.
    Claimed {
        /// Who claimed.
        color: &'static str,
        /// What.
        what: super::event::Claim,
    },
    /// The game was ended without a result.
    Aborted {
        /// By whom.
        color: &'static str,
    },
    /// Another game has begun.
    Rematch {
        /// Its address.
        id: String,
    },
}

pub(crate) fn name(color: Color) -> &'static str {
    color_name(color)
}
