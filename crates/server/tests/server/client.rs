//! A server for one test, and clients of it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use manifold_server::{Addresses, Background, Server, Settings, SimulatedClock, System};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};
use tempfile::TempDir;
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::{oneshot, watch};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tower::ServiceExt;

/// A valid password.
pub(crate) const PASSWORD: &str = "a knight on the rim";

/// The start of simulated time, in milliseconds since 1970: noon on 21 November 2026 (UTC).
pub(crate) const NOON: u64 = 1_795_262_400_000;

/// The timeout for any answer.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

async fn heartbeat(database: &mut SqliteConnection) -> i64 {
    let last = sqlx::query_scalar("SELECT coalesce(max(at), 0) FROM heartbeat");
    last.fetch_one(database).await.expect("a number")
}

/// A running server with a database of its own.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    /// The address of the metrics, if they are served.
    pub(crate) metrics: Option<SocketAddr>,
    pub(crate) router: Router,
    pub(crate) metrics_router: Router,
    pub(crate) data: TempDir,
    /// The clock, which only the test advances.
    pub(crate) clock: SimulatedClock,
    live_games: watch::Receiver<usize>,
    background: Background,
    stop: Option<oneshot::Sender<()>>,
    running: Option<tokio::task::JoinHandle<()>>,
}

impl House {
    /// A deterministic server.
    pub(crate) async fn open() -> House {
        House::with(|_| {}).await
    }

    pub(crate) async fn with(change: impl FnOnce(&mut Settings)) -> House {
        let data = tempfile::tempdir().expect("a directory");
        House::on(data, 1, NOON, change).await
    }

    /// A server whose engine uses its thinking time, behind a proxy that names the clients' addresses.
    pub(crate) async fn thinking(change: impl FnOnce(&mut Settings)) -> House {
        let data = tempfile::tempdir().expect("a directory");
        let behind_proxy = |settings: &mut Settings| {
            settings.behind_proxy = true;
            change(settings);
        };
        House::open_on(data, 1, NOON, None, behind_proxy).await
    }

    /// A server on a data directory, which may have data already, at a point in time.
    pub(crate) async fn on(
        data: TempDir,
        seed: u64,
        epoch_ms: u64,
        change: impl FnOnce(&mut Settings),
    ) -> House {
        House::open_on(data, seed, epoch_ms, Some(300), change).await
    }

