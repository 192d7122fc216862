//! Errors as the API reports them: problem details (RFC 9457).

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::openapi::{self, RefOr};
use utoipa::{IntoResponses, ToResponse, ToSchema};

/// The media type of problems.
pub(super) const MEDIA_TYPE: &str = "application/problem+json";

/// A problem, for programs (`code`) and for people (`detail`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// A name for the kind of problem; always `about:blank#CODE`.
    #[serde(rename = "type")]
    pub(crate) kind: String,
    /// The kind of problem in words.
    pub(crate) title: String,
    /// The HTTP status.
    pub(crate) status: u16,
    /// The mistake and how to correct it: a sentence for people.
    pub(crate) detail: String,
    /// The kind of problem for programs.
    #[schema(value_type = Code)]
    pub(crate) code: &'static str,
    /// The field of the request that was wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) field: Option<String>,
    /// Seconds after which the request can be retried, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = u32, minimum = 1)]
    pub(crate) retry_after: Option<NonZeroU32>,
}

impl<'r> ToResponse<'r> for Problem {
    fn response() -> (&'r str, RefOr<openapi::Response>) {
        let schema = openapi::Ref::from_schema_name(Problem::name());
        let response = openapi::ResponseBuilder::new()
            .description("What is wrong.")
            .content(MEDIA_TYPE, openapi::Content::new(Some(schema)));
        ("Problem", response.build().into())
    }
}

/// The problems that every request can meet.
pub(super) struct Always;

/// The problems that a request which changes something can meet.
pub(super) struct OnChange;

/// The problems that a request with a body can meet.
pub(super) struct OnBody;

/// The documented responses that are problems, by their status.
fn problems(statuses: &[u16]) -> BTreeMap<String, RefOr<openapi::Response>> {
    let (name, _) = Problem::response();
    let problem = |status: &u16| {
        let response = openapi::Ref::from_response_name(name);
        (status.to_string(), RefOr::Ref(response))
    };
    statuses.iter().map(problem).collect()
}

impl IntoResponses for Always {
    fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
        problems(&[429, 500, 503])
    }
}

impl IntoResponses for OnChange {
    fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
        problems(&[403, 429, 500, 503])
    }
}

impl IntoResponses for OnBody {
    fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
        problems(&[400, 403, 413, 429, 500, 503])
    }
}

/// The kinds of problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ProblemCode)]
pub(crate) enum Code {
    Unreadable,
    UpgradeRequired,
    Invalid,
    NotFound,
    MethodNotAllowed,
    NotYours,
    NotYourTurn,
    Illegal,
    Stale,
    Over,
    NotLive,
    NotPossible,
    Taken,
    NameTaken,
    Expired,
    NotSignedIn,
    WrongPassword,
    #[serde(rename = "wrong-code")]
    WrongSecondFactor,
    WrongPasskey,
    SecondFactorMissing,
    ArbiterWithoutSecondFactor,
    ScopeMissing,
    Banned,
    Muted,
    WrongOrigin,
    TooLarge,
    TooMany,
    Busy,
    Storage,
    Internal,
}

