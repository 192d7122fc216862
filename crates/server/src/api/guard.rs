//! Admission of requests, and the security headers of answers.

use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::context::Context;
use super::identity::bearer;
use super::problem::{Code, Problem};
use crate::settings::Settings;
use crate::table::error::TableError;

/// Timeout of a request.
const PATIENCE: Duration = Duration::from_secs(20);

/// The content security policy: scripts, styles, pictures and connections of this server only. (The pieces are
/// pictures inside the style sheet.)
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     font-src 'self'; media-src 'self' data:; connect-src 'self'; manifest-src 'self'; \
     worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "same-origin"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=(), payment=()",
    ),
];

/// Puts the security headers on every answer.
pub(super) async fn add_security_headers(
    State(context): State<Context>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response
            .headers_mut()
            .insert(name, HeaderValue::from_static(value));
    }
    if context.settings().secure_cookies() {
        response.headers_mut().insert(
            header::STRICT_TRANSPORT_SECURITY,
            HeaderValue::from_static("max-age=31536000"),
        );
    }
    response
}

/// Applies the rate limit on all requests, including pages and files, before the visitor is looked up.
pub(super) async fn admit_any(
    State(context): State<Context>,
    request: Request,
    next: Next,
) -> Response {
    let client = context
        .limits
        .client(request.headers(), request.extensions());
    match context.limits.anything(client) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// Refuses API requests that exceed the rate limit, come from other sites or take too long.
pub(super) async fn admit(
    State(context): State<Context>,
    request: Request,
    next: Next,
) -> Response {
    let settings = context.settings();
    let client = context
        .limits
        .client(request.headers(), request.extensions());
    if let Err(problem) = context.limits.request(client) {
        return problem.into_response();
    }
    let changes = !matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    let upgrades = request.headers().contains_key(header::UPGRADE);
    // No page can make a browser send a token, so a request with one cannot be forged by another site.
    let is_program = bearer(request.headers()).is_some();
    if (changes || upgrades) && !is_program && !is_own_origin(request.headers(), settings) {
        return Problem::new(
            Code::WrongOrigin,
            "Only pages of this server may do that on your behalf.",
        )
        .into_response();
    }
    metrics::counter!("manifold_requests_total").increment(1);
    let mut response = match tokio::time::timeout(PATIENCE, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::from(TableError::Busy).into_response(),
    };
    // An answer to one visitor must not be cached for others.
    response
        .headers_mut()
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Whether a request comes from a page of this server or from a program, which sends no origin.
fn is_own_origin(headers: &HeaderMap, settings: &Settings) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Ok(origin) = origin.to_str() else {
        return false;
    };
    let allowed = settings
        .allowed_origins
        .iter()
        .chain(&settings.public_url)
        .any(|allowed| allowed.trim_end_matches('/') == origin);
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let own = origin
        .split_once("://")
        .is_some_and(|(_, authority)| Some(authority) == host);
    allowed || own
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(origin: Option<&str>, settings: &Settings) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static("play.example:8080"));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_str(origin).expect("text"));
        }
        is_own_origin(&headers, settings)
    }

    #[test]
    fn other_sites_are_refused_and_programs_are_not() {
        let mut settings = Settings::default();
        assert!(asked(None, &settings));
        assert!(asked(Some("http://play.example:8080"), &settings));
        for other in [
            "http://play.example",
            "http://evil.example:8080",
            "null",
            "http://play.example:8080.evil.example",
        ] {
            assert!(!asked(Some(other), &settings), "{other}");
        }
        settings.public_url = Some("https://chess.example/".to_owned());
        assert!(asked(Some("https://chess.example"), &settings));
    }
}
