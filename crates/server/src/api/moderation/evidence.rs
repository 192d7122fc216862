//! Evidence of how a finished game was played, for moderators. It decides nothing.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap};
use manifold_rules::board::Color;
use serde::Serialize;
use utoipa::ToSchema;

use super::must_be_moderator;
use crate::api::analyses;
use crate::api::context::Context;
use crate::api::identity::Visitor;
use crate::api::input::{GamePath, Path};
use crate::api::problem::{Always, Problem};
use crate::engine_pool::Customer;
use crate::table::evidence::{Agreement, Played};
use crate::table::message::Message;

/// The time taken for an action.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ActionTime {
    /// The number of its turn.
    number: u32,
    /// The time since the action before it, in milliseconds.
    ms: u64,
}

/// The agreement with the engine's choices, at full strength but with the node limit of a level.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LevelAgreement {
    /// The level, 1 to 7.
    level: u8,
    /// The number of nodes searched for each action.
    nodes: u64,
    /// The number of actions compared: fewer than there are if time ran out.
    compared: u32,
    /// The number of compared actions that were the engine's choice too.
    agreed: u32,
}

/// Evidence of how one side was played.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SideEvidence {
    /// The times of its actions, in order.
    times: Vec<ActionTime>,
    /// The median of these, in milliseconds; null without actions.
    #[schema(required)]
    median_ms: Option<u64>,
    /// The number of its actions before which the page was out of focus, as reported by the page itself: another client can report
    /// what it likes.
    away: usize,
    /// The agreement of its actions with the engine's choice, by level, the weakest first.
    agreement: Vec<LevelAgreement>,
}

/// Evidence of how a finished game was played.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Evidence {
    /// White.
    white: SideEvidence,
    /// Black.
    black: SideEvidence,
}

impl From<Agreement> for LevelAgreement {
    fn from(agreement: Agreement) -> LevelAgreement {
        LevelAgreement {
            level: agreement.level,
            nodes: agreement.nodes,
            compared: agreement.of,
            agreed: agreement.agreed,
        }
    }
}

impl SideEvidence {
    fn new(played: &Played, color: Color, agreements: Vec<Agreement>) -> SideEvidence {
        let own = played.actions.iter().filter(|action| action.by == color);
        let times: Vec<ActionTime> = own
            .map(|action| ActionTime {
                number: action.number,
                ms: action.ms,
            })
            .collect();
        let mut sorted: Vec<u64> = times.iter().map(|time| time.ms).collect();
        sorted.sort_unstable();
        SideEvidence {
            median_ms: sorted.get(sorted.len() / 2).copied(),
            away: played
                .actions
                .iter()
                .filter(|action| action.by == color && action.away)
                .count(),
            times,
            agreement: agreements.into_iter().map(LevelAgreement::from).collect(),
        }
    }
}

/// Collect evidence of how a finished game was played: the time taken for each action, how often the page was out of focus before one,
/// and how often the engine, with the node limits of several levels, would have played the same. It is computed anew for each request,
/// one at a time. For moderators.
#[utoipa::path(get, path = "/moderation/games/{id}/evidence", params(GamePath),
    responses((status = 200, body = Evidence), (status = 403, response = Problem), (status = 404, response = Problem), (status = 409, response = Problem), Always))]
pub(in crate::api) async fn evidence(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(GamePath { id }): Path<GamePath>,
    headers: HeaderMap,
    extensions: Extensions,
) -> Result<axum::Json<Evidence>, Problem> {
    must_be_moderator(&context, visitor).await?;
    let played = context.registry.ask(id, Message::Played).await?;
    let customer = Customer {
        network: Some(context.limits.client(&headers, &extensions)),
        player: visitor.id,
    };
    let services = Arc::clone(&context.registry.services);
    // It waits for analyses requested earlier, and games do not wait for it.
    let compare = move |stop: &AtomicBool| {
        let agreements = played.compare(&services.system, stop);
        (played, agreements)
    };
    let (played, [white, black]) =
        analyses::work_out(&context.registry.services, customer, compare).await?;
    Ok(axum::Json(Evidence {
        white: SideEvidence::new(&played, Color::White, white),
        black: SideEvidence::new(&played, Color::Black, black),
    }))
}