    async fn open_on(
        data: TempDir,
        seed: u64,
        epoch_ms: u64,
        engine_nodes: Option<u64>,
        change: impl FnOnce(&mut Settings),
    ) -> House {
        let mut settings = Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            data: data.path().to_owned(),
            requests_per_second: 10_000,
            messages_per_second: 10_000,
            messages_per_client: 10_000,
            games_per_hour: 10_000,
            accounts_per_hour: 10_000,
            passwords_per_second: 10_000,
            passkeys_per_minute: 10_000,
            events_per_hour: 10_000,
            events_per_organiser: 10_000,
            event_commands_per_minute: 10_000,
            // The minimum: the tests are about everything else.
            password_kib: 8,
            sockets_per_client: 10_000,
            connections_per_client: 10_000,
            engine_threads: 1,
            // Leaderboards are not cached.
            leaderboard_seconds: 0,
            // The engine answers as soon as it has decided, and a client that the test does not read for a while is not disconnected.
            engine_pause_ms: 0,
            ping_seconds: 60,
            silence_seconds: 3_600,
            ..Settings::default()
        };
        change(&mut settings);
        let clock = SimulatedClock::at(epoch_ms);
        let system = System::simulated(clock.clone(), seed);
        let server = Server::start_with(settings, system, engine_nodes)
            .await
            .expect("a server");
        let router = server.router();
        let metrics_router = server.metrics_router();
        let live_games = server.live_games();
        let background = server.background();
        let (stop, stopped) = oneshot::channel();
        let (told, address) = oneshot::channel();
        let running = tokio::spawn(async move {
            let told = move |at: Addresses| told.send(at).expect("somebody asks");
            let stopped = async {
                let _ = stopped.await;
            };
            server.listen(told, stopped).await.expect("it listens");
        });
        let Addresses { site, metrics } = address.await.expect("an address");
        House {
            address: site,
            metrics,
            router,
            metrics_router,
            data,
            clock,
            live_games,
            background,
            stop: Some(stop),
            running: Some(running),
        }
    }

    /// Stops the server as an operator does; returns its data.
    pub(crate) async fn close(mut self) -> TempDir {
        let _ = self.stop.take().map(|stop| stop.send(()));
        if let Some(running) = self.running.take() {
            running.await.expect("a clean end");
        }
        self.data
    }

    /// Waits until all due mails and push messages have been sent, or tried.
    pub(crate) async fn all_sent(&self) {
        self.background.has_sent().await;
    }

    /// Waits until the server has handled everything that is due in events.
    pub(crate) async fn tends_events(&self) {
        self.background.has_tended_events().await;
    }

    /// Waits until the server has created the arenas of the coming week, or has failed to.
    pub(crate) async fn makes_weekly_arenas(&self) {
        self.background.has_made_weekly_arenas().await;
    }

    /// Polls until there is an answer, for at most [`PATIENCE`].
    pub(crate) async fn eventually<T>(
        &self,
        what: &str,
        look: impl AsyncFnMut() -> Option<T>,
    ) -> T {
        let found = self.patiently(look).await;
        found.unwrap_or_else(|| panic!("{what}: never"))
    }

    /// As [`House::eventually`], for tests that report a timeout themselves.
    pub(crate) async fn patiently<T>(&self, mut look: impl AsyncFnMut() -> Option<T>) -> Option<T> {
        let looks = async {
            loop {
                if let Some(found) = look().await {
                    return found;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(PATIENCE, looks).await.ok()
    }

    /// Clears the server's session cache, as happens when somebody creates an account.
    pub(crate) async fn looks_sessions_up_anew(&self, somebody: &str) {
        self.signed_up(somebody).await;
    }

    /// Waits until the server has checked the games that need attention, and told their tables what it found.
    pub(crate) async fn looks_after_games(&self) {
        let mut connection = self.database().await;
        // The heartbeat is stored before each check, so the second one comes after the first check.
        for _ in 0..2 {
            let before = heartbeat(&mut connection).await;
            self.clock.advance(1);
            let passes = async || (heartbeat(&mut connection).await > before).then_some(());
            self.eventually("a sign of life", passes).await;
        }
    }

    /// The metrics, as Prometheus reads them.
    pub(crate) async fn metrics(&self) -> String {
        let request = Request::get("/metrics").body(Body::empty());
        let request = request.expect("a request");
        let answer = self.metrics_router.clone().oneshot(request).await;
        let answer = answer.expect("a router always answers");
        let body = answer.into_body().collect().await.expect("a body");
        String::from_utf8_lossy(&body.to_bytes()).into_owned()
    }

    /// A connection to the database, bypassing the server.
    pub(crate) async fn database(&self) -> SqliteConnection {
        let file = self.data.path().join("manifold.sqlite");
        let options = SqliteConnectOptions::new().filename(file);
        options.connect().await.expect("a database")
    }

    /// Waits until no game is in memory any more.
    pub(crate) async fn all_games_put_away(&mut self) {
        self.until_games(|games| games == 0).await;
    }

    /// Waits until the number of games in memory is as wanted.
    pub(crate) async fn until_games(&mut self, wanted: impl Fn(usize) -> bool) {
        let there = self.live_games.wait_for(|games| wanted(*games));
        let there = tokio::time::timeout(PATIENCE, there).await;
        there.expect("in time").expect("a running server");
    }

    /// A new visitor.
    pub(crate) fn visitor(&self) -> Client {
        Client {
            router: self.router.clone(),
            address: self.address,
            cookies: BTreeMap::new(),
            network: None,
            token: None,
            asked: Arc::default(),
            clock: self.clock.clone(),
        }
    }

    /// A visitor who has signed up with [`PASSWORD`].
    pub(crate) async fn signed_up(&self, username: &str) -> Client {
        let mut client = self.visitor();
        let made = client.account("/account", username, PASSWORD).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
        client
    }

    /// A program with a token.
    pub(crate) fn program(&self, token: &str) -> Client {
        Client {
            token: Some(token.to_owned()),
            ..self.visitor()
        }
    }

    /// A program with an address of its own, as the proxy in front reports.
    pub(crate) fn program_from(&self, token: &str, network: &'static str) -> Client {
        Client {
            network: Some(network),
            ..self.program(token)
        }
    }

    /// A visitor with an address of its own, as the proxy in front reports.
    pub(crate) fn visitor_from(&self, network: &'static str) -> Client {
        Client {
            network: Some(network),
            ..self.visitor()
        }
    }
}

impl House {
    /// A client of another house, as a client of this one with the same cookies and token.
    pub(crate) fn knows(&self, client: &Client) -> Client {
        Client {
            cookies: client.cookies.clone(),
            token: client.token.clone(),
            asked: Arc::clone(&client.asked),
            ..self.visitor()
        }
    }
}

/// A browser or bot.
#[derive(Clone)]
pub(crate) struct Client {
    router: Router,
    address: SocketAddr,
    cookies: BTreeMap<String, String>,
    /// The client's address, as the proxy in front reports.
    network: Option<&'static str>,
    /// The token that is sent with every request, if it is a program.
    token: Option<String>,
    /// The number of requests so far, which gives each an identifier of its own.
    asked: Arc<AtomicU32>,
    /// A clock with the same time as the server's machine.
    pub(crate) clock: SimulatedClock,
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) kind: String,
    pub(crate) text: String,
    /// The seconds in the `Retry-After` header.
    pub(crate) retry_after: Option<u64>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text)
            .unwrap_or_else(|error| panic!("{error}: {} {}", self.status, self.text))
    }

    /// The body of a response that must be a success.
    pub(crate) fn good(&self) -> Value {
        assert!(self.status.is_success(), "{} {}", self.status, self.text);
        self.json()
    }

    /// The problem of a request that must be refused with this status and code.
    pub(crate) fn refused(&self, status: u16, code: &str) -> Value {
        assert!(self.is_problem(), "{}", self.text);
        let problem = self.json();
        assert_eq!(
            (problem["status"].as_u64(), problem["code"].as_str()),
            (Some(status.into()), Some(code)),
            "{problem}"
        );
        assert_eq!(
            problem["retry_after"].as_u64(),
            self.retry_after,
            "{problem}"
        );
        says_its_wait(&problem);
        problem
    }

    /// Asserts that a rate limit was hit, and returns the seconds until a retry can succeed.
    pub(crate) fn refused_for_a_while(&self) -> u64 {
        let problem = self.refused(429, "too-many");
        says_its_wait(&problem).unwrap_or_else(|| panic!("{problem}"))
    }

    /// Whether it is a problem document (RFC 9457) with all members that the API promises.
    pub(crate) fn is_problem(&self) -> bool {
        self.kind == "application/problem+json"
            && is_problem(&self.json())
            && self.json()["status"] == self.status.as_u16()
    }
}

