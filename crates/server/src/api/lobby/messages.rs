//! The messages of the lobby's socket.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::input::variant_schema;
use crate::api::objects;
use crate::api::problem::Problem;
use crate::ids::{GameId, SeekId};
use crate::lobby;
use crate::names::Color;
use crate::table::time_control::ClockChoice;
use crate::table::update::Encoded;

/// A request in the lobby. Every request has an identifier (`id`) that the client chooses, and that the answer repeats.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "t", deny_unknown_fields)]
pub(crate) enum LobbyRequest {
    /// Look for an opponent. The answer is `done`, followed by `paired` as soon as there is one.
    Seek {
        /// An identifier that the answer repeats.
        id: String,
        /// The game that is wanted.
        #[serde(deserialize_with = "objects::read")]
        wish: Wish,
    },
    /// Withdraw a seek.
    Withdraw {
        /// An identifier that the answer repeats.
        id: String,
        /// The seek's identifier.
        #[schema(value_type = String)]
        seek: SeekId,
    },
    /// Accept a seek.
    Accept {
        /// An identifier that the answer repeats.
        id: String,
        /// The seek's identifier.
        #[schema(value_type = String)]
        seek: SeekId,
    },
    /// Play the computer until somebody comes: the seek is not paired before its owner allows it, by `come` or by a `meanwhile`
    /// without a game. The message `asked` tells that somebody has come.
    Meanwhile {
        /// An identifier that the answer repeats.
        id: String,
        /// The player's own seek.
        #[schema(value_type = String)]
        seek: SeekId,
        /// The player's own game against the computer; omitted if it is over, or is abandoned.
        #[serde(default)]
        #[schema(value_type = Option<String>, nullable = false)]
        game: Option<GameId>,
    },
    /// Play the opponent who has come, now: the game against the computer ends without a result. If nobody is there any more, the request
    /// is refused and that game goes on.
    Come {
        /// An identifier that the answer repeats.
        id: String,
        /// The player's own seek.
        #[schema(value_type = String)]
        seek: SeekId,
    },
    /// Ask for a pong.
    Ping {
        /// An identifier that the pong repeats.
        #[serde(default)]
        #[schema(nullable = false)]
        id: Option<String>,
    },
}

/// The wishes of somebody who looks for an opponent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wish {
    #[schema(schema_with = variant_schema)]
    pub(super) variant: String,
    /// The clock; none if left out.
    #[serde(default)]
    pub(super) clock: Option<ClockChoice>,
    /// Your colour; random if left out.
    #[serde(default)]
    pub(super) color: Option<Color>,
    /// The lowest and the highest rating of opponents; ratings near your own if omitted. Guests count as 1500. Without a clock there are
    /// no ratings, and this is refused.
    #[serde(default)]
    pub(super) ratings: Option<(u32, u32)>,
    /// Whether the result changes the players' ratings. A rated game needs an account and a clock, and its colours are drawn by lot.
    #[serde(default)]
    pub(super) rated: bool,
}

/// A message from the lobby.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "t")]
pub(crate) enum LobbyMessage {
    /// The waiting players: the first message, sent again whenever they change, at most once a second.
    Lobby {
        /// The number of people in the lobby.
        online: usize,
        /// The number of seeks for each game and clock, largest first.
        waiting: Vec<Waiting>,
        /// The latest seeks.
        seeks: Vec<ListedSeek>,
    },
    /// A request was accepted: the seek waits, was withdrawn, or is about to become a game.
    Done {
        /// The `id` of the request.
        id: String,
        /// The seek.
        #[schema(value_type = String)]
        seek: SeekId,
    },
    /// The player's own seeks for correspondence games that already wait: sent when the socket is opened, if there are any.
    Staying {
        /// The latest first.
        seeks: Vec<StayingSeek>,
    },
    /// There is an opponent, and a game.
    Paired {
        /// The seek that became the game: the player's own, or the one that the player accepted.
        #[schema(value_type = String)]
        seek: SeekId,
        /// The game.
        #[schema(value_type = String)]
        game: GameId,
    },
    /// Somebody has come who looks for the same game as the player, who is playing the computer meanwhile; or they have left again.
    Asked {
        /// The player's own seek.
        #[schema(value_type = String)]
        seek: SeekId,
        /// Whether somebody is there.
        waits: bool,
    },
    /// A seek has ended without a game.
    Failed {
        /// The seek's identifier.
        #[schema(value_type = String)]
        seek: SeekId,
        /// The problem.
        problem: Problem,
    },
    /// A request was refused; nothing has changed.
    Refused {
        /// The `id` of the request, if it could be read.
        #[schema(required)]
        id: Option<String>,
        /// The problem.
        problem: Problem,
    },
    /// The answer to a ping.
    Pong {
        /// The `id` of the ping; null if it had none.
        #[schema(required)]
        id: Option<String>,
        /// The shortest round trip measured on this socket, in milliseconds; 0 if none is known yet.
        lag_ms: u32,
    },
}

impl LobbyMessage {
    pub(super) fn encode(&self) -> Encoded {
        serde_json::to_vec(self).unwrap_or_default().into()
    }
}

/// The number of seeks for the same game and clock.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Waiting {
    /// The game variant.
    pub(super) variant: &'static str,
    /// The clock; null for none.
    #[schema(required)]
    pub(super) clock: Option<ClockChoice>,
    /// Whether the game is rated.
    pub(super) rated: bool,
    /// The number of seeks.
    pub(super) count: usize,
}

/// A seek of the player that waits whether they are here or not.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct StayingSeek {
    /// Its identifier.
    #[schema(value_type = String)]
    seek: SeekId,
    /// The wish, as it was made.
    #[schema(value_type = Wish)]
    wish: StayingWish,
}

/// A wish as it is shown to the player who made it.
#[derive(Debug, Serialize)]
struct StayingWish {
    variant: &'static str,
    clock: Option<ClockChoice>,
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<Color>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ratings: Option<(u32, u32)>,
    rated: bool,
}

impl From<lobby::StayingSeek> for StayingSeek {
    fn from(seek: lobby::StayingSeek) -> StayingSeek {
        StayingSeek {
            seek: seek.id,
            wish: StayingWish {
                variant: seek.cell.variant.id(),
                clock: seek.cell.clock,
                color: seek.color.map(Color::from),
                ratings: seek.range.map(RangeInclusive::into_inner),
                rated: seek.cell.rated,
            },
        }
    }
}

/// A seek of a waiting player.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ListedSeek {
    /// Its identifier.
    #[schema(value_type = String)]
    pub(super) id: SeekId,
    /// The name of the waiting player.
    pub(super) name: String,
    /// Their rating, if the game is rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) rating: Option<u32>,
    /// Whether that rating is provisional.
    pub(super) provisional: bool,
    /// Whether the game is rated.
    pub(super) rated: bool,
    /// The game variant.
    pub(super) variant: &'static str,
    /// The clock; null for none.
    #[schema(required)]
    pub(super) clock: Option<ClockChoice>,
    /// Their colour, if they have chosen one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) color: Option<Color>,
    /// Whether they play the computer until somebody comes who looks for the same: then the seek cannot be accepted.
    pub(super) meanwhile: bool,
}
