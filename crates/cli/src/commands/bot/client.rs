//! The server as a bot meets it: requests with a token, and streams of JSON lines.

use std::fmt::Display;
use std::io::{BufRead, BufReader};
use std::time::Duration;

use serde_json::Value;
use ureq::http::Response;
use ureq::{Agent, Body};

use crate::failure::Failure;

/// How long a connection may take, and an answer that is not a stream.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long a stream may be silent: the server sends an empty line every five seconds.
const SILENCE: Duration = Duration::from_secs(20);
/// The longest problem that is read, in bytes.
const LONGEST: u64 = 64 * 1024;

/// A server and a token. Clones are the same.
#[derive(Clone)]
pub(super) struct Client {
    agent: Agent,
    streams: Agent,
    server: String,
    token: String,
}

/// Why something was not done.
#[derive(Debug)]
pub(super) enum Trouble {
    /// The server could not be reached, or said nothing that makes sense: it may be tried again.
    Line(String),
    /// The server refuses.
    Refused {
        /// The HTTP status.
        status: u16,
        /// Why, for programs.
        code: String,
        /// Why, for people.
        detail: String,
        /// The delay before the next attempt.
        after: Option<Duration>,
    },
}

impl Trouble {
    /// Whether the same may work later.
    pub(super) fn may_pass(&self) -> bool {
        match self {
            Trouble::Line(_) => true,
            Trouble::Refused { status, .. } => matches!(status, 429 | 500..),
        }
    }

    /// Why, for people.
    pub(super) fn detail(self) -> String {
        match self {
            Trouble::Line(detail) | Trouble::Refused { detail, .. } => detail,
        }
    }

    /// How long to wait before that.
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
    /// `server` is its address, such as `https://play.example.org`.
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

    /// Asks for something.
    pub(super) fn get(&self, path: &str) -> Result<Value, Trouble> {
        let request = self.agent.get(self.url(path));
        let answer = request.header("Authorization", &self.token).call();
        self.read(answer)
    }

    /// Sends something.
    pub(super) fn post(&self, path: &str, body: &Value) -> Result<Value, Trouble> {
        let request = self.agent.post(self.url(path));
        let request = request
            .header("Authorization", &self.token)
            .header("Content-Type", "application/json");
        self.read(request.send(body.to_string()))
    }

    /// Opens a stream.
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

    /// A problem of the line, with the server's address.
    fn trouble(&self, problem: &dyn Display) -> Trouble {
        Trouble::Line(format!("the server {}: {problem}", self.server))
    }

    /// The answer, if the server does what was asked.
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

    /// The JSON of an answer.
    fn read(&self, answer: Result<Response<Body>, ureq::Error>) -> Result<Value, Trouble> {
        let text = self.succeeded(answer)?.body_mut().read_to_string();
        let text = text.map_err(|error| self.trouble(&error))?;
        // Some requests are only done.
        if text.is_empty() {
            return Ok(Value::Null);
        }
        serde_json::from_str(&text)
            .map_err(|_| self.trouble(&"it answers something else than JSON"))
    }
}

/// Lines of JSON, as they come.
pub(super) struct Stream(Box<dyn Iterator<Item = std::io::Result<String>> + Send>);

impl Iterator for Stream {
    type Item = Value;

    /// The next line that says something; `None` when the stream has ended, or its line has broken.
    fn next(&mut self) -> Option<Value> {
        loop {
            let line = self.0.next()?.ok()?;
            if !line.is_empty() {
                return serde_json::from_str(&line).ok();
            }
        }
    }
}
