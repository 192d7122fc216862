//! The client's files, compression of responses, and cookies of new visitors.

use std::collections::HashSet;
use std::io::Read;

use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use axum::response::Response;
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tower::ServiceExt;

use crate::client::House;

/// Sends a request with exactly these headers.
async fn ask(
    house: &House,
    method: Method,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Response {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_owned()))
        .expect("a request");
    let answer = house.router.clone().oneshot(request).await;
    answer.expect("a router always answers")
}

async fn get(house: &House, path: &str, headers: &[(&str, &str)]) -> Response {
    ask(house, Method::GET, path, headers, "").await
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).map(|value| value.to_str().expect("text"))
}

async fn bytes(answer: Response) -> Vec<u8> {
    let body = answer.into_body().collect().await.expect("a body");
    body.to_bytes().to_vec()
}

/// A directory with a page and a script, each also in the compressed forms of the client's build (here replaced by a word).
fn client() -> tempfile::TempDir {
    let web = tempfile::tempdir().expect("a directory");
    let write = |name: &str, text: &str| {
        std::fs::write(web.path().join(name), text).expect("written");
    };
    std::fs::create_dir(web.path().join("assets")).expect("a directory");
    write("index.html", "page");
    write("index.html.br", "page in brotli");
    write("assets/a.js", "script");
    write("assets/a.js.br", "script in brotli");
    write("assets/a.js.gz", "script in gzip");
    write("assets/small.css", "style");
    web
}

async fn with_client(web: &tempfile::TempDir) -> House {
    let path = web.path().to_owned();
    House::with(|settings| settings.web = Some(path)).await
}

#[tokio::test]
async fn files_come_in_the_encoding_that_a_client_takes() {
    let web = client();
    let house = with_client(&web).await;
    let mut tags = HashSet::new();
    for (path, accepted, encoding, content) in [
        ("/assets/a.js", "", None, "script"),
        ("/assets/a.js", "gzip, br", Some("br"), "script in brotli"),
        (
            "/assets/a.js",
            "gzip, br;q=0",
            Some("gzip"),
            "script in gzip",
        ),
        ("/assets/small.css", "gzip, br", None, "style"),
        ("/", "", None, "page"),
        ("/g/abcdefghijkm", "br", Some("br"), "page in brotli"),
    ] {
        let answer = get(&house, path, &[("accept-encoding", accepted)]).await;
        let headers = answer.headers().clone();
        assert_eq!(text(&headers, "content-encoding"), encoding, "{path}");
        assert_eq!(text(&headers, "vary"), Some("accept-encoding"), "{path}");
        assert_eq!(bytes(answer).await, content.as_bytes(), "{path}");
        // An ETag identifies one content in one encoding, and revalidates it the next time.
        let tag = text(&headers, "etag").expect("a tag").to_owned();
        assert!(tags.insert(tag.clone()), "{path} {accepted}");
        let known = [("accept-encoding", accepted), ("if-none-match", &tag)];
        let again = get(&house, path, &known).await;
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{path}");
        assert_eq!(text(again.headers(), "etag"), Some(tag.as_str()));
        assert!(bytes(again).await.is_empty());
    }
    let compressed = get(&house, "/assets/a.js.br", &[]).await;
    assert_eq!(compressed.status(), StatusCode::NOT_FOUND);
}

