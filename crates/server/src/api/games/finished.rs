//! Verification and analysis of finished games: the opened commitments, and the engine's opinion.

use std::time::Duration;

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap};
use manifold_engine::Limits;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::api::analyses;
use crate::api::context::Context;
use crate::api::identity::Visitor;
use crate::api::input::{GamePath, Json, Path, Query};
use crate::api::limits::Client;
use crate::api::problem::{Always, Code, OnBody, Problem};
use crate::engine_pool::Customer;
use crate::table::analysis::Analysis;
use crate::table::error::TableError;
use crate::table::message::Message;
use crate::table::verification::VerifiedDeparture;
use crate::whole_number::{whole, whole_in_query, whole_or_null};

/// Maximum number of nodes of an analysis.
const MOST_NODES: u64 = 400_000;
/// Default number of nodes of an analysis.
const USUAL_NODES: u64 = 100_000;
/// Time limit of an analysis.
const LONGEST: Duration = Duration::from_secs(3);

/// Maximum number of departures on a page.
const PAGE: usize = 500;

/// The part of the departures to show.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(in crate::api) struct VerifyQuery {
    /// The number of the first event; the start of the game if left out.
    #[serde(default, deserialize_with = "whole_in_query")]
    #[param(nullable = false)]
    from: Option<u64>,
}

/// The commitments of a game, or a page of them.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Verification {
    /// Whether every square on this page is the one that was committed to.
    holds: bool,
    /// The departures, in order.
    departures: Vec<VerifiedDeparture>,
    /// The `from` of the next page; null on the last one.
    #[schema(required)]
    next: Option<u64>,
}

/// The departures that fit on a page.
fn page(departures: impl Iterator<Item = VerifiedDeparture>) -> Verification {
    let mut departures: Vec<VerifiedDeparture> = departures.take(PAGE + 1).collect();
    let next = departures.get(PAGE).map(|departure| departure.n);
    departures.truncate(PAGE);
    Verification {
        holds: departures.iter().all(|departure| departure.holds),
        departures,
        next,
    }
}

/// Hyperspace Chess: show every secret square of a finished game with its commitment and salt. A long game has several pages.
#[utoipa::path(get, path = "/games/{id}/verify", params(GamePath, VerifyQuery),
    responses((status = 200, body = Verification), (status = 400, response = Problem), (status = 404, response = Problem),
        (status = 409, response = Problem), Always))]
pub(in crate::api) async fn verify(
    State(context): State<Context>,
    Client(client): Client,
    Path(GamePath { id }): Path<GamePath>,
    Query(VerifyQuery { from }): Query<VerifyQuery>,
) -> Result<axum::Json<Verification>, Problem> {
    let commitments = context
        .registry
        .ask_for(client, id, Message::Verify)
        .await?;
    let open = move || page(commitments.opened(from.unwrap_or(0)));
    Ok(axum::Json(
        context.limits.in_background(client, open).await?,
    ))
}

/// A request for an analysis.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisRequest {
    /// The number of actions before the position.
    #[serde(deserialize_with = "whole")]
    #[schema(maximum = 65_535)]
    n: u16,
    /// The number of nodes to search; 100,000 if omitted.
    #[serde(default, deserialize_with = "whole_or_null")]
    #[schema(minimum = 1, maximum = 400_000)]
    nodes: Option<u64>,
}

/// The engine's analysis of a position in a finished game.
#[utoipa::path(post, path = "/games/{id}/analysis", params(GamePath), request_body = AnalysisRequest,
    responses((status = 200, body = Analysis), (status = 404, response = Problem), (status = 409, response = Problem), OnBody))]
pub(in crate::api) async fn analysis(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(GamePath { id }): Path<GamePath>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(wanted): Json<AnalysisRequest>,
) -> Result<axum::Json<Analysis>, Problem> {
    let nodes = wanted.nodes.unwrap_or(USUAL_NODES);
    if !(1..=MOST_NODES).contains(&nodes) {
        let detail = format!("An analysis searches 1 to {MOST_NODES} nodes.");
        return Err(Problem::new(Code::Unreadable, detail).of("nodes"));
    }
    let n = usize::from(wanted.n);
    let limits = Limits {
        nodes: Some(nodes),
        time: Some(LONGEST),
        ..Limits::default()
    };
    let ask = |reply| Message::Analyst(n, Box::new(limits), reply);
    let client = context.limits.client(&headers, &extensions);
    let analyst = context
        .registry
        .ask_for(client, id, ask)
        .await
        .map_err(of_n)?;
    let customer = Customer {
        network: Some(client),
        player: visitor.id,
    };
    let analysis = analyses::work_out(&context.registry.services, customer, analyst).await?;
    let analysis = analysis.ok_or(TableError::NothingToAnalyse).map_err(of_n)?;
    Ok(axum::Json(analysis))
}

/// The problem, attributed to the field `n` if that is wrong.
fn of_n(error: TableError) -> Problem {
    match error {
        TableError::NothingToAnalyse => Problem::from(error).of("n"),
        _ => error.into(),
    }
}