/// The seconds after which a retry can succeed, if the problem gives them; asserts that its text agrees.
pub(crate) fn says_its_wait(problem: &Value) -> Option<u64> {
    let seconds = problem["retry_after"].as_u64();
    let detail = problem["detail"].as_str().expect("a sentence");
    let told = seconds.map(|seconds| match seconds {
        ..120 => format!("Try again in {seconds} s."),
        _ => format!("Try again in {} min.", seconds.div_ceil(60)),
    });
    match told {
        Some(told) => assert!(detail.ends_with(&told), "{problem}"),
        None => assert!(!detail.contains("Try again in"), "{problem}"),
    }
    seconds
}

pub(crate) fn is_problem(problem: &Value) -> bool {
    ["type", "title", "detail", "code"]
        .iter()
        .all(|member| problem[member].is_string())
        && problem["status"].is_u64()
}

impl Client {
    /// The value of the `Cookie` header, once the client has any cookies.
    pub(crate) fn cookie(&self) -> Option<String> {
        let cookies = self.cookies.iter();
        let cookies: Vec<String> = cookies
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        (!cookies.is_empty()).then(|| cookies.join("; "))
    }

    /// Stores a cookie, or deletes one that the server clears.
    pub(crate) fn keep(&mut self, cookie: &str) {
        let (cookie, rest) = cookie.split_once(';').unwrap_or((cookie, ""));
        let (name, value) = cookie.split_once('=').expect("a cookie");
        match rest.contains("Max-Age=0") {
            true => self.cookies.remove(name),
            false => self.cookies.insert(name.to_owned(), value.to_owned()),
        };
    }

