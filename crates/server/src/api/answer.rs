//! Answers in JSON, and which of them are compressed.
//!
//! The length of a compressed text reveals something about its content. So an answer is compressed only if everybody
//! may read all of it, which its handler declares with [`Answer::open`].

use std::sync::Arc;

use axum::Extension;
use axum::body::{self, Body, HttpBody};
use axum::extract::{Request, State};
use axum::http::{self, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tower_http::CompressionLevel;
use tower_http::compression::{CompressionLayer, Predicate};

use super::compressed::{accepts, gzip, is_gzip};
use super::limits::{Client, Limiter};
use super::problem::{Code, Problem};

/// Answers of fewer bytes are not worth compressing.
const SMALL: u64 = 1024;
/// Answers of this many bytes or more take longer to compress than other requests should have to wait.
const LARGE: u64 = 64 * 1024;

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

    /// An answer that may contain something that others must not know.
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

/// Compresses the largest answers in which nothing is secret, for clients that accept gzip: in the background, where clients take
/// turns. Smaller answers are left to [`compression`].
pub(super) async fn compress_large(
    State(limits): State<Arc<Limiter>>,
    Client(client): Client,
    request: Request,
    next: Next,
) -> Response {
    let is_taken = accepts(request.headers(), "gzip");
    let response = next.run(request).await;
    let is_open = response.extensions().get::<Open>().is_some();
    if !is_taken || !is_open || response.body().size_hint().lower() < LARGE {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let compressed = async {
        let text = body::to_bytes(body, usize::MAX).await.ok();
        let compress = move || text.and_then(|text| gzip(&text).ok());
        let compressed = limits.in_background(client, compress).await?;
        compressed.ok_or_else(|| Problem::new(Code::Internal, "The answer cannot be compressed."))
    };
    match compressed.await {
        Ok(compressed) => {
            parts.headers.remove(header::CONTENT_LENGTH);
            is_gzip(&mut parts.headers);
            Response::from_parts(parts, Body::from(compressed))
        }
        Err(problem) => problem.into_response(),
    }
}

/// Compresses the other answers in which nothing is secret, for clients that accept gzip.
pub(super) fn compression() -> CompressionLayer<OpenAndLarge> {
    CompressionLayer::new()
        .gzip(true)
        // The games share the processors, and this level has most of the gain for a fifth of the work.
        .quality(CompressionLevel::Fastest)
        .compress_when(OpenAndLarge)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use axum::Router;
    use axum::http::HeaderValue;
    use axum::middleware;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;
    use crate::settings::Settings;

    /// The encoding of an answer of this many bytes.
    async fn encoding(router: Router, bytes: usize) -> Option<HeaderValue> {
        let request = Request::get(format!("/{bytes}"))
            .header(header::ACCEPT_ENCODING, "gzip")
            .body(Body::empty());
        let answer = router.oneshot(request.expect("a request")).await;
        let answer = answer.expect("a router always answers");
        answer.headers().get(header::CONTENT_ENCODING).cloned()
    }

    #[tokio::test]
    async fn the_largest_answers_are_compressed_in_the_client_s_turn_and_small_ones_at_once() {
        let limits = Arc::new(Limiter::new(&Settings::default()));
        let answer = async |bytes: axum::extract::Path<usize>| Answer::open("x".repeat(bytes.0));
        let router = Router::new()
            .route("/{bytes}", get(answer))
            .layer(middleware::from_fn_with_state(
                Arc::clone(&limits),
                compress_large,
            ))
            .layer(compression());
        let gzip = Some(HeaderValue::from_static("gzip"));
        // Other background work is in progress for the same client, which has no address here.
        let (begins, mut begun) = tokio::sync::mpsc::unbounded_channel();
        let (end, ended) = mpsc::channel::<()>();
        let client = std::net::Ipv6Addr::UNSPECIFIED.into();
        let busy = tokio::spawn(async move {
            let work = move || {
                let _ = begins.send(());
                let _ = ended.recv();
            };
            limits.in_background(client, work).await.is_ok()
        });
        assert!(begun.recv().await.is_some());
        let large = tokio::spawn(encoding(router.clone(), 1 << 20));
        for _ in 0..10 {
            assert_eq!(encoding(router.clone(), 2_000).await, gzip);
        }
        assert!(!large.is_finished());
        drop(end);
        assert_eq!(large.await.expect("no panic"), gzip);
        assert!(busy.await.expect("no panic"));
        assert_eq!(encoding(router, 100).await, None);
    }
}
