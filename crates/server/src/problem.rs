//! Errors as the interface tells them: problem details (RFC 9457).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// What went wrong, for programs (`code`) and for people (`detail`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// A name for the kind of problem; always `about:blank#CODE`.
    #[serde(rename = "type")]
    pub(crate) kind: String,
    /// The kind of problem in words.
    pub(crate) title: String,
    /// The HTTP status.
    pub(crate) status: u16,
    /// What was wrong, and what would be right: a sentence for people.
    pub(crate) detail: String,
    /// The kind of problem for programs.
    #[schema(value_type = Code)]
    pub(crate) code: &'static str,
    /// The field of the request that was wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) field: Option<String>,
}

/// The kinds of problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ProblemCode)]
pub(crate) enum Code {
    Unreadable,
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
    WrongOrigin,
    TooLarge,
    TooMany,
    Busy,
    Storage,
    Internal,
}

impl Code {
    const fn told(self) -> (&'static str, StatusCode, &'static str) {
        match self {
            Code::Unreadable => (
                "unreadable",
                StatusCode::BAD_REQUEST,
                "The request cannot be read",
            ),
            Code::NotFound => ("not-found", StatusCode::NOT_FOUND, "There is no such thing"),
            Code::MethodNotAllowed => (
                "method-not-allowed",
                StatusCode::METHOD_NOT_ALLOWED,
                "Not with this method",
            ),
            Code::NotYours => (
                "not-yours",
                StatusCode::FORBIDDEN,
                "This is for somebody else to do",
            ),
            Code::NotYourTurn => ("not-your-turn", StatusCode::CONFLICT, "It is not your turn"),
            Code::Illegal => (
                "illegal",
                StatusCode::UNPROCESSABLE_ENTITY,
                "The rules do not allow this",
            ),
            Code::Stale => ("stale", StatusCode::CONFLICT, "The game has gone on"),
            Code::Over => ("over", StatusCode::CONFLICT, "The game is over"),
            Code::NotLive => ("not-live", StatusCode::CONFLICT, "The game has not begun"),
            Code::NotPossible => (
                "not-possible",
                StatusCode::CONFLICT,
                "This is not possible now",
            ),
            Code::Taken => ("taken", StatusCode::CONFLICT, "The seat is taken"),
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
                "Too much at once",
            ),
            Code::Busy => (
                "busy",
                StatusCode::SERVICE_UNAVAILABLE,
                "The server is busy",
            ),
            Code::Storage => (
                "storage",
                StatusCode::SERVICE_UNAVAILABLE,
                "Nothing can be stored now",
            ),
            Code::Internal => (
                "internal",
                StatusCode::INTERNAL_SERVER_ERROR,
                "The server has made a mistake",
            ),
        }
    }
}

impl Problem {
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> Problem {
        let (name, status, title) = code.told();
        Problem {
            kind: format!("about:blank#{name}"),
            title: title.to_owned(),
            status: status.as_u16(),
            detail: detail.into(),
            code: name,
            field: None,
        }
    }

    /// The same problem, of one field of the request.
    pub(crate) fn of(mut self, field: &str) -> Problem {
        self.field = Some(field.to_owned());
        self
    }

    pub(crate) fn no_game() -> Problem {
        Problem::new(Code::NotFound, "There is no game with this address.")
    }

    pub(crate) fn storage() -> Problem {
        Problem::new(
            Code::Storage,
            "Nothing can be stored at the moment, and nothing was changed. Try again.",
        )
    }

    pub(crate) fn busy() -> Problem {
        Problem::new(
            Code::Busy,
            "The server has too much to do at the moment. Try again in a little while.",
        )
    }
}

/// Capitalises a sentence of the rules and ends it.
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
        let kind = HeaderValue::from_static("application/problem+json");
        (status, [(header::CONTENT_TYPE, kind)], body).into_response()
    }
}

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Problem {
        tracing::error!(%error, "the store has failed");
        Problem::storage()
    }
}
