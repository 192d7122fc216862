//! Passkeys as the second factor, needed in addition to the password.

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use utoipa::ToSchema;

use super::confirm::{PasskeyProof, must_be_used, shown};
use super::relying_party;
use crate::api::confirmation::FullConfirmation;
use crate::api::context::Context;
use crate::api::endings;
use crate::api::identity::Visitor;
use crate::api::input::Json;
use crate::api::own_account::{own_account, signed_out};
use crate::api::problem::{Code, OnBody, Problem};
use crate::api::recovery_codes::{RecoveryCodes, new_recovery_codes};
use crate::api::second_factor::turn_factor_off;
use crate::api::session_cookie;
use crate::people::factor::FactorKind;
use crate::store::{Change, Changed};

/// A passkey of the account, to confirm what only a passkey can.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PasskeyConfirmation {
    /// A challenge that the passkey has signed.
    passkey: PasskeyProof,
}

/// Make passkeys a second factor, asked for after the password. All other browsers are signed out, and this one is given a new session.
/// The answer has ten recovery codes if the account has none, and no codes otherwise.
#[utoipa::path(put, path = "/account/second-factor/passkey", operation_id = "ask_for_passkey", request_body = PasskeyConfirmation,
    responses((status = 200, body = RecoveryCodes), (status = 401, response = Problem), (status = 409, response = Problem), (status = 410, response = Problem), OnBody))]
pub(in crate::api) async fn turn_on(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(PasskeyConfirmation { passkey }): Json<PasskeyConfirmation>,
) -> Result<Response, Problem> {
    own_account(&context, visitor).await?;
    relying_party(&context)?;
    let factor = context.registry.services.store.second_factor(visitor.id);
    let factor = factor.await?;
    if factor.asks_for_passkey {
        return Err(already_on());
    }
    let shown = shown(&context, visitor.id, passkey).await?;
    let (told, recovery_codes) = match factor.has_recovery_codes() {
        false => {
            let network = context.limits.client(&headers, &extensions);
            new_recovery_codes(&context, network).await?
        }
        true => (RecoveryCodes::none(), Vec::new()),
    };
    let (token, new) =
        session_cookie::begin_anew(&context, visitor.id, visitor.browser_session(), &headers);
    let change = Change::AskForPasskey {
        shown,
        recovery_codes,
        new,
    };
    match endings::change(&context, change).await? {
        Changed::Full => return Err(already_on()),
        Changed::SignedOut => return Err(signed_out()),
        changed => must_be_used(changed)?,
    }
    let told = axum::Json(told);
    Ok(session_cookie::with_token(&context, token, told))
}

fn already_on() -> Problem {
    let problem = "Your account already asks for a passkey after the password.";
    Problem::new(Code::NotPossible, problem)
}

/// Stop asking for a passkey after the password. All other browsers are signed out.
#[utoipa::path(delete, path = "/account/second-factor/passkey", operation_id = "ask_for_no_passkey", request_body = FullConfirmation,
    responses((status = 204, description = "It is no longer asked for."), (status = 401, response = Problem), (status = 409, response = Problem), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(in crate::api) async fn turn_off(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(confirmation): Json<FullConfirmation>,
) -> Result<StatusCode, Problem> {
    let network = context.limits.client(&headers, &extensions);
    turn_factor_off(
        &context,
        visitor,
        network,
        confirmation,
        FactorKind::Passkey,
    )
    .await
}
