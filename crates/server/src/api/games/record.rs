//! A game from its start: as a record, and position by position.

use axum::extract::{Extension, State};
use axum::http::header;
use axum::response::IntoResponse;
use manifold_rules::record::Tags;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::answer::Answer;
use crate::api::context::Context;
use crate::api::identity::Visitor;
use crate::api::input::{GamePath, Path};
use crate::api::limits::Client;
use crate::api::problem::{Always, Problem};
use crate::api::prose;
use crate::ids::GameId;
use crate::table::history::Ply;
use crate::table::live_game::Transcript;
use crate::table::message::Message;

/// The media type of PGN.
pub(in crate::api) const PGN: &str = "application/x-chess-pgn";

/// The record as PGN: while a game goes on with the secrets of its reader only, afterwards with all.
#[utoipa::path(get, path = "/games/{id}/record", params(GamePath),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"), (status = 404, response = Problem), Always))]
pub(in crate::api) async fn record(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(GamePath { id }): Path<GamePath>,
) -> Result<impl IntoResponse, Problem> {
    let ask = |reply| Message::Transcript(visitor.id, reply);
    let transcript = context.registry.ask(id, ask).await?;
    let pgn = pgn(&context, &transcript, id);
    let attachment = format!("attachment; filename=\"manifold-{id}.pgn\"");
    let headers = [
        (header::CONTENT_TYPE, PGN.to_owned()),
        (header::CONTENT_DISPOSITION, attachment),
    ];
    Ok((headers, pgn))
}

/// A record with its tags.
pub(in crate::api) fn pgn(context: &Context, transcript: &Transcript, id: GameId) -> String {
    let base = context.settings().public_url.as_deref().unwrap_or_default();
    let site = format!("{}/g/{id}", base.trim_end_matches('/'));
    transcript.pgn(&tags(transcript, id, site))
}

/// What stands at the head of a record.
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

/// All positions of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Plies {
    /// One more than there are actions.
    plies: Vec<Ply>,
}

/// Every position of a game: while it goes on as its reader may see them, afterwards with nothing hidden.
#[utoipa::path(get, path = "/games/{id}/plies", params(GamePath),
    responses((status = 200, body = Plies), (status = 404, response = Problem), Always))]
pub(in crate::api) async fn plies(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Client(client): Client,
    Path(GamePath { id }): Path<GamePath>,
) -> Result<Answer<Plies>, Problem> {
    let ask = |reply| Message::History(visitor.id, reply);
    let history = context.registry.ask(id, ask).await?;
    let plies = context.limits.in_background(client, history.plies).await?;
    let plies = Plies { plies };
    Ok(match history.has_secrets {
        true => Answer::secret(plies),
        false => Answer::open(plies),
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
