//! What can be had of a game that is over: its opened commitments, and the engine's opinion.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap};
use manifold_engine::Limits;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use utoipa::ToSchema;

use crate::api::context::Context;
use crate::api::identity::Visitor;
use crate::api::input::{Json, Path};
use crate::api::problem::{Code, Problem};
use crate::engine_pool::Asker;
use crate::ids::GameId;
use crate::table::analysis::Analysis;
use crate::table::error::TableError;
use crate::table::message::Message;
use crate::table::verification::VerifiedDeparture;

/// The most nodes of an analysis.
const MOST_NODES: u64 = 400_000;
/// The nodes of an analysis for which none are asked.
const USUAL_NODES: u64 = 100_000;
/// The longest that an analysis may take.
const LONGEST: Duration = Duration::from_secs(3);

/// The commitments of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Verification {
    /// Whether every square is the one that was committed to.
    holds: bool,
    /// Every departure, in order.
    departures: Vec<VerifiedDeparture>,
}

/// Hyperspace Chess: every secret square of a finished game beside its commitment and salt.
#[utoipa::path(get, path = "/games/{id}/verify", params(("id" = String, Path)),
    responses((status = 200, body = Verification), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(in crate::api) async fn verify(
    State(context): State<Context>,
    Path(id): Path<GameId>,
) -> Result<axum::Json<Verification>, Problem> {
    let departures = context.registry.ask(id, Message::Verify).await?;
    Ok(axum::Json(Verification {
        holds: departures.iter().all(|departure| departure.holds),
        departures,
    }))
}

/// What is to be analysed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisRequest {
    /// The number of actions before the position.
    n: usize,
    /// Nodes to search; at most 400,000.
    #[serde(default)]
    #[schema(nullable = false)]
    nodes: Option<u64>,
}

/// What the engine thinks of a position of a finished game.
#[utoipa::path(post, path = "/games/{id}/analysis", params(("id" = String, Path)), request_body = AnalysisRequest,
    responses((status = 200, body = Analysis), (status = 404, body = Problem), (status = 409, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem)))]
pub(in crate::api) async fn analysis(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<GameId>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(wanted): Json<AnalysisRequest>,
) -> Result<axum::Json<Analysis>, Problem> {
    let nodes = wanted.nodes.unwrap_or(USUAL_NODES).clamp(1, MOST_NODES);
    let limits = Limits {
        nodes: Some(nodes),
        time: Some(LONGEST),
        ..Limits::default()
    };
    let ask = |reply| Message::Analyst(wanted.n, Box::new(limits), reply);
    let analyst = context.registry.ask(id, ask).await.map_err(of_n)?;
    let (reply, answer) = oneshot::channel();
    let asker = Asker {
        network: Some(context.limits.client(&headers, &extensions)),
        player: visitor.id,
    };
    let work = Box::new(move |stop: &AtomicBool| drop(reply.send(analyst(stop))));
    // If the client goes, this is dropped and with it the ticket: then nothing is worked out.
    let ticket = context.registry.services.engine.analyse(asker, work);
    let _ticket = ticket.ok_or_else(|| {
        Problem::new(
            Code::TooMany,
            "Another analysis of yours is still waiting, or too many of others are. Try again when it is done.",
        )
    })?;
    let analysis = answer.await.map_err(|_| TableError::Busy)?;
    let analysis = analysis.ok_or(TableError::NothingToAnalyse).map_err(of_n)?;
    Ok(axum::Json(analysis))
}

/// The problem, with the field that is wrong.
fn of_n(error: TableError) -> Problem {
    match error {
        TableError::NothingToAnalyse => Problem::from(error).of("n"),
        _ => error.into(),
    }
}
