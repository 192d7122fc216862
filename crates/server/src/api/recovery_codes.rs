//! Recovery codes, for players who have lost the app or the passkey.

use std::net::IpAddr;

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap};
use secrecy::SecretString;
use serde::Serialize;
use utoipa::ToSchema;

use super::confirmation::{FullConfirmation, confirm_fully, no_factor};
use super::context::Context;
use super::identity::Visitor;
use super::input::Json;
use super::own_account::{own_account, principal};
use super::problem::{OnBody, Problem};
use super::second_factor_code::must_be_done;
use crate::people::code::{RECOVERY_CODES, recovery_code};
use crate::people::password::PasswordHash;
use crate::store::{Change, Changed};

/// Recovery codes in case the app or the passkey is lost. Each works once. They are shown only this once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecoveryCodes {
    /// Ten codes; none if the account's existing codes go on working.
    recovery_codes: Vec<String>,
}

impl RecoveryCodes {
    /// No new codes: the existing ones go on working.
    pub(super) fn none() -> RecoveryCodes {
        let recovery_codes = Vec::new();
        RecoveryCodes { recovery_codes }
    }
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
    let (account, session) = own_account(&context, visitor).await?;
    let network = context.limits.client(&headers, &extensions);
    let proof = confirm_fully(&context, network, &account, confirmation, None).await?;
    let (told, recovery_codes) = new_recovery_codes(&context, network).await?;
    let change = Change::SetRecoveryCodes {
        principal: principal(&context, visitor, session),
        proof,
        recovery_codes,
    };
    let services = &context.registry.services;
    match services.store.change(change).await? {
        // The second factor was turned off while the codes were hashed.
        Changed::Missing => return Err(no_factor(None)),
        changed => must_be_done(changed)?,
    }
    Ok(axum::Json(told))
}

/// New recovery codes, as they are shown and as they are stored.
pub(super) async fn new_recovery_codes(
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