impl Code {
    /// Its name, status and title.
    const fn parts(self) -> (&'static str, StatusCode, &'static str) {
        match self {
            Code::Unreadable => (
                "unreadable",
                StatusCode::BAD_REQUEST,
                "The request cannot be understood",
            ),
            Code::UpgradeRequired => (
                "upgrade-required",
                StatusCode::UPGRADE_REQUIRED,
                "This is a WebSocket",
            ),
            Code::Invalid => (
                "invalid",
                StatusCode::UNPROCESSABLE_ENTITY,
                "A value is not possible",
            ),
            Code::NotFound => ("not-found", StatusCode::NOT_FOUND, "Not found"),
            Code::MethodNotAllowed => (
                "method-not-allowed",
                StatusCode::METHOD_NOT_ALLOWED,
                "Method not allowed",
            ),
            Code::NotYours => ("not-yours", StatusCode::FORBIDDEN, "Not yours to do"),
            Code::NotYourTurn => ("not-your-turn", StatusCode::CONFLICT, "Not your turn"),
            Code::Illegal => (
                "illegal",
                StatusCode::UNPROCESSABLE_ENTITY,
                "Illegal action",
            ),
            Code::Stale => ("stale", StatusCode::CONFLICT, "The game has moved on"),
            Code::Over => ("over", StatusCode::CONFLICT, "The game is over"),
            Code::NotLive => ("not-live", StatusCode::CONFLICT, "The game has not begun"),
            Code::NotPossible => ("not-possible", StatusCode::CONFLICT, "Not possible now"),
            Code::Taken => ("taken", StatusCode::CONFLICT, "The game is full"),
            Code::NameTaken => ("name-taken", StatusCode::CONFLICT, "The name is taken"),
            Code::Expired => ("expired", StatusCode::GONE, "No longer valid"),
            Code::NotSignedIn => (
                "not-signed-in",
                StatusCode::UNAUTHORIZED,
                "You are not signed in",
            ),
            Code::WrongPassword => (
                "wrong-password",
                StatusCode::FORBIDDEN,
                "The name or the password is wrong",
            ),
            Code::WrongSecondFactor => ("wrong-code", StatusCode::FORBIDDEN, "The code is wrong"),
            Code::WrongPasskey => (
                "wrong-passkey",
                StatusCode::FORBIDDEN,
                "The passkey is not accepted",
            ),
            Code::SecondFactorMissing => (
                "second-factor-missing",
                StatusCode::FORBIDDEN,
                "A second factor is needed",
            ),
            Code::ArbiterWithoutSecondFactor => (
                "arbiter-without-second-factor",
                StatusCode::CONFLICT,
                "An arbiter needs a second factor",
            ),
            Code::ScopeMissing => (
                "scope-missing",
                StatusCode::FORBIDDEN,
                "The token does not allow that",
            ),
            Code::Banned => ("banned", StatusCode::FORBIDDEN, "The account is banned"),
            Code::Muted => ("muted", StatusCode::FORBIDDEN, "You are muted"),
            Code::WrongOrigin => (
                "wrong-origin",
                StatusCode::FORBIDDEN,
                "The request comes from another site",
            ),
            Code::TooLarge => (
                "too-large",
                StatusCode::PAYLOAD_TOO_LARGE,
                "The request is too large",
            ),
            Code::TooMany => (
                "too-many",
                StatusCode::TOO_MANY_REQUESTS,
                "Too many requests",
            ),
            Code::Busy => (
                "busy",
                StatusCode::SERVICE_UNAVAILABLE,
                "The server is busy",
            ),
            Code::Storage => (
                "storage",
                StatusCode::SERVICE_UNAVAILABLE,
                "The database is not available",
            ),
            Code::Internal => (
                "internal",
                StatusCode::INTERNAL_SERVER_ERROR,
                "Internal error",
            ),
        }
    }
}

impl Problem {
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> Problem {
        let (name, status, title) = code.parts();
        Problem {
            kind: format!("about:blank#{name}"),
            title: title.to_owned(),
            status: status.as_u16(),
            detail: detail.into(),
            code: name,
            field: None,
            retry_after: None,
        }
    }

    /// The same problem, attributed to a field of the request.
    pub(crate) fn of(mut self, field: &str) -> Problem {
        self.field = Some(field.to_owned());
        self
    }

    /// A rate limit was exceeded: `detail` says which, and the request can be retried after this many milliseconds.
    pub(crate) fn too_often(detail: &str, wait_ms: u64) -> Problem {
        let wait = wait(wait_ms);
        Problem::new(Code::TooMany, format!("{detail} Try again in {wait}.")).after(wait_ms)
    }

    /// The same problem, with the time after which the request can be retried, in milliseconds.
    pub(crate) fn after(mut self, ms: u64) -> Problem {
        let seconds = u32::try_from(ms.div_ceil(1_000)).unwrap_or(u32::MAX);
        self.retry_after = NonZeroU32::new(seconds.max(1));
        self
    }
}

/// A waiting time (in milliseconds) in words for people, rounded up.
fn wait(ms: u64) -> String {
    match ms.div_ceil(1_000).max(1) {
        seconds @ ..120 => format!("{seconds} s"),
        _ => format!("{} min", ms.div_ceil(60_000)),
    }
}

/// Turns a message of the rules into a sentence, with a capital and a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let text = text.trim();
    let mut chars = text.chars();
    let mut sentence: String = chars
        .next()
        .map(|first| first.to_uppercase().chain(chars).collect())
        .unwrap_or_default();
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let kind = HeaderValue::from_static(MEDIA_TYPE);
        let mut response = (status, [(header::CONTENT_TYPE, kind)], body).into_response();
        if let Some(seconds) = self.retry_after {
            let headers = response.headers_mut();
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds.get()));
        }
        response
    }
}
