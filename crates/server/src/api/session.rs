//! Signing in and out.

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::context::Context;
use super::identity::{Me, Visitor};
use super::input::Json;
use super::problem::{Code, OnBody, OnChange, Problem};
use super::prose;
use super::second_factor::{check, factor_that_is_on, must_be_done};
use crate::ids::{PlayerId, SessionId};
use crate::people::session::{Session, Token, device};
use crate::people::ticket::{Purpose, Ticket};
use crate::people::username::NameKey;
use crate::settings::Settings;
use crate::store::{Change, Changed, WhichSessions};
use crate::table::error::TableError;

/// For how long a browser keeps the cookie, in seconds: the server ends sessions itself.
const AGE: i64 = 180 * 86_400;

/// The name of the cookie. With the prefix no other site below the same domain can set it.
fn name(settings: &Settings) -> &'static str {
    match settings.secure_cookies() {
        true => "__Host-manifold-session",
        false => "manifold-session",
    }
}

/// The token of a session that a request shows.
pub(super) fn token(settings: &Settings, headers: &HeaderMap) -> Option<Token> {
    let jar = CookieJar::from_headers(headers);
    jar.get(name(settings))?.value().parse().ok()
}

fn cookie(settings: &Settings, value: String, seconds: i64) -> Cookie<'static> {
    Cookie::build((name(settings), value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(settings.secure_cookies())
        .max_age(cookie::time::Duration::seconds(seconds))
        .build()
}

/// A new session of a player, and what its browser is given.
pub(super) fn begin(context: &Context, player: PlayerId, headers: &HeaderMap) -> (Token, Session) {
    let system = &context.registry.services.system;
    let agent = headers.get(header::USER_AGENT);
    let agent = agent.and_then(|agent| agent.to_str().ok()).unwrap_or("");
    let now = system.now_ms();
    let session = Session {
        id: SessionId::random(system),
        player,
        device: device(agent),
        created_at: now,
        used_at: now,
        grant: None,
    };
    (Token::random(system), session)
}

/// An answer that gives a browser its session.
pub(super) fn with_token(context: &Context, token: &Token, answer: impl IntoResponse) -> Response {
    let jar = CookieJar::new().add(cookie(context.settings(), token.reveal(), AGE));
    (jar, answer).into_response()
}

/// An answer that takes its session away from a browser.
pub(super) fn without_token(context: &Context, answer: impl IntoResponse) -> Response {
    let jar = CookieJar::new().add(cookie(context.settings(), String::new(), 0));
    (jar, answer).into_response()
}

/// A name and a password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Credentials {
    /// The username, large or small.
    username: String,
    /// The password.
    #[schema(value_type = String, format = Password)]
    password: SecretString,
}

/// The password was right, and the account has a second factor.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SecondStep {
    /// To be sent together with a code.
    ticket: String,
    /// Until when, in milliseconds since 1970.
    expires_at: u64,
}

/// Sign in to an account. If it has a second factor the answer is 202, and a code must follow.
#[utoipa::path(post, path = "/session", request_body = Credentials,
    responses((status = 200, body = Me), (status = 202, body = SecondStep), OnBody))]
pub(super) async fn sign_in(
    State(context): State<Context>,
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
    if factor_that_is_on(&context, account.player).await?.is_some() {
        let token = Token::random(&services.system);
        let ticket = Ticket::new(token.hash(), account.player, Purpose::SignIn, now);
        services
            .store
            .change(Change::GiveTicket(ticket, now))
            .await?;
        let step = SecondStep {
            ticket: token.reveal(),
            expires_at: ticket.expires_at,
        };
        return Ok((StatusCode::ACCEPTED, axum::Json(step)).into_response());
    }
    let (token, session) = begin(&context, account.player, &headers);
    let change = Change::SignIn(token.hash(), session);
    if services.store.change(change).await? == Changed::Banned {
        return Err(banned(&context, account.player).await?);
    }
    let standing = services.store.standing(account.player).await?;
    let me = Me::account(&account, standing.at(now));
    Ok(with_token(&context, &token, axum::Json(me)))
}

