//! The log of an event, as each viewer may read it, whole or as a live stream.

use std::io;
use std::net::IpAddr;

use axum::body::Body;
use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use manifold_events as law;
use manifold_events::Viewer;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::EventPath;
use super::people::{DELETED, People};
use crate::api::context::Context;
use crate::api::identity::Visitor;
use crate::api::input::{Path, Query};
use crate::api::limits::Client;
use crate::api::lines::{Ended, Lines};
use crate::api::problem::{Always, Problem};
use crate::api::signed_in::SignedIn;
use crate::events::{law_person, player_id};
use crate::ids::{EventId, PlayerId};
use crate::services::Services;
use crate::whole_number::whole_in_query;

/// The media type of JSON, one value a line.
const NDJSON: &str = "application/x-ndjson";

/// A line of the log of an event.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct EventLine {
    /// The number of the entry, from 1.
    n: u64,
    /// The time of the entry, in milliseconds since 1970.
    at: u64,
    /// The identifier of the player who caused the entry; null for the server.
    #[schema(required)]
    by: Option<String>,
    /// The kind of entry, such as `entered` or `roundPaired`. The other members depend on it; `text` is null as long as it is
    /// sealed.
    r#type: String,
}

/// The part of the log to read.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct LogQuery {
    /// The number of the first entry; the whole log if left out.
    #[serde(default, deserialize_with = "whole_in_query")]
    #[param(nullable = false)]
    from: Option<u64>,
}

fn viewer(visitor: Visitor) -> Viewer {
    match visitor.account_in_events() {
        Some(player) => Viewer::Person(law_person(player)),
        None => Viewer::Public,
    }
}

/// The log of an event as the visitor may read it, one entry per line: see the schema EventLine.
#[utoipa::path(get, path = "/events/{id}/log", operation_id = "event_log", params(EventPath, LogQuery),
    responses((status = 200, body = String, content_type = "application/x-ndjson"), (status = 400, response = Problem),
        (status = 404, response = Problem), Always))]
pub(in crate::api) async fn log(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(EventPath { id }): Path<EventPath>,
    Client(client): Client,
    Query(LogQuery { from }): Query<LogQuery>,
) -> Result<Response, Problem> {
    let event = context.event(client, id).await?;
    let part = Part {
        client,
        viewer: viewer(visitor),
        id,
        next: from.unwrap_or(1).max(1),
        last: event.last().0,
        bytes: PART,
        context: context.clone(),
    };
    drop(event);
    let body = stream::try_unfold(part, async |mut part| {
        let text = part
            .read()
            .await
            .map_err(|problem| io::Error::other(problem.detail))?;
        Ok::<_, io::Error>(text.map(|text| (text, part)))
    });
    Ok(([(header::CONTENT_TYPE, NDJSON)], Body::from_stream(body)).into_response())
}

/// Approximate maximum size in bytes of a part of the log that is written at once, and its maximum number of entries: nothing is read
/// ahead of the client.
const PART: usize = 64 * 1024;
const ENTRIES: usize = 500;
/// The same size for a stream, where a few parts wait for a slow reader.
const PART_OF_STREAM: usize = 8 * 1024;

/// The rest of a log that is still to be sent. The event is not held between parts, nor while a part waits for its turn, because
/// appending to an event that others hold has to copy all of it.
struct Part {
    context: Context,
    client: IpAddr,
    viewer: Viewer,
    id: EventId,
    next: u64,
    last: u64,
    /// The bytes after which a part ends.
    bytes: usize,
}

impl Part {
    /// The next part; `None` after the last.
    async fn read(&mut self) -> Result<Option<String>, Problem> {
        if self.next > self.last {
            return Ok(None);
        }
        let entries = self.entries().await?;
        let people = named_in(&self.context.registry.services, &entries).await?;
        let most = self.bytes;
        let write = move || {
            let mut text = String::new();
            let mut last = None;
            for mut seen in entries {
                hide_name(&mut seen, &people);
                text.push_str(&serde_json::to_string(&seen).unwrap_or_default());
                text.push('\n');
                last = Some(seen.n.0);
                if text.len() >= most {
                    break;
                }
            }
            last.map(|last| (text, last))
        };
        let written = self
            .context
            .limits
            .in_background(self.client, write)
            .await?;
        Ok(written.map(|(text, last)| {
            self.next = last + 1;
            text
        }))
    }

