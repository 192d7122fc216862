//! The player behind a request: a guest with a signed cookie, or an account with a session cookie or with a program's token.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar, Key, SameSite, SignedCookieJar};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::context::Context;
use super::input::Json;
use super::problem::{Always, Code, OnBody, Problem, sentence};
use super::session_cookie;
use crate::display_name::{DisplayName, NameError};
use crate::ids::{PlayerId, SessionId};
use crate::moderation::Standing;
use crate::people::account::{Account, AccountKind};
use crate::people::scope::{Scope, Scopes};
use crate::people::session::Token;
use crate::people::username::NameKey;
use crate::system::System;
use crate::table::info::Person;

const COOKIE: &str = "manifold";
/// A year.
const AGE: i64 = 365 * 86_400;

/// The player who makes a request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Visitor {
    pub(crate) id: PlayerId,
    /// The session, if the player is signed in.
    pub(crate) session: Option<SessionId>,
    /// The scopes of the player's program, if it is one; a browser may do everything.
    pub(crate) scopes: Option<Scopes>,
    /// Whether no cookie identified the player: then they are somebody else at the next request, unless the answer to this
    /// one sets a cookie.
    is_newcomer: bool,
    /// Whether the request has the cookie of a session that has ended: the player may not know yet that they are a guest here.
    pub(super) was_signed_out: bool,
    /// Whether a new session has just replaced that one. Then this browser has the new cookie by now, or will have it in a moment,
    /// and the answer to an older request must not remove it.
    was_replaced: bool,
}

