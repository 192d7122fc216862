//! Messages to the owner of a live game.

use std::net::IpAddr;
use std::sync::Arc;

use manifold_engine::Limits;
use manifold_rules::board::Color;
use manifold_rules::variant::AnyAction;
use tokio::sync::{mpsc, oneshot};

use super::analysis::Analyst;
use super::conditions::Conditions;
use super::error::TableError;
use super::evidence::Played;
use super::history::History;
use super::info::Person;
use super::live_game::{Command, Transcript};
use super::orders::Ordered;
use super::referee::Referee;
use super::seat::Seat;
use super::standing::Standing;
use super::transcript::GameInWords;
use super::update::Encoded;
use super::verification::CommitmentsToOpen;
use super::view::{GameView, ShownGame};
use crate::chat::Line;
use crate::chat::rules::Beside;
use crate::ids::{PlayerId, RequestId, SubscriberId};

/// The channel for an answer.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, TableError>>;

/// A socket that subscribes to a game.
#[derive(Debug, Clone)]
pub(crate) struct Subscription {
    pub(crate) player: PlayerId,
    /// The network from which it comes.
    pub(crate) network: IpAddr,
    /// The last event that the client has.
    pub(crate) have: Option<u64>,
    /// Whether it wants events without states.
    pub(crate) lean: bool,
    /// The channel for its updates. When the owner drops this, the reader was too slow.
    pub(crate) out: mpsc::Sender<Encoded>,
}

/// A game as a player needs it to choose conditional moves.
pub(crate) struct Basis {
    /// The player's colour.
    pub(crate) color: Color,
    /// The player who must act.
    pub(crate) actor: Color,
    /// The number of the last event.
    pub(crate) n: u64,
    /// The last event that has changed the position.
    pub(crate) position_n: u64,
    pub(crate) referee: Referee,
    /// The player's earlier choice, as far as it is left.
    pub(crate) conditions: Option<Conditions>,
}

/// A message to the owner of a live game.
pub(crate) enum Message {
    /// A side has changed hands: the game is loaded again, and its sockets must reconnect.
    Reload,
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
    /// A player leaves the game against the computer for a person: it ends without a result.
    LeaveComputer(PlayerId, Reply<()>),
    /// The game as a player may see it.
    View(PlayerId, Reply<Box<GameView>>),
    /// The game as a player may see it, and whether it shows something that others must not know.
    Shown(PlayerId, Reply<ShownGame>),
    /// The record as a player may have it.
    Transcript(PlayerId, Reply<Box<Transcript>>),
    /// The game in UCI words, as a player may tell an engine about it.
    Words(PlayerId, Reply<Box<GameInWords>>),
    /// All positions, as a player may see them.
    History(PlayerId, Reply<History>),
    /// The commitments of a finished game, to be opened.
    Verify(Reply<Box<CommitmentsToOpen>>),
    /// The actions of a finished game, as they were played.
    Played(Reply<Box<Played>>),
    /// The facts of the game that its chat needs, for a player.
    Beside(PlayerId, Reply<Beside>),
    /// Something was said beside the game, and is stored.
    Said(Arc<Line>),
    /// An analysis of a finished game after a number of actions. The limits are on the heap: every mailbox has room for
    /// some messages of the largest kind.
    Analyst(usize, Box<Limits>, Reply<Analyst>),
    /// An analysis of the current position for a director, if spectators see all of it or the director has opened the seal.
    Evidence(PlayerId, Box<Limits>, Reply<Analyst>),
    /// The basis on which a player chooses conditional moves.
    Basis(PlayerId, Reply<Box<Basis>>),
    /// A player has chosen conditional moves; the number is the event that had last changed the position.
    Choose(PlayerId, u64, Box<Option<Conditions>>, Reply<()>),
    /// The engine has decided.
    EngineDecided {
        /// The number of the event after which it was asked.
        n: u64,
        action: Option<AnyAction>,
    },
    /// A player's vacation begins or ends: the store has the details.
    Vacations(Reply<()>),
    /// The event of the game orders something.
    Order(Vec<Ordered>, Reply<()>),
    /// The standing of the game, for its event.
    Standing(Reply<Standing>),
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
            Message::Shown(_, reply) => drop(reply.send(Err(error))),
            Message::Transcript(_, reply) => drop(reply.send(Err(error))),
            Message::Words(_, reply) => drop(reply.send(Err(error))),
            Message::History(_, reply) => drop(reply.send(Err(error))),
            Message::Verify(reply) => drop(reply.send(Err(error))),
            Message::Beside(_, reply) => drop(reply.send(Err(error))),
            Message::Played(reply) => drop(reply.send(Err(error))),
            Message::Analyst(_, _, reply) | Message::Evidence(_, _, reply) => {
                drop(reply.send(Err(error)));
            }
            Message::Vacations(reply) => drop(reply.send(Err(error))),
            Message::Basis(_, reply) => drop(reply.send(Err(error))),
            Message::Choose(_, _, _, reply)
            | Message::Order(_, reply)
            | Message::LeaveComputer(_, reply) => {
                drop(reply.send(Err(error)));
            }
            Message::Standing(reply) => drop(reply.send(Err(error))),
            Message::Leave(_)
            | Message::Command { .. }
            | Message::Said(_)
            | Message::EngineDecided { .. }
            | Message::Reload
            | Message::Wake => {}
        }
    }
}
