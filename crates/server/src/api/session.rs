//! Signing in and out.

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::context::Context;
use super::endings::{self, end};
use super::identity::{Me, Visitor};
use super::input::Json;
use super::problem::{Code, OnBody, OnChange, Problem};
use super::prose;
use super::second_factor_code::{check, factor_that_is_on, must_be_done};
use super::session_cookie::{begin_anew, with_token, without_token};
use crate::ids::PlayerId;
use crate::people::factor::SecondFactor;
use crate::people::session::Token;
use crate::people::ticket::{Purpose, Ticket};
use crate::people::username::NameKey;
use crate::store::{Change, Changed, WhichSessions};
use crate::table::error::TableError;

/// A name and a password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Credentials {
    /// The username; case does not matter.
    username: String,
    /// The password.
    #[schema(value_type = String, format = Password)]
    password: SecretString,
}

/// The answer when the password was right and the account has a second factor.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SecondStep {
    /// The ticket to be sent together with a code or a passkey.
    ticket: String,
    /// The time at which the ticket expires, in milliseconds since 1970.
    expires_at: u64,
    /// The possible second steps: any one of them is enough. Empty if the account has lost all of them.
    methods: Vec<SecondMethod>,
}

/// A second step, after the password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum SecondMethod {
    /// A code that the app shows, to `POST /session/code`.
    App,
    /// A recovery code, to `POST /session/code`.
    RecoveryCode,
    /// A passkey of the account, to `POST /session/passkey`.
    Passkey,
}

/// The possible second steps of an account with a second factor.
async fn methods(
    context: &Context,
    player: PlayerId,
    factor: &SecondFactor,
) -> Result<Vec<SecondMethod>, Problem> {
    let services = &context.registry.services;
    let has_passkeys = services.people.relying_party.is_some()
        && !services.store.passkeys(player).await?.is_empty();
    let all = [
        (SecondMethod::App, factor.app_that_is_on().is_some()),
        (
            SecondMethod::RecoveryCode,
            !factor.recovery_codes.is_empty(),
        ),
        (SecondMethod::Passkey, has_passkeys),
    ];
    let possible = all.into_iter().filter(|(_, is_possible)| *is_possible);
    Ok(possible.map(|(method, _)| method).collect())
}

/// Sign in. If the account has a second factor, the answer is 202 and a code or a passkey must follow. A session that this browser already
/// had ends.
#[utoipa::path(post, path = "/session", request_body = Credentials,
    responses((status = 200, body = Me), (status = 202, body = SecondStep), OnBody))]
pub(super) async fn sign_in(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(Credentials { username, password }): Json<Credentials>,
) -> Result<Response, Problem> {
    let services = &context.registry.services;
    let network = context.limits.client(&headers, &extensions);
    let key = NameKey::of(username.trim());
    let now = services.system.now_ms();
    let account = services.store.account_named(key.clone()).await?;
    let hash = account.as_ref().map(|account| account.password.clone());
    let is_right = services
        .people
        .is_right((&key, network), password, hash, now);
    let is_right = is_right.await?;
    let account = match account {
        Some(account) if is_right => account,
        _ => {
            let problem = "There is no account with this name and this password.";
            return Err(Problem::new(Code::WrongPassword, problem));
        }
    };
    if let Some(factor) = factor_that_is_on(&context, account.player).await? {
        let token = Token::random(&services.system);
        let ticket = Ticket::new(token.hash(), account.player, Purpose::SignIn, now);
        let change = Change::GiveTicket {
            ticket,
            password: Some(account.password),
            at: now,
        };
        match services.store.change(change).await? {
            Changed::Done => {}
            // The password has been changed since: the next attempt is checked against the new one.
            _ => return Err(TableError::Busy.into()),
        }
        let step = SecondStep {
            ticket: token.reveal(),
            expires_at: ticket.expires_at,
            methods: methods(&context, account.player, &factor).await?,
        };
        return Ok((StatusCode::ACCEPTED, axum::Json(step)).into_response());
    }
    let (token, new) = begin_anew(
        &context,
        account.player,
        visitor.browser_session(),
        &headers,
    );
    let change = Change::SignIn {
        password: account.password.clone(),
        new,
    };
    match endings::change(&context, change).await? {
        Changed::Banned => return Err(banned(&context, account.player).await?),
        // The password was changed, or a second factor turned on, since the check: the next attempt is asked for that.
        Changed::Needed => return Err(TableError::Busy.into()),
        _ => {}
    }
    let standing = services.store.standing(account.player).await?;
    let me = Me::account(&account, standing.at(now));
    Ok(with_token(&context, token, axum::Json(me)))
}

/// The refusal for a player who has proved that a banned account is theirs.
pub(super) async fn banned(context: &Context, player: PlayerId) -> Result<Problem, Problem> {
    let services = &context.registry.services;
    let standing = services.store.standing(player).await?;
    let ban = standing.at(services.system.now_ms()).ban;
    Ok(match ban {
        Some(ban) => Problem::new(Code::Banned, prose::ban(&ban)),
        // The ban has ended just now.
        None => TableError::Busy.into(),
    })
}

/// The second step of signing in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SecondFactorCode {
    /// The ticket from the first step.
    ticket: String,
    /// Six digits from the app, or a recovery code.
    code: String,
}

/// Sign in with a code of the second factor, after the password. Each code works once. A session that this browser already had ends.
#[utoipa::path(post, path = "/session/code", request_body = SecondFactorCode,
    responses((status = 200, body = Me), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn second_step(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(SecondFactorCode { ticket, code }): Json<SecondFactorCode>,
) -> Result<Response, Problem> {
    let services = &context.registry.services;
    let now = services.system.now_ms();
    let shown: Token = ticket.parse().map_err(|_| too_late("ticket"))?;
    let store = &services.store;
    let ticket = store.ticket(shown.hash(), Purpose::SignIn, now).await?;
    let ticket = ticket.ok_or_else(|| too_late("ticket"))?;
    let player = ticket.player;
    // A player who has turned it off in the meantime had to be signed in for that.
    let factor = factor_that_is_on(&context, player).await?;
    let factor = factor.ok_or_else(|| too_late("ticket"))?;
    let account = store.account(player).await?;
    let account = account.ok_or_else(|| too_late("ticket"))?;
    let network = context.limits.client(&headers, &extensions);
    let proof = check(&context, network, player, &factor, &code).await?;
    let (token, new) = begin_anew(&context, player, visitor.browser_session(), &headers);
    let change = Change::SignInWith { ticket, proof, new };
    match endings::change(&context, change).await? {
        Changed::Missing => return Err(too_late("ticket")),
        Changed::Banned => return Err(banned(&context, player).await?),
        changed => must_be_done(changed)?,
    }
    let standing = store.standing(player).await?;
    let me = axum::Json(Me::account(&account, standing.at(now)));
    Ok(with_token(&context, token, me))
}

/// The refusal of a ticket that is unknown, used or expired, in this field of the request.
pub(super) fn too_late(field: &str) -> Problem {
    let problem = "Signing in took more than five minutes, or was already done. Start again with the password.";
    Problem::new(Code::Expired, problem).of(field)
}

/// Sign out. The session ends and its sockets are closed.
#[utoipa::path(delete, path = "/session",
    responses((status = 204, description = "Signed out."), OnChange))]
pub(super) async fn sign_out(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
) -> Result<Response, Problem> {
    if let Some(session) = visitor.session {
        end(&context, visitor.id, WhichSessions::One(session)).await?;
    }
    Ok(without_token(&context, StatusCode::NO_CONTENT))
}
