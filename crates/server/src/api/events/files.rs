//! An event as files: for other tournament programs (TRF), for game viewers (PGN) and for spreadsheets (CSV).

use std::collections::VecDeque;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{Extensions, HeaderMap, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use manifold_events as law;
use manifold_pairing::trf::{self, Header, Report};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::EventPath;
use super::people::People;
use super::show::{StandingLine, lines};
use crate::api::context::Context;
use crate::api::games::record::{PGN, pgn as record};
use crate::api::input::{Path, Query};
use crate::api::limits::{Client, StreamPlace};
use crate::api::long::long;
use crate::api::problem::{Always, Problem};
use crate::events::game_id;
use crate::ids::{EventId, GameId};
use crate::table::error::TableError;
use crate::table::load::load;
use crate::table::seat::Seat;

/// The edition of the format.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
pub(in crate::api) enum TrfEdition {
    /// TRF16, as most programs read it.
    #[default]
    #[serde(rename = "16")]
    Trf16,
    /// TRF26.
    #[serde(rename = "26")]
    Trf26,
}

/// The format of the file.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct TrfQuery {
    /// The edition; 16 if left out.
    #[param(inline, nullable = false)]
    edition: Option<TrfEdition>,
}

fn attachment(event: &law::Event, ending: &str) -> String {
    // Only characters that are safe in a header and in a file system.
    let name: String = (event.settings().name.chars())
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                '-'
            }
        })
        .collect();
    let name = name.trim_matches('-');
    let name = if name.is_empty() { "event" } else { name };
    format!("attachment; filename=\"{name}.{ending}\"")
}

/// Download the event as a Tournament Report File, which tournament programs read. In a round in progress, games without a result count
/// as not played yet.
#[utoipa::path(get, path = "/events/{id}/trf", operation_id = "event_trf", params(EventPath, TrfQuery),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 400, response = Problem),
        (status = 404, response = Problem), Always))]
pub(in crate::api) async fn trf(
    State(context): State<Context>,
    Path(EventPath { id }): Path<EventPath>,
    Client(client): Client,
    Query(TrfQuery { edition }): Query<TrfQuery>,
) -> Result<Response, Problem> {
    let services = &context.registry.services;
    let turn = context.limits.turn(client).await?;
    let event = context.hall.look(services, id).await?;
    let people = People::of_event(services, &event).await?;
    let hall = Arc::clone(&context.hall);
    let version = match edition.unwrap_or_default() {
        TrfEdition::Trf16 => trf::Version::Trf16,
        TrfEdition::Trf26 => trf::Version::Trf26,
    };
    let file = attachment(&event, "trf");
    // Written in the background, because an arena can have thousands of rounds.
    let write = move || {
        let standings = hall.standings(id, &event);
        trf::write(&report(&event, &standings, &people), version)
    };
    let text = context.limits.in_turn(turn, write).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, file),
    ];
    Ok((headers, long(&context, client, text)?).into_response())
}

fn report(event: &law::Event, standings: &[law::Standing], people: &People) -> Report {
    let settings = event.settings();
    let tournament = event.tournament();
    let day = |ms: u64| {
        let moment = i64::try_from(ms)
            .ok()
            .map(jiff::Timestamp::from_millisecond);
        let moment = moment.and_then(Result::ok);
        moment.map_or_else(String::new, |at| at.strftime("%Y/%m/%d").to_string())
    };
    let persons = event.players().into_iter().zip(&tournament.players);
    let persons = persons.map(|(player, numbered)| {
        let mut standings = standings.iter();
        let standing = standings.find(|standing| standing.player == player.id);
        trf::Person {
            name: people.person(player.id).name,
            points: Some(tournament.points(numbered, numbered.entries.len())),
            rank: standing.and_then(|standing| u32::try_from(standing.rank).ok()),
            ..trf::Person::default()
        }
    });
    Report {
        header: Header {
            name: settings.name.clone(),
            start: day(settings.starts_at),
            chief_arbiter: people.person(event.chief_arbiter()).name,
            deputies: vec![people.person(event.deputy()).name],
            time_control: crate::api::prose::clock(&crate::events::clock_of(settings.control)),
            ..Header::default()
        },
        people: persons.collect(),
        tie_breaks: (settings.tie_breaks().into_iter())
            .map(str::to_owned)
            .collect(),
        tournament,
        unsupported: None,
    }
}

/// The round of which to list the games.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct RoundQuery {
    /// The round; all rounds if omitted.
    #[param(nullable = false, minimum = 1, maximum = 65_535)]
    round: Option<u16>,
}

/// Download the games of an event, or of one of its rounds, as everybody may see them: secrets of Hyperspace Chess are included once the
/// result is final. Each client can have one stream at a time.
#[utoipa::path(get, path = "/events/{id}/pgn", operation_id = "event_pgn", params(EventPath, RoundQuery),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"), (status = 400, response = Problem),
        (status = 404, response = Problem), Always))]
pub(in crate::api) async fn pgn(
    State(context): State<Context>,
    headers: HeaderMap,
    extensions: Extensions,
    Path(EventPath { id }): Path<EventPath>,
    Query(RoundQuery { round }): Query<RoundQuery>,
) -> Result<Response, Problem> {
    let client = context.limits.client(&headers, &extensions);
    let event = context.event(client, id).await?;
    let boards = (event.rounds().iter())
        .filter(|one| round.is_none_or(|round| one.number == round))
        .flat_map(|round| &round.boards);
    let played = boards.filter(|game| {
        event
            .game(**game)
            .is_some_and(|game| game.started.is_some())
    });
    let games = Games {
        games: played.copied().map(game_id).collect(),
        _place: context.limits.stream(client)?,
        context: context.clone(),
        client,
    };
    let body = stream::try_unfold(games, async |mut games| {
        let next = games.next().await?;
        Ok::<_, io::Error>(next.map(|bytes| (bytes, games)))
    });
    let headers = [
        (header::CONTENT_TYPE, PGN.to_owned()),
        (header::CONTENT_DISPOSITION, attachment(&event, "pgn")),
    ];
    Ok((headers, Body::from_stream(body)).into_response())
}

