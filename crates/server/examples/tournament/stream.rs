//! Somebody who follows the stream of the event, and comes back whenever the server is killed.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

use crate::http::Client;

/// Time limit for a line: an empty one comes every five seconds.
const PATIENCE: Duration = Duration::from_secs(15);
/// Time limit for the last entries after the end of the event.
const END: Duration = Duration::from_secs(60);

/// Somebody who follows the stream.
pub(crate) struct Follower {
    told: Arc<Mutex<Vec<Value>>>,
    /// Ends when the stream of the event has come to its end.
    following: JoinHandle<()>,
}

impl Follower {
    /// Follows the stream of an event from its first entry on.
    pub(crate) fn of(client: Client, event: &str) -> Follower {
        let told = Arc::new(Mutex::new(Vec::new()));
        let entries = told.clone();
        let path = format!("/events/{event}/stream");
        let following = tokio::spawn(async move {
            // A broken connection is an error, and only the stream of a finished event ends with its last chunk.
            while follow(&client, &path, &entries).await.is_err() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        });
        Follower { told, following }
    }

    /// Everything that was told, after the end of the event.
    pub(crate) async fn told(self) -> Result<Vec<Value>, io::Error> {
        tokio::time::timeout(END, self.following)
            .await
            .map_err(|_| io::Error::other("the stream does not end with the event"))??;
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(std::mem::take(&mut *told))
    }
}

/// Reads the stream from the next entry on, to its end.
async fn follow(client: &Client, path: &str, told: &Mutex<Vec<Value>>) -> io::Result<()> {
    let told = || told.lock().unwrap_or_else(PoisonError::into_inner);
    let from = told().len() + 1;
    let mut stream = TcpStream::connect(client.address()).await?;
    let request = client.request("GET", &format!("{path}?from={from}"), "");
    stream.write_all(request.as_bytes()).await?;
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    // The head, up to an empty line.
    while line != "\r\n" {
        line.clear();
        if wait(stream.read_line(&mut line)).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if line.starts_with("HTTP/") && !line.contains(" 200 ") {
            return Err(io::Error::other(line));
        }
    }
    let mut text = Vec::new();
    loop {
        line.clear();
        wait(stream.read_line(&mut line)).await?;
        let length = usize::from_str_radix(line.trim_end(), 16).map_err(io::Error::other)?;
        if length == 0 {
            return Ok(());
        }
        let begin = text.len();
        text.resize(begin + length, 0);
        wait(stream.read_exact(&mut text[begin..])).await?;
        wait(stream.read_line(&mut line)).await?;
        while let Some(end) = text.iter().position(|byte| *byte == b'\n') {
            let entry: Vec<u8> = text.drain(..=end).collect();
            if !entry.trim_ascii().is_empty() {
                told().push(serde_json::from_slice(&entry)?);
            }
        }
    }
}

async fn wait<T>(part: impl Future<Output = io::Result<T>>) -> io::Result<T> {
    let waited = tokio::time::timeout(PATIENCE, part).await;
    waited.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))?
}
