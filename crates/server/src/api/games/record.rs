//! A game from its start: as a record, and position by position.

use axum::extract::{Extension, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use manifold_rules::record::Tags;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use utoipa::{IntoParams, ToSchema};

use crate::api::answer::Answer;
use crate::api::context::Context;
use crate::api::identity::Visitor;
use crate::api::input::{GamePath, Path, Query};
use crate::api::limits::Client;
use crate::api::long::long;
use crate::api::problem::{Always, Code, Problem};
use crate::api::prose;
use crate::ids::GameId;
use crate::table::history::{History, Ply};
use crate::table::live_game::Transcript;
use crate::table::message::Message;
use crate::whole_number::whole_in_query;

/// The media type of PGN.
pub(in crate::api) const PGN: &str = "application/x-chess-pgn";

/// Download the record as PGN: during the game with only your own secrets, afterwards with all of them.
#[utoipa::path(get, path = "/games/{id}/record", params(GamePath),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"), (status = 404, response = Problem), Always))]
pub(in crate::api) async fn record(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Client(client): Client,
    Path(GamePath { id }): Path<GamePath>,
) -> Result<Response, Problem> {
    let ask = |reply| Message::Transcript(visitor.id, reply);
    let transcript = context.registry.ask_for(client, id, ask).await?;
    let writer = context.clone();
    let write = move || pgn(&writer, &transcript, id);
    let pgn = context.limits.in_background(client, write).await?;
    let attachment = format!("attachment; filename=\"manifold-{id}.pgn\"");
    let headers = [
        (header::CONTENT_TYPE, PGN.to_owned()),
        (header::CONTENT_DISPOSITION, attachment),
    ];
    Ok((headers, long(&context, client, pgn)?).into_response())
}

/// A record with its tags.
pub(in crate::api) fn pgn(context: &Context, transcript: &Transcript, id: GameId) -> String {
    let base = context.settings().public_url.as_deref().unwrap_or_default();
    let site = format!("{}/g/{id}", base.trim_end_matches('/'));
    transcript.pgn(&tags(transcript, id, site))
}

/// The tags at the head of a record.
pub(in crate::api) fn tags(transcript: &Transcript, id: GameId, site: String) -> Tags {
    let info = &transcript.info;
    let mut tags = Tags::default();
    tags.set(
        "Event",
        if info.rated {
            "Rated game"
        } else {
            "Casual game"
        },
    );
    tags.set("Site", site);
    if let Some(event) = &info.event {
        tags.set("Event", event.name.clone());
        tags.set("Round", format!("{}.{}", event.round, event.board));
    }
    tags.set("Date", date(info.created_at));
    tags.set("White", prose::player(&info.white));
    tags.set("Black", prose::player(&info.black));
    for (tag, player) in [("WhiteElo", &info.white), ("BlackElo", &info.black)] {
        if let Some((rating, _)) = player.shown_rating() {
            tags.set(tag, rating.to_string());
        }
    }
    tags.set("GameId", id.to_string());
    if let Some(control) = &transcript.time_control {
        tags.set("TimeControl", control.clone());
    }
    if let Some(end) = transcript.end {
        tags.set("ResultText", prose::end(end));
    }
    tags
}

/// The date of a moment (milliseconds since 1970) as PGN writes it, in UTC; unknown if it is out of all bounds.
fn date(ms: u64) -> String {
    i64::try_from(ms)
        .ok()
        .and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok())
        .map_or_else(
            || "????.??.??".to_owned(),
            |moment| moment.strftime("%Y.%m.%d").to_string(),
        )
}

/// Maximum size in bytes of the positions on a page, unless it is a single one: what the client has not read yet stays in memory.
const PAGE: usize = 512 * 1024;

/// The part of the positions to show.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct PliesQuery {
    /// The number of actions before the first position; the start of the game if left out.
    #[serde(default, deserialize_with = "whole_in_query")]
    #[param(nullable = false)]
    from: Option<u64>,
}

/// Positions of a game, one after the other.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PliesPage {
    /// The positions. Over all pages there is one more than there are actions.
    #[schema(value_type = Vec<Ply>)]
    plies: Vec<Box<RawValue>>,
    /// The `from` of the next page; null on the last one.
    #[schema(required)]
    next: Option<usize>,
}

/// The positions that fit on a page, written out.
fn page(plies: impl Iterator<Item = Ply>) -> serde_json::Result<Box<RawValue>> {
    let mut page = PliesPage {
        plies: Vec::new(),
        next: None,
    };
    let mut bytes = 0;
    for ply in plies {
        let written = to_raw_value(&ply)?;
        bytes += written.get().len();
        if bytes > PAGE && !page.plies.is_empty() {
            page.next = Some(ply.n);
            break;
        }
        page.plies.push(written);
    }
    to_raw_value(&page)
}

/// Show every position of a game: during the game as you may see them, afterwards with nothing hidden. A long game has several
/// pages.
#[utoipa::path(get, path = "/games/{id}/plies", params(GamePath, PliesQuery),
    responses((status = 200, body = PliesPage), (status = 400, response = Problem), (status = 404, response = Problem), Always))]
pub(in crate::api) async fn plies(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Client(client): Client,
    Path(GamePath { id }): Path<GamePath>,
    Query(PliesQuery { from }): Query<PliesQuery>,
) -> Result<Answer<Box<RawValue>>, Problem> {
    let ask = |reply| Message::History(visitor.id, reply);
    let History { plies, has_secrets } = context.registry.ask_for(client, id, ask).await?;
    let first = usize::try_from(from.unwrap_or(0)).unwrap_or(usize::MAX);
    let write = move || page(plies.starting_at(first));
    let page = context.limits.in_background(client, write).await?;
    let page = page.map_err(|_| Problem::new(Code::Internal, "The game cannot be written out."))?;
    Ok(match has_secrets {
        true => Answer::secret(page),
        false => Answer::open(page),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400_000), "2000.02.29");
        assert_eq!(date(1_795_219_200_000), "2026.11.21");
        assert_eq!(date(u64::MAX), "????.??.??");
    }
}
