//! Accounts: signing up, the owner's view, changes and deletion.

use std::net::IpAddr;

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::response::Response;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::confirmation::{Confirmation, Shown, confirm};
use super::context::Context;
use super::endings;
use super::identity::{Me, Visitor, must_be_said, without_guest};
use super::input::{Json, Path};
use super::own_account::{own_account, principal, signed_in, signed_out};
use super::passkeys::PasskeyProof;
use super::problem::{Always, Code, OnBody, OnChange, Problem, sentence};
use super::session_cookie;
use crate::ids::SessionId;
use crate::people::account::{Account, NewAccount};
use crate::people::password::{self, PasswordError, PasswordHash};
use crate::people::session::Session;
use crate::people::username::{Username, UsernameError};
use crate::store::{Change, Changed, Deletion, WhichSessions};

/// A new account.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Registration {
    /// 2 to 20 letters, digits, `_` or `-`; a name that looks like another account's is refused.
    #[schema(pattern = "^[A-Za-z0-9_-]{2,20}$")]
    username: String,
    /// 8 to 128 characters, and not among the most common ones.
    #[schema(value_type = String, format = Password, min_length = 8, max_length = 128)]
    password: SecretString,
}

/// Sign up: turn the guest into an account that keeps its games, seats and identifier.
#[utoipa::path(post, path = "/account", request_body = Registration,
    responses((status = 201, body = Me), (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn sign_up(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(Registration { username, password }): Json<Registration>,
) -> Result<Response, Problem> {
    let services = &context.registry.services;
    let username: Username = username.parse().map_err(|error: UsernameError| {
        Problem::new(Code::Invalid, sentence(&error.to_string())).of("username")
    })?;
    must_be_said(&context, username.as_str(), "username")?;
    must_have_length((&password, "password"))?;
    if visitor.session.is_some() {
        let problem = "You are signed in to an account. Sign out first to make another.";
        return Err(Problem::new(Code::NotPossible, problem));
    }
    let taken = || {
        let problem = "This name is taken, or too similar to one that is. Choose another.";
        Problem::new(Code::NameTaken, problem).of("username")
    };
    // Checked before the password is hashed, which costs more.
    if services
        .store
        .account_named(username.key())
        .await?
        .is_some()
    {
        return Err(taken());
    }
    let network = context.limits.client(&headers, &extensions);
    let chosen = (password, "password");
    let password = choose(&context, network, chosen, username.as_str()).await?;
    context.limits.account(network)?;
    let account = Account {
        player: visitor.id,
        username: username.as_str().to_owned(),
        password,
        created_at: services.system.now_ms(),
        is_bot: false,
    };
    // A guest may have been warned.
    let standing = services.store.standing(visitor.id).await?;
    let me = Me::account(&account, standing);
    let key = username.key();
    let (token, session) = session_cookie::begin(&context, visitor.id, &headers);
    let new = NewAccount { account, key };
    match services
        .store
        .change(Change::SignUp(new, token.hash(), session))
        .await?
    {
        Changed::Done => {}
        Changed::HasAccount => {
            let problem = "This guest has or had an account. Sign in to it.";
            return Err(Problem::new(Code::NotPossible, problem));
        }
        _ => return Err(taken()),
    }
    // Everything that was opened as a guest is closed: a session can be ended later, a guest cannot.
    endings::tell_endings(&context).await;
    let answer = (StatusCode::CREATED, axum::Json(me));
    let answer = without_guest(&context, answer);
    Ok(session_cookie::with_token(&context, token, answer))
}

/// Checks the length of the password in this field of the request.
fn must_have_length((password, field): (&SecretString, &str)) -> Result<(), Problem> {
    password::check_length(password).map_err(|error| refusal(error, field))
}

fn refusal(error: PasswordError, field: &str) -> Problem {
    Problem::new(Code::Invalid, sentence(&error.to_string())).of(field)
}

/// Hashes a password, in this field of the request, if the account of this name may choose it.
pub(super) async fn choose(
    context: &Context,
    network: IpAddr,
    (password, field): (SecretString, &str),
    username: &str,
) -> Result<PasswordHash, Problem> {
    let services = &context.registry.services;
    let people = &services.people;
    let chosen = people.choose(network, password, username, &services.system);
    chosen.await?.map_err(|error| refusal(error, field))
}

/// An account as its owner sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnAccount {
    /// The username.
    username: String,
    /// The time of its creation, in milliseconds since 1970.
    created_at: u64,
    /// Whether signing in needs a second factor besides the password.
    second_factor: bool,
    /// Whether codes from an app are a second factor.
    second_factor_app: bool,
    /// Whether passkeys are a second factor. If both are, either of them is enough.
    second_factor_passkey: bool,
    /// The number of recovery codes left.
    recovery_codes: usize,
    /// The number of passkeys with which changes can be confirmed.
    passkeys: usize,
    /// The browser sessions of the account, most recently used first.
    sessions: Vec<OwnSession>,
}

/// A browser session of an account.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnSession {
    /// Its identifier.
    #[schema(value_type = String)]
    id: SessionId,
    /// The device, as the browser describes itself.
    device: String,
    /// Whether this session makes the request.
    current: bool,
    /// The time of its creation, in milliseconds since 1970.
    created_at: u64,
    /// The time of its last use, in milliseconds since 1970; up to five minutes late.
    used_at: u64,
}

