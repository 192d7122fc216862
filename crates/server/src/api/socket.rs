//! The socket of a live game.

use std::net::IpAddr;
use std::time::Duration;

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap};
use axum::response::Response;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message as WsMessage;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use utoipa::IntoParams;

use super::context::Context;
use super::identity::Visitor;
use super::input::{GamePath, Path, Query};
use super::limits::SocketPlace;
use super::line::Line;
use super::messages::{ClientMessage, ServerMessage};
use super::problem::{Code, OnChange, Problem, sentence};
use super::signed_in::SignedIn;
use super::upgrade::{Stream, Upgrade};
use crate::ids::{GameId, RequestId, SubscriberId};
use crate::table::live_game::Command;
use crate::table::message::{Message, Subscription};
use crate::table::update::Encoded;

/// A message up to this length, in bytes, goes out together with the next one, if there is one already.
const SHORT: usize = 256;
/// Codes with which the server closes a socket, beside the usual ones.
const LAGGING: u16 = 4008;
const FLOODING: u16 = 4029;
const GONE: u16 = 4004;
const BUSY: u16 = 4013;
const SIGNED_OUT: u16 = 4001;

/// What a client that comes (back) has.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct Have {
    /// The number of the last event that the client has. Left out: nothing.
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
    let signed_in = SignedIn::of(&context, visitor)
        .await
        .ok_or_else(|| Problem::new(Code::NotSignedIn, "You have been signed out."))?;
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
    let answer = context.registry.ask(game, ask).await;
    drop(subscription);
    let mut socket = Socket {
        stream,
        patience: Duration::from_secs(context.settings().silence_seconds),
        line: Line::new(context.settings()),
        signed_in,
    };
    match answer {
        Ok(subscriber) => {
            let end = socket
                .talk(&context, network, game, subscriber, outbox)
                .await;
            context.registry.leave(game, subscriber).await;
            socket.close(end).await;
        }
        Err(error) => {
            let problem = Problem::from(error);
            let code = if problem.status == 404 { GONE } else { BUSY };
            if socket.refuse(None, problem).await.is_ok() {
                socket.close(End::Say(code, "see the message before")).await;
            }
        }
    }
}

