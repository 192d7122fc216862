//! Vacation: days on which a player's clock stands still in correspondence games.

use std::net::IpAddr;

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::context::Context;
use super::identity::Visitor;
use super::input::Json;
use super::limits::Client;
use super::own_account::own_account;
use super::problem::{Always, Code, OnBody, OnChange, Problem};
use crate::ids::PlayerId;
use crate::meeting::vacation::{DAYS_A_YEAR, Vacation, YEAR_MS};
use crate::services::Services;
use crate::store::{Meeting, Met};
use crate::table::message::Message;
use crate::whole_number::whole;

/// Your vacation.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct OwnVacation {
    /// Days of vacation left; there are 30 within any 365 days.
    days_left: u32,
    /// The end of the vacation, in milliseconds since 1970; null if there is none.
    #[schema(required)]
    until: Option<u64>,
}

/// A new vacation.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewVacation {
    /// The length of the vacation, in days.
    #[serde(deserialize_with = "whole")]
    #[schema(minimum = 1, maximum = 30)]
    days: u32,
}

async fn own(services: &Services, player: PlayerId) -> Result<OwnVacation, Problem> {
    let now = services.system.now_ms();
    let since = now.saturating_sub(YEAR_MS);
    let taken = services.store.vacations(player, since).await?;
    let days: u32 = taken.iter().map(Vacation::days).sum();
    let lasting = taken.iter().find(|vacation| vacation.lasts(now));
    Ok(OwnVacation {
        days_left: DAYS_A_YEAR.saturating_sub(days),
        until: lasting.map(|vacation| vacation.until),
    })
}

/// Notifies a player's games. A game that cannot be notified now asks the store itself before a flag falls in it.
async fn tell_games(context: &Context, client: IpAddr, player: PlayerId) -> Result<(), Problem> {
    let store = &context.registry.services.store;
    for game in store.correspondence(player).await? {
        let _ = context
            .registry
            .ask_for(client, game, Message::Vacations)
            .await;
    }
    Ok(())
}

/// Whether you are on vacation, and how many days you have left.
#[utoipa::path(get, path = "/me/vacation",
    responses((status = 200, body = OwnVacation), (status = 401, response = Problem), Always))]
pub(super) async fn vacation(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
) -> Result<axum::Json<OwnVacation>, Problem> {
    let (account, _) = own_account(&context, visitor).await?;
    let vacation = own(&context.registry.services, account.player).await?;
    Ok(axum::Json(vacation))
}

/// Start a vacation: your clocks in correspondence games stop, unless your time is already up. Opponents see it.
#[utoipa::path(post, path = "/me/vacation", request_body = NewVacation,
    responses((status = 200, body = OwnVacation), (status = 401, response = Problem), (status = 409, response = Problem), OnBody))]
pub(super) async fn begin(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Client(client): Client,
    Json(NewVacation { days }): Json<NewVacation>,
) -> Result<axum::Json<OwnVacation>, Problem> {
    let (account, _) = own_account(&context, visitor).await?;
    if !(1..=DAYS_A_YEAR).contains(&days) {
        let detail = format!("A vacation has 1 to {DAYS_A_YEAR} days.");
        return Err(Problem::new(Code::Unreadable, detail).of("days"));
    }
    let services = &context.registry.services;
    let player = account.player;
    let vacation = Vacation::of_days(services.system.now_ms(), days);
    let meeting = Meeting::Vacation { player, vacation };
    if let Met::Refused(refusal) = services.store.meet(meeting).await? {
        return Err(refusal.into());
    }
    tell_games(&context, client, player).await?;
    Ok(axum::Json(own(services, player).await?))
}

/// End your vacation now. Days that have not begun remain available.
#[utoipa::path(delete, path = "/me/vacation",
    responses((status = 204, description = "It has ended."), (status = 401, response = Problem), (status = 404, response = Problem), OnChange))]
pub(super) async fn end(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Client(client): Client,
) -> Result<StatusCode, Problem> {
    let (account, _) = own_account(&context, visitor).await?;
    let services = &context.registry.services;
    let player = account.player;
    let at = services.system.now_ms();
    let meeting = Meeting::Return { player, at };
    if services.store.meet(meeting).await? == Met::Missing {
        return Err(Problem::new(Code::NotFound, "You are not on vacation."));
    }
    tell_games(&context, client, player).await?;
    Ok(StatusCode::NO_CONTENT)
}
