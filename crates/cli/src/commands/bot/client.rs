//! The bot's HTTP client: requests with a token, and streams of JSON lines.

use std::fmt::Display;
use std::io::{BufRead, BufReader};
use std::time::Duration;

use serde_json::Value;
use ureq::http::Response;
use ureq::{Agent, Body};

use crate::failure::Failure;

/// The timeout for connecting, and for responses that are not streams.
const PATIENCE: Duration = Duration::from_secs(30);
/// The longest silence on a stream: the server sends an empty line every five seconds.
const SILENCE: Duration = Duration::from_secs(20);
/// The longest error response that is read, in bytes.
const LONGEST: u64 = 64 * 1024;

/// A server and a token. Clones share their connections.
#[derive(Clone)]
pub(super) struct Client {
    agent: Agent,
    streams: Agent,
    server: String,
    token: String,
}

/// Why a request failed.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The server could not be reached, or its response made no sense: a retry may work.
    Line(String),
    /// The server refused the request.
    Refused {
        /// The HTTP status.
        status: u16,
        /// The reason, for programs.
        code: String,
        /// The reason, for people.
        detail: String,
        /// The delay before the next attempt.
        after: Option<Duration>,
    },
}

impl Trouble {
    /// Whether a retry may work.
    pub(super) fn may_pass(&self) -> bool {
        match self {
            Trouble::Line(_) => true,
            Trouble::Refused { status, .. } => matches!(status, 429 | 500..),
        }
    }

    /// The reason, for people.
    pub(super) fn detail(self) -> String {
        match self {
            Trouble::Line(detail) | Trouble::Refused { detail, .. } => detail,
        }
    }

    /// The delay before a retry.
    pub(super) fn wait(&self) -> Duration {
        match self {
            Trouble::Refused {
                after: Some(after), ..
            } => *after,
            _ => Duration::from_secs(2),
        }
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Failure {
        Failure::World(trouble.detail())
    }
}

impl Client {
    /// A client for the server at this address, such as `https://play.example.org`.
    pub(super) fn new(server: &str, token: &str) -> Client {
        let agent = |of: Duration, whole: Option<Duration>| {
            let config = Agent::config_builder()
                .http_status_as_error(false)
                .max_redirects(0)
                .user_agent(concat!("manifold/", env!("CARGO_PKG_VERSION")))
                .timeout_connect(Some(PATIENCE))
                .timeout_recv_response(Some(of))
                .timeout_recv_body(whole);
            Agent::new_with_config(config.build())
        };
        Client {
            agent: agent(PATIENCE, Some(PATIENCE)),
            streams: agent(SILENCE, None),
            server: server.trim_end_matches('/').to_owned(),
            token: format!("Bearer {token}"),
        }
    }

    /// Sends a GET request.
    pub(super) fn get(&self, path: &str) -> Result<Value, Trouble> {
        let request = self.agent.get(self.url(path));
        let answer = request.header("Authorization", &self.token).call();
        self.read(answer)
    }

    /// Sends a POST request with a JSON body.
    pub(super) fn post(&self, path: &str, body: &Value) -> Result<Value, Trouble> {
        let request = self.agent.post(self.url(path));
        let request = request
            .header("Authorization", &self.token)
            .header("Content-Type", "application/json");
        self.read(request.send(body.to_string()))
    }

    /// Opens a stream of JSON lines.
    pub(super) fn stream(&self, path: &str) -> Result<Stream, Trouble> {
        let request = self.streams.get(self.url(path));
        let answer = request.header("Authorization", &self.token).call();
        let answer = self.succeeded(answer)?;
        let reader = BufReader::new(answer.into_body().into_reader());
        Ok(Stream(Box::new(reader.lines())))
    }

    fn url(&self, path: &str) -> String {
        format!("{}/api/v1{path}", self.server)
    }

    /// A connection problem, with the server's address.
    fn trouble(&self, problem: &dyn Display) -> Trouble {
        Trouble::Line(format!("the server {}: {problem}", self.server))
    }

    /// The response, if its status is a success.
    fn succeeded(
        &self,
        answer: Result<Response<Body>, ureq::Error>,
    ) -> Result<Response<Body>, Trouble> {
        let mut answer = answer.map_err(|error| self.trouble(&error))?;
        let status = answer.status().as_u16();
        if answer.status().is_success() {
            return Ok(answer);
        }
        let text = answer
            .body_mut()
            .with_config()
            .limit(LONGEST)
            .read_to_string();
        let problem: Value = text
            .ok()
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default();
        let text = |member: &str| problem[member].as_str().map(str::to_owned);
        Err(Trouble::Refused {
            status,
            code: text("code").unwrap_or_default(),
            detail: text("detail")
                .unwrap_or_else(|| format!("the server {} answers {status}", self.server)),
            after: problem["retry_after"].as_u64().map(Duration::from_secs),
        })
    }

    /// The JSON body of a response.
    fn read(&self, answer: Result<Response<Body>, ureq::Error>) -> Result<Value, Trouble> {
        let text = self.succeeded(answer)?.body_mut().read_to_string();
        let text = text.map_err(|error| self.trouble(&error))?;
        // Some responses have no body.
        if text.is_empty() {
            return Ok(Value::Null);
        }
        serde_json::from_str(&text)
            .map_err(|_| self.trouble(&"it answers something else than JSON"))
    }
}

/// JSON lines, as they arrive.
pub(super) struct Stream(Box<dyn Iterator<Item = std::io::Result<String>> + Send>);

impl Iterator for Stream {
    type Item = Value;

    /// The next line that is not empty; `None` when the stream has ended, or the connection is lost.
    fn next(&mut self) -> Option<Value> {
        loop {
            let line = self.0.next()?.ok()?;
            if !line.is_empty() {
                return serde_json::from_str(&line).ok();
            }
        }
    }
}
