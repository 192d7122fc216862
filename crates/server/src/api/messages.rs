//! The messages of a game's socket, as JSON text.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::games::chat::ChatLine;
use super::problem::Problem;
use super::state::{Clock, Outcome, State};
use crate::chat::Words;
use crate::names::{Color, Status};
use crate::table::event::{Claim, Offer};
use crate::table::update::{Encoded, Update};
use crate::table::view::{self, EventView};

/// A message from the client. Every request has an idempotency key (`id`) that the client chooses: a request whose key the same player
/// has used before is acknowledged again, but not done twice.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "t", deny_unknown_fields)]
pub(crate) enum ClientMessage {
    /// An action.
    Act {
        /// The idempotency key of the request.
        id: String,
        /// The number of the last event that the client has seen.
        n: u64,
        /// The action, in machine notation or as people write it.
        action: String,
        /// Whether the page was out of focus since the opponent's last action. Only moderators see how often, once the game is over.
        /// Programs omit it.
        #[serde(default)]
        away: bool,
    },
    /// Offer something to the opponent.
    Offer {
        /// The idempotency key of the request.
        id: String,
        /// The offer.
        what: Offer,
    },
    /// Accept what the opponent has offered.
    Accept {
        /// The idempotency key of the request.
        id: String,
        /// The offer.
        what: Offer,
    },
    /// Decline what the opponent has offered, or withdraw your own offer.
    Decline {
        /// The idempotency key of the request.
        id: String,
        /// The offer.
        what: Offer,
    },
    /// Resign.
    Resign {
        /// The idempotency key of the request.
        id: String,
    },
    /// Abort a game that has hardly begun.
    Abort {
        /// The idempotency key of the request.
        id: String,
    },
    /// Claim a game after the opponent has left it.
    Claim {
        /// The idempotency key of the request.
        id: String,
        /// The claim.
        what: Claim,
    },
    /// Write in the chat of your seat. The answer is `done`, once the message is stored.
    Say {
        /// The idempotency key of the request.
        id: String,
        /// The words.
        words: Words,
    },
    /// Ask for a pong.
    Ping {
        /// An identifier that the pong repeats.
        #[serde(default)]
        #[schema(nullable = false)]
        id: Option<String>,
    },
}

impl ClientMessage {
    /// The idempotency key of a request, or the identifier of a ping, if it has one.
    pub(super) fn id(&self) -> Option<&str> {
        match self {
            ClientMessage::Act { id, .. }
            | ClientMessage::Offer { id, .. }
            | ClientMessage::Accept { id, .. }
            | ClientMessage::Decline { id, .. }
            | ClientMessage::Resign { id }
            | ClientMessage::Abort { id }
            | ClientMessage::Say { id, .. }
            | ClientMessage::Claim { id, .. } => Some(id),
            ClientMessage::Ping { id } => id.as_deref(),
        }
    }
}

/// A message from the server.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "t")]
pub(crate) enum ServerMessage {
    /// The whole game: the first message, and again whenever missed events cannot be sent one by one.
    State {
        /// The number of the last event.
        n: u64,
        /// The game as this seat may see it.
        state: Box<State>,
    },
    /// An event of the game.
    Event {
        /// Its number.
        n: u64,
        /// The event.
        event: EventView,
        /// The game after it, without the list of moves; null if a later event follows at once.
        #[schema(required)]
        state: Option<Box<State>>,
    },
    /// An event on a lean socket: without a state.
    Lean {
        /// Its number.
        n: u64,
        /// The event.
        event: EventView,
        /// The player to act now.
        #[schema(required)]
        actor: Option<Color>,
        /// Whether the game goes on.
        status: Status,
        /// The outcome; null while the game goes on.
        #[schema(required)]
        outcome: Option<Outcome>,
        /// The clocks.
        #[schema(required)]
        clock: Option<Clock>,
    },
    /// Nothing was missed: the first message to a client that already has the last event.
    Resumed {
        /// The number of the last event.
        n: u64,
        /// The clocks now.
        #[schema(required)]
        clock: Option<Clock>,
    },
    /// A request has been stored.
    Ack {
        /// The `id` of the request.
        id: String,
        /// The number of its event.
        n: u64,
    },
    /// A request was refused; nothing has changed.
    Refused {
        /// The `id` of the request, if it could be read.
        #[schema(required)]
        id: Option<String>,
        /// The problem.
        problem: Problem,
    },
    /// The presence of the players.
    Presence(Presence),
    /// A request that causes no event has been stored: a chat message.
    Done {
        /// The `id` of the request.
        id: String,
    },
    /// Something was said in a chat that this seat may read.
    Said {
        /// The message.
        line: ChatLine,
    },
    /// The answer to a ping.
    Pong {
        /// The `id` of the ping; null if it had none.
        #[schema(required)]
        id: Option<String>,
        /// The lag that the server has measured on this socket, in milliseconds.
        lag_ms: u32,
        /// The server's time, in milliseconds since 1970.
        at: u64,
    },
}

/// The presence of the players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Presence {
    /// Whether White is here.
    white: bool,
    /// Whether Black is here.
    black: bool,
    /// Number of spectators.
    watching: usize,
    /// The player who may claim the game now, because the opponent has left.
    #[schema(required)]
    claim: Option<Color>,
}

impl From<view::Presence> for Presence {
    fn from(presence: view::Presence) -> Presence {
        Presence {
            white: presence.white,
            black: presence.black,
            watching: presence.watching,
            claim: presence.claim.map(Color::from),
        }
    }
}

impl From<Update> for ServerMessage {
    fn from(update: Update) -> ServerMessage {
        match update {
            Update::State { n, state } => ServerMessage::State {
                n,
                state: Box::new((*state).into()),
            },
            Update::Event { n, event, state } => ServerMessage::Event {
                n,
                event,
                state: state.map(|state| Box::new((*state).into())),
            },
            Update::Lean {
                n,
                event,
                actor,
                status,
                end,
                clock,
            } => ServerMessage::Lean {
                n,
                event,
                actor: actor.map(Color::from),
                status,
                outcome: end.map(Outcome::from),
                clock: clock.map(Clock::from),
            },
            Update::Resumed { n, clock } => ServerMessage::Resumed {
                n,
                clock: clock.map(Clock::from),
            },
            Update::Ack { id, n } => ServerMessage::Ack {
                id: id.as_str().to_owned(),
                n,
            },
            Update::Refused { id, error } => {
                let problem = Problem::from(error);
                metrics::counter!("manifold_refused_total", "code" => problem.code).increment(1);
                ServerMessage::Refused {
                    id: id.map(|id| id.as_str().to_owned()),
                    problem,
                }
            }
            Update::Presence(presence) => ServerMessage::Presence(presence.into()),
            Update::Said(line) => ServerMessage::Said {
                line: ChatLine::new(&line),
            },
        }
    }
}

impl ServerMessage {
    /// The message as text.
    pub(super) fn encode(&self) -> Encoded {
        serde_json::to_vec(self).unwrap_or_default().into()
    }
}

/// An update of a table as text.
pub(crate) fn encode(update: Update) -> Encoded {
    ServerMessage::from(update).encode()
}
