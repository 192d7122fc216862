//! Streams of finished games, one after the other, without a limit on their number.
//!
//! A stream has one game at a time in memory, and reads the next one when the client has taken it (backpressure). A client that does
//! not read is cut off by the time limit for answers, like any other.

use std::collections::VecDeque;
use std::io;
use std::net::IpAddr;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{Extensions, HeaderMap, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use serde::Serialize;
use utoipa::ToSchema;

use super::found::ArchivedGame;
use super::query::ArchiveQuery;
use crate::api::context::Context;
use crate::api::games::record::{PGN, pgn};
use crate::api::input::{Path, Query};
use crate::api::limits::StreamPlace;
use crate::api::players::{PlayerPath, account};
use crate::api::problem::{Always, Problem};
use crate::store::{Cursor, FoundGame, Search};
use crate::table::error::TableError;
use crate::table::live_game::LiveGame;
use crate::table::load::load;
use crate::table::seat::Seat;

/// The media type of JSON, one value a line.
const NDJSON: &str = "application/x-ndjson";
/// Games that are looked up at once.
const PAGE: usize = 32;
/// A pause after a page on which nothing was found.
const PAUSE: Duration = Duration::from_millis(20);

/// The format of a game.
#[derive(Debug, Clone, Copy)]
enum Format {
    Pgn,
    Ndjson,
}

/// A finished game with all its actions: a line of a stream.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ArchiveLine {
    #[serde(flatten)]
    game: ArchivedGame,
    /// All actions that count, in machine notation, including what was secret in them.
    actions: Vec<String>,
    /// The player's remaining time after each action, in milliseconds; omitted in games without clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    clocks_ms: Option<Vec<u64>>,
    /// The place of the game: given as `before`, the list continues after it.
    next: String,
}

/// Games that are still to be sent.
struct Games {
    context: Context,
    client: IpAddr,
    format: Format,
    search: Search,
    /// Games found and not sent yet.
    found: VecDeque<FoundGame>,
    /// Whether there are no games beyond those found.
    is_last_page: bool,
    /// The number of games that may still be sent.
    left: u64,
    _place: StreamPlace,
}

impl Games {
    /// The next game, written out; `None` after the last one.
    ///
    /// # Errors
    /// The server stops, or its database has failed: the connection breaks, so that nobody takes a part for the whole.
    async fn next(&mut self) -> io::Result<Option<Bytes>> {
        loop {
            if self.context.registry.services.is_stopping() {
                return Err(io::Error::other("the server stops"));
            }
            if self.left == 0 {
                return Ok(None);
            }
            let Some(found) = self.found.pop_front() else {
                if self.is_last_page {
                    return Ok(None);
                }
                self.look_up().await?;
                continue;
            };
            let (_, game) = match load(&self.context.registry.services, found.id).await {
                Ok(loaded) => loaded,
                // A damaged game was logged, and is left out.
                Err(TableError::NoSuchGame | TableError::Damaged) => continue,
                Err(_) => return Err(io::Error::other("a game cannot be read")),
            };
            self.left -= 1;
            metrics::counter!("manifold_streamed_games_total").increment(1);
            let (context, format) = (self.context.clone(), self.format);
            let work = move || write(&context, format, found, &game);
            let limits = &self.context.limits;
            let written = limits.in_background(self.client, work).await;
            return written
                .map(Some)
                .map_err(|problem| io::Error::other(problem.detail));
        }
    }

    /// Looks up the next games.
    async fn look_up(&mut self) -> io::Result<()> {
        let store = &self.context.registry.services.store;
        let place = self.context.limits.search(self.client).await;
        let place = place.map_err(|problem| io::Error::other(problem.detail))?;
        let found = store.search(self.search.clone(), PAGE).await;
        drop(place);
        let found = found.map_err(io::Error::other)?;
        if found.games.is_empty() {
            // The search examines many games in vain, and others need the database, too.
            tokio::time::sleep(PAUSE).await;
        }
        self.found.extend(found.games);
        self.is_last_page = found.next.is_none();
        self.search.before = found.next.or(self.search.before);
        Ok(())
    }
}

/// A game as it is sent.
fn write(context: &Context, format: Format, found: FoundGame, game: &LiveGame) -> Bytes {
    let text = match format {
        // An empty line separates the games.
        Format::Pgn => pgn(context, &game.transcript(Seat::Spectator), found.id) + "\n",
        Format::Ndjson => {
            let place: Cursor = found.place;
            let (actions, clocks_ms) = game.all_actions();
            let line = serde_json::to_string(&ArchiveLine {
                game: found.into(),
                actions,
                clocks_ms,
                next: place.to_string(),
            });
            line.unwrap_or_default() + "\n"
        }
    };
    text.into()
}