    /// Signs up, or signs in, with a name and a password.
    pub(crate) async fn account(&mut self, path: &str, username: &str, password: &str) -> Answer {
        let body = json!({"username": username, "password": password});
        self.post(path, body).await
    }

    pub(crate) async fn send(&mut self, mut request: Request<Body>) -> Answer {
        if let Some(cookie) = self.cookie() {
            let cookie = cookie.parse().expect("a header");
            request.headers_mut().insert(header::COOKIE, cookie);
        }
        self.show_token(request.headers_mut());
        if let Some(network) = self.network {
            let network = network.parse().expect("a header");
            request.headers_mut().insert("x-forwarded-for", network);
        }
        let answer = self.router.clone().oneshot(request).await;
        let answer = answer.expect("a router always answers");
        let text = |name| {
            let value = answer.headers().get(name)?;
            Some(value.to_str().expect("text").to_owned())
        };
        for cookie in answer.headers().get_all(header::SET_COOKIE) {
            self.keep(cookie.to_str().expect("text"));
        }
        let kind = text(header::CONTENT_TYPE).unwrap_or_default();
        let retry_after = text(header::RETRY_AFTER).map(|text| text.parse().expect("seconds"));
        let status = answer.status();
        let body = answer.into_body().collect().await.expect("a body");
        let text = String::from_utf8_lossy(&body.to_bytes()).into_owned();
        Answer {
            status,
            kind,
            text,
            retry_after,
        }
    }

    /// A stream of JSON lines.
    pub(crate) async fn stream(&self, path: &str) -> Lines {
        let answer = self.try_stream(path).await;
        assert_eq!(answer.status(), StatusCode::OK);
        Lines {
            body: answer.into_body().into_data_stream(),
            rest: String::new(),
        }
    }

    /// The response to a request for a stream, whatever its status.
    pub(crate) async fn try_stream(&self, path: &str) -> axum::response::Response {
        let mut request = Request::builder()
            .uri(format!("/api/v1{path}"))
            .body(Body::empty())
            .expect("a request");
        if let Some(cookie) = self.cookie() {
            let cookie = cookie.parse().expect("a header");
            request.headers_mut().insert(header::COOKIE, cookie);
        }
        self.show_token(request.headers_mut());
        let answer = self.router.clone().oneshot(request).await;
        answer.expect("a router always answers")
    }

    pub(crate) async fn ask(&mut self, method: Method, path: &str, body: Option<&Value>) -> Answer {
        let request = Request::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header(header::CONTENT_TYPE, "application/json");
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        self.send(request.body(body).expect("a request")).await
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.ask(Method::GET, path, None).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.ask(Method::POST, path, Some(&body)).await
    }

    /// Sends a POST request with an `Idempotency-Key`.
    pub(crate) async fn post_once(&mut self, path: &str, key: &str, body: Value) -> Answer {
        let request = Request::post(format!("/api/v1{path}"))
            .header(header::CONTENT_TYPE, "application/json")
            .header("Idempotency-Key", key)
            .body(Body::from(body.to_string()))
            .expect("a request");
        self.send(request).await
    }

    /// Makes a token of the account that is signed in.
    pub(crate) async fn make_token(&mut self, password: &str, scopes: &[&str]) -> Value {
        let body = json!({"password": password, "name": "a program", "scopes": scopes, "days": 30});
        self.post("/account/tokens", body).await.good()
    }

    /// Creates a game and returns its identifier.
    pub(crate) async fn make(&mut self, wish: Value) -> String {
        let made = self.post("/games", wish).await.good();
        made["id"].as_str().expect("a name").to_owned()
    }

