//! The socket of a live game.

use std::net::IpAddr;

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap};
use axum::response::Response;
use serde::Deserialize;
use tokio::sync::mpsc;
use utoipa::IntoParams;

use super::context::Context;
use super::conversation::{
    BUSY, Conversation, End, GONE, Heard, LAGGING, Listener, read_id, unreadable,
};
use super::games;
use super::games::chat::Speaker;
use super::identity::Visitor;
use super::input::{GamePath, Path, Query};
use super::limits::SocketPlace;
use super::messages::{ClientMessage, ServerMessage};
use super::objects;
use super::problem::{Code, OnChange, Problem};
use super::signed_in::SignedIn;
use super::upgrade::{Stream, Upgrade};
use crate::chat::Words;
use crate::ids::{GameId, RequestId, SubscriberId};
use crate::table::live_game::Command;
use crate::table::message::{Message, Subscription};
use crate::whole_number::whole_in_query;

/// What a client that connects (again) has already.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct Have {
    /// The number of the last event that the client has; omitted if it has none.
    #[serde(default, deserialize_with = "whole_in_query")]
    #[param(nullable = false)]
    have: Option<u64>,
    /// `true`: events come without states and options, for programs that know the rules.
    #[serde(default)]
    lean: bool,
}

/// The socket of a game: messages are the schemas ClientMessage and ServerMessage, as JSON text.
#[utoipa::path(get, path = "/games/{id}/socket", params(GamePath, Have),
    responses((status = 101, description = "The socket is open."), (status = 400, response = Problem), (status = 401, response = Problem), (status = 404, response = Problem), (status = 426, response = Problem), OnChange))]
pub(super) async fn socket(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(GamePath { id }): Path<GamePath>,
    Query(have): Query<Have>,
    headers: HeaderMap,
    extensions: Extensions,
    upgrade: Upgrade,
) -> Result<Response, Problem> {
    let client = context.limits.client(&headers, &extensions);
    let place = context.limits.socket(client)?;
    let from = (visitor, client);
    let signed_in = SignedIn::of(&context, visitor).await?;
    Ok(upgrade.serve(move |stream| serve(context, from, id, have, (stream, signed_in), place)))
}

async fn serve(
    context: Context,
    (visitor, network): (Visitor, IpAddr),
    game: GameId,
    have: Have,
    (stream, signed_in): (Stream, SignedIn),
    _place: SocketPlace,
) {
    let (out, outbox) = mpsc::channel(context.settings().outbox);
    let subscription = Subscription {
        player: visitor.id,
        network,
        have: have.have,
        lean: have.lean,
        out,
    };
    let ask = |reply| Message::Subscribe(subscription.clone(), reply);
    let answer = context.registry.ask_for(network, game, ask).await;
    drop(subscription);
    let mut conversation = Conversation::new(&context, stream, signed_in);
    match answer {
        Ok(subscriber) => {
            let mut listener = AtTheTable {
                context: context.clone(),
                game,
                subscriber,
                visitor,
                network,
            };
            let talk = conversation.talk(&context, network, outbox, &mut listener);
            let end = talk.await;
            context.registry.leave(game, subscriber).await;
            conversation.close(end).await;
        }
        Err(error) => {
            let problem = Problem::from(error);
            let code = if problem.status == 404 { GONE } else { BUSY };
            if conversation.refuse(None, problem).await.is_ok() {
                conversation
                    .close(End::Say(code, "see the message before"))
                    .await;
            }
        }
    }
}

/// Listens to the messages of a subscriber of a game.
struct AtTheTable {
    context: Context,
    game: GameId,
    subscriber: SubscriberId,
    visitor: Visitor,
    network: IpAddr,
}

impl Listener for AtTheTable {
    /// Reads a message and passes it on.
    async fn hear(&mut self, text: &str, lag_ms: u32) -> Heard {
        let registry = &self.context.registry;
        let (id, command) = match read(text) {
            Ok(Request::Say(id, words)) => {
                let message = match self.say(&id, words).await {
                    Ok(()) => ServerMessage::Done {
                        id: id.as_str().to_owned(),
                    },
                    Err(problem) => ServerMessage::Refused {
                        id: Some(id.as_str().to_owned()),
                        problem,
                    },
                };
                return Heard::Say(message.encode());
            }
            Ok(Request::Ping(id)) => {
                let at = registry.services.system.now_ms();
                return Heard::Say(ServerMessage::Pong { id, lag_ms, at }.encode());
            }
            Ok(Request::Command(id, command)) => (id, command),
            Err(refused) => {
                let (id, problem) = *refused;
                return Heard::Say(ServerMessage::Refused { id, problem }.encode());
            }
        };
        let message = Message::Command {
            from: self.subscriber,
            id,
            command,
            lag_ms,
        };
        match registry.send(self.game, message).await {
            Ok(()) => Heard::Nothing,
            Err(_) => Heard::End(End::Say(LAGGING, "connect again")),
        }
    }
}

impl AtTheTable {
    /// Says something in the chat.
    async fn say(&self, id: &RequestId, words: Words) -> Result<(), Problem> {
        let speaker = Speaker {
            visitor: self.visitor,
            network: self.network,
        };
        games::chat::say(&self.context, self.game, speaker, id, words).await
    }
}

/// A message that could be read.
pub(super) enum Request {
    Say(RequestId, Words),
    Ping(Option<String>),
    Command(RequestId, Command),
}

/// A message that could not be read: its `id`, if there is one, and what is wrong.
pub(super) type Unreadable = Box<(Option<String>, Problem)>;

/// Reads a message of a client.
fn read(text: &str) -> Result<Request, Unreadable> {
    let message: ClientMessage =
        objects::from_str(text).map_err(|error| Box::new(unreadable(text, &error)))?;
    understand(message)
}

/// The request in a message.
pub(super) fn understand(message: ClientMessage) -> Result<Request, Unreadable> {
    let id = message.id().map(read_id).transpose();
    let id = id.map_err(|problem| Box::new((None, problem)))?;
    let command = match message {
        ClientMessage::Ping { id } => return Ok(Request::Ping(id)),
        ClientMessage::Act {
            n, action, away, ..
        } => Command::Act {
            n,
            away,
            action: action.into(),
        },
        ClientMessage::Offer { what, .. } => Command::Offer(what),
        ClientMessage::Accept { what, .. } => Command::Accept(what),
        ClientMessage::Decline { what, .. } => Command::Decline(what),
        ClientMessage::Resign { .. } => Command::Resign,
        ClientMessage::Abort { .. } => Command::Abort,
        ClientMessage::Claim { what, .. } => Command::Claim(what),
        ClientMessage::Say { words, .. } => match id {
            Some(id) => return Ok(Request::Say(id, words)),
            None => return Err(nameless()),
        },
    };
    match id {
        Some(id) => Ok(Request::Command(id, command)),
        // Only a ping may have no id.
        None => Err(nameless()),
    }
}

fn nameless() -> Unreadable {
    let problem = Problem::new(Code::Unreadable, "The id is missing.").of("id");
    Box::new((None, problem))
}