/// The key that signs cookies. It is kept beside the database, and made if it is missing and `may_make` allows that: with
/// a different key no player could return to a game.
pub(crate) fn signing_key(data: &Path, system: &System, may_make: bool) -> io::Result<Key> {
    let path = data.join("cookie.key");
    match fs::read(&path) {
        Ok(bytes) if bytes.len() >= 64 => return Ok(Key::from(&bytes)),
        Ok(_) => {
            let problem = format!(
                "{} is damaged: it should have 64 bytes or more",
                path.display()
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    if !may_make {
        let problem = "cookie.key is missing, and without it no player can return to a game. Put it back; or, if it is \
            lost, start once with the setting new_cookie_key=true to make another: all players are strangers then";
        return Err(io::Error::new(io::ErrorKind::NotFound, problem));
    }
    let bytes: Vec<u8> = (0..4).flat_map(|_| system.salt()).collect();
    // After a crash the file is either complete or missing.
    let unfinished = data.join("cookie.key.new");
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&unfinished)?;
    file.write_all(&bytes)?;
    file.sync_all()?;
    fs::rename(&unfinished, &path)?;
    #[cfg(unix)]
    fs::File::open(data)?.sync_all()?;
    Ok(Key::from(&bytes))
}

/// The bearer token of a program in a request. Other authentication schemes are left to a proxy.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("bearer")
        .then_some(token.trim())
}

impl Visitor {
    /// Whether the visitor may do what a scope allows: a browser may do everything.
    pub(super) fn may(&self, scope: Scope) -> bool {
        self.scopes.is_none_or(|scopes| scopes.allow(scope))
    }

    /// The account as which the visitor sees events; a program without the scope for events sees what everybody sees.
    pub(super) fn account_in_events(&self) -> Option<PlayerId> {
        let is_own = self.session.is_some() && self.may(Scope::Events);
        is_own.then_some(self.id)
    }

    /// The session of a browser; `None` for a program with a token.
    pub(super) fn browser_session(&self) -> Option<SessionId> {
        self.session.filter(|_| self.scopes.is_none())
    }

    /// The player of the token or, without a token, of the cookies: a request with a token never falls back to the cookies.
    async fn of(context: &Context, headers: &HeaderMap) -> Result<Visitor, Problem> {
        match bearer(headers) {
            Some(token) => Visitor::of_token(context, token).await,
            None => Visitor::of_cookies(context, headers).await,
        }
    }

    /// The account whose program sent this token.
    async fn of_token(context: &Context, token: &str) -> Result<Visitor, Problem> {
        let services = &context.registry.services;
        let unknown = || {
            let problem = "This token is unknown, has expired or was revoked.";
            Problem::new(Code::NotSignedIn, problem)
        };
        let token = Token::of_program(token).ok_or_else(unknown)?;
        let now = services.system.now_ms();
        let sessions = &services.people.sessions;
        let session = sessions.find(&*services.store, token.hash(), now).await?;
        // The session of a browser is not accepted as a bearer token.
        let session = session.ok_or_else(unknown)?;
        let scopes = session.grant.ok_or_else(unknown)?.scopes;
        context.limits.program(session.player)?;
        Ok(Visitor {
            id: session.player,
            session: Some(session.id),
            scopes: Some(scopes),
            is_newcomer: false,
            was_signed_out: false,
            was_replaced: false,
        })
    }

    /// An account, if there is a session; else the guest of the cookie, unless they have become an account since; else a newcomer.
    async fn of_cookies(context: &Context, headers: &HeaderMap) -> Result<Visitor, Problem> {
        let services = &context.registry.services;
        let (sessions, store) = (&services.people.sessions, &*services.store);
        let shown = session_cookie::token(context.settings(), headers).map(|token| token.hash());
        if let Some(token) = shown {
            let now = services.system.now_ms();
            let session = sessions.find(store, token, now).await?;
            // A program's token is not accepted in a cookie.
            if let Some(session) = session.filter(|session| session.grant.is_none()) {
                context.limits.browser(session.player)?;
                return Ok(Visitor {
                    id: session.player,
                    session: Some(session.id),
                    scopes: None,
                    is_newcomer: false,
                    was_signed_out: false,
                    was_replaced: false,
                });
            }
        }
        let known = guest_in(context, headers).await?;
        Ok(Visitor {
            session: None,
            scopes: None,
            is_newcomer: known.is_none(),
            was_signed_out: shown.is_some(),
            was_replaced: shown.is_some_and(|token| sessions.was_replaced(token)),
            id: known.unwrap_or_else(|| PlayerId::random(&services.system)),
        })
    }

    /// The answer, which gives a newcomer a cookie and removes the cookie of a session that has ended.
    fn remember(self, context: &Context, mut response: Response) -> Response {
        if self.was_replaced {
            return response;
        }
        if self.was_signed_out {
            response = session_cookie::without_token(context, response);
        }
        if !self.is_newcomer {
            return response;
        }
        let jar = SignedCookieJar::new(context.key.clone());
        let cookie = guest_cookie(context, self.id.to_string(), AGE);
        (jar.add(cookie), response).into_response()
    }
}

fn guest_cookie(context: &Context, value: String, seconds: i64) -> Cookie<'static> {
    Cookie::build((COOKIE, value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(context.settings().secure_cookies())
        .max_age(cookie::time::Duration::seconds(seconds))
        .build()
}

/// An answer that removes the guest cookie from a browser whose player is no longer a guest.
pub(super) fn without_guest(context: &Context, answer: impl IntoResponse) -> Response {
    let jar = CookieJar::new().add(guest_cookie(context, String::new(), 0));
    (jar, answer).into_response()
}

/// The guest whose cookie comes with a request. Signing in is the only way to be an account: the cookie of a guest who has become
/// one is worthless, even after the account was deleted.
pub(super) async fn guest_in(
    context: &Context,
    headers: &HeaderMap,
) -> Result<Option<PlayerId>, Problem> {
    let services = &context.registry.services;
    let jar = SignedCookieJar::from_headers(headers, context.key.clone());
    let guest: Option<PlayerId> = jar
        .get(COOKIE)
        .and_then(|cookie| cookie.value().parse().ok());
    let Some(guest) = guest else {
        return Ok(None);
    };
    let sessions = &services.people.sessions;
    let kind = sessions.account_kind(&*services.store, guest).await?;
    Ok((kind == AccountKind::Guest).then_some(guest))
}

/// Finds out who makes a request.
pub(super) async fn identify(
    State(context): State<Context>,
    mut request: Request,
    next: Next,
) -> Response {
    match Visitor::of(&context, request.headers()).await {
        Ok(visitor) => {
            request.extensions_mut().insert(visitor);
            next.run(request).await
        }
        Err(problem) => {
            let is_unknown = problem.status == 401;
            let mut response = problem.into_response();
            if is_unknown {
                let asked = HeaderValue::from_static("Bearer error=\"invalid_token\"");
                response
                    .headers_mut()
                    .insert(header::WWW_AUTHENTICATE, asked);
            }
            response
        }
    }
}

/// Refuses a request that would change something as a new guest, from a visitor who was signed in when the page was opened. It does so
/// once, as the answer removes the cookie.
pub(super) async fn must_not_be_signed_out(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    request: Request,
    next: Next,
) -> Response {
    let reads = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    if reads || !visitor.was_signed_out {
        return next.run(request).await;
    }
    let problem =
        "You have been signed out, and nothing was done. Sign in again, or try again as a guest.";
    let problem = Problem::new(Code::NotSignedIn, problem);
    match visitor.was_replaced {
        true => problem.into_response(),
        false => session_cookie::without_token(&context, problem),
    }
}

/// Gives a newcomer a cookie, on routes that concern a player. Other routes do not, so that a browser that sends several
/// first requests at once does not get an identity with each answer.
pub(super) async fn remember(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    request: Request,
    next: Next,
) -> Response {
    let response = next.run(request).await;
    visitor.remember(&context, response)
}

/// The page, with a cookie for a newcomer, which all further requests of the page carry.
pub(super) async fn greet(context: &Context, asked: &HeaderMap, page: Response) -> Response {
    match Visitor::of(context, asked).await {
        Ok(visitor) => visitor.remember(context, page),
        // The page can still be shown, and reports by itself that the server is not well.
        Err(_) => page,
    }
}

/// A player, as shown to themselves.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Me {
    /// The player's identifier.
    #[schema(value_type = String)]
    id: PlayerId,
    /// The display name; the username of an account.
    name: String,
    /// Whether the name was chosen, and is not a guest's default name.
    named: bool,
    /// Whether the player is signed in to an account.
    account: bool,
    /// Whether the account is a bot's.
    bot: bool,
    /// Whether the player is a moderator.
    moderator: bool,
    /// The first warning from a moderator that the player has not confirmed yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    warning: Option<Warning>,
}

/// A moderator's warning to a player.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Warning {
    /// The number of the warning, used to confirm it.
    #[schema(minimum = 1)]
    number: u64,
    /// The text of the warning.
    text: String,
}

