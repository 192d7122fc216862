//! An app that shows codes, as the second factor.

use std::net::IpAddr;

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::confirmation::{FullConfirmation, confirm, confirm_fully, confirm_with_code};
use super::context::Context;
use super::endings;
use super::identity::Visitor;
use super::input::Json;
use super::own_account::{own_account, principal, signed_out};
use super::problem::{Code as ProblemCode, OnBody, Problem};
use super::recovery_codes::{RecoveryCodes, new_recovery_codes};
use super::second_factor_code::{check_first, must_be_done, read, wrong_code};
use super::session_cookie;
use crate::people::code::Code;
use crate::people::factor::FactorKind;
use crate::people::totp::TotpSecret;
use crate::store::{Change, Changed};
use crate::table::error::TableError;

/// The data for setting up an authenticator app. It is shown only this once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewSecondFactor {
    /// The secret, in Base32.
    secret: String,
    /// The address with the secret, for a QR code.
    uri: String,
}

/// Start setting up a second factor: an app that shows codes (TOTP). It is on once a code from it has been confirmed.
#[utoipa::path(post, path = "/account/second-factor", operation_id = "prepare_second_factor", request_body = FullConfirmation,
    responses((status = 200, body = NewSecondFactor), (status = 401, response = Problem), (status = 409, response = Problem), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn prepare(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(confirmation): Json<FullConfirmation>,
) -> Result<axum::Json<NewSecondFactor>, Problem> {
    let (account, session) = own_account(&context, visitor).await?;
    let network = context.limits.client(&headers, &extensions);
    let shown = confirmation.shown()?;
    let services = &context.registry.services;
    let factor = services.store.second_factor(visitor.id).await?;
    if factor.app_that_is_on().is_some() {
        // Asking for a code would be pointless.
        confirm(&context, network, &account, shown.0).await?;
        return Err(already_on());
    }
    let proof = confirm_with_code(&context, network, &account, &factor, shown).await?;
    let secret = TotpSecret::random(&services.system);
    let owner = visitor.id.to_string();
    let sealer = &services.people.sealer;
    let sealed = sealer.seal(secret.as_bytes(), &owner, &services.system);
    let change = Change::PrepareTotp {
        principal: principal(&context, visitor, session),
        secret: sealed,
        proof,
        asked_for_passkey: factor.asks_for_passkey,
    };
    match services.store.change(change).await? {
        Changed::Done => Ok(axum::Json(NewSecondFactor {
            secret: secret.reveal(),
            uri: secret.uri(&account.username),
        })),
        Changed::Full => Err(already_on()),
        Changed::SignedOut => Err(signed_out()),
        // A passkey has been made a second factor since the password was checked: the next attempt is asked for more.
        Changed::Needed => Err(TableError::Busy.into()),
        _ => Err(wrong_code()),
    }
}

fn already_on() -> Problem {
    let problem =
        "Your account already has an app that shows codes. Turn it off before you set up another.";
    Problem::new(ProblemCode::NotPossible, problem)
}

/// A code that an app shows.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FirstCode {
    /// Six digits.
    #[schema(pattern = "^[0-9]{6}$")]
    code: String,
}

/// Confirm the second factor with a code from the app. All other browsers are signed out, and this one is given a new session. Earlier
/// recovery codes of the account no longer work.
#[utoipa::path(put, path = "/account/second-factor", operation_id = "turn_on_second_factor", request_body = FirstCode,
    responses((status = 200, body = RecoveryCodes), (status = 401, response = Problem), (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn turn_on(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(FirstCode { code }): Json<FirstCode>,
) -> Result<Response, Problem> {
    own_account(&context, visitor).await?;
    let code @ Code::Timed(_) = read(&code)? else {
        let problem = "The app's code has six digits.";
        return Err(Problem::new(ProblemCode::Invalid, problem).of("code"));
    };
    let services = &context.registry.services;
    let factor = services.store.second_factor(visitor.id).await?;
    let app = factor.app.ok_or_else(|| {
        let problem = "There is no secret to confirm. Request a new one first.";
        Problem::new(ProblemCode::NotPossible, problem)
    })?;
    if app.is_on {
        return Err(already_on());
    }
    let network = context.limits.client(&headers, &extensions);
    let proof = check_first(&context, network, visitor.id, &app, code).await?;
    let (told, recovery_codes) = new_recovery_codes(&context, network).await?;
    let (token, new) =
        session_cookie::begin_anew(&context, visitor.id, visitor.browser_session(), &headers);
    let change = Change::ConfirmTotp {
        proof,
        recovery_codes,
        new,
    };
    match endings::change(&context, change).await? {
        Changed::Done => {}
        Changed::SignedOut => return Err(signed_out()),
        _ => return Err(already_on()),
    }
    let told = axum::Json(told);
    Ok(session_cookie::with_token(&context, token, told))
}

/// Turn the app off. All other browsers are signed out.
#[utoipa::path(delete, path = "/account/second-factor", operation_id = "turn_off_second_factor", request_body = FullConfirmation,
    responses((status = 204, description = "It is off."), (status = 401, response = Problem), (status = 409, response = Problem), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn turn_off(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(confirmation): Json<FullConfirmation>,
) -> Result<StatusCode, Problem> {
    let network = context.limits.client(&headers, &extensions);
    turn_factor_off(&context, visitor, network, confirmation, FactorKind::App).await
}

/// Turns off one of the factors.
pub(super) async fn turn_factor_off(
    context: &Context,
    visitor: Visitor,
    network: IpAddr,
    confirmation: FullConfirmation,
    factor: FactorKind,
) -> Result<StatusCode, Problem> {
    let (account, session) = own_account(context, visitor).await?;
    let proof = confirm_fully(context, network, &account, confirmation, Some(factor)).await?;
    let change = Change::TurnFactorOff {
        principal: principal(context, visitor, session),
        factor,
        proof,
    };
    must_be_done(endings::change(context, change).await?)?;
    Ok(StatusCode::NO_CONTENT)
}