    pub(crate) async fn socket(&self, game: &str, query: &str) -> Socket {
        self.try_socket(game, query).await.expect("a socket")
    }

    pub(crate) async fn try_socket(&self, game: &str, query: &str) -> Result<Socket, Error> {
        let request = self.socket_request(game, query);
        let stream = TcpStream::connect(self.address).await?;
        let (stream, _) = tokio_tungstenite::client_async(request, stream).await?;
        Ok(self.talking(stream))
    }

    /// A socket in the lobby.
    pub(crate) async fn lobby(&self) -> Socket {
        self.try_lobby().await.expect("a socket")
    }

    pub(crate) async fn try_lobby(&self) -> Result<Socket, Error> {
        self.try_socket_at("/lobby/socket").await
    }

    /// The player's own feed.
    pub(crate) async fn feed(&self) -> Socket {
        self.try_socket_at("/me/socket").await.expect("a socket")
    }

    async fn try_socket_at(&self, path: &str) -> Result<Socket, Error> {
        let stream = TcpStream::connect(self.address).await?;
        let request = self.request_for(path);
        let (stream, _) = tokio_tungstenite::client_async(request, stream).await?;
        Ok(self.talking(stream))
    }

    /// A spectator's socket with a small receive buffer.
    pub(crate) async fn narrow_socket(&self, game: &str) -> Socket {
        let stream = TcpSocket::new_v4().expect("a socket");
        stream.set_recv_buffer_size(4_096).expect("a size");
        let stream = stream.connect(self.address).await.expect("a connection");
        self.socket_over(stream, game).await
    }

    /// A socket over an open connection.
    pub(crate) async fn socket_over(&self, stream: TcpStream, game: &str) -> Socket {
        let request = self.socket_request(game, "");
        let opened = tokio_tungstenite::client_async(request, stream).await;
        self.talking(opened.expect("a socket").0)
    }

    fn socket_request(&self, game: &str, query: &str) -> Request<()> {
        self.request_for(&format!("/games/{game}/socket{query}"))
    }

    fn request_for(&self, path: &str) -> Request<()> {
        let url = format!("ws://{}/api/v1{path}", self.address);
        let mut request = url.into_client_request().expect("an address");
        if let Some(cookie) = self.cookie() {
            let cookie = cookie.parse().expect("a header");
            request.headers_mut().insert(header::COOKIE, cookie);
        }
        self.show_token(request.headers_mut());
        if let Some(network) = self.network {
            let network = network.parse().expect("a header");
            request.headers_mut().insert("x-forwarded-for", network);
        }
        request
    }

    fn show_token(&self, headers: &mut HeaderMap) {
        if let Some(token) = &self.token {
            let token = format!("Bearer {token}").parse().expect("a header");
            headers.insert(header::AUTHORIZATION, token);
        }
    }

    fn talking(&self, stream: WebSocketStream<TcpStream>) -> Socket {
        Socket {
            stream,
            asked: Arc::clone(&self.asked),
        }
    }
}

/// The actions that `options` list, except phase-outs; in a collision the returning piece stays.
pub(crate) fn actions_in(options: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let mut actions = Vec::new();
    for one in options["actions"].as_array().into_iter().flatten() {
        let collisions = one["collisions"].as_array().map_or(0, Vec::len);
        actions.push(text(&one["action"]) + &"/r".repeat(collisions));
    }
    for kind in ["moves", "explosions", "reveals"] {
        for (begin, ends) in options[kind].as_object().into_iter().flatten() {
            let ends = ends.as_str().expect("text").split(' ');
            actions.extend(ends.map(|end| in_full(begin, end)));
        }
    }
    actions
}

/// An action in full, from its beginning and its end as `options` list them.
fn in_full(begin: &str, end: &str) -> String {
    // DMChess: `Nd8g8` with `e7` in the same dimension, or `1g4` in another.
    match (begin.len(), end.as_bytes()[0]) {
        (5, dimension) if dimension.is_ascii_digit() => format!("{begin}-d{end}"),
        (5, _) => format!("{begin}-{}{end}", &begin[1..3]),
        _ => format!("{begin}{end}"),
    }
}

