//! Signing in with a passkey: instead of the password, or after it instead of a code.

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{PasskeyChallenge, broken, challenged, checked, open_challenge, relying_party};
use crate::api::context::Context;
use crate::api::endings;
use crate::api::identity::{Me, Visitor};
use crate::api::input::Json;
use crate::api::problem::{Always, Code, OnBody, OnChange, Problem};
use crate::api::session;
use crate::api::session_cookie;
use crate::people::passkey::CeremonyPurpose;
use crate::people::session::Token;
use crate::people::ticket::{Purpose, Ticket};
use crate::store::{Change, Changed};

/// Whether passkeys are available.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PasskeyOffer {
    /// Whether passkeys can be used here.
    offered: bool,
}

/// Whether passkeys can be used: the server needs a public HTTPS address, or must be at `localhost`.
#[utoipa::path(get, path = "/session/passkey", operation_id = "passkey_offer",
    responses((status = 200, body = PasskeyOffer), Always))]
pub(in crate::api) async fn offer(State(context): State<Context>) -> axum::Json<PasskeyOffer> {
    let people = &context.registry.services.people;
    axum::Json(PasskeyOffer {
        offered: people.relying_party.is_some(),
    })
}

/// Start signing in, or confirming a change, with a passkey. The passkey tells which account it belongs to.
#[utoipa::path(post, path = "/session/passkey/challenge", operation_id = "challenge_passkey",
    responses((status = 200, body = PasskeyChallenge), (status = 409, response = Problem), OnChange))]
pub(in crate::api) async fn sign_in_challenge(
    State(context): State<Context>,
    headers: HeaderMap,
    extensions: Extensions,
) -> Result<axum::Json<PasskeyChallenge>, Problem> {
    let party = relying_party(&context)?;
    let network = context.limits.client(&headers, &extensions);
    context.limits.passkey(network)?;
    let begun = party.begin_assertion().map_err(|error| broken(&error))?;
    challenged(&context, CeremonyPurpose::Show, begun, None).await
}

/// A challenge that a passkey has signed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignedChallenge {
    /// The ticket that came with the challenge.
    ticket: String,
    /// The passkey's signature, in the JSON of WebAuthn.
    #[schema(value_type = Object)]
    credential: Map<String, Value>,
    /// The ticket with which the password was answered, if the account has a second factor: then the passkey replaces a code, and
    /// must belong to the same account.
    #[serde(default)]
    second_step: Option<String>,
}

/// Sign in with a passkey. A session that this browser already had ends.
#[utoipa::path(post, path = "/session/passkey", operation_id = "sign_in_with_passkey", request_body = SignedChallenge,
    responses((status = 200, body = Me), (status = 409, response = Problem), (status = 410, response = Problem), OnBody))]
pub(in crate::api) async fn sign_in(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    Json(signed): Json<SignedChallenge>,
) -> Result<Response, Problem> {
    let services = &context.registry.services;
    let open = open_challenge(&context, &signed.ticket, CeremonyPurpose::Show).await?;
    let ticket = match &signed.second_step {
        Some(ticket) => Some(password_ticket(&context, ticket).await?),
        None => None,
    };
    let player = ticket.map(|ticket| ticket.player);
    let checked = checked(&context, &open, &signed.credential, player).await?;
    let wrong = || wrong_passkey(player.is_some());
    let (passkey, state) = checked.ok_or_else(wrong)?;
    let account = services.store.account(passkey.player).await?;
    let account = account.ok_or_else(wrong)?;
    let (token, new) = session_cookie::begin_anew(
        &context,
        account.player,
        visitor.browser_session(),
        &headers,
    );
    let now = new.session.created_at;
    let change = Change::SignInByPasskey {
        challenge: open.token,
        ticket,
        passkey,
        state,
        new,
    };
    match endings::change(&context, change).await? {
        Changed::Done => {}
        Changed::Banned => return Err(session::banned(&context, account.player).await?),
        Changed::Missing => return Err(super::too_late()),
        _ => return Err(wrong()),
    }
    let standing = services.store.standing(account.player).await?;
    let me = Me::account(&account, standing.at(now));
    Ok(session_cookie::with_token(&context, token, axum::Json(me)))
}

/// The ticket of somebody who has given the right password.
async fn password_ticket(context: &Context, ticket: &str) -> Result<Ticket, Problem> {
    let services = &context.registry.services;
    let shown: Token = ticket
        .parse()
        .map_err(|_| session::too_late("second_step"))?;
    let now = services.system.now_ms();
    let ticket = services.store.ticket(shown.hash(), Purpose::SignIn, now);
    ticket
        .await?
        .ok_or_else(|| session::too_late("second_step"))
}

/// The refusal of a passkey with which one cannot sign in; after the password it must belong to the same account.
fn wrong_passkey(is_second: bool) -> Problem {
    let problem = match is_second {
        true => "This passkey does not belong to the account. Try another.",
        false => {
            "This passkey does not belong to an account here. Try another, or sign in with your password."
        }
    };
    Problem::new(Code::WrongPasskey, problem).of("credential")
}
