//! What can be said to the owner of a live game.

use std::net::IpAddr;
use std::sync::Arc;

use manifold_engine::Limits;
use manifold_rules::variant::AnyAction;
use tokio::sync::{mpsc, oneshot};

use super::analysis::Analyst;
use super::error::TableError;
use super::evidence::Played;
use super::history::History;
use super::info::Person;
use super::live_game::{Command, Transcript};
use super::seat::Seat;
use super::update::Encoded;
use super::verification::VerifiedDeparture;
use super::view::GameView;
use super::words::GameInWords;
use crate::chat::Line;
use crate::chat::rules::Beside;
use crate::ids::{PlayerId, RequestId, SubscriberId};

/// Where an answer goes.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, TableError>>;

/// A socket that subscribes to a game.
#[derive(Debug, Clone)]
pub(crate) struct Subscription {
    pub(crate) player: PlayerId,
    /// From where it comes.
    pub(crate) network: IpAddr,
    /// The last event that the client has.
    pub(crate) have: Option<u64>,
    /// Whether it wants events without states.
    pub(crate) lean: bool,
    /// Where its updates go. When the owner drops this, the reader was too slow.
    pub(crate) out: mpsc::Sender<Encoded>,
}

/// What can be said to the owner of a live game.
pub(crate) enum Message {
    /// A socket comes.
    Subscribe(Subscription, Reply<SubscriberId>),
    /// A socket has gone.
    Leave(SubscriberId),
    /// A player asks for something. The answer goes to the socket.
    Command {
        from: SubscriberId,
        id: RequestId,
        command: Command,
        /// The lag of the socket, in milliseconds.
        lag_ms: u32,
    },
    /// A player takes the free side.
    Join { person: Person, reply: Reply<Seat> },
    /// The game as a player may see it.
    View(PlayerId, Reply<Box<GameView>>),
    /// The record as a player may have it.
    Transcript(PlayerId, Reply<Box<Transcript>>),
    /// The game in words, as a player may tell an engine of it.
    Words(PlayerId, Reply<Box<GameInWords>>),
    /// All positions, as a player may see them.
    History(PlayerId, Reply<History>),
    /// The opened commitments of a finished game.
    Verify(Reply<Vec<VerifiedDeparture>>),
    /// How a finished game was played.
    Played(Reply<Box<Played>>),
    /// What a chat needs to know of the game, for a player.
    Beside(PlayerId, Reply<Beside>),
    /// Something was said beside the game, and is stored.
    Said(Arc<Line>),
    /// An analysis of a finished game after a number of actions. The limits are on the heap: every mailbox has room for
    /// some messages of the largest kind.
    Analyst(usize, Box<Limits>, Reply<Analyst>),
    /// The engine has decided.
    EngineDecided {
        /// The number of the event after which it was asked.
        n: u64,
        action: Option<AnyAction>,
    },
    /// A player's vacation begins or ends: the store knows.
    Vacations(Reply<()>),
    /// There may be something to do.
    Wake,
}

impl Message {
    /// Answers with an error.
    pub(crate) fn refuse(self, error: &TableError) {
        let error = error.clone();
        // Nobody may be waiting any more.
        match self {
            Message::Subscribe(_, reply) => drop(reply.send(Err(error))),
            Message::Join { reply, .. } => drop(reply.send(Err(error))),
            Message::View(_, reply) => drop(reply.send(Err(error))),
            Message::Transcript(_, reply) => drop(reply.send(Err(error))),
            Message::Words(_, reply) => drop(reply.send(Err(error))),
            Message::History(_, reply) => drop(reply.send(Err(error))),
            Message::Verify(reply) => drop(reply.send(Err(error))),
            Message::Beside(_, reply) => drop(reply.send(Err(error))),
            Message::Played(reply) => drop(reply.send(Err(error))),
            Message::Analyst(_, _, reply) => drop(reply.send(Err(error))),
            Message::Vacations(reply) => drop(reply.send(Err(error))),
            Message::Leave(_)
            | Message::Command { .. }
            | Message::Said(_)
            | Message::EngineDecided { .. }
            | Message::Wake => {}
        }
    }
}