    /// The next entries, as the viewer may see them.
    async fn entries(&self) -> Result<Vec<law::Entry<law::Shown>>, Problem> {
        let event = self.context.event(self.client, self.id).await?;
        // Indexed by number, as entries are numbered without gaps.
        let place = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let log = &event.log()[..place(self.last).min(event.log().len())];
        let left = log.get(place(self.next - 1)..).unwrap_or_default();
        let seen = left.iter().take(ENTRIES);
        Ok(seen.map(|entry| event.seen(self.viewer, entry)).collect())
    }
}

/// Stream the log of an event, one entry per line, and new entries as they come, until the event is over. An empty line is sent every
/// five seconds.
#[utoipa::path(get, path = "/events/{id}/stream", operation_id = "stream_event", params(EventPath, LogQuery),
    responses((status = 200, body = EventLine, content_type = "application/x-ndjson"), (status = 400, response = Problem),
        (status = 404, response = Problem), Always))]
pub(in crate::api) async fn stream(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(EventPath { id }): Path<EventPath>,
    Query(LogQuery { from }): Query<LogQuery>,
    headers: HeaderMap,
    extensions: Extensions,
) -> Result<Response, Problem> {
    let client = context.limits.client(&headers, &extensions);
    context.event(client, id).await?;
    let place = context.limits.socket(client)?;
    let signed_in = SignedIn::of(&context, visitor).await?;
    let (lines, answer) = Lines::open(&context, signed_in, place);
    let part = Part {
        client,
        viewer: viewer(visitor),
        id,
        next: from.unwrap_or(1).max(1),
        last: 0,
        bytes: PART_OF_STREAM,
        context,
    };
    tokio::spawn(tell(part, lines));
    Ok(answer)
}

/// The person named in an entry of the log.
fn named<T>(entry: &law::Entry<T>) -> Option<PlayerId> {
    match &entry.body {
        law::Body::Fact(
            law::Fact::Entered { player, .. } | law::Fact::EntryCorrected { player, .. },
        ) => Some(player_id(*player)),
        _ => None,
    }
}

/// The people whom entries of a log name.
async fn named_in<T>(services: &Services, entries: &[law::Entry<T>]) -> Result<People, Problem> {
    People::of(services, entries.iter().filter_map(named).collect()).await
}

/// Hides the name of an account that was deleted. It stays in the log, because the order of players follows from it.
fn hide_name(entry: &mut law::Entry<law::Shown>, people: &People) {
    if !named(entry).is_some_and(|player| people.is_gone(player)) {
        return;
    }
    if let law::Body::Fact(
        law::Fact::Entered { name, .. } | law::Fact::EntryCorrected { name, .. },
    ) = &mut entry.body
    {
        DELETED.clone_into(name);
    }
}

/// Sends the rest of a log, and new entries as they come.
async fn tell(mut part: Part, mut lines: Lines) -> Result<(), Ended> {
    loop {
        let (mut last, is_over) = {
            let services = &part.context.registry.services;
            // An event that was unloaded from memory is read again in the client's turn, as for every other request.
            let turn = part.context.loading_turn(part.client, part.id).await;
            let _turn = turn.map_err(|_| Ended)?;
            let looked = part.context.hall.watch(services, part.id).await;
            let (event, mut last) = looked.map_err(|_| Ended)?;
            last.mark_unchanged();
            part.last = event.last().0;
            (last, event.is_over())
        };
        while let Some(text) = part.read().await.map_err(|_| Ended)? {
            lines.tell_lines(text).await?;
        }
        if is_over {
            return Ok(());
        }
        let told = part.last;
        let changed = last.wait_for(|last| *last > told);
        // If the event has been unloaded from memory, it is read again.
        let _ = lines.wait(async { drop(changed.await) }).await?;
    }
}
