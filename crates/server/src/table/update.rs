//! Updates of a table to its subscribers.

use std::sync::Arc;

use bytes::Bytes;
use manifold_rules::board::Color;

use super::error::TableError;
use super::event::GameEnd;
use super::view::{ClockView, EventView, GameView, Presence};
use crate::chat::Line;
use crate::ids::RequestId;
use crate::names::Status;

/// An update as it is sent. Clones share it: an event is encoded once for each kind of view.
pub(crate) type Encoded = Bytes;

/// Encodes an update; the format is the API's business.
pub(crate) type Encode = fn(Update) -> Encoded;

/// An update to a subscriber.
#[derive(Debug)]
pub(crate) enum Update {
    /// The whole game.
    State { n: u64, state: Box<GameView> },
    /// Something has happened; with the game after it, unless a later event follows at once.
    Event {
        n: u64,
        event: EventView,
        state: Option<Box<GameView>>,
    },
    /// The same without a state, for those who asked for that.
    Lean {
        n: u64,
        event: EventView,
        actor: Option<Color>,
        status: Status,
        end: Option<GameEnd>,
        clock: Option<ClockView>,
    },
    /// Nothing was missed.
    Resumed { n: u64, clock: Option<ClockView> },
    /// A request has been stored.
    Ack { id: RequestId, n: u64 },
    /// A request was refused; nothing has changed.
    Refused {
        id: Option<RequestId>,
        error: TableError,
    },
    /// The players who are here.
    Presence(Presence),
    /// Something was said.
    Said(Arc<Line>),
}