/// Why a conversation ended.
enum End {
    /// The client has gone.
    Gone,
    /// The server ends it, with a code and a reason.
    Say(u16, &'static str),
}

struct Socket {
    stream: Stream,
    line: Line,
    signed_in: SignedIn,
    /// How long a message may take to be written before the reader is given up.
    patience: Duration,
}

impl Socket {
    async fn talk(
        &mut self,
        context: &Context,
        network: IpAddr,
        game: GameId,
        subscriber: SubscriberId,
        mut outbox: mpsc::Receiver<Encoded>,
    ) -> End {
        let settings = context.settings();
        let rate = settings.messages_per_second;
        let burst = std::num::NonZeroU32::new(rate.saturating_mul(4));
        let rate = std::num::NonZeroU32::new(rate);
        let quota = Quota::per_second(rate.unwrap_or(std::num::NonZeroU32::MIN))
            .allow_burst(burst.unwrap_or(std::num::NonZeroU32::MIN));
        let limiter: DefaultDirectRateLimiter = RateLimiter::direct(quota);
        let period = Duration::from_secs(settings.ping_seconds);
        let mut pings = tokio::time::interval(period);
        pings.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                biased;
                update = outbox.recv() => match update {
                    Some(update) => {
                        // An acknowledgement goes out together with the event that follows it.
                        let next = (update.len() <= SHORT).then(|| outbox.try_recv().ok());
                        if self.write_texts(update, next.flatten()).await.is_err() {
                            return End::Say(LAGGING, "reading too slowly: connect again");
                        }
                    }
                    // The game has cut us, or was put away.
                    None => return match context.registry.services.is_stopping() {
                        true => End::Say(1012, "the server is restarting: connect again"),
                        false => End::Say(LAGGING, "connect again"),
                    },
                },
                message = self.stream.next() => {
                    let message = match message {
                        Some(Ok(message)) => message,
                        Some(Err(_)) | None => return End::Gone,
                    };
                    self.line.hear();
                    // Whatever it is: control frames cost work too.
                    if limiter.check().is_err() || !context.limits.message(network) {
                        return End::Say(FLOODING, "too many messages");
                    }
                    match message {
                        WsMessage::Pong(_) => self.line.hear_pong(),
                        WsMessage::Close(_) => return End::Gone,
                        WsMessage::Ping(_) | WsMessage::Frame(_) => {}
                        WsMessage::Binary(_) => {
                            let problem = Problem::new(Code::Unreadable, "Messages are JSON text.");
                            if self.refuse(None, problem).await.is_err() {
                                return End::Gone;
                            }
                        }
                        WsMessage::Text(text) => {
                            if let Some(end) = self.hear(context, game, subscriber, &text).await {
                                return end;
                            }
                        }
                    }
                }
                () = self.signed_in.has_ended() => return End::Say(SIGNED_OUT, "signed out"),
                () = self.line.is_dead() => return End::Gone,
                _ = pings.tick() => {
                    self.line.ping();
                    if self.write(WsMessage::Ping(axum::body::Bytes::new())).await.is_err() {
                        return End::Gone;
                    }
                }
            }
        }
    }

    /// Reads a message and passes it on.
    async fn hear(
        &mut self,
        context: &Context,
        game: GameId,
        from: SubscriberId,
        text: &str,
    ) -> Option<End> {
        let request = match read(text) {
            Ok(Request::Ping(id)) => {
                let pong = ServerMessage::Pong {
                    id,
                    lag_ms: self.line.lag_ms(),
                    at: context.registry.services.system.now_ms(),
                };
                let written = self.write_text(pong.encode()).await;
                return written.is_err().then_some(End::Gone);
            }
            Ok(Request::Command(id, command)) => (id, command),
            Err(refused) => {
                let (id, problem) = *refused;
                let written = self.refuse(id, problem).await;
                return written.is_err().then_some(End::Gone);
            }
        };
        let (id, command) = request;
        let message = Message::Command {
            from,
            id,
            command,
            lag_ms: self.line.lag_ms(),
        };
        match context.registry.send(game, message).await {
            Ok(()) => None,
            Err(_) => Some(End::Say(LAGGING, "connect again")),
        }
    }

    /// Says what is wrong with a message.
    async fn refuse(&mut self, id: Option<String>, problem: Problem) -> Result<(), ()> {
        let message = ServerMessage::Refused { id, problem };
        self.write_text(message.encode()).await
    }

    /// Writes a text, or gives up.
    async fn write_text(&mut self, text: Encoded) -> Result<(), ()> {
        self.write_texts(text, None).await
    }

    /// Writes a text and perhaps another one, or gives up.
    async fn write_texts(&mut self, text: Encoded, next: Option<Encoded>) -> Result<(), ()> {
        let write = self.stream.send_texts(text, next);
        match tokio::time::timeout(self.patience, write).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(()),
        }
    }

    /// Writes a message, or gives up.
    async fn write(&mut self, message: WsMessage) -> Result<(), ()> {
        match tokio::time::timeout(self.patience, self.stream.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(()),
        }
    }

    async fn close(mut self, end: End) {
        if let End::Say(code, reason) = end {
            let frame = CloseFrame {
                code: code.into(),
                reason: reason.into(),
            };
            let _ = self.write(WsMessage::Close(Some(frame))).await;
        }
    }
}

/// A message that could be read.
enum Request {
    Ping(Option<String>),
    Command(RequestId, Command),
}

/// A message that could not: the name that it gives itself, if there is one, and what is wrong.
type Unreadable = Box<(Option<String>, Problem)>;

/// Reads a message of a client.
fn read(text: &str) -> Result<Request, Unreadable> {
    let message: ClientMessage = serde_json::from_str(text).map_err(|error| {
        #[derive(Deserialize)]
        struct Named {
            id: String,
        }
        let named: Option<Named> = serde_json::from_str(text).ok();
        let id = named
            .map(|named| named.id)
            .filter(|id| id.len() <= RequestId::LONGEST);
        // The message of the error can quote secrets; but it goes back to their sender, and nowhere else.
        let detail = sentence(&error.to_string());
        Box::new((id, Problem::new(Code::Unreadable, detail)))
    })?;
    let id: Option<RequestId> = match message.id().map(str::parse) {
        None => None,
        Some(Ok(id)) => Some(id),
        Some(Err(_)) => {
            let detail = format!("The id of a request has 1 to {} bytes.", RequestId::LONGEST);
            let problem = Problem::new(Code::Unreadable, detail).of("id");
            return Err(Box::new((None, problem)));
        }
    };
    let command = match message {
        ClientMessage::Ping { id } => return Ok(Request::Ping(id)),
        ClientMessage::Act { n, action, .. } => Command::Act {
            n,
            action: action.into(),
        },
        ClientMessage::Offer { what, .. } => Command::Offer(what),
        ClientMessage::Accept { what, .. } => Command::Accept(what),
        ClientMessage::Decline { what, .. } => Command::Decline(what),
        ClientMessage::Resign { .. } => Command::Resign,
        ClientMessage::Abort { .. } => Command::Abort,
        ClientMessage::Claim { what, .. } => Command::Claim(what),
    };
    match id {
        Some(id) => Ok(Request::Command(id, command)),
        // Only a ping has none.
        None => Err(Box::new((
            None,
            Problem::new(Code::Unreadable, "The id is missing.").of("id"),
        ))),
    }
}
