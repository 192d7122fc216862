//! Just enough HTTP to request JSON with a cookie.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Time limit for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Everybody's password.
pub(crate) const PASSWORD: &str = "a knight on the rim";

/// A client, signed in or not.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    address: SocketAddr,
    cookie: Option<String>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    cookies: Vec<String>,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> Client {
        Client {
            address,
            cookie: None,
        }
    }

    /// A client with a new account.
    pub(crate) async fn signed_up(address: SocketAddr, name: &str) -> io::Result<Client> {
        let mut client = Client::new(address);
        let body = serde_json::json!({"username": name, "password": PASSWORD});
        let answer = client.post("/account", &body).await?;
        if answer.status != 201 {
            return Err(io::Error::other(format!("{name}: {}", answer.body)));
        }
        client.keep_session(&answer);
        Ok(client)
    }

    /// Goes on under the session that an answer gives.
    pub(crate) fn keep_session(&mut self, answer: &Answer) {
        let mut cookies = answer.cookies.iter();
        let session = cookies.find(|cookie| cookie.starts_with("manifold-session="));
        if let Some(session) = session {
            self.cookie = Some(session.clone());
        }
    }

    pub(crate) async fn get(&self, path: &str) -> io::Result<Answer> {
        self.ask("GET", path, "").await
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> io::Result<Answer> {
        self.ask("POST", path, &body.to_string()).await
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> io::Result<Answer> {
        self.ask("PUT", path, &body.to_string()).await
    }

    /// The address of the server.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// A request as it is sent.
    pub(crate) fn request(&self, method: &str, path: &str, body: &str) -> String {
        let cookie = match &self.cookie {
            Some(cookie) => format!("Cookie: {cookie}\r\n"),
            None => String::new(),
        };
        format!(
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\n{cookie}Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
    }

    async fn ask(&self, method: &str, path: &str, body: &str) -> io::Result<Answer> {
        let request = self.request(method, path, body);
        let asked = async {
            let mut stream = TcpStream::connect(self.address).await?;
            stream.write_all(request.as_bytes()).await?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await?;
            read(&String::from_utf8_lossy(&answer))
        };
        let asked = tokio::time::timeout(PATIENCE, asked).await;
        asked.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
    }
}

fn read(text: &str) -> io::Result<Answer> {
    let broken = || io::Error::from(io::ErrorKind::InvalidData);
    let (head, body) = text.split_once("\r\n\r\n").ok_or_else(broken)?;
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
    let mut cookies = Vec::new();
    let mut is_chunked = false;
    let mut length = None;
    for line in head.lines().skip(1) {
        let Some((name, value)) = line.split_once(": ") else {
            continue;
        };
        match name.to_ascii_lowercase().as_str() {
            "set-cookie" => cookies.extend(value.split(';').next().map(str::to_owned)),
            "transfer-encoding" => is_chunked = value.contains("chunked"),
            "content-length" => length = value.parse::<usize>().ok(),
            _ => {}
        }
    }
    if length.is_some_and(|length| body.len() < length) {
        return Err(broken());
    }
    Ok(Answer {
        status: status.ok_or_else(broken)?,
        cookies,
        body: match is_chunked {
            true => chunks(body).ok_or_else(broken)?,
            false => body.to_owned(),
        },
    })
}

fn chunks(mut rest: &str) -> Option<String> {
    let mut body = String::new();
    loop {
        let (length, after) = rest.split_once("\r\n")?;
        let length = usize::from_str_radix(length, 16).ok()?;
        if length == 0 {
            return Some(body);
        }
        body.push_str(after.get(..length)?);
        rest = after.get(length + 2..)?;
    }
}
