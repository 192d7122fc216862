//! The web client, which is built into the program.

use std::borrow::Cow;
use std::path::{Component, Path};

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use super::compressed::accepts;
use super::context::Context;
use super::identity::greet;
use super::problem::{Code, Problem};

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/web"]
struct Assets;

/// The page behind every address that is not a file: the client decides what to show.
const PAGE: &str = "index.html";

/// Encodings as requests name them, with the suffixes of the files that the client's build has compressed in them. The first
/// that a client accepts is sent.
const ENCODINGS: [(&str, &str); 2] = [("br", "br"), ("gzip", "gz")];

pub(super) async fn serve(
    State(context): State<Context>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        let detail = "Pages can only be read: use GET or HEAD.";
        return Problem::new(Code::MethodNotAllowed, detail).into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let from = context.settings().web.as_deref();
    let is_encoded = ENCODINGS.iter().any(|(_, suffix)| has_suffix(path, suffix));
    if !path.is_empty()
        && !is_encoded
        && let Some(file) = File::find(from, path, &headers)
    {
        return answer(&context, path, file, &headers).await;
    }
    // A missing file is an error; any other address is one of the client's own.
    let is_file = Path::new(path).extension().is_some();
    match File::find(from, PAGE, &headers) {
        Some(file) if !is_file => answer(&context, PAGE, file, &headers).await,
        _ => Problem::new(Code::NotFound, "There is no such page.").into_response(),
    }
}

fn has_suffix(path: &str, suffix: &str) -> bool {
    Path::new(path).extension().is_some_and(|own| own == suffix)
}

/// A file of the client, in the encoding in which it is sent.
struct File {
    bytes: Cow<'static, [u8]>,
    /// The SHA-256 of these bytes.
    digest: [u8; 32],
    /// Its encoding, if it has one.
    encoding: Option<&'static str>,
}

impl File {
    /// The file at `path`, in the directory `from` or else in the program, in the best encoding that the client accepts.
    fn find(from: Option<&Path>, path: &str, headers: &HeaderMap) -> Option<File> {
        let encoded = ENCODINGS.iter().filter(|(name, _)| accepts(headers, name));
        for (name, suffix) in encoded {
            if let Some(file) = File::read(from, &format!("{path}.{suffix}")) {
                let encoding = Some(*name);
                return Some(File { encoding, ..file });
            }
        }
        File::read(from, path)
    }

    fn read(from: Option<&Path>, path: &str) -> Option<File> {
        let (bytes, digest) = match from {
            Some(directory) => {
                let bytes = read_inside(directory, path)?;
                let digest = Sha256::digest(&bytes).into();
                (Cow::Owned(bytes), digest)
            }
            None => {
                let file = Assets::get(path)?;
                (file.data, file.metadata.sha256_hash())
            }
        };
        Some(File {
            bytes,
            digest,
            encoding: None,
        })
    }
}

/// Reads a file in a directory. Files reached through a symbolic link that leads outside do not exist.
fn read_inside(directory: &Path, path: &str) -> Option<Vec<u8>> {
    let is_plain = Path::new(path)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    if !is_plain {
        return None;
    }
    let file = directory.join(path).canonicalize().ok()?;
    let is_inside = file.starts_with(directory.canonicalize().ok()?);
    is_inside.then(|| std::fs::read(file).ok()).flatten()
}

/// Whether the client has the file with this tag already.
fn has(headers: &HeaderMap, tag: &str) -> bool {
    headers
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

async fn answer(context: &Context, path: &str, file: File, asked: &HeaderMap) -> Response {
    // The build of the client puts a digest into the names of the files in `assets`. The answer with the page can set a cookie.
    let cache = match path {
        PAGE => "private, no-cache",
        _ if path.starts_with("assets/") => "public, max-age=31536000, immutable",
        _ => "no-cache",
    };
    let tag = format!("\"{}\"", hex::encode(&file.digest[..16]));
    let mut response = if has(asked, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = Response::new(match file.bytes {
            Cow::Borrowed(bytes) => Body::from(bytes),
            Cow::Owned(bytes) => Body::from(bytes),
        });
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, media_type(path));
        if let Some(encoding) = file.encoding {
            let encoding = HeaderValue::from_static(encoding);
            headers.insert(header::CONTENT_ENCODING, encoding);
        }
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::try_from(tag) {
        headers.insert(header::ETAG, tag);
    }
    match path {
        PAGE => greet(context, asked, response).await,
        _ => response,
    }
}

/// The media type of a file, by its extension. Text is in UTF-8.
fn media_type(path: &str) -> HeaderValue {
    let mime = mime_guess::from_path(path).first_or_octet_stream();
    let is_text = mime.type_() == mime_guess::mime::TEXT;
    let value = if is_text {
        format!("{mime}; charset=utf-8")
    } else {
        mime.to_string()
    };
    HeaderValue::try_from(value).unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_types_are_those_that_browsers_ask_for() {
        for (path, expected) in [
            ("index.html", "text/html; charset=utf-8"),
            ("assets/index-abc.js", "text/javascript; charset=utf-8"),
            ("assets/index-abc.css", "text/css; charset=utf-8"),
            ("manifest.webmanifest", "application/manifest+json"),
            ("icon.svg", "image/svg+xml"),
            ("move.mp3", "audio/mpeg"),
            ("font.woff2", "font/woff2"),
            ("unknown.xyzzy", "application/octet-stream"),
        ] {
            assert_eq!(media_type(path), expected, "{path}");
        }
    }

    #[test]
    fn encodings_are_taken_as_clients_list_them() {
        for (accepted, brotli, gzip) in [
            ("gzip, deflate, br, zstd", true, true),
            ("br;q=1.0, gzip;q=0.5", true, true),
            ("gzip;q=0, br;q=0.1", true, false),
            ("identity", false, false),
            ("brotli, x-gzip", false, false),
        ] {
            let mut headers = HeaderMap::new();
            let accepted = HeaderValue::from_static(accepted);
            headers.insert(header::ACCEPT_ENCODING, accepted.clone());
            let taken = (accepts(&headers, "br"), accepts(&headers, "gzip"));
            assert_eq!(taken, (brotli, gzip), "{accepted:?}");
        }
    }
}