/// The answer that sends games as they are read.
fn answer(
    context: Context,
    client: IpAddr,
    format: Format,
    (search, max): (Search, Option<u64>),
    name: &str,
) -> Result<Response, Problem> {
    let games = Games {
        _place: context.limits.stream(client)?,
        context,
        client,
        format,
        search,
        found: VecDeque::new(),
        is_last_page: false,
        left: max.unwrap_or(u64::MAX),
    };
    let body = stream::try_unfold(games, async |mut games| {
        let next = games.next().await?;
        Ok::<_, io::Error>(next.map(|bytes| (bytes, games)))
    });
    let (kind, ending) = match format {
        Format::Pgn => (PGN, "pgn"),
        Format::Ndjson => (NDJSON, "ndjson"),
    };
    let attachment = format!("attachment; filename=\"manifold-{name}.{ending}\"");
    let headers = [
        (header::CONTENT_TYPE, kind.to_owned()),
        (header::CONTENT_DISPOSITION, attachment),
    ];
    Ok((headers, Body::from_stream(body)).into_response())
}

async fn archive(
    context: Context,
    client: IpAddr,
    query: ArchiveQuery,
    format: Format,
) -> Result<Response, Problem> {
    let wanted = query.read(&context).await?;
    answer(context, client, format, wanted, "archive")
}

async fn of_player(
    context: Context,
    client: IpAddr,
    name: &str,
    query: ArchiveQuery,
    format: Format,
) -> Result<Response, Problem> {
    let account = account(&context, name).await?;
    let wanted = query.read_of(&context, account.player).await?;
    answer(context, client, format, wanted, &account.username)
}

/// Download the records (PGN) of all finished games that match the filters, newest first. Each client can have one stream at a time.
#[utoipa::path(get, path = "/archive.pgn", params(ArchiveQuery),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"), (status = 400, response = Problem),
        (status = 422, response = Problem), Always))]
pub(in crate::api) async fn archive_pgn(
    State(context): State<Context>,
    headers: HeaderMap,
    extensions: Extensions,
    Query(query): Query<ArchiveQuery>,
) -> Result<Response, Problem> {
    let client = context.limits.client(&headers, &extensions);
    archive(context, client, query, Format::Pgn).await
}

/// Download all finished games that match the filters as JSON, one line each, newest first: see the schema ArchiveLine. Each client can
/// have one stream at a time.
#[utoipa::path(get, path = "/archive.ndjson", params(ArchiveQuery),
    responses((status = 200, body = String, content_type = "application/x-ndjson"), (status = 400, response = Problem),
        (status = 422, response = Problem), Always))]
pub(in crate::api) async fn archive_ndjson(
    State(context): State<Context>,
    headers: HeaderMap,
    extensions: Extensions,
    Query(query): Query<ArchiveQuery>,
) -> Result<Response, Problem> {
    let client = context.limits.client(&headers, &extensions);
    archive(context, client, query, Format::Ndjson).await
}

/// Download the records (PGN) of a player's finished games, newest first. Each client can have one stream at a time.
#[utoipa::path(get, path = "/players/{name}/games.pgn", params(PlayerPath, ArchiveQuery),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"), (status = 400, response = Problem),
        (status = 404, response = Problem), (status = 422, response = Problem), Always))]
pub(in crate::api) async fn player_pgn(
    State(context): State<Context>,
    headers: HeaderMap,
    extensions: Extensions,
    Path(PlayerPath { name }): Path<PlayerPath>,
    Query(query): Query<ArchiveQuery>,
) -> Result<Response, Problem> {
    let client = context.limits.client(&headers, &extensions);
    of_player(context, client, &name, query, Format::Pgn).await
}

/// Download a player's finished games as JSON, one line each, newest first: see the schema ArchiveLine. Each client can have one stream
/// at a time.
#[utoipa::path(get, path = "/players/{name}/games.ndjson", params(PlayerPath, ArchiveQuery),
    responses((status = 200, body = String, content_type = "application/x-ndjson"), (status = 400, response = Problem),
        (status = 404, response = Problem), (status = 422, response = Problem), Always))]
pub(in crate::api) async fn player_ndjson(
    State(context): State<Context>,
    headers: HeaderMap,
    extensions: Extensions,
    Path(PlayerPath { name }): Path<PlayerPath>,
    Query(query): Query<ArchiveQuery>,
) -> Result<Response, Problem> {
    let client = context.limits.client(&headers, &extensions);
    of_player(context, client, &name, query, Format::Ndjson).await
}
