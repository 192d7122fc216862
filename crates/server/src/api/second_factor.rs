//! The second factor: an app that shows codes, and recovery codes.

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::Response;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use utoipa::ToSchema;

use super::accounts::own_account;
use super::confirmation::{Confirmation, Shown, confirm};
use super::context::Context;
use super::endings;
use super::identity::Visitor;
use super::input::Json;
use super::passkeys::PasskeyProof;
use super::problem::{Code as ProblemCode, OnBody, Problem};
use super::second_factor_code::{check, code_is_missing, factor_that_is_on, must_be_done, read};
use super::session_cookie;
use crate::people::code::{Code, RECOVERY_CODES, recovery_code};
use crate::people::factor::Proof;
use crate::people::password::PasswordHash;
use crate::people::totp::TotpSecret;
use crate::store::{Change, Changed};

/// The data that an authenticator app must be told, once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewSecondFactor {
    /// The secret, in Base32.
    secret: String,
    /// The same for a QR code.
    uri: String,
}

/// Start to set up a second factor: an app that shows codes (TOTP). It is on once a code from it has been sent.
#[utoipa::path(post, path = "/account/second-factor", operation_id = "prepare_second_factor", request_body = Confirmation,
    responses((status = 200, body = NewSecondFactor), (status = 401, response = Problem), (status = 409, response = Problem), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn prepare(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(confirmation): Json<Confirmation>,
) -> Result<axum::Json<NewSecondFactor>, Problem> {
    let (account, _) = own_account(&context, visitor).await?;
    let network = context.limits.client(&headers, &extensions);
    confirm(&context, network, &account, confirmation.shown()?).await?;
    let services = &context.registry.services;
    let secret = TotpSecret::random(&services.system);
    let owner = visitor.id.to_string();
    let sealer = &services.people.sealer;
    let sealed = sealer.seal(secret.as_bytes(), &owner, &services.system);
    let change = Change::PrepareTotp {
        player: visitor.id,
        secret: sealed,
    };
    match services.store.change(change).await? {
        Changed::Done => Ok(axum::Json(NewSecondFactor {
            secret: secret.reveal(),
            uri: secret.uri(&account.username),
        })),
        _ => Err(already_on()),
    }
}

fn already_on() -> Problem {
    let problem =
        "Your account already has a second factor. Turn it off before you set up another.";
    Problem::new(ProblemCode::NotPossible, problem)
}

fn not_on() -> Problem {
    let problem = "Your account has no second factor.";
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

/// Recovery codes in case the app is lost: each works once. They are shown only now.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecoveryCodes {
    /// Ten.
    recovery_codes: Vec<String>,
}

/// Confirm the second factor with a code of the app. All other browsers are signed out, and this one is given a new session.
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
    let Code::Timed(_) = read(&code)? else {
        let problem = "The app's code has six digits.";
        return Err(Problem::new(ProblemCode::Invalid, problem).of("code"));
    };
    let services = &context.registry.services;
    let factor = services.store.second_factor(visitor.id).await?;
    let factor = factor.ok_or_else(|| {
        let problem = "There is no secret to confirm. Request a new one first.";
        Problem::new(ProblemCode::NotPossible, problem)
    })?;
    if factor.is_on {
        return Err(already_on());
    }
    let network = context.limits.client(&headers, &extensions);
    let proof = check(&context, network, visitor.id, &factor, &code).await?;
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
        _ => return Err(already_on()),
    }
    let told = axum::Json(told);
    Ok(session_cookie::with_token(&context, &token, told))
}

/// A password and a code, or a passkey, to confirm what concerns the second factor.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FullConfirmation {
    /// The password.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Password)]
    password: Option<SecretString>,
    /// Six digits of the app, or a recovery code: needed with the password.
    #[serde(default)]
    code: Option<String>,
    /// Instead of both.
    #[serde(default)]
    passkey: Option<PasskeyProof>,
}

/// Turn the second factor off. All other browsers are signed out.
#[utoipa::path(delete, path = "/account/second-factor", operation_id = "turn_off_second_factor", request_body = FullConfirmation,
    responses((status = 204, description = "It is off."), (status = 401, response = Problem), (status = 409, response = Problem), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn turn_off(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(confirmation): Json<FullConfirmation>,
) -> Result<StatusCode, Problem> {
    let (_, kept) = own_account(&context, visitor).await?;
    let network = context.limits.client(&headers, &extensions);
    let proof = confirm_fully(&context, visitor, network, confirmation).await?;
    let services = &context.registry.services;
    let change = Change::RemoveTotp {
        player: visitor.id,
        proof,
        kept,
        at: services.system.now_ms(),
    };
    must_be_done(endings::change(&context, change).await?)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Create ten new recovery codes. The old ones no longer work.
#[utoipa::path(post, path = "/account/recovery-codes", request_body = FullConfirmation,
    responses((status = 200, body = RecoveryCodes), (status = 401, response = Problem), (status = 409, response = Problem), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn renew_recovery_codes(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(confirmation): Json<FullConfirmation>,
) -> Result<axum::Json<RecoveryCodes>, Problem> {
    let network = context.limits.client(&headers, &extensions);
    let proof = confirm_fully(&context, visitor, network, confirmation).await?;
    let (told, recovery_codes) = new_recovery_codes(&context, network).await?;
    let change = Change::SetRecoveryCodes {
        player: visitor.id,
        proof,
        recovery_codes,
        at: context.registry.services.system.now_ms(),
    };
    let services = &context.registry.services;
    must_be_done(services.store.change(change).await?)?;
    Ok(axum::Json(told))
}

/// Makes sure that it is the owner who asks, with password and second factor, whose proof is still to be used up; or with a passkey.
async fn confirm_fully(
    context: &Context,
    visitor: Visitor,
    network: IpAddr,
    confirmation: FullConfirmation,
) -> Result<Option<Proof>, Problem> {
    let (account, _) = own_account(context, visitor).await?;
    let shown = Shown::of(confirmation.password, confirmation.passkey)?;
    let code = match shown.needs_code() {
        true => {
            let code = confirmation.code.ok_or_else(code_is_missing)?;
            read(&code)?;
            Some(code)
        }
        false => None,
    };
    let factor = factor_that_is_on(context, visitor.id).await?;
    let factor = factor.ok_or_else(not_on)?;
    let Some(code) = code else {
        confirm(context, network, &account, shown).await?;
        return Ok(None);
    };
    confirm(context, network, &account, shown).await?;
    let proof = check(context, network, visitor.id, &factor, &code).await?;
    Ok(Some(proof))
}

/// New recovery codes, as they are told and as they are stored.
async fn new_recovery_codes(
    context: &Context,
    network: IpAddr,
) -> Result<(RecoveryCodes, Vec<PasswordHash>), Problem> {
    let services = &context.registry.services;
    let codes = (0..RECOVERY_CODES).map(|_| recovery_code(&services.system));
    let recovery_codes: Vec<String> = codes.collect();
    let typed = recovery_codes.iter().map(|code| {
        let letters = SecretString::from(code.replace('-', ""));
        (letters, services.system.salt())
    });
    let hashes = services.people.hash_codes(network, typed.collect()).await?;
    Ok((RecoveryCodes { recovery_codes }, hashes))
}
