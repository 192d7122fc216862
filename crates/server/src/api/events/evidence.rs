//! The engine's analysis of a position, for directors.

use std::time::Duration;

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap};
use manifold_engine::Limits;
use manifold_events::{Command, EntryNumber};
use serde::Deserialize;
use utoipa::ToSchema;

use super::EventPath;
use super::commands::{Asker, CommandDone};
use crate::api::analyses;
use crate::api::context::Context;
use crate::api::identity::Visitor;
use crate::api::input::{Json, Path};
use crate::api::own_account::own_account;
use crate::api::problem::{OnBody, Problem};
use crate::engine_pool;
use crate::events::hall::Heard;
use crate::events::law_game;
use crate::ids::GameId;
use crate::table::analysis::{Analysis, Score};
use crate::table::error::TableError;
use crate::table::message::Message;
use crate::whole_number::whole_or_null;

/// The limits of the search: nodes and time.
const NODES: u64 = 400_000;
const LONGEST: Duration = Duration::from_secs(10);

/// The game to analyse.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WantedEvidence {
    /// The game.
    #[schema(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
    game: GameId,
    /// The number of the ruling that it belongs to; if left out, the next one about the game.
    #[serde(default, deserialize_with = "whole_or_null")]
    ruling: Option<u64>,
}

/// Have the engine analyse the position of a game, and add the result as evidence (director). If a spectator does not see all of the
/// position, only directors who have opened the seal of the game may do this.
#[utoipa::path(post, path = "/events/{id}/evidence", operation_id = "add_engine_evidence", params(EventPath), request_body = WantedEvidence,
    responses((status = 200, body = CommandDone), (status = 401, response = Problem), (status = 404, response = Problem),
        (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
pub(in crate::api) async fn evidence(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(EventPath { id }): Path<EventPath>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(WantedEvidence { game, ruling }): Json<WantedEvidence>,
) -> Result<axum::Json<CommandDone>, Problem> {
    let (own, _) = own_account(&context, visitor).await?;
    let client = context.limits.client(&headers, &extensions);
    context.limits.event_command(own.player, client)?;
    let services = &context.registry.services;
    let asker = Asker {
        context: &context,
        visitor,
        own,
        client,
        event: id,
    };
    let add = |text: String| Command::AddEvidence {
        game: law_game(game),
        ruling: ruling.map(EntryNumber),
        text,
    };
    // The engine works only for those who may add the evidence.
    let event = context.event(client, id).await?;
    let who = manifold_events::Who::Person(crate::events::law_person(visitor.id));
    event.decide(services.system.now_ms(), who, add("?".to_owned()))?;
    let limits = Limits {
        nodes: Some(NODES),
        time: Some(LONGEST),
        ..Limits::default()
    };
    let ask = |reply| Message::Evidence(visitor.id, Box::new(limits), reply);
    let analyst = context.registry.ask_for(client, game, ask).await?;
    let customer = engine_pool::Customer {
        network: Some(client),
        player: visitor.id,
    };
    let analysis = analyses::work_out(services, customer, analyst).await?;
    let analysis = analysis.ok_or(TableError::NothingToAnalyse)?;
    let heard = Heard::now(&context.hall, services, id);
    asker.ask(heard, add(in_words(&analysis))).await
}

/// The engine's analysis in words, for people.
fn in_words(analysis: &Analysis) -> String {
    let (depth, nodes) = analysis.effort();
    let best = analysis.best().map(|(score, line)| {
        let score = match score {
            Score::Cp(cp) => format!("{:+.2}", f64::from(cp) / 100.0),
            Score::Mate(plies) if plies < 0 => format!("a forced loss in {} plies", -plies),
            Score::Mate(plies) => format!("a forced win in {plies} plies"),
        };
        format!("{score} for the player to act: {}", line.join(" "))
    });
    format!(
        "Engine, depth {depth}, {nodes} nodes: {}",
        best.unwrap_or_else(|| "nothing".to_owned())
    )
}
