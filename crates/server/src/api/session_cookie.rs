//! Session cookies: reading, setting and removing them.

use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite, SignedCookieJar};

use super::context::Context;
use crate::ids::{BrowserId, PlayerId, SessionId};
use crate::people::session::{NewSession, Session, Token, TokenHash, device};
use crate::people::sessions::GivingWay;
use crate::settings::Settings;

/// Maximum age of the session cookie, in seconds: the server ends sessions itself.
const AGE: i64 = 180 * 86_400;
/// How long a browser is recognised after the last sign-in, in seconds: a year.
const BROWSER_AGE: i64 = 365 * 86_400;

/// The name of the session cookie. With the prefix `__Host-` no other site below the same domain can set it.
fn name(settings: &Settings) -> &'static str {
    match settings.secure_cookies() {
        true => "__Host-manifold-session",
        false => "manifold-session",
    }
}

/// The name of the cookie that identifies a browser from one sign-in to the next: two accounts of one browser play no rated games
/// against each other.
fn browser_name(settings: &Settings) -> &'static str {
    match settings.secure_cookies() {
        true => "__Host-manifold-browser",
        false => "manifold-browser",
    }
}

/// The session token in the cookies of a request.
pub(super) fn token(settings: &Settings, headers: &HeaderMap) -> Option<Token> {
    let jar = CookieJar::from_headers(headers);
    jar.get(name(settings))?.value().parse().ok()
}

fn cookie(settings: &Settings, name: &'static str, value: String, seconds: i64) -> Cookie<'static> {
    Cookie::build((name, value))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(settings.secure_cookies())
        .max_age(cookie::time::Duration::seconds(seconds))
        .build()
}

/// The secrets that a browser is given with a session. Until [`with_token`] hands them out, the session that the browser had counts as
/// not replaced.
pub(super) struct Given {
    token: Token,
    browser: BrowserId,
    giving_way: Option<GivingWay>,
}

impl Given {
    /// The hash of the token, which is stored.
    pub(super) fn hash(&self) -> TokenHash {
        self.token.hash()
    }
}

/// A new session of a player, and the secrets for the browser.
pub(super) fn begin(context: &Context, player: PlayerId, headers: &HeaderMap) -> (Given, Session) {
    let system = &context.registry.services.system;
    let agent = headers.get(header::USER_AGENT);
    let agent = agent.and_then(|agent| agent.to_str().ok()).unwrap_or("");
    let now = system.now_ms();
    let jar = SignedCookieJar::from_headers(headers, context.key.clone());
    let browser = jar
        .get(browser_name(context.settings()))
        .and_then(|cookie| cookie.value().parse().ok())
        .unwrap_or_else(|| BrowserId::random(system));
    let session = Session {
        id: SessionId::random(system),
        player,
        device: device(agent),
        created_at: now,
        used_at: now,
        grant: None,
        browser: Some(browser),
    };
    let token = Token::random(system);
    let given = Given {
        token,
        browser,
        giving_way: None,
    };
    (given, session)
}

/// A new session of a player in place of `replaces`, the one that the browser has, if any; and the secrets for the browser. The old
/// token is then useless to anybody who has found or planted it.
pub(super) fn begin_anew(
    context: &Context,
    player: PlayerId,
    replaces: Option<SessionId>,
    headers: &HeaderMap,
) -> (Given, NewSession) {
    let (mut given, session) = begin(context, player, headers);
    if let Some(old) = token(context.settings(), headers).filter(|_| replaces.is_some()) {
        let sessions = &context.registry.services.people.sessions;
        given.giving_way = Some(sessions.gives_way(old.hash()));
    }
    let new = NewSession {
        token: given.hash(),
        session,
        replaces,
    };
    (given, new)
}

/// An answer that gives a browser the cookies of its session, which has been stored.
pub(super) fn with_token(context: &Context, given: Given, answer: impl IntoResponse) -> Response {
    if let Some(giving_way) = given.giving_way {
        giving_way.complete();
    }
    let settings = context.settings();
    let token = cookie(settings, name(settings), given.token.reveal(), AGE);
    let browser = given.browser.to_string();
    let browser = cookie(settings, browser_name(settings), browser, BROWSER_AGE);
    let browser = SignedCookieJar::new(context.key.clone()).add(browser);
    (CookieJar::new().add(token), browser, answer).into_response()
}

/// An answer that removes the session cookie from a browser.
pub(super) fn without_token(context: &Context, answer: impl IntoResponse) -> Response {
    let settings = context.settings();
    let jar = CookieJar::new().add(cookie(settings, name(settings), String::new(), 0));
    (jar, answer).into_response()
}