impl Me {
    /// Somebody who is signed in.
    pub(super) fn account(account: &Account, standing: Standing) -> Me {
        Me {
            id: account.player,
            name: account.username.clone(),
            named: true,
            account: true,
            bot: account.is_bot,
            moderator: standing.is_moderator,
            warning: warning(standing),
        }
    }
}

fn warning(standing: Standing) -> Option<Warning> {
    let first = standing.warnings.into_iter().next()?;
    Some(Warning {
        number: first.act,
        text: first.reason,
    })
}

/// The name of a player who has not chosen one.
pub(super) fn guest(id: PlayerId) -> String {
    let number = id.as_str().bytes().fold(7_u32, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(u32::from(byte))
    });
    format!("Guest {:04}", number % 10_000)
}

/// A player's display name.
async fn name_of(context: &Context, player: PlayerId) -> Result<String, Problem> {
    let name = context.registry.services.store.player_name(player).await?;
    Ok(name.unwrap_or_else(|| guest(player)))
}

/// A visitor as a player of a game.
pub(super) async fn person(context: &Context, visitor: Visitor) -> Result<Person, Problem> {
    Ok(Person {
        id: visitor.id,
        name: name_of(context, visitor.id).await?,
        account: visitor.session.is_some(),
        bot: is_bot(context, visitor).await?,
        rating: None,
    })
}

/// Whether the visitor's account is a bot's. The database is asked, because another window may have made the account a bot a moment
/// ago.
pub(super) async fn is_bot(context: &Context, visitor: Visitor) -> Result<bool, Problem> {
    let store = &context.registry.services.store;
    Ok(match visitor.session {
        None => false,
        Some(_) => store.account_kind(visitor.id).await? == AccountKind::Bot,
    })
}

/// The visitor's identifier and display name.
#[utoipa::path(get, path = "/me", responses((status = 200, body = Me), Always))]
pub(super) async fn me(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
) -> Result<axum::Json<Me>, Problem> {
    let store = &context.registry.services.store;
    let name = store.player_name(visitor.id).await?;
    let standing = store.standing(visitor.id).await?;
    Ok(axum::Json(Me {
        named: name.is_some(),
        name: name.unwrap_or_else(|| guest(visitor.id)),
        id: visitor.id,
        account: visitor.session.is_some(),
        bot: is_bot(&context, visitor).await?,
        moderator: standing.is_moderator && visitor.session.is_some(),
        warning: warning(standing),
    }))
}

/// A new display name.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewDisplayName {
    /// 1 to 24 visible characters, those of each word in a single script.
    #[schema(min_length = 1)]
    name: String,
}

/// Choose a display name, as a guest. Games that have begun keep the old one.
#[utoipa::path(put, path = "/me", request_body = NewDisplayName,
    responses((status = 200, body = Me), (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn rename(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Json(new): Json<NewDisplayName>,
) -> Result<axum::Json<Me>, Problem> {
    let name: DisplayName = new.name.parse().map_err(|error: NameError| {
        Problem::new(Code::Invalid, sentence(&error.to_string())).of("name")
    })?;
    if visitor.session.is_some() {
        let problem = "An account is shown by its username, which cannot be changed.";
        return Err(Problem::new(Code::NotPossible, problem).of("name"));
    }
    let name = name.into_string();
    must_be_said(&context, &name, "name")?;
    let key = NameKey::of(&name);
    let namesake = context.registry.services.store.account_named(key).await?;
    if namesake.is_some() {
        let problem = "This name is too similar to that of an account. Choose another, or sign in.";
        return Err(Problem::new(Code::NameTaken, problem).of("name"));
    }
    context
        .registry
        .services
        .store
        .rename_player(visitor.id, name.clone())
        .await?;
    let standing = context.registry.services.store.standing(visitor.id).await?;
    Ok(axum::Json(Me {
        id: visitor.id,
        name,
        named: true,
        account: false,
        bot: false,
        moderator: false,
        warning: warning(standing),
    }))
}

/// Refuses a name that contains a forbidden word.
pub(super) fn must_be_said(context: &Context, name: &str, field: &str) -> Result<(), Problem> {
    match context.registry.services.words.are_in(name) {
        true => {
            let problem = "This name contains a word that is not allowed here. Choose another.";
            Err(Problem::new(Code::Invalid, problem).of(field))
        }
        false => Ok(()),
    }
}
