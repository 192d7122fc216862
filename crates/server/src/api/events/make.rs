//! Making an event.

use std::collections::BTreeSet;

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap, StatusCode};
use manifold_events::{Founding, MOST_DIRECTORS, Refusal};
use serde::Deserialize;
use utoipa::ToSchema;

use super::arbiters::must_be_secured;
use super::settings::EventSettings;
use super::show::{EventDetail, detail};
use crate::api::context::Context;
use crate::api::idempotency::{IdempotencyKey, requested};
use crate::api::identity::{Visitor, must_be_said};
use crate::api::input::Json;
use crate::api::own_account::own_account;
use crate::api::players::account;
use crate::api::problem::{OnBody, Problem};
use crate::events::law_person;
use crate::ids::EventId;

/// A new event. Its creator is the organiser.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct NewEvent {
    /// Its settings.
    settings: EventSettings,
    /// The usernames of the directors, at most 20; the organiser alone if left out.
    #[serde(default)]
    #[schema(max_items = 20)]
    directors: Option<Vec<String>>,
    /// The username of the Chief Arbiter, who decides on appeals.
    chief_arbiter: String,
    /// The username of the deputy, who decides where the Chief Arbiter must not; not the Chief Arbiter.
    deputy: String,
}

/// Create a tournament, a match or an arena. It is open for entries until it starts. The Chief Arbiter and the deputy must have a second factor.
/// A request that is sent twice with the same `Idempotency-Key` header creates one event.
#[utoipa::path(post, path = "/events", operation_id = "make_event", request_body = NewEvent,
    params(IdempotencyKey),
    responses((status = 201, body = EventDetail), (status = 401, response = Problem), (status = 404, response = Problem),
        (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
pub(in crate::api) async fn make(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(wanted): Json<NewEvent>,
) -> Result<(StatusCode, axum::Json<EventDetail>), Problem> {
    let services = &context.registry.services;
    let (own, _) = own_account(&context, visitor).await?;
    let client = context.limits.client(&headers, &extensions);
    context.limits.event_command(own.player, client)?;
    let request = requested(&headers)?;
    if let Some(request) = &request {
        let id = EventId::of_request(own.player, request);
        match detail(&context, visitor, client, id).await {
            Err(problem) if problem.status == StatusCode::NOT_FOUND => {}
            made => return Ok((StatusCode::CREATED, axum::Json(made?))),
        }
    }
    let settings = wanted.settings.read()?;
    must_be_said(&context, &settings.name, "settings.name")?;
    // Errors in the settings are reported before anybody is looked up.
    settings.check(services.system.now_ms())?;
    let named = async |name: &str, field: &str| {
        let found = account(&context, name).await;
        found.map_err(|problem| problem.of(field))
    };
    let mut directors = BTreeSet::new();
    match wanted.directors {
        None => drop(directors.insert(law_person(own.player))),
        Some(names) => {
            // Too many are refused before any of them is looked up.
            if names.len() > MOST_DIRECTORS {
                return Err(Problem::from(Refusal::TooManyDirectors).of("directors"));
            }
            for name in &names {
                directors.insert(law_person(named(name, "directors").await?.player));
            }
        }
    }
    let chief_arbiter = named(&wanted.chief_arbiter, "chiefArbiter").await?;
    let deputy = named(&wanted.deputy, "deputy").await?;
    for (arbiter, field) in [(&chief_arbiter, "chiefArbiter"), (&deputy, "deputy")] {
        let secured = must_be_secured(&context, client, &own, arbiter).await;
        secured.map_err(|problem| problem.of(field))?;
    }
    let founding = Founding {
        settings,
        directors,
        chief_arbiter: law_person(chief_arbiter.player),
        deputy: law_person(deputy.player),
    };
    context.limits.event(client)?;
    let hall = &context.hall;
    let id = hall
        .found(services, own.player, founding, request.as_ref())
        .await?;
    let detail = detail(&context, visitor, client, id).await?;
    Ok((StatusCode::CREATED, axum::Json(detail)))
}
