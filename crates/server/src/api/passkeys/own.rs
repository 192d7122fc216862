//! The player's own passkeys: making, listing and removing them.

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{IntoParams, ToSchema};

use super::{PasskeyChallenge, broken, challenged, open_challenge, relying_party, too_late};
use crate::api::confirmation::{Confirmation, FullConfirmation, confirm, confirm_with_code};
use crate::api::context::Context;
use crate::api::endings;
use crate::api::identity::Visitor;
use crate::api::input::{Json, Path, plain_text};
use crate::api::own_account::{own_account, principal, signed_in, signed_out};
use crate::api::problem::{Always, Code, OnBody, Problem};
use crate::ids::PasskeyId;
use crate::people::passkey::{CeremonyPurpose, LONGEST_NAME, PASSKEYS, Passkey, PasskeyError};
use crate::store::{Change, Changed};

/// A passkey of the account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnPasskey {
    /// Its identifier.
    #[schema(value_type = String)]
    id: PasskeyId,
    /// The name that its owner has given it.
    name: String,
    /// The time of its creation, in milliseconds since 1970.
    created_at: u64,
    /// The time of its last use, in milliseconds since 1970; null if it was never used.
    #[schema(required)]
    used_at: Option<u64>,
}

impl From<Passkey> for OwnPasskey {
    fn from(passkey: Passkey) -> OwnPasskey {
        OwnPasskey {
            id: passkey.id,
            name: passkey.name,
            created_at: passkey.created_at,
            used_at: passkey.used_at,
        }
    }
}

/// The account's passkeys.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PasskeyList {
    /// Whether this server can have passkeys.
    offered: bool,
    /// At most 10, oldest first.
    passkeys: Vec<OwnPasskey>,
}

/// Your passkeys.
#[utoipa::path(get, path = "/account/passkeys", operation_id = "passkeys",
    responses((status = 200, body = PasskeyList), (status = 401, response = Problem), Always))]
pub(in crate::api) async fn list(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
) -> Result<axum::Json<PasskeyList>, Problem> {
    signed_in(visitor)?;
    let services = &context.registry.services;
    let passkeys = services.store.passkeys(visitor.id).await?;
    Ok(axum::Json(PasskeyList {
        offered: services.people.relying_party.is_some(),
        passkeys: passkeys.into_iter().map(OwnPasskey::from).collect(),
    }))
}

/// Start adding a passkey. The browser creates it with the options in the answer; it counts once it has been sent.
#[utoipa::path(post, path = "/account/passkeys/challenge", operation_id = "prepare_passkey", request_body = FullConfirmation,
    responses((status = 200, body = PasskeyChallenge), (status = 401, response = Problem), (status = 409, response = Problem), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(in crate::api) async fn challenge(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(confirmation): Json<FullConfirmation>,
) -> Result<axum::Json<PasskeyChallenge>, Problem> {
    let (account, session) = own_account(&context, visitor).await?;
    let shown = confirmation.shown()?;
    let party = relying_party(&context)?;
    let network = context.limits.client(&headers, &extensions);
    context.limits.passkey(network)?;
    let store = &context.registry.services.store;
    let passkeys = store.passkeys(visitor.id).await?;
    if passkeys.len() >= PASSKEYS {
        return Err(too_many());
    }
    let factor = store.second_factor(visitor.id).await?;
    let proof = confirm_with_code(&context, network, &account, &factor, shown).await?;
    let proof = proof.map(|proof| (visitor.id, proof));
    let begun = party.begin_registration(visitor.id, &account.username, &passkeys);
    let begun = begun.map_err(|error| broken(&error))?;
    let purpose = CeremonyPurpose::Register(session);
    challenged(&context, purpose, begun, proof).await
}

fn too_many() -> Problem {
    let problem = format!("You already have {PASSKEYS} passkeys. Remove one that you do not need.");
    Problem::new(Code::NotPossible, problem)
}

/// A passkey that the browser has made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPasskey {
    /// The ticket that came with the challenge.
    ticket: String,
    /// Its name, in 1 to 40 characters: only you see it.
    #[schema(min_length = 1, max_length = 40)]
    name: String,
    /// The credential that the browser has created, in the JSON of WebAuthn.
    #[schema(value_type = Object)]
    credential: Map<String, Value>,
}

