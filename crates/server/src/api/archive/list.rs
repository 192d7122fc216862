//! The archive page by page.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::found::ArchivedGame;
use super::query::ArchiveQuery;
use crate::api::answer::Answer;
use crate::api::context::Context;
use crate::api::input::Query;
use crate::api::limits::Client;
use crate::api::problem::{Always, Problem};

/// Maximum number of games on a page.
const PAGE: u64 = 24;

/// A page of finished games.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ArchivePage {
    /// At most 24 games, newest first. There may be fewer, or none, even if `next` is present: the server examines only a limited number of
    /// games for each page.
    games: Vec<ArchivedGame>,
    /// The value of `before` for the next page; null if there are no more games.
    #[schema(required)]
    next: Option<String>,
}

/// Finished games that match all filters, newest first.
#[utoipa::path(get, path = "/archive", operation_id = "search_archive", params(ArchiveQuery),
    responses((status = 200, body = ArchivePage), (status = 400, response = Problem), (status = 422, response = Problem), Always))]
pub(in crate::api) async fn list(
    State(context): State<Context>,
    Client(client): Client,
    Query(query): Query<ArchiveQuery>,
) -> Result<Answer<ArchivePage>, Problem> {
    let (search, max) = query.read(&context).await?;
    let limit = max.unwrap_or(PAGE).min(PAGE);
    let store = &context.registry.services.store;
    let place = context.limits.search(client).await?;
    let found = store.search(search, limit as usize).await?;
    drop(place);
    Ok(Answer::open(ArchivePage {
        games: found.games.into_iter().map(ArchivedGame::from).collect(),
        next: found.next.map(|place| place.to_string()),
    }))
}