/// An open stream of JSON lines.
pub(crate) struct Lines {
    body: axum::body::BodyDataStream,
    rest: String,
}

impl Lines {
    /// The next line, which may be empty; `None` when the stream has ended.
    pub(crate) async fn next_line(&mut self) -> Option<String> {
        let next = async {
            loop {
                if let Some((line, rest)) = self.rest.split_once('\n') {
                    let line = line.to_owned();
                    self.rest = rest.to_owned();
                    return Some(line);
                }
                let part = self.body.next().await?.ok()?;
                self.rest
                    .push_str(std::str::from_utf8(&part).expect("text"));
            }
        };
        tokio::time::timeout(PATIENCE, next)
            .await
            .expect("a line in time")
    }

    /// The next line that is not empty.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let line = self.next_line().await?;
            if !line.is_empty() {
                return Some(serde_json::from_str(&line).expect("JSON"));
            }
        }
    }
}

/// An open socket of a game.
pub(crate) struct Socket {
    stream: WebSocketStream<TcpStream>,
    asked: Arc<AtomicU32>,
}

impl Socket {
    pub(crate) async fn say(&mut self, message: Value) {
        self.say_text(message.to_string()).await;
    }

    pub(crate) async fn say_text(&mut self, text: String) {
        self.say_any(Message::Text(text.into())).await;
    }

    pub(crate) async fn say_any(&mut self, message: Message) {
        // If the server has hung up, the next read notices it.
        let _ = self.stream.send(message).await;
    }

    /// The next message as text; `None` when the server has hung up.
    pub(crate) async fn next_text(&mut self) -> Option<String> {
        let next = async {
            loop {
                match self.stream.next().await? {
                    Ok(Message::Text(text)) => return Some(text.to_string()),
                    Ok(Message::Close(_)) | Err(_) => return None,
                    Ok(_) => {}
                }
            }
        };
        tokio::time::timeout(PATIENCE, next)
            .await
            .expect("an answer in time")
    }

    pub(crate) async fn next(&mut self) -> Value {
        let text = self.next_text().await.expect("an open socket");
        serde_json::from_str(&text).expect("JSON")
    }

    /// The next message of a kind; others are skipped.
    pub(crate) async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["t"] == kind {
                return message;
            }
        }
    }

    /// The server's answer to a request: `ack` or `refused`.
    pub(crate) async fn next_answer(&mut self) -> Value {
        loop {
            let message = self.next().await;
            if message["t"] == "ack" || message["t"] == "refused" {
                return message;
            }
        }
    }

    /// Sends a request and returns the server's answer, such as `ack` or `refused`.
    pub(crate) async fn request(&mut self, mut message: Value) -> Value {
        let number = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
        let id = format!("request {number}");
        message["id"] = json!(id);
        self.say(message).await;
        loop {
            let answer = self.next().await;
            if answer["id"] == id.as_str() {
                return answer;
            }
        }
    }

    /// Acts, after event `n`.
    pub(crate) async fn act(&mut self, n: u64, action: &str) -> Value {
        self.request(json!({"t": "act", "n": n, "action": action}))
            .await
    }

    /// Acts, and fails the test if that is refused; returns the number of the event.
    pub(crate) async fn play(&mut self, n: u64, action: &str) -> u64 {
        let answer = self.act(n, action).await;
        assert_eq!(answer["t"], "ack", "{action}: {answer}");
        answer["n"].as_u64().expect("a number")
    }

    /// Reads until the server closes, closes as well and waits until the connection has ended; returns the server's close code.
    pub(crate) async fn ends_with(&mut self) -> Result<u16, Error> {
        let mut code = None;
        let end = async {
            while let Some(message) = self.stream.next().await {
                if let Message::Close(Some(frame)) = message? {
                    code = Some(frame.code.into());
                }
            }
            Ok(code.expect("a code"))
        };
        let end = tokio::time::timeout(PATIENCE, end).await;
        end.expect("an end in time")
    }

    /// Drops the connection without closing it properly.
    pub(crate) fn cut(self) {
        drop(self.stream);
    }
}
