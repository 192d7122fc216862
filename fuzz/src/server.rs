//! The server: requests, game sockets, the lobby and the feed, through the router that serves the network.

use std::cell::{Cell, RefCell};
use std::io;
use std::net::SocketAddr;

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use axum::serve::Listener;
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use manifold_server::{Server, Settings, SimulatedClock, System};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::DuplexStream;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tower::ServiceExt;

use crate::check::{MOST, is_short};

/// The inputs after which the server is replaced, as its games stay in memory.
const INPUTS: u32 = 1_000;
/// The server's fixed time, in milliseconds since 1970: noon on 21 November 2026 (UTC).
pub(crate) const NOON: u64 = 1_795_262_400_000;
/// The nodes for each decision of the engine.
const NODES: u64 = 20;

/// A request: method and path in the first line, then the body.
pub fn request(input: &str) {
    let (line, body) = input.split_once('\n').unwrap_or((input, ""));
    let Some((method, path)) = line.split_once(' ') else {
        return;
    };
    with_house(|house| house.runtime.block_on(ask(house, method, path, body)));
}

/// A game's socket: the variant in the first line, then a message to the socket of a new game in each line. `CLOSED` in a line
/// reconnects with what the client has seen so far.
pub fn socket(input: &str) {
    let mut lines = input.lines();
    let Some(variant) = lines.next() else { return };
    let messages: Vec<&str> = lines.take(MOST).collect();
    with_house(|house| house.runtime.block_on(converse(house, variant, &messages)));
}

/// Two clients in the lobby: each line is a message of the first, or, after `other `, of the second. `SEEK` stands for the last seek that
/// was created.
pub fn lobby(input: &str) {
    let messages: Vec<&str> = input.lines().take(MOST).collect();
    with_house(|house| house.runtime.block_on(meet(house, &messages)));
}

/// A player's feed: one message per line.
pub fn feed(input: &str) {
    let messages: Vec<&str> = input.lines().take(MOST).collect();
    with_house(|house| house.runtime.block_on(listen(house, &messages)));
}

/// A server with a database of its own.
pub(crate) struct House {
    pub(crate) runtime: Runtime,
    router: Router,
    /// The number of accounts so far.
    pub(crate) accounts: Cell<u32>,
    /// The listener of the server: each stream that is sent here is a new connection.
    connections: mpsc::UnboundedSender<DuplexStream>,
    /// The number of inputs so far.
    inputs: u32,
    _data: TempDir,
}

thread_local! {
    static HOUSE: RefCell<Option<House>> = const { RefCell::new(None) };
}

/// Closes this thread's server. The end of the thread would be too late: what its tasks hold must be dropped in the context of the
/// runtime, and by then the thread has none.
pub fn close() {
    HOUSE.take();
}

pub(crate) fn with_house(run: impl FnOnce(&House)) {
    HOUSE.with_borrow_mut(|kept| {
        kept.take_if(|house| house.inputs >= INPUTS);
        let house = kept.get_or_insert_with(House::open);
        house.inputs += 1;
        run(house);
    });
}

impl House {
    fn open() -> House {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.expect("a runtime");
        let data = tempfile::tempdir().expect("a directory");
        let settings = Settings {
            data: data.path().to_owned(),
            requests_per_second: 1_000_000,
            messages_per_second: 1_000_000,
            messages_per_client: 1_000_000,
            games_per_hour: 1_000_000,
            games_per_player: 1_000_000,
            accounts_per_hour: 1_000_000,
            passwords_per_second: 1_000_000,
            passkeys_per_minute: 1_000_000,
            mails_per_hour: 1_000_000,
            reports_per_hour: 1_000_000,
            events_per_hour: 1_000_000,
            events_per_organiser: 1_000_000,
            event_commands_per_minute: 1_000_000,
            // The minimum, so that hashing takes no time.
            password_kib: 8,
            // Mails are written, but never delivered.
            public_url: Some("http://localhost:8080".to_owned()),
            smtp_url: Some("smtp://127.0.0.1:9".to_owned().into()),
            mail_from: Some("manifold@localhost".to_owned()),
            sockets_per_client: 1_000_000,
            outbox: 10 * MOST,
            engine_threads: 1,
            engine_pause_ms: 0,
            ping_seconds: 60,
            silence_seconds: 3_600,
            ..Settings::default()
        };
        let system = System::simulated(SimulatedClock::at(NOON), 1);
        let server = runtime.block_on(Server::start_with(settings, system, Some(NODES)));
        let router = server.expect("a server").router();
        let (connections, incoming) = mpsc::unbounded_channel();
        let listening = axum::serve(Streams(incoming), router.clone());
        runtime.spawn(async move { listening.await.expect("it listens") });
        House {
            runtime,
            router,
            connections,
            accounts: Cell::new(0),
            inputs: 0,
            _data: data,
        }
    }
}

