//! Bodies, paths and queries, with problems instead of bare rejections.

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts};
use manifold_rules::error::NotationError;
use manifold_rules::variant::VariantId;

use super::problem::{Code, Problem, sentence};
use crate::table::error::TableError;

/// A body in JSON.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(Problem))]
pub(super) struct Json<T>(pub(super) T);

/// A part of the path.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Problem))]
pub(super) struct Path<T>(pub(super) T);

/// The query.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Problem))]
pub(super) struct Query<T>(pub(super) T);

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        let code = match rejection.status().as_u16() {
            413 => Code::TooLarge,
            _ => Code::Unreadable,
        };
        Problem::new(code, sentence(&rejection.body_text()))
    }
}

impl From<PathRejection> for Problem {
    fn from(_: PathRejection) -> Problem {
        TableError::NoSuchGame.into()
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Problem {
        Problem::new(Code::Unreadable, sentence(&rejection.body_text()))
    }
}

/// The variant that a request names.
pub(super) fn read_variant(text: &str) -> Result<VariantId, Problem> {
    text.parse().map_err(|error: NotationError| {
        Problem::new(Code::Unreadable, sentence(&error.to_string())).of("variant")
    })
}
