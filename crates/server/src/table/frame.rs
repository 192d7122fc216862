//! Messages from the server to a socket.

use serde::Serialize;
use tokio_tungstenite::tungstenite::Utf8Bytes;
use utoipa::ToSchema;

use super::game::Presence;
use super::state::{ClockView, EventView, OutcomeView, State, Status, name};
use crate::names::Color;
use crate::problem::Problem;

/// An encoded message. Clones share the text: an event is encoded once for each kind of view.
pub(crate) type Frame = Utf8Bytes;

/// What the server tells a socket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "t")]
#[schema(as = ServerMessage)]
pub(crate) enum Outgoing {
    /// The whole game, at first and whenever missing events cannot be told one by one.
    State {
        /// The number of the last event.
        n: u64,
        /// The game as this seat may see it.
        state: Box<State>,
    },
    /// Something has happened.
    Event {
        /// Its number.
        n: u64,
        /// What.
        event: EventView,
        /// The game after it, without the list of moves; none if a later event follows at once.
        #[schema(required)]
        state: Option<Box<State>>,
    },
    /// The same for a lean socket: without a state.
    Lean {
        /// Its number.
        n: u64,
        /// What.
        event: EventView,
        /// Who must act now.
        #[schema(required)]
        actor: Option<Color>,
        /// Whether the game goes on.
        status: Status,
        /// How it ended.
        #[schema(required)]
        outcome: Option<OutcomeView>,
        /// The clocks.
        #[schema(required)]
        clock: Option<ClockView>,
    },
    /// Nothing was missed: the first message to a client that has the last event.
    Resumed {
        /// The number of the last event.
        n: u64,
        /// The clocks now.
        #[schema(required)]
        clock: Option<ClockView>,
    },
    /// A request has been stored.
    Ack {
        /// The name that the client gave the request.
        id: String,
        /// The number of its event.
        n: u64,
    },
    /// A request was refused; nothing has changed.
    Refused {
        /// The name that the client gave the request, if it could be read.
        #[schema(required)]
        id: Option<String>,
        /// Why.
        problem: Problem,
    },
    /// Who is here.
    Presence(PresenceView),
    /// The answer to a ping.
    Pong {
        /// The name that the client gave it.
        #[schema(required)]
        id: Option<String>,
        /// The lag that the server has measured on this socket.
        lag_ms: u32,
        /// The server's time, in milliseconds since 1970.
        at: u64,
    },
}

/// Who is here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Presence)]
pub(crate) struct PresenceView {
    /// Whether White is.
    pub(crate) white: bool,
    /// Whether Black is.
    pub(crate) black: bool,
    /// How many watch.
    pub(crate) watching: usize,
    /// The player who may claim the game now, because the opponent has left.
    #[schema(required)]
    pub(crate) claim: Option<Color>,
}

impl From<Presence> for PresenceView {
    fn from(presence: Presence) -> PresenceView {
        PresenceView {
            white: presence.white,
            black: presence.black,
            watching: presence.watching,
            claim: presence.claim.map(name),
        }
    }
}

impl Outgoing {
    /// The message as text.
    pub(crate) fn encode(&self) -> Frame {
        serde_json::to_string(self).unwrap_or_default().into()
    }
}