/// Add a passkey that the browser has created.
#[utoipa::path(post, path = "/account/passkeys", operation_id = "add_passkey", request_body = NewPasskey,
    responses((status = 201, body = OwnPasskey), (status = 401, response = Problem), (status = 409, response = Problem), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(in crate::api) async fn add(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Json(new): Json<NewPasskey>,
) -> Result<(StatusCode, axum::Json<OwnPasskey>), Problem> {
    let (_, session) = own_account(&context, visitor).await?;
    let services = &context.registry.services;
    let name = plain_text(&new.name, LONGEST_NAME, "name")?;
    if name.is_empty() {
        let problem = "Give the passkey a name, such as that of the device.";
        return Err(Problem::new(Code::Invalid, problem).of("name"));
    }
    let party = relying_party(&context)?;
    let purpose = CeremonyPurpose::Register(session);
    let open = open_challenge(&context, &new.ticket, purpose).await?;
    let credential = match party.register(&open.state, &new.credential) {
        Ok(credential) => credential,
        Err(error) => {
            let ended = Change::EndChallenge(open.token);
            services.store.change(ended).await?;
            return Err(not_made(&error));
        }
    };
    let passkey = Passkey {
        id: PasskeyId::random(&services.system),
        player: visitor.id,
        name,
        created_at: services.system.now_ms(),
        used_at: None,
        credential,
    };
    let change = Change::AddPasskey {
        principal: principal(&context, visitor, session),
        challenge: open.token,
        passkey: passkey.clone(),
    };
    match services.store.change(change).await? {
        Changed::Done => Ok((StatusCode::CREATED, axum::Json(passkey.into()))),
        Changed::Full => Err(too_many()),
        Changed::SignedOut => Err(signed_out()),
        Changed::Used => {
            let problem = "This passkey is already registered.";
            Err(Problem::new(Code::NotPossible, problem).of("credential"))
        }
        _ => Err(too_late()),
    }
}

fn not_made(error: &PasskeyError) -> Problem {
    tracing::info!(%error, "a new passkey is refused");
    let problem = "The passkey could not be added, because the browser's answer could not be verified. Start again.";
    Problem::new(Code::Invalid, problem).of("credential")
}

/// The path of a passkey.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct PasskeyPath {
    /// The passkey's identifier.
    #[param(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
    id: PasskeyId,
}

/// Remove a passkey. All other browsers are signed out. The last passkey cannot be removed while passkeys are a second factor.
#[utoipa::path(delete, path = "/account/passkeys/{id}", operation_id = "remove_passkey", params(PasskeyPath), request_body = Confirmation,
    responses((status = 204, description = "The passkey no longer works."), (status = 401, response = Problem), (status = 404, response = Problem), (status = 409, response = Problem), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(in crate::api) async fn remove(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Path(PasskeyPath { id }): Path<PasskeyPath>,
    Json(confirmation): Json<Confirmation>,
) -> Result<StatusCode, Problem> {
    let (account, session) = own_account(&context, visitor).await?;
    let network = context.limits.client(&headers, &extensions);
    confirm(&context, network, &account, confirmation.shown()?).await?;
    let change = Change::RemovePasskey {
        principal: principal(&context, visitor, session),
        passkey: id,
    };
    match endings::change(&context, change).await? {
        Changed::Done => Ok(StatusCode::NO_CONTENT),
        Changed::SignedOut => Err(signed_out()),
        Changed::Needed => {
            let problem = "This is your last passkey, and your account asks for one after the password. Turn that off first, under “Second factor”.";
            Err(Problem::new(Code::NotPossible, problem))
        }
        _ => {
            let problem = "You no longer have this passkey.";
            Err(Problem::new(Code::NotFound, problem))
        }
    }
}
