//! Idempotency keys of requests that make something: a request that is sent twice makes one thing.

use axum::http::HeaderMap;
use utoipa::IntoParams;

use super::problem::{Code, Problem};
use crate::ids::RequestId;

/// The headers of a request that makes something.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Header)]
#[expect(dead_code, reason = "for the description of the API only")]
pub(super) struct IdempotencyKey {
    /// A key for this request, 1 to 64 printable ASCII characters: a request that is sent again with the same key makes nothing new.
    #[param(
        rename = "Idempotency-Key",
        nullable = false,
        pattern = "^[!-~]([ -~]{0,62}[!-~])?$"
    )]
    idempotency_key: Option<String>,
}

/// The idempotency key that the client gave the request.
pub(super) fn requested(headers: &HeaderMap) -> Result<Option<RequestId>, Problem> {
    let Some(key) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let is_printable = key
        .as_bytes()
        .iter()
        .all(|byte| matches!(byte, b' '..=b'~'));
    let key = key.to_str().ok().filter(|_| is_printable);
    let key = key.and_then(|key| key.parse().ok());
    key.map(Some).ok_or_else(|| {
        let detail = format!(
            "An Idempotency-Key has 1 to {} printable ASCII characters.",
            RequestId::LONGEST
        );
        Problem::new(Code::Unreadable, detail).of("Idempotency-Key")
    })
}
