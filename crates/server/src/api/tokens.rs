//! Tokens, with which programs authenticate instead of a password.

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap, StatusCode};
use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::confirmation::{Shown, confirm};
use super::context::Context;
use super::endings;
use super::identity::Visitor;
use super::input::{Json, Path};
use super::own_account::{own_account, principal, signed_out};
use super::passkeys::PasskeyProof;
use super::problem::{Always, Code, OnBody, OnChange, Problem};
use crate::ids::SessionId;
use crate::people::scope::{Scope, Scopes};
use crate::people::session::{Grant, NewSession, Session, Token};
use crate::store::{Change, Changed, WhichSessions};

/// The longest name, in characters.
const LONGEST_NAME: usize = 40;
/// The longest time that a token can last, in days.
const LONGEST: u32 = 365;
const DAY_MS: u64 = 86_400_000;

/// A new token.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewToken {
    /// The password.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Password)]
    password: Option<SecretString>,
    /// A passkey, instead of the password.
    #[serde(default)]
    passkey: Option<PasskeyProof>,
    /// Its purpose, in 1 to 40 characters: only you see it.
    #[schema(min_length = 1, max_length = 40)]
    name: String,
    /// Its scopes.
    #[schema(min_items = 1)]
    scopes: Vec<Scope>,
    /// The lifetime, in days.
    #[serde(deserialize_with = "crate::whole_number::whole")]
    #[schema(minimum = 1, maximum = 365)]
    days: u32,
}

/// A token of the account, without the secret that a program sends.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OwnToken {
    /// Its identifier.
    #[schema(value_type = String)]
    id: SessionId,
    /// Its purpose.
    name: String,
    /// Its scopes.
    scopes: Vec<Scope>,
    /// The time of its creation, in milliseconds since 1970.
    created_at: u64,
    /// The time of its last use, in milliseconds since 1970, up to five minutes late; null if it was never used.
    #[schema(required)]
    used_at: Option<u64>,
    /// The time at which it expires, in milliseconds since 1970.
    expires_at: u64,
}

impl OwnToken {
    /// The token that this session belongs to; `None` for the session of a browser.
    pub(super) fn of(session: Session) -> Option<OwnToken> {
        let grant = session.grant?;
        Some(OwnToken {
            id: session.id,
            name: grant.name,
            scopes: grant.scopes.iter().collect(),
            created_at: session.created_at,
            used_at: (session.used_at > session.created_at).then_some(session.used_at),
            expires_at: grant.expires_at,
        })
    }
}

/// A new token, with the secret that a program sends, which is shown only this once.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MadeToken {
    /// The secret, to be sent as `Authorization: Bearer …`.
    token: String,
    #[serde(flatten)]
    own: OwnToken,
}

/// The account's tokens.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TokenList {
    /// At most 20, most recently used first.
    tokens: Vec<OwnToken>,
}

/// Create a token, with which a program can act for your account within the token's scopes.
#[utoipa::path(post, path = "/account/tokens", operation_id = "make_token", request_body = NewToken,
    responses((status = 201, body = MadeToken), (status = 401, response = Problem), (status = 409, response = Problem), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn make(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(new): Json<NewToken>,
) -> Result<(StatusCode, axum::Json<MadeToken>), Problem> {
    let (account, browser) = own_account(&context, visitor).await?;
    let scopes: Scopes = new.scopes.iter().copied().collect();
    let name = new.name.trim();
    let invalid = |detail: &str, field| Err(Problem::new(Code::Invalid, detail).of(field));
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control)
    {
        return invalid("A token's name has 1 to 40 characters in one line.", "name");
    }
    if scopes == Scopes::default() {
        return invalid("A token has at least one scope.", "scopes");
    }
    if !(1..=LONGEST).contains(&new.days) {
        return invalid("A token lasts 1 to 365 days.", "days");
    }
    let network = context.limits.client(&headers, &extensions);
    let shown = Shown::of(new.password, new.passkey)?;
    confirm(&context, network, &account, shown).await?;
    let system = &context.registry.services.system;
    let now = system.now_ms();
    let session = Session {
        id: SessionId::random(system),
        player: visitor.id,
        device: String::new(),
        created_at: now,
        used_at: now,
        grant: Some(Grant {
            name: name.to_owned(),
            scopes,
            expires_at: now + u64::from(new.days) * DAY_MS,
        }),
        browser: None,
    };
    let token = Token::random(system);
    let new = NewSession {
        token: token.hash(),
        session: session.clone(),
        replaces: None,
    };
    let change = Change::MakeToken {
        principal: principal(&context, visitor, browser),
        new,
    };
    match context.registry.services.store.change(change).await? {
        Changed::Done => {}
        Changed::SignedOut => return Err(signed_out()),
        _ => {
            let problem = "You already have 20 tokens. Revoke one that you no longer need.";
            return Err(Problem::new(Code::NotPossible, problem));
        }
    }
    let own = OwnToken::of(session);
    let own = own.ok_or_else(|| Problem::new(Code::Internal, "The token cannot be shown."))?;
    let token = token.reveal_to_program();
    Ok((StatusCode::CREATED, axum::Json(MadeToken { token, own })))
}

/// Your tokens.
#[utoipa::path(get, path = "/account/tokens", operation_id = "tokens",
    responses((status = 200, body = TokenList), (status = 401, response = Problem), Always))]
pub(super) async fn list(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
) -> Result<axum::Json<TokenList>, Problem> {
    own_account(&context, visitor).await?;
    let services = &context.registry.services;
    let now = services.system.now_ms();
    let sessions = services.store.sessions(visitor.id).await?;
    let lasting = sessions.into_iter().filter(|session| session.lasts(now));
    let tokens = lasting.filter_map(OwnToken::of).collect();
    Ok(axum::Json(TokenList { tokens }))
}

/// The path of a token.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct TokenPath {
    /// The token's identifier.
    #[param(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
    id: SessionId,
}

/// Revoke a token. Open sockets and streams that use it are closed at once.
#[utoipa::path(delete, path = "/account/tokens/{id}", operation_id = "revoke_token", params(TokenPath),
    responses((status = 204, description = "The token no longer works."), (status = 401, response = Problem), (status = 404, response = Problem), OnChange))]
pub(super) async fn revoke(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(TokenPath { id }): Path<TokenPath>,
) -> Result<StatusCode, Problem> {
    let (_, current) = own_account(&context, visitor).await?;
    let is_missing = id == current
        || endings::end(&context, visitor.id, WhichSessions::One(id)).await? == Changed::Missing;
    match is_missing {
        true => Err(Problem::new(
            Code::NotFound,
            "You no longer have this token.",
        )),
        false => Ok(StatusCode::NO_CONTENT),
    }
}