/// Games that are still to be sent.
struct Games {
    context: Context,
    client: IpAddr,
    games: VecDeque<GameId>,
    _place: StreamPlace,
}

impl Games {
    /// The next game, written out; `None` after the last one.
    ///
    /// # Errors
    /// The server stops, or its database has failed: the connection breaks, so that nobody takes a part for the whole.
    async fn next(&mut self) -> io::Result<Option<Bytes>> {
        let Context {
            registry, limits, ..
        } = &self.context;
        while let Some(id) = self.games.pop_front() {
            // Read from the store and not from its table: a whole event would fill the memory for games.
            match load(&registry.services, id).await {
                Ok((_, game)) => {
                    let context = self.context.clone();
                    // As any spectator sees it.
                    let write =
                        move || record(&context, &game.transcript(Seat::Spectator), id) + "\n";
                    let text = limits.in_background(self.client, write).await;
                    let text = text.map_err(|problem| io::Error::other(problem.detail))?;
                    return Ok(Some(text.into()));
                }
                // A damaged game was logged, and is left out.
                Err(TableError::NoSuchGame | TableError::Damaged) => {}
                Err(_) => return Err(io::Error::other("a game cannot be read")),
            }
        }
        Ok(None)
    }
}

/// The format of standings.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::api) enum StandingsFormat {
    /// As JSON.
    #[default]
    Json,
    /// As comma-separated values.
    Csv,
}

/// The format of standings.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct StandingsQuery {
    /// The format; JSON if omitted.
    #[param(inline, nullable = false)]
    format: Option<StandingsFormat>,
}

/// The standings of an event.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Standings {
    /// The event.
    #[schema(value_type = String)]
    event: EventId,
    /// The tie-breaks that count, in order.
    tie_breaks: Vec<String>,
    /// The best first.
    standings: Vec<StandingLine>,
}

/// The standings of an event, as JSON or as comma-separated values.
#[utoipa::path(get, path = "/events/{id}/standings", operation_id = "event_standings", params(EventPath, StandingsQuery),
    responses((status = 200, content((Standings = "application/json"), (String = "text/csv"))), (status = 400, response = Problem),
        (status = 404, response = Problem), Always))]
pub(in crate::api) async fn standings(
    State(context): State<Context>,
    Client(client): Client,
    Path(EventPath { id }): Path<EventPath>,
    Query(StandingsQuery { format }): Query<StandingsQuery>,
) -> Result<Response, Problem> {
    let services = &context.registry.services;
    let turn = context.limits.turn(client).await?;
    let event = context.hall.look(services, id).await?;
    let people = People::of_event(services, &event).await?;
    let hall = Arc::clone(&context.hall);
    let standing = Arc::clone(&event);
    let write = move || lines(&hall.standings(id, &standing), &people);
    let lines = context.limits.in_turn(turn, write).await?;
    if let StandingsFormat::Json = format.unwrap_or_default() {
        let standings = Standings {
            event: id,
            tie_breaks: (event.settings().tie_breaks().into_iter())
                .map(str::to_owned)
                .collect(),
            standings: lines,
        };
        return Ok(axum::Json(standings).into_response());
    }
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, attachment(&event, "csv")),
    ];
    Ok((headers, csv(&event, &lines)).into_response())
}

/// The standings as CSV (RFC 4180).
fn csv(event: &law::Event, lines: &[StandingLine]) -> String {
    let names = event.settings().tie_breaks();
    let head = ["rank", "name", "username", "points", "provisional"];
    let mut text = row(head.into_iter().chain(names.iter().copied()));
    for line in lines {
        let first = [
            line.rank.to_string(),
            line.player.name.clone(),
            line.player.username.clone().unwrap_or_default(),
            line.points.to_string(),
            if line.provisional { "yes" } else { "no" }.to_owned(),
        ];
        let values = line.tie_breaks.iter().cloned();
        text.push_str(&row(first.into_iter().chain(values)));
    }
    text
}

fn row(cells: impl Iterator<Item = impl AsRef<str>>) -> String {
    let cells: Vec<String> = cells.map(|cell| quoted(cell.as_ref())).collect();
    cells.join(",") + "\r\n"
}

/// A quoted cell. Text that a spreadsheet would take for a formula is marked as text.
fn quoted(cell: &str) -> String {
    let is_formula = cell.starts_with(['=', '+', '-', '@', '\t']) && cell.parse::<f64>().is_err();
    let cell = match is_formula {
        true => format!("'{cell}"),
        false => cell.to_owned(),
    };
    match cell.contains(['"', ',', '\r', '\n']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn cells_are_quoted_and_no_formula_is_run() {
        for (cell, written) in [
            ("Ada", "Ada"),
            ("Lovelace, Ada", "\"Lovelace, Ada\""),
            ("Ada \"Al\" L", "\"Ada \"\"Al\"\" L\""),
            ("=1+1", "'=1+1"),
            ("-1.5", "-1.5"),
            ("@x,y", "\"'@x,y\""),
        ] {
            assert_eq!(quoted(cell), written);
        }
    }
}