impl OwnSession {
    /// A session, as shown to `asking`, the session that makes the request, if any.
    pub(super) fn new(session: Session, asking: Option<SessionId>) -> OwnSession {
        OwnSession {
            current: asking == Some(session.id),
            id: session.id,
            device: session.device,
            created_at: session.created_at,
            used_at: session.used_at,
        }
    }
}

/// Your account: when it was created, and where it is signed in.
#[utoipa::path(get, path = "/account",
    responses((status = 200, body = OwnAccount), (status = 401, response = Problem), Always))]
pub(super) async fn account(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
) -> Result<axum::Json<OwnAccount>, Problem> {
    let (account, current) = own_account(&context, visitor).await?;
    let services = &context.registry.services;
    let now = services.system.now_ms();
    let sessions = services.store.sessions(visitor.id).await?;
    let sessions = sessions
        .into_iter()
        .filter(|session| session.grant.is_none() && session.lasts(now));
    let sessions = sessions.map(|session| OwnSession::new(session, Some(current)));
    let factor = services.store.second_factor(visitor.id).await?;
    let passkeys = services.store.passkeys(visitor.id).await?;
    Ok(axum::Json(OwnAccount {
        username: account.username,
        created_at: account.created_at,
        second_factor: factor.is_on(),
        second_factor_app: factor.app_that_is_on().is_some(),
        second_factor_passkey: factor.asks_for_passkey,
        recovery_codes: factor.recovery_codes.len(),
        passkeys: passkeys.len(),
        sessions: sessions.collect(),
    }))
}

/// A new password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewPassword {
    /// The current password.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Password)]
    password: Option<SecretString>,
    /// A passkey, instead of the current password.
    #[serde(default)]
    passkey: Option<PasskeyProof>,
    /// The new password: 8 to 128 characters, and not among the most common ones.
    #[schema(value_type = String, format = Password, min_length = 8, max_length = 128)]
    new_password: SecretString,
}

/// Change your password. All other sessions and all tokens end, and this browser is given a new session.
#[utoipa::path(put, path = "/account/password", request_body = NewPassword,
    responses((status = 204, description = "Changed."), (status = 401, response = Problem), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn change_password(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(new): Json<NewPassword>,
) -> Result<Response, Problem> {
    let (account, _) = own_account(&context, visitor).await?;
    let network = context.limits.client(&headers, &extensions);
    must_have_length((&new.new_password, "new_password"))?;
    let shown = Shown::of(new.password, new.passkey)?;
    confirm(&context, network, &account, shown).await?;
    let chosen = (new.new_password, "new_password");
    let password = choose(&context, network, chosen, &account.username).await?;
    let (token, new) =
        session_cookie::begin_anew(&context, visitor.id, visitor.browser_session(), &headers);
    match endings::change(&context, Change::SetPassword { password, new }).await? {
        Changed::Done => {}
        _ => return Err(signed_out()),
    }
    Ok(session_cookie::with_token(
        &context,
        token,
        StatusCode::NO_CONTENT,
    ))
}

/// The path of a session.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct SessionPath {
    /// The session's identifier.
    #[param(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
    id: SessionId,
}

/// End one of your sessions. Its sockets are closed.
#[utoipa::path(delete, path = "/account/sessions/{id}", params(SessionPath),
    responses((status = 204, description = "It has ended."), (status = 401, response = Problem), (status = 404, response = Problem), OnChange))]
pub(super) async fn end_session(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(SessionPath { id }): Path<SessionPath>,
) -> Result<StatusCode, Problem> {
    signed_in(visitor)?;
    match endings::end(&context, visitor.id, WhichSessions::One(id)).await? {
        Changed::Missing => Err(Problem::new(
            Code::NotFound,
            "This session has already ended.",
        )),
        _ => Ok(StatusCode::NO_CONTENT),
    }
}

/// Sign out everywhere else.
#[utoipa::path(delete, path = "/account/sessions",
    responses((status = 204, description = "All other sessions have ended."), (status = 401, response = Problem), OnChange))]
pub(super) async fn end_other_sessions(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
) -> Result<StatusCode, Problem> {
    let current = signed_in(visitor)?;
    endings::end(&context, visitor.id, WhichSessions::BrowsersBut(current)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Delete your account. Your name disappears everywhere; your games remain, as those of a deleted player. Refused while you organise an
/// event that is not over.
#[utoipa::path(delete, path = "/account", request_body = Confirmation,
    responses((status = 204, description = "The account is deleted."), (status = 401, response = Problem), (status = 409, response = Problem), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn delete(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(confirmation): Json<Confirmation>,
) -> Result<Response, Problem> {
    let (account, session) = own_account(&context, visitor).await?;
    let network = context.limits.client(&headers, &extensions);
    confirm(&context, network, &account, confirmation.shown()?).await?;
    let principal = principal(&context, visitor, session);
    let change = Change::Delete(Deletion::ByOwner(principal));
    match endings::change(&context, change).await? {
        Changed::SignedOut => return Err(signed_out()),
        Changed::Organises => {
            let problem = "You organise an event that is not over. Cancel it, or wait until it is over: without an organiser nobody could name its staff.";
            return Err(Problem::new(Code::NotPossible, problem));
        }
        _ => {}
    }
    context.lobby.forget(visitor.id);
    // Leaderboards contain names.
    context.registry.services.leaderboards.forget();
    // Games in memory have the name, too. If the database does not answer now, it stays there until they are unloaded.
    if let Ok(games) = context.registry.services.store.games_of(visitor.id).await {
        context.registry.reload(&games).await;
    }
    let answer = without_guest(&context, StatusCode::NO_CONTENT);
    Ok(session_cookie::without_token(&context, answer))
}