/// The problem of somebody who has shown that an account is theirs, which is banned.
async fn banned(context: &Context, player: PlayerId) -> Result<Problem, Problem> {
    let services = &context.registry.services;
    let standing = services.store.standing(player).await?;
    let ban = standing.at(services.system.now_ms()).ban;
    Ok(match ban {
        Some(ban) => Problem::new(Code::Banned, prose::ban(&ban)),
        // It has ended in this very moment.
        None => TableError::Busy.into(),
    })
}

/// The second step of signing in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SecondFactorCode {
    /// What the first step has answered.
    ticket: String,
    /// Six digits of the app, or a recovery code.
    code: String,
}

/// Sign in with the second factor, after the password. Each code works once.
#[utoipa::path(post, path = "/session/code", request_body = SecondFactorCode,
    responses((status = 200, body = Me), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn second_step(
    State(context): State<Context>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(SecondFactorCode { ticket, code }): Json<SecondFactorCode>,
) -> Result<Response, Problem> {
    let services = &context.registry.services;
    let now = services.system.now_ms();
    let shown: Token = ticket.parse().map_err(|_| too_late())?;
    let store = &services.store;
    let ticket = store.ticket(shown.hash(), Purpose::SignIn, now).await?;
    let ticket = ticket.ok_or_else(too_late)?;
    let player = ticket.player;
    // Whoever has turned it off since has signed in to do it.
    let factor = factor_that_is_on(&context, player).await?;
    let factor = factor.ok_or_else(too_late)?;
    let account = store.account(player).await?.ok_or_else(too_late)?;
    let network = context.limits.client(&headers, &extensions);
    let proof = check(&context, network, player, &factor, &code).await?;
    let (token, session) = begin(&context, player, &headers);
    let change = Change::SignInWith {
        ticket,
        proof,
        token: token.hash(),
        session,
    };
    match store.change(change).await? {
        Changed::Missing => return Err(too_late()),
        Changed::Banned => return Err(banned(&context, player).await?),
        changed => must_be_done(changed)?,
    }
    let standing = store.standing(player).await?;
    let me = axum::Json(Me::account(&account, standing.at(now)));
    Ok(with_token(&context, &token, me))
}

/// The problem of somebody whose ticket is worth nothing.
fn too_late() -> Problem {
    let problem = "Signing in took more than five minutes, or was done already. Begin again with the password.";
    Problem::new(Code::Expired, problem).of("ticket")
}

/// The problem of somebody who has tried too many codes.
pub(super) fn too_many_codes(wait_ms: u64) -> Problem {
    let seconds = wait_ms.div_ceil(1_000);
    let problem = format!("Too many wrong codes. Try again in {seconds} s.");
    Problem::new(Code::TooMany, problem).after(wait_ms)
}

/// Sign out: the session ends, on every socket too.
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

/// Ends sessions of a player at once: whoever uses one is nobody here from now on.
pub(super) async fn end(
    context: &Context,
    player: PlayerId,
    which: WhichSessions,
) -> Result<Changed, Problem> {
    let at = context.registry.services.system.now_ms();
    change(context, Change::End { player, which, at }).await
}

/// Changes something that ends sessions, and tells their sockets.
pub(super) async fn change(context: &Context, change: Change) -> Result<Changed, Problem> {
    let changed = context.registry.services.store.change(change).await?;
    tell_endings(context).await;
    Ok(changed)
}

/// Tells sockets of sessions that have just ended.
pub(super) async fn tell_endings(context: &Context) {
    let services = &context.registry.services;
    let sessions = &services.people.sessions;
    sessions.forget();
    // What has changed is stored. If the database does not answer now, the sockets are told at the next look.
    if let Err(error) = sessions.look(&*services.store).await {
        tracing::warn!(%error, "sockets of ended sessions are told later");
    }
}
