//! The web client, which is built into the program.

use std::borrow::Cow;
use std::path::{Component, Path};

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use super::context::Context;
use super::problem::{Code, Problem};

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/web"]
struct Assets;

/// The page behind every address that is not a file: the client works out what to show.
const PAGE: &str = "index.html";

pub(super) async fn serve(State(context): State<Context>, method: Method, uri: Uri) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Problem::new(Code::MethodNotAllowed, "Pages can only be read.").into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let from = context.settings().web.as_deref();
    if !path.is_empty()
        && let Some(bytes) = read(from, path)
    {
        return answer(path, bytes);
    }
    // A file that is not there is an error; any other address is one of the client's own.
    let is_file = Path::new(path).extension().is_some();
    match read(from, PAGE) {
        Some(bytes) if !is_file => answer(PAGE, bytes),
        _ => Problem::new(Code::NotFound, "There is no such page.").into_response(),
    }
}

fn read(from: Option<&Path>, path: &str) -> Option<Cow<'static, [u8]>> {
    let Some(directory) = from else {
        return Assets::get(path).map(|file| file.data);
    };
    let inside = Path::new(path)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    inside
        .then(|| std::fs::read(directory.join(path)).ok())
        .flatten()
        .map(Cow::Owned)
}

fn answer(path: &str, bytes: Cow<'static, [u8]>) -> Response {
    // The client's builder puts a digest into the names of these files.
    let cache = if path.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let body = match bytes {
        Cow::Borrowed(bytes) => Body::from(bytes),
        Cow::Owned(bytes) => Body::from(bytes),
    };
    let mut response = (StatusCode::OK, body).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, media_type(path));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    response
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
}
