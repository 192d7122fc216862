//! Compressed texts, for clients that accept them.

use std::io::{self, Write};

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

/// Whether the client accepts this encoding.
pub(super) fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
    headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|wanted| {
            let mut parts = wanted.split(';').map(str::trim);
            let is_named = parts
                .next()
                .is_some_and(|name| name.eq_ignore_ascii_case(encoding));
            // `q=0` means that it is not accepted.
            let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
            is_named && quality.is_none_or(|quality| quality > 0.0)
        })
}

/// A text compressed with gzip. The games share the processors, and this level has most of the gain for a fifth of the work.
pub(super) fn gzip(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text)?;
    encoder.finish()
}

/// Sets the headers of an answer in gzip, which is not in gzip for other clients.
pub(super) fn is_gzip(headers: &mut HeaderMap) {
    let encoding = HeaderValue::from_static("gzip");
    headers.insert(header::CONTENT_ENCODING, encoding);
    let vary = HeaderValue::from_static("accept-encoding");
    headers.insert(header::VARY, vary);
}

/// A value as JSON, written and compressed once.
#[derive(Debug, Clone, Default)]
pub(super) struct Written {
    json: Bytes,
    gzip: Bytes,
}

impl Written {
    pub(super) fn new(value: &impl Serialize) -> Written {
        let json = serde_json::to_vec(value).unwrap_or_default();
        Written {
            gzip: gzip(&json).unwrap_or_default().into(),
            json: json.into(),
        }
    }

    /// The answer to a request with these headers.
    pub(super) fn answer(&self, asked: &HeaderMap) -> Response {
        let is_compressed = accepts(asked, "gzip");
        let text = match is_compressed {
            true => self.gzip.clone(),
            false => self.json.clone(),
        };
        let kind = [(header::CONTENT_TYPE, "application/json")];
        let mut answer = (kind, text).into_response();
        if is_compressed {
            is_gzip(answer.headers_mut());
        }
        answer
    }
}
