//! Games for programs that speak UCI: a stream of what happens, in the protocol's words, and a request for each action.

use std::net::IpAddr;
use std::time::Duration;

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::context::Context;
use super::identity::Visitor;
use super::input::{GamePath, Json, Path};
use super::lines::{Ended, Lines};
use super::messages::ClientMessage;
use super::own_account::own_account;
use super::problem::{Always, Code, OnBody, Problem};
use super::socket::{Request, understand};
use super::state::{Clock, Outcome, Players};
use super::stream::open;
use crate::ids::{GameId, RequestId, SubscriberId};
use crate::names::{Color, Status};
use crate::table::error::TableError;
use crate::table::live_game::Command;
use crate::table::message::{Message, Subscription};
use crate::table::seat::Seat;
use crate::table::transcript::GameInWords;
use crate::table::update::Encoded;
use crate::table::view::{Offers, Presence};

/// A line of the stream of a game.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", tag = "type")]
pub(crate) enum StreamedGame {
    /// The whole game: the first line.
    GameFull(Box<GameFull>),
    /// The changing part of the game, whenever it has changed.
    GameState(Box<GameState>),
}

/// A game for a program that speaks UCI.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameFull {
    /// Its identifier.
    #[schema(value_type = String)]
    id: GameId,
    /// The game with its options: `UCI_Variant`.
    variant: &'static str,
    /// `startpos`, or the starting position as text.
    start: String,
    /// The reader's seat.
    seat: Seat,
    /// The players.
    players: Players,
    /// Whether its result changes the players' ratings.
    rated: bool,
    /// The changing part of the game.
    state: GameState,
}

/// The changing part of a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StreamedGameState)]
pub(crate) struct GameState {
    /// The number of the last event in the game's log.
    n: u64,
    /// All actions that count, as the player knows them, in the words of the UCI protocol, separated by spaces; empty for spectators.
    moves: String,
    /// The player to act; null unless the game is in progress.
    #[schema(required)]
    actor: Option<Color>,
    /// Both clocks; null in a game without clocks.
    #[schema(required)]
    clock: Option<Clock>,
    /// Open offers, by the player who made them.
    offers: Offers,
    /// Whether the game is waiting for a player, in progress or over.
    status: Status,
    /// The outcome; null while the game goes on.
    #[schema(required)]
    outcome: Option<Outcome>,
    /// The rematch, once both players have agreed to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, nullable = false)]
    rematch_id: Option<GameId>,
}

impl From<GameInWords> for GameState {
    fn from(game: GameInWords) -> GameState {
        GameState {
            n: game.n,
            moves: game.words().join(" "),
            actor: game.actor.map(Color::from),
            clock: game.clock.map(Clock::from),
            offers: game.offers,
            status: game.status,
            outcome: game.end.map(Outcome::from),
            rematch_id: game.rematch,
        }
    }
}

impl GameFull {
    fn new(id: GameId, game: GameInWords) -> GameFull {
        let info = &game.info;
        GameFull {
            id,
            variant: info.variant.id(),
            start: game.start.clone().unwrap_or_else(|| "startpos".to_owned()),
            seat: game.seat,
            players: Players::new(info, Presence::default()),
            rated: info.rated,
            state: game.into(),
        }
    }
}

/// A game in the words of the UCI protocol, as lines of JSON until it is over: first the whole game, then its state whenever that has
/// changed. An empty line is sent every five seconds.
#[utoipa::path(get, path = "/bot/games/{id}/stream", operation_id = "stream_game", params(GamePath),
    responses((status = 200, body = StreamedGame, content_type = "application/x-ndjson"), (status = 401, response = Problem), (status = 404, response = Problem), Always))]
pub(super) async fn stream(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(GamePath { id }): Path<GamePath>,
    headers: HeaderMap,
    extensions: Extensions,
) -> Result<Response, Problem> {
    let (lines, answer) = open(&context, visitor, &headers, &extensions).await?;
    let network = context.limits.client(&headers, &extensions);
    let (out, news) = mpsc::channel(context.settings().outbox);
    let subscription = Subscription {
        player: visitor.id,
        network,
        have: None,
        lean: true,
        out,
    };
    let ask = |reply| Message::Subscribe(subscription.clone(), reply);
    let subscriber = context.registry.ask_for(network, id, ask).await?;
    tokio::spawn(async move {
        let who = (visitor, network);
        let _: Result<(), Ended> = tell_game(&context, who, id, lines, news).await;
        context.registry.leave(id, subscriber).await;
    });
    Ok(answer)
}

/// Line length in bytes after which there is a pause of one second: each line has the whole game again.
const PACE: u32 = 256 * 1024;

/// The pause after a line of this many bytes. Events in the meantime are reported together.
fn pause_after(bytes: usize) -> Duration {
    Duration::from_secs(1) * u32::try_from(bytes).unwrap_or(u32::MAX) / PACE
}

async fn tell_game(
    context: &Context,
    (visitor, network): (Visitor, IpAddr),
    id: GameId,
    mut lines: Lines,
    mut news: mpsc::Receiver<Encoded>,
) -> Result<(), Ended> {
    let mut told = None;
    loop {
        let ask = |reply| Message::Words(visitor.id, reply);
        let game = context
            .registry
            .ask_for(network, id, ask)
            .await
            .map_err(|_| Ended)?;
        let (n, is_over) = (game.n, game.status == Status::Over);
        if told != Some(n) {
            let is_first = told.is_none();
            // Putting a long game into words takes longer than others should have to wait.
            let write = move || match is_first {
                true => StreamedGame::GameFull(Box::new(GameFull::new(id, *game))),
                false => StreamedGame::GameState(Box::new(GameState::from(*game))),
            };
            let written = context.limits.in_background(network, write).await;
            let bytes = lines.tell(&written.map_err(|_| Ended)?).await?;
            told = Some(n);
            if !is_over {
                lines.wait(tokio::time::sleep(pause_after(bytes))).await?;
            }
        }
        if is_over {
            return Ok(());
        }
        // The messages only signal that there is more. If the table has cut us, the stream ends and the reader connects again.
        match lines.wait(news.recv()).await? {
            Some(None) => return Err(Ended),
            Some(Some(_)) => while news.try_recv().is_ok() {},
            None => {}
        }
    }
}

