//! Answers in JSON, and which of them are compressed.
//!
//! The length of a compressed text tells something of what is in it. So an answer is compressed only if everybody may
//! read all of it, and its handler says so: [`Answer::open`].

use axum::Extension;
use axum::body::HttpBody;
use axum::http;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tower_http::CompressionLevel;
use tower_http::compression::{CompressionLayer, Predicate};

/// Answers below this many bytes are not worth it.
const SMALL: u64 = 1024;

/// An answer in JSON.
pub(super) struct Answer<T> {
    body: T,
    is_open: bool,
}

impl<T> Answer<T> {
    /// An answer in which nothing is secret.
    pub(super) fn open(body: T) -> Answer<T> {
        let is_open = true;
        Answer { body, is_open }
    }

    /// An answer that may have what others must not know.
    pub(super) fn secret(body: T) -> Answer<T> {
        let is_open = false;
        Answer { body, is_open }
    }
}

impl<T: Serialize> IntoResponse for Answer<T> {
    fn into_response(self) -> Response {
        let json = axum::Json(self.body);
        match self.is_open {
            true => (Extension(Open), json).into_response(),
            false => json.into_response(),
        }
    }
}

/// The mark of an answer in which nothing is secret.
#[derive(Debug, Clone, Copy)]
struct Open;

/// Chooses what is compressed.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenAndLarge;

impl Predicate for OpenAndLarge {
    fn should_compress<B: HttpBody>(&self, response: &http::Response<B>) -> bool {
        response.extensions().get::<Open>().is_some()
            && response.body().size_hint().lower() >= SMALL
    }
}

/// Compresses large answers in which nothing is secret, for clients that take it.
pub(super) fn compression() -> CompressionLayer<OpenAndLarge> {
    CompressionLayer::new()
        .gzip(true)
        // The games share the processors: most of the gain for a fifth of the work.
        .quality(CompressionLevel::Fastest)
        .compress_when(OpenAndLarge)
}
