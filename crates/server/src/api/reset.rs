//! Resetting a forgotten password, with a link from the operator or in a mail.

use axum::extract::State;
use axum::http::{Extensions, HeaderMap, StatusCode};
use secrecy::SecretString;
use serde::Deserialize;
use utoipa::ToSchema;

use super::accounts::choose;
use super::context::Context;
use super::endings;
use super::input::Json;
use super::problem::{Code, OnBody, Problem};
use crate::people::session::Token;
use crate::people::ticket::Purpose;
use crate::store::{Change, Changed};

/// A new password, with the ticket from a link.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reset {
    /// The last part of the link.
    ticket: String,
    /// The new password: 8 to 128 characters, and not among the most common ones.
    #[schema(value_type = String, format = Password, min_length = 8, max_length = 128)]
    new_password: SecretString,
}

/// Choose a new password with a link from the operator or from a mail, which works once and within an hour. All sessions and tokens of
/// the account end; signing in asks for the second factor as before.
#[utoipa::path(post, path = "/session/reset", request_body = Reset,
    responses((status = 204, description = "Changed."), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn reset(
    State(context): State<Context>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(Reset {
        ticket,
        new_password,
    }): Json<Reset>,
) -> Result<StatusCode, Problem> {
    let services = &context.registry.services;
    let now = services.system.now_ms();
    let shown: Token = ticket.parse().map_err(|_| too_late())?;
    let store = &services.store;
    let ticket = store.ticket(shown.hash(), Purpose::Reset, now).await?;
    let ticket = ticket.ok_or_else(too_late)?;
    let account = store.account(ticket.player).await?;
    let account = account.ok_or_else(too_late)?;
    let network = context.limits.client(&headers, &extensions);
    let chosen = (new_password, "new_password");
    let change = Change::Reset {
        ticket,
        password: choose(&context, network, chosen, &account.username).await?,
        at: now,
    };
    match endings::change(&context, change).await? {
        Changed::Done => {}
        _ => return Err(too_late()),
    }
    Ok(StatusCode::NO_CONTENT)
}

fn too_late() -> Problem {
    let problem = "This link is no longer valid. It works once, within an hour: request another.";
    Problem::new(Code::Expired, problem).of("ticket")
}