/// A listener for in-memory connections.
struct Streams(mpsc::UnboundedReceiver<DuplexStream>);

impl Listener for Streams {
    type Io = DuplexStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (DuplexStream, SocketAddr) {
        match self.0.recv().await {
            Some(stream) => (stream, SocketAddr::from(([127, 0, 0, 1], 1))),
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(SocketAddr::from(([127, 0, 0, 1], 2)))
    }
}

/// A response: its status, content type, the cookies that it sets, and its body.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    kind: String,
    pub(crate) cookies: Vec<String>,
    pub(crate) body: String,
}

impl Answer {
    /// The cookie of a new visitor.
    fn cookie(&self) -> &str {
        self.cookies.first().expect("a visitor")
    }

    /// Asserts that the response is not a server error, and that an error response is a problem document, except to `HEAD`, where there is
    /// no body.
    pub(crate) fn is_sound(&self, method: &Method) {
        assert!(self.status.as_u16() < 500, "{}", self.body);
        if self.status.as_u16() >= 400 && *method != Method::HEAD {
            assert_eq!(self.kind, "application/problem+json");
            let problem = serde_json::from_str(&self.body).expect("JSON");
            is_problem(&problem);
        }
    }
}

pub(crate) async fn send(house: &House, request: Request<Body>) -> Answer {
    let answer = house.router.clone().oneshot(request).await;
    let answer = answer.expect("a router always answers");
    let text = |name| Some(answer.headers().get(name)?.to_str().ok()?.to_owned());
    let kind = text(header::CONTENT_TYPE).unwrap_or_default();
    let cookies = answer.headers().get_all(header::SET_COOKIE);
    let cookies = cookies.iter().filter_map(|cookie| cookie.to_str().ok());
    let cookies = cookies.filter_map(|cookie| Some(cookie.split(';').next()?.to_owned()));
    let cookies = cookies.collect();
    let status = answer.status();
    let body = answer.into_body().collect().await.expect("a body");
    Answer {
        status,
        kind,
        cookies,
        body: String::from_utf8_lossy(&body.to_bytes()).into_owned(),
    }
}

async fn ask(house: &House, method: &str, path: &str, body: &str) {
    let Ok(method) = method.parse::<Method>() else {
        return;
    };
    let request = Request::builder()
        .method(&method)
        .uri(format!("/api/v1/{path}"))
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(body.to_owned()));
    let Ok(request) = request else { return };
    send(house, request).await.is_sound(&method);
}

fn is_problem(problem: &Value) {
    for member in ["type", "title", "detail", "code"] {
        let text = problem[member].as_str().expect("text");
        is_short(&text);
    }
    let status = problem["status"].as_u64().expect("a number");
    assert!((400..500).contains(&status), "{problem}");
}

