//! Just enough of HTTP to make games.

use std::io;
use std::net::SocketAddr;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// A connection that stays open.
pub(crate) struct Http {
    address: SocketAddr,
    stream: BufReader<TcpStream>,
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// All cookies that it sets, as a request shows them.
    pub(crate) cookie: Option<String>,
    pub(crate) body: Vec<u8>,
}

impl Http {
    pub(crate) async fn connect(address: SocketAddr) -> io::Result<Http> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Http {
            address,
            stream: BufReader::new(stream),
        })
    }

    pub(crate) async fn ask(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> io::Result<Answer> {
        let headers: String = headers
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n{headers}Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        self.read_answer().await
    }

    async fn read_answer(&mut self) -> io::Result<Answer> {
        let broken = || io::Error::from(io::ErrorKind::InvalidData);
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        let status = line.split(' ').nth(1).and_then(|word| word.parse().ok());
        let mut length = 0;
        let mut cookie = None;
        loop {
            line.clear();
            self.stream.read_line(&mut line).await?;
            let Some((name, value)) = line.trim_end().split_once(": ") else {
                break;
            };
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.parse().map_err(|_| broken())?,
                "set-cookie" => {
                    // A cookie that is taken away has no value.
                    let set = value.split(';').next().filter(|set| !set.ends_with('='));
                    cookie = cookie
                        .into_iter()
                        .chain(set.map(str::to_owned))
                        .reduce(|cookies, set| format!("{cookies}; {set}"));
                }
                _ => {}
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await?;
        Ok(Answer {
            status: status.ok_or_else(broken)?,
            cookie,
            body,
        })
    }
}
