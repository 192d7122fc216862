//! The second factor: an app that shows codes, and recovery codes.

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap, StatusCode};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use utoipa::ToSchema;

use super::accounts::{Confirmation, confirm, own_account};
use super::context::Context;
use super::identity::Visitor;
use super::input::Json;
use super::problem::{Code as ProblemCode, OnBody, Problem, sentence};
use super::session;
use crate::ids::PlayerId;
use crate::people::code::{Code, NoCode, RECOVERY_CODES, recovery_code};
use crate::people::factor::{Proof, SecondFactor};
use crate::people::password::PasswordHash;
use crate::people::totp::TotpSecret;
use crate::store::{Change, Changed};

/// What an app must be told, once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NewSecondFactor {
    /// The secret, in Base32.
    secret: String,
    /// The same for a QR code.
    uri: String,
}

/// Begin to set up a second factor: an app that shows codes (TOTP). It counts once a code of it was sent.
#[utoipa::path(post, path = "/account/second-factor", operation_id = "prepare_second_factor", request_body = Confirmation,
    responses((status = 200, body = NewSecondFactor), (status = 401, response = Problem), (status = 409, response = Problem), OnBody))]
pub(super) async fn prepare(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(Confirmation { password }): Json<Confirmation>,
) -> Result<axum::Json<NewSecondFactor>, Problem> {
    let (account, _) = own_account(&context, visitor).await?;
    let network = context.limits.client(&headers, &extensions);
    confirm(&context, network, &account, password).await?;
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
    let problem = "Your account has a second factor already. Turn it off first to set up another.";
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

/// Codes for the day on which the app is lost: each works once. They are told only now.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecoveryCodes {
    /// Ten.
    recovery_codes: Vec<String>,
}

/// Confirm the second factor with a code of the app. All other browsers are signed out.
#[utoipa::path(put, path = "/account/second-factor", operation_id = "turn_on_second_factor", request_body = FirstCode,
    responses((status = 200, body = RecoveryCodes), (status = 401, response = Problem), (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn turn_on(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(FirstCode { code }): Json<FirstCode>,
) -> Result<axum::Json<RecoveryCodes>, Problem> {
    let (_, kept) = own_account(&context, visitor).await?;
    let services = &context.registry.services;
    let factor = services.store.second_factor(visitor.id).await?;
    let factor = factor.ok_or_else(|| {
        let problem = "Begin with a new secret: there is none to confirm.";
        Problem::new(ProblemCode::NotPossible, problem)
    })?;
    if factor.is_on {
        return Err(already_on());
    }
    let network = context.limits.client(&headers, &extensions);
    let proof = check(&context, network, visitor.id, &factor, &code).await?;
    let (told, recovery_codes) = new_recovery_codes(&context, network).await?;
    let change = Change::ConfirmTotp {
        player: visitor.id,
        proof,
        recovery_codes,
        kept,
        at: services.system.now_ms(),
    };
    match session::change(&context, change).await? {
        Changed::Done => {}
        _ => return Err(already_on()),
    }
    Ok(axum::Json(told))
}

/// A password and a code, to confirm what makes an account less safe.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FullConfirmation {
    /// The password.
    #[schema(value_type = String, format = Password)]
    password: SecretString,
    /// Six digits of the app, or a recovery code.
    code: String,
}

/// Turn the second factor off. All other browsers are signed out.
#[utoipa::path(delete, path = "/account/second-factor", operation_id = "turn_off_second_factor", request_body = FullConfirmation,
    responses((status = 204, description = "It is off."), (status = 401, response = Problem), (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
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
    must_be_done(session::change(&context, change).await?)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Make ten new recovery codes. The old ones are worth nothing any more.
#[utoipa::path(post, path = "/account/recovery-codes", request_body = FullConfirmation,
    responses((status = 200, body = RecoveryCodes), (status = 401, response = Problem), (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
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
    };
    let services = &context.registry.services;
    must_be_done(services.store.change(change).await?)?;
    Ok(axum::Json(told))
}

/// Makes sure that it is the owner who asks, with password and second factor.
async fn confirm_fully(
    context: &Context,
    visitor: Visitor,
    network: IpAddr,
    FullConfirmation { password, code }: FullConfirmation,
) -> Result<Proof, Problem> {
    let (account, _) = own_account(context, visitor).await?;
    let factor = factor_that_is_on(context, visitor.id).await?;
    let factor = factor.ok_or_else(not_on)?;
    read(&code)?;
    confirm(context, network, &account, password).await?;
    check(context, network, visitor.id, &factor, &code).await
}

/// A player's second factor, if it is asked for.
pub(super) async fn factor_that_is_on(
    context: &Context,
    player: PlayerId,
) -> Result<Option<SecondFactor>, Problem> {
    let factor = context
        .registry
        .services
        .store
        .second_factor(player)
        .await?;
    Ok(factor.filter(|factor| factor.is_on))
}

fn read(code: &str) -> Result<Code, Problem> {
    code.parse().map_err(|error: NoCode| {
        Problem::new(ProblemCode::Invalid, sentence(&error.to_string())).of("code")
    })
}

/// What a code proves, if it is right. It is not used up yet.
pub(super) async fn check(
    context: &Context,
    network: IpAddr,
    player: PlayerId,
    factor: &SecondFactor,
    code: &str,
) -> Result<Proof, Problem> {
    let people = &context.registry.services.people;
    let code = read(code)?;
    let now = context.registry.services.system.now_ms();
    let wait = people.attempts.wait_for_code_ms(player, network, now);
    if wait > 0 {
        return Err(session::too_many_codes(wait));
    }
    people.attempts.count_code(player, network, now);
    let proof = match code {
        Code::Timed(code) => {
            let secret = people.sealer.open(&factor.secret, &player.to_string());
            let secret = secret.and_then(|secret| TotpSecret::read(&secret));
            if secret.is_none() {
                tracing::error!("the secret of a second factor was sealed with another key");
            }
            let step = secret.and_then(|secret| secret.step_of(code, now, factor.used));
            step.map(Proof::Step)
        }
        Code::Recovery(code) => {
            let codes = factor.recovery_codes.clone();
            let found = people.find_code(network, code, codes).await?;
            found.map(Proof::RecoveryCode)
        }
    };
    let proof = proof.ok_or_else(wrong_code)?;
    people.attempts.forgive_code(player, network);
    Ok(proof)
}

fn wrong_code() -> Problem {
    let problem =
        "This code is wrong, or was used already: each works once. Wait for the next one.";
    Problem::new(ProblemCode::WrongSecondFactor, problem).of("code")
}

/// Somebody else may have used the same code in the same instant.
pub(super) fn must_be_done(changed: Changed) -> Result<(), Problem> {
    match changed {
        Changed::Done => Ok(()),
        _ => Err(wrong_code()),
    }
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
