//! The chat beside a game.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Extension, State};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::context::Context;
use crate::api::identity::{Visitor, guest};
use crate::api::input::{GamePath, Path, plain_text};
use crate::api::limits::Client;
use crate::api::moderation::is_moderator;
use crate::api::problem::{Always, Code, Problem};
use crate::api::prose;
use crate::chat::rules::{NotNow, hears};
use crate::chat::{LINES_OF_GAME, LINES_OF_PLAYER, LONGEST, Line, NewLine, Room, Words};
use crate::ids::{GameId, RequestId};
use crate::names::Color;
use crate::people::scope::Scope;
use crate::store::Said;
use crate::table::message::Message;
use crate::table::seat::Seat;

/// A chat message.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ChatLine {
    /// The number of the message in the chat of this game. A reader sees gaps where messages are in another room.
    number: u64,
    /// The time of the message, in milliseconds since 1970.
    at: u64,
    /// The room.
    room: Room,
    /// The name of the writer.
    name: String,
    /// The player's colour; null for spectators.
    #[schema(required)]
    color: Option<Color>,
    /// The words. A text is plain text, even if it looks like markup.
    words: Words,
}

impl ChatLine {
    pub(in crate::api) fn new(line: &Line) -> ChatLine {
        ChatLine {
            number: line.number,
            at: line.at,
            room: line.room(),
            name: line.name.clone().unwrap_or_else(|| guest(line.player)),
            color: line.color.map(Color::from),
            words: line.words.clone(),
        }
    }
}

/// The chat of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Chat {
    /// At most 500, oldest first.
    lines: Vec<ChatLine>,
}

/// Read the chat of a game, as far as your seat may read it. Players read the messages of players; others read those of spectators.
/// Once the game is over (in an event, once its result is final), players read both. Moderators read everything in games of others. A
/// program reads the messages of players only with the scope `games:read`.
#[utoipa::path(get, path = "/games/{id}/chat", params(GamePath),
    responses((status = 200, body = Chat), (status = 404, response = Problem), Always))]
pub(in crate::api) async fn chat(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Client(client): Client,
    Path(GamePath { id }): Path<GamePath>,
) -> Result<axum::Json<Chat>, Problem> {
    let ask = |reply| Message::Beside(visitor.id, reply);
    let beside = context.registry.ask_for(client, id, ask).await?;
    let store = &context.registry.services.store;
    let reads_all = beside.seat == Seat::Spectator
        && visitor.scopes.is_none()
        && is_moderator(&context, visitor).await?;
    let may_read = |room| match visitor.scopes {
        Some(scopes) if room == Room::Players => scopes.allow(Scope::GamesRead),
        _ => true,
    };
    let lines = store.chat(id).await?;
    let lines = lines
        .iter()
        .filter(|line| {
            let room = line.room();
            reads_all || may_read(room) && hears(beside.seat, room, beside.is_open)
        })
        .map(ChatLine::new);
    Ok(axum::Json(Chat {
        lines: lines.collect(),
    }))
}

/// The author of a message, and their network.
#[derive(Debug, Clone, Copy)]
pub(in crate::api) struct Speaker {
    pub(in crate::api) visitor: Visitor,
    pub(in crate::api) network: IpAddr,
}

/// Posts a message in the chat of a game: it is stored, and then sent to those who may read it. A request that has been stored before
/// changes nothing.
pub(in crate::api) async fn say(
    context: &Context,
    game: GameId,
    Speaker { visitor, network }: Speaker,
    request: &RequestId,
    words: Words,
) -> Result<(), Problem> {
    context.limits.chat(visitor.id, network)?;
    let ask = |reply| Message::Beside(visitor.id, reply);
    let beside = context.registry.ask_for(network, game, ask).await?;
    let may = beside.may_say(&words, visitor.session.is_some());
    may.map_err(not_now)?;
    let services = &context.registry.services;
    let now = services.system.now_ms();
    let standing = services.store.standing(visitor.id).await?;
    if let Some(mute) = standing.at(now).mute {
        return Err(Problem::new(Code::Muted, prose::mute(&mute)));
    }
    let words = match words {
        Words::Text(text) => Words::Text(checked(context, &text)?),
        preset => preset,
    };
    let line = NewLine {
        game,
        request: request.clone(),
        at: now,
        player: visitor.id,
        color: beside.seat.color(),
        words: words.clone(),
    };
    let number = match services.store.say(line).await? {
        Said::Stored(number) => number,
        Said::Again => return Ok(()),
        Said::TooMany => {
            let detail = format!(
                "You have already written {LINES_OF_PLAYER} messages in this game's chat, which is the limit."
            );
            return Err(Problem::new(Code::TooMany, detail));
        }
        Said::Full => {
            let detail = format!(
                "This game's chat already has {LINES_OF_GAME} messages, which is the limit."
            );
            return Err(Problem::new(Code::TooMany, detail));
        }
    };
    let line = Line {
        number,
        at: now,
        player: visitor.id,
        name: services.store.player_name(visitor.id).await?,
        color: beside.seat.color(),
        words,
    };
    // A client that does not get it now reads it when it reconnects.
    let _ = context
        .registry
        .send(game, Message::Said(Arc::new(line)))
        .await;
    Ok(())
}

/// The text as it is posted, if it is allowed.
fn checked(context: &Context, text: &str) -> Result<String, Problem> {
    let text = plain_text(text, LONGEST, "words")?;
    if text.is_empty() {
        return Err(Problem::new(Code::Invalid, "The message is empty.").of("words"));
    }
    if context.registry.services.words.are_in(&text) {
        let detail = "The message contains a word that is not allowed here.";
        return Err(Problem::new(Code::Invalid, detail).of("words"));
    }
    Ok(text)
}

fn not_now(why: NotNow) -> Problem {
    let (code, detail) = match why {
        NotNow::SealOpened => (
            Code::NotPossible,
            "You have opened the seal of this game, so you cannot write in its chat.",
        ),
        NotNow::Nobody => (Code::NotPossible, "There is nobody to read it."),
        NotNow::NotStarted => (Code::NotLive, "The game begins when somebody joins it."),
        NotNow::OnlyPresets => (
            Code::NotPossible,
            "You can write freely after the game. Until then, choose one of the phrases.",
        ),
        NotNow::NoAccount => (
            Code::NotSignedIn,
            "Sign in to write in the spectators' chat.",
        ),
    };
    Problem::new(code, detail)
}
