//! A server of this program, as a process.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use serde_json::Value;

/// A running server, which is killed when dropped.
pub(crate) struct Server {
    pub(crate) child: Child,
    /// The host and port.
    pub(crate) address: String,
}

/// The response to a request.
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The cookies that it sets, or otherwise those of the request.
    pub(crate) cookies: String,
    /// The JSON body; null if there is none.
    pub(crate) body: Value,
}

impl Server {
    /// Starts a server with these settings, and with cheap password hashes.
    pub(crate) fn start(data: &Path, settings: &[&str]) -> Server {
        Server::start_by(Command::new(env!("CARGO_BIN_EXE_manifold")), data, settings)
    }

    /// Starts a server by this command, to which the arguments of `serve` are added.
    pub(crate) fn start_by(mut program: Command, data: &Path, settings: &[&str]) -> Server {
        program
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(data);
        for setting in ["log=warn", "password_kib=8"].iter().chain(settings) {
            program.args(["--set", setting]);
        }
        let mut child = program
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("an output"))
            .read_line(&mut line)
            .expect("a line");
        let address = line.trim().strip_prefix("Manifold is at http://");
        Server {
            address: address.expect("an address").to_owned(),
            child,
        }
    }

    /// Sends a request.
    pub(crate) fn ask(&self, method: &str, path: &str, cookies: &str, body: &Value) -> Answer {
        let body = match body {
            Value::Null => String::new(),
            body => body.to_string(),
        };
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        write!(
            stream,
            "{method} /api/v1{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nCookie: {cookies}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .expect("written");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("head and body");
        let status = head.split(' ').nth(1).expect("a status");
        let set: Vec<&str> = head
            .lines()
            .filter_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next())
            .collect();
        Answer {
            status: status.parse().expect("a number"),
            cookies: match set.is_empty() {
                true => cookies.to_owned(),
                false => set.join("; "),
            },
            body: serde_json::from_str(body).unwrap_or(Value::Null),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
