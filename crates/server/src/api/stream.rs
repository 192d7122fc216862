//! What happens to a player, as it happens: games that begin and end.

use std::collections::BTreeSet;

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap};
use axum::response::Response;
use serde::Serialize;
use utoipa::ToSchema;

use super::accounts::own_account;
use super::context::Context;
use super::games::list::ListedGame;
use super::identity::Visitor;
use super::lines::{Ended, Lines};
use super::problem::{Always, Problem};
use super::signed_in::SignedIn;
use crate::ids::GameId;
use crate::names::Status;
use crate::store::Which;

/// Games that are looked at: all that a player may have unfinished, and some that have just ended.
const LOOKED_AT: u32 = 300;

/// A line of the stream of a player's events.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", tag = "type")]
pub(crate) enum StreamedEvent {
    /// A game has begun; first of all those that are in progress.
    GameStart {
        /// Which.
        game: Box<ListedGame>,
    },
    /// A game has ended.
    GameFinish {
        /// Which.
        game: Box<ListedGame>,
    },
}

/// The player's events, a line of JSON each, for as long as the stream is read: games that begin and end, those first that are in
/// progress. An empty line comes every five seconds.
#[utoipa::path(get, path = "/stream/events", operation_id = "stream_events",
    responses((status = 200, body = StreamedEvent, content_type = "application/x-ndjson"), (status = 401, response = Problem), Always))]
pub(super) async fn events(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
) -> Result<Response, Problem> {
    let (lines, answer) = open(&context, visitor, &headers, &extensions).await?;
    tokio::spawn(tell_events(context, visitor, lines));
    Ok(answer)
}

/// A stream for an account: it takes the place of a socket.
pub(super) async fn open(
    context: &Context,
    visitor: Visitor,
    headers: &HeaderMap,
    extensions: &Extensions,
) -> Result<(Lines, Response), Problem> {
    own_account(context, visitor).await?;
    let client = context.limits.client(headers, extensions);
    let place = context.limits.socket(client)?;
    let signed_in = SignedIn::of(context, visitor).await?;
    Ok(Lines::open(context, signed_in, place))
}

async fn tell_events(context: Context, visitor: Visitor, mut lines: Lines) -> Result<(), Ended> {
    let services = &context.registry.services;
    let mut news = services.news.listen(visitor.id);
    let mut live: BTreeSet<GameId> = BTreeSet::new();
    loop {
        let list = services.store.list(Which::Of(visitor.id), LOOKED_AT).await;
        // If the database cannot be read, the next look tells.
        for listed in list.unwrap_or_default() {
            let id = listed.id;
            let game = Box::new(ListedGame::new(listed, visitor.id));
            match game.status() {
                Status::Live if live.insert(id) => {
                    lines.tell(&StreamedEvent::GameStart { game }).await?;
                }
                Status::Over if live.remove(&id) => {
                    lines.tell(&StreamedEvent::GameFinish { game }).await?;
                }
                _ => {}
            }
        }
        // Whether there was news or not: another node may know more.
        lines.wait(news.hear()).await?;
    }
}