/// The answer to a request that was stored.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Acknowledged {
    /// The number of its event.
    n: u64,
}

/// Act in a game, make an offer, resign and so on: the same messages as on the game's socket, except pings and chat messages. A request
/// whose `id` the player has used before is acknowledged again, but not done twice.
#[utoipa::path(post, path = "/bot/games/{id}/actions", params(GamePath), request_body = ClientMessage,
    responses((status = 200, body = Acknowledged), (status = 401, response = Problem), (status = 404, response = Problem), (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn act(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(GamePath { id: game }): Path<GamePath>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(message): Json<ClientMessage>,
) -> Result<Response, Problem> {
    own_account(&context, visitor).await?;
    // Events that the client has seen are not sent again.
    let have = match &message {
        ClientMessage::Act { n, .. } => Some(*n),
        _ => None,
    };
    let (name, command) = match understand(message) {
        Ok(Request::Command(name, command)) => (name, command),
        Ok(Request::Ping(_)) => {
            let problem = "Pings are for sockets.";
            return Err(Problem::new(Code::Unreadable, problem).of("t"));
        }
        Ok(Request::Say(..)) => {
            let problem = "Chat messages are sent on the game's socket.";
            return Err(Problem::new(Code::Unreadable, problem).of("t"));
        }
        Err(refused) => return Err(refused.1),
    };
    let network = context.limits.client(&headers, &extensions);
    let counted = context.limits.message(network);
    counted.map_err(|wait| Problem::too_often("Too many messages from your network.", wait))?;
    let asked = Asked {
        visitor,
        network,
        have,
        name,
        command,
    };
    // A game that was reloaded in the meantime, because a player has changed, has not answered. It is asked again, and does nothing twice.
    for _ in 0..2 {
        if let Some(answer) = ask_table(&context, game, &asked).await? {
            return Ok(answer);
        }
    }
    Err(TableError::Unknown.into())
}

/// A request to a table.
struct Asked {
    visitor: Visitor,
    network: IpAddr,
    /// The number of the last event that the client has seen.
    have: Option<u64>,
    name: RequestId,
    command: Command,
}

/// Sends a request to a table as a socket would, and returns the table's answer; `None` if it has unloaded the game.
async fn ask_table(
    context: &Context,
    game: GameId,
    asked: &Asked,
) -> Result<Option<Response>, Problem> {
    let (out, said) = mpsc::channel(context.settings().outbox);
    let subscription = Subscription {
        player: asked.visitor.id,
        network: asked.network,
        have: asked.have,
        lean: true,
        out,
    };
    let ask = |reply| Message::Subscribe(subscription.clone(), reply);
    let from = context.registry.ask_for(asked.network, game, ask).await?;
    drop(subscription);
    let leave = Leave {
        context: context.clone(),
        game,
        from,
    };
    let message = Message::Command {
        from,
        id: asked.name.clone(),
        command: asked.command.clone(),
        lag_ms: 0,
    };
    let answer = match context.registry.send(game, message).await {
        Ok(()) => answer_to(asked.name.as_str(), said).await,
        Err(_) => None,
    };
    drop(leave);
    Ok(answer)
}

/// Removes a subscriber on drop, even if the client has gone away.
struct Leave {
    context: Context,
    game: GameId,
    from: SubscriberId,
}

impl Drop for Leave {
    fn drop(&mut self) {
        let Leave {
            context,
            game,
            from,
        } = self;
        let (registry, game, from) = (context.registry.clone(), *game, *from);
        tokio::spawn(async move { registry.leave(game, from).await });
    }
}

/// The table's answer to a request, found among all of its messages. They are encoded for sockets, so they are parsed again.
async fn answer_to(name: &str, mut said: mpsc::Receiver<Encoded>) -> Option<Response> {
    #[derive(Deserialize)]
    struct Said<'a> {
        t: &'a str,
        id: Option<String>,
        n: Option<u64>,
        #[serde(borrow)]
        problem: Option<&'a RawValue>,
    }
    #[derive(Deserialize)]
    struct Refusal {
        status: u16,
    }
    loop {
        let text = said.recv().await?;
        let Ok(said) = serde_json::from_slice::<Said<'_>>(&text) else {
            continue;
        };
        if said.id.as_deref() != Some(name) {
            continue;
        }
        match (said.t, said.n, said.problem) {
            ("ack", Some(n), _) => return Some(axum::Json(Acknowledged { n }).into_response()),
            ("refused", _, Some(problem)) => {
                let refusal: Refusal = serde_json::from_str(problem.get()).ok()?;
                let status = StatusCode::from_u16(refusal.status).ok()?;
                let kind = HeaderValue::from_static(super::problem::MEDIA_TYPE);
                let headers = [(header::CONTENT_TYPE, kind)];
                return Some((status, headers, problem.get().to_owned()).into_response());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_usual_game_holds_nothing_up_and_those_of_the_longest_come_slowly() {
        assert!(pause_after(700) < Duration::from_millis(3));
        assert_eq!(pause_after(128 * 1024), Duration::from_millis(500));
    }
}