#[cfg(unix)]
#[tokio::test]
async fn links_lead_nowhere_outside_of_the_clients_directory() {
    use std::os::unix::fs::symlink;

    let web = client();
    let outside = tempfile::tempdir().expect("a directory");
    std::fs::write(outside.path().join("key.txt"), "secret").expect("written");
    let link = |to: &std::path::Path, name: &str| {
        symlink(to, web.path().join(name)).expect("a link");
    };
    link(&outside.path().join("key.txt"), "file.txt");
    link(&outside.path().join("key.txt"), "assets/small.css.br");
    link(outside.path(), "directory");
    link(&web.path().join("assets/a.js"), "inside.js");
    let house = with_client(&web).await;
    for path in ["/file.txt", "/directory/key.txt", "/../key.txt"] {
        let answer = get(&house, path, &[]).await;
        assert_eq!(answer.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let style = get(&house, "/assets/small.css", &[("accept-encoding", "br")]).await;
    assert_eq!(bytes(style).await, b"style");
    let inside = get(&house, "/inside.js", &[]).await;
    assert_eq!(bytes(inside).await, b"script");
}

/// The responses to the same request without and with compression.
async fn twice(
    house: &House,
    method: Method,
    path: &str,
    cookie: &str,
    body: &str,
) -> [Response; 2] {
    let plain = [("cookie", cookie)];
    let compressed = [("cookie", cookie), ("accept-encoding", "gzip, br")];
    [
        ask(house, method.clone(), path, &plain, body).await,
        ask(house, method, path, &compressed, body).await,
    ]
}

#[tokio::test]
async fn large_answers_are_compressed_if_nothing_in_them_is_secret() {
    let house = House::open().await;
    let mut player = house.visitor();
    player.get("/me").await;
    let made = async |player: &mut crate::client::Client, variant: &str| {
        let wish = json!({"variant": variant, "opponent": {"kind": "same-board"}});
        let id = player.make(wish).await;
        format!("/api/v1/games/{id}")
    };
    let open = made(&mut player, "dmchess").await;
    let secret = made(&mut player, "hyperspace").await;
    let placing = made(&mut player, "dmchess:kings").await;
    let cookie = player.cookie().expect("a cookie").to_owned();
    let explore = r#"{"variant": "hyperspace"}"#;
    for (method, path, cookie, body) in [
        (Method::GET, "/api/v1/variants", "", ""),
        (Method::GET, "/api/v1/openapi.json", "", ""),
        (Method::POST, "/api/v1/explore", "", explore),
        (Method::GET, &open, &cookie, ""),
        (Method::GET, &format!("{open}/plies"), &cookie, ""),
        // Spectators are told nothing secret.
        (Method::GET, &secret, "", ""),
        (Method::GET, &format!("{secret}/plies"), "", ""),
    ] {
        let [plain, compressed] = twice(&house, method, path, cookie, body).await;
        assert_eq!(text(plain.headers(), "content-encoding"), None, "{path}");
        let headers = compressed.headers().clone();
        assert_eq!(text(&headers, "content-encoding"), Some("gzip"), "{path}");
        assert_eq!(text(&headers, "vary"), Some("accept-encoding"), "{path}");
        let (plain, compressed) = (bytes(plain).await, bytes(compressed).await);
        assert!(compressed.len() * 2 < plain.len(), "{path}");
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(compressed.as_slice())
            .read_to_end(&mut unpacked)
            .expect("gzip");
        let json = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).expect("JSON");
        assert_eq!(json(&unpacked), json(&plain), "{path}");
    }
    for path in [&secret, &placing, &format!("{secret}/plies")] {
        let answer = twice(&house, Method::GET, path, &cookie, "").await;
        for answer in answer {
            assert_eq!(text(answer.headers(), "content-encoding"), None, "{path}");
            assert!(bytes(answer).await.len() > 1024, "{path}");
        }
    }
}

#[tokio::test]
async fn a_browsers_first_requests_make_one_identity() {
    let web = client();
    let house = with_client(&web).await;
    // The page is loaded first, and its requests are sent with its cookie.
    let page = get(&house, "/", &[]).await;
    assert_eq!(
        text(page.headers(), "cache-control"),
        Some("private, no-cache")
    );
    let cookie = text(page.headers(), "set-cookie").expect("a cookie");
    let cookie = cookie.split(';').next().expect("a cookie").to_owned();
    for path in ["/", "/assets/a.js", "/api/v1/me", "/api/v1/games?of=me"] {
        let answer = get(&house, path, &[("cookie", &cookie)]).await;
        assert_eq!(text(answer.headers(), "set-cookie"), None, "{path}");
    }
    // A page that the browser has cached, requested without a cookie.
    let tag = text(page.headers(), "etag").expect("a tag");
    let again = get(&house, "/", &[("if-none-match", tag)]).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert!(text(again.headers(), "set-cookie").is_some());
    // Without a page, only requests about the player create an identity; other concurrent first requests do not.
    let id = house
        .visitor()
        .make(json!({"variant": "hidden960", "opponent": {"kind": "link"}}))
        .await;
    let game = format!("/api/v1/games/{id}");
    for path in [
        "/assets/a.js",
        "/api/v1/variants",
        "/api/v1/games?of=me",
        "/api/v1/games?live=true",
        &game,
        &format!("{game}/plies"),
    ] {
        let answer = get(&house, path, &[]).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        assert_eq!(text(answer.headers(), "set-cookie"), None, "{path}");
    }
    let explore = r#"{"variant": "chess"}"#;
    let answer = ask(&house, Method::POST, "/api/v1/explore", &[], explore).await;
    assert_eq!(text(answer.headers(), "set-cookie"), None);
    let join = format!("{game}/join");
    for (method, path) in [(Method::GET, "/api/v1/me"), (Method::POST, join.as_str())] {
        let answer = ask(&house, method, path, &[], "").await;
        assert!(text(answer.headers(), "set-cookie").is_some(), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_are_at_an_address_of_their_own_and_only_if_there_is_one() {
    let house = House::open().await;
    assert_eq!(house.metrics, None);
    // Like any other path that is not a file, this one gets the client's page.
    let page = get(&house, "/metrics", &[]).await;
    let page = page.into_body().collect().await.expect("a body").to_bytes();
    assert!(!String::from_utf8_lossy(&page).contains("manifold_"));

    let local = std::net::SocketAddr::from(([127, 0, 0, 1], 0));
    let house = House::with(|settings| settings.metrics = Some(local)).await;
    let address = house.metrics.expect("an address");
    assert_ne!(address, house.address);
    let mut stream = tokio::net::TcpStream::connect(address)
        .await
        .expect("a connection");
    let request = b"GET /metrics HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";
    stream.write_all(request).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
    assert!(answer.contains("manifold_connections"), "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_and_files_have_a_limit_too_and_a_stranger_is_served_beyond_it() {
    let house = House::thinking(|settings| settings.requests_per_second = 1).await;
    let attacker = [
        ("x-forwarded-for", "10.0.0.1"),
        ("cookie", "manifold-session=aaaa"),
    ];
    for path in ["/", "/favicon.svg", "/healthz", "/api/v1/variants"] {
        let mut refused = false;
        // A burst of fifty, and five more per second.
        for _ in 0..200 {
            refused = get(&house, path, &attacker).await.status() == StatusCode::TOO_MANY_REQUESTS;
            if refused {
                break;
            }
        }
        assert!(refused, "{path}");
        let stranger = get(&house, path, &[("x-forwarded-for", "10.0.0.2")]).await;
        assert_ne!(stranger.status(), StatusCode::TOO_MANY_REQUESTS, "{path}");
    }
}