/// Creates a game, sends these messages to its socket, and reads the replies.
async fn converse(house: &House, variant: &str, messages: &[&str]) {
    let wish = json!({"variant": variant, "opponent": {"kind": "same-board"}});
    let request = Request::post("/api/v1/games")
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from(wish.to_string()));
    let made = send(house, request.expect("a request")).await;
    if !made.status.is_success() {
        return;
    }
    let game: Value = serde_json::from_str(&made.body).expect("JSON");
    let game = game["id"].as_str().expect("a name");
    let cookie = made.cookie();
    let mut seen = None;
    for part in messages.split(|message| *message == "CLOSED") {
        let query = seen.map_or_else(String::new, |n| format!("?have={n}"));
        let address = format!("ws://localhost/api/v1/games/{game}/socket{query}");
        let mut socket = connect(house, &address, cookie).await;
        for message in part {
            let text = Message::text(*message);
            socket.send(text).await.expect("an open socket");
        }
        hear(&mut socket, |said| seen = said["n"].as_u64().or(seen)).await;
    }
    let request = Request::get(format!("/api/v1/games/{game}"))
        .header(header::COOKIE, cookie)
        .body(Body::empty());
    let state = send(house, request.expect("a request")).await;
    assert!(state.status.is_success(), "{}", state.body);
}

async fn connect(house: &House, address: &str, cookie: &str) -> WebSocketStream<DuplexStream> {
    let (ours, theirs) = tokio::io::duplex(1 << 20);
    house.connections.send(theirs).expect("it listens");
    let mut request = address.into_client_request().expect("an address");
    let cookie = cookie.parse().expect("a header");
    request.headers_mut().insert(header::COOKIE, cookie);
    let connected = tokio_tungstenite::client_async(request, ours).await;
    connected.expect("a socket").0
}

/// Lets two new visitors send these messages in the lobby; each is answered before the next.
async fn meet(house: &House, messages: &[&str]) {
    let mut sockets = [enter(house).await, enter(house).await];
    let mut seek = "SEEK".to_owned();
    for line in messages {
        let (who, message) = match line.strip_prefix("other ") {
            Some(message) => (1, message),
            None => (0, *line),
        };
        let text = Message::text(message.replace("SEEK", &seek));
        let socket = &mut sockets[who];
        socket.send(text).await.expect("an open socket");
        let look = |said: &Value| {
            if let ("done", Some(made)) = (kind(said), said["seek"].as_str()) {
                made.clone_into(&mut seek);
            }
        };
        hear(socket, look).await;
    }
    for socket in &mut sockets {
        hear(socket, |_| {}).await;
    }
}

/// A new visitor's socket in the lobby.
async fn enter(house: &House) -> WebSocketStream<DuplexStream> {
    welcome(house, "ws://localhost/api/v1/lobby/socket").await
}

/// A new visitor's socket.
async fn welcome(house: &House, address: &str) -> WebSocketStream<DuplexStream> {
    let request = Request::get("/api/v1/me").body(Body::empty());
    let welcomed = send(house, request.expect("a request")).await;
    connect(house, address, welcomed.cookie()).await
}

/// Sends these messages on a new visitor's feed.
async fn listen(house: &House, messages: &[&str]) {
    let mut socket = welcome(house, "ws://localhost/api/v1/me/socket").await;
    for message in messages {
        let text = Message::text(*message);
        socket.send(text).await.expect("an open socket");
    }
    hear(&mut socket, |_| {}).await;
}

fn kind(said: &Value) -> &str {
    said["t"].as_str().expect("a kind")
}

/// Passes every message to `look`, until the reply to a last ping.
async fn hear(socket: &mut WebSocketStream<DuplexStream>, mut look: impl FnMut(&Value)) {
    const LAST: &str = "the last message of this client";
    let ping = json!({"t": "ping", "id": LAST}).to_string();
    socket.send(Message::text(ping)).await.expect("it is open");
    loop {
        let heard = socket.next().await.expect("it stays open");
        let Message::Text(text) = heard.expect("whole messages") else {
            continue;
        };
        let said: Value = serde_json::from_str(&text).expect("JSON");
        match kind(&said) {
            "pong" if said["id"] == LAST => return,
            "refused" | "failed" => is_problem(&said["problem"]),
            _ => look(&said),
        }
    }
}
