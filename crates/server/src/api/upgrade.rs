//! WebSockets that cost little memory.
//!
//! For every socket the WebSocket library keeps a buffer as large as the largest frame that it ever
//! wrote, and a state can have a hundred KiB. So texts bypass the library and are written straight from
//! the buffer that all readers of the same view share: that takes no copy, and one write for each text.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{self, Poll, ready};

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::{Buf, Bytes};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::FrameHeader;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error, Message};

use super::problem::{Code, Problem};
use crate::table::update::Encoded;

/// The largest message of a client, in bytes.
const MESSAGE: usize = 4 * 1024;
/// Maximum number of bytes read for one message: it can come in several frames, which the library assembles before anybody can count
/// them.
const READ: usize = 3 * MESSAGE;

/// A request to upgrade to a WebSocket.
pub(super) struct Upgrade {
    upgraded: OnUpgrade,
    accept: HeaderValue,
}

/// Whether a header has this word in its list.
fn has(headers: &HeaderMap, name: &HeaderName, word: &str) -> bool {
    headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .any(|part| part.trim().eq_ignore_ascii_case(word))
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Upgrade, Problem> {
        let headers = &parts.headers;
        let asked = has(headers, &header::CONNECTION, "upgrade")
            && has(headers, &header::UPGRADE, "websocket")
            && has(headers, &header::SEC_WEBSOCKET_VERSION, "13");
        let key = headers
            .get(header::SEC_WEBSOCKET_KEY)
            .filter(|_| asked)
            .map(|key| derive_accept_key(key.as_bytes()))
            .and_then(|accept| HeaderValue::try_from(accept).ok());
        let upgraded = parts.extensions.remove::<OnUpgrade>();
        match (key, upgraded) {
            (Some(accept), Some(upgraded)) => Ok(Upgrade { upgraded, accept }),
            _ => Err(Problem::new(
                Code::UpgradeRequired,
                "This address is a WebSocket: ask for an upgrade.",
            )),
        }
    }
}

impl Upgrade {
    /// Answers the request, and serves the socket when the client has the answer.
    pub(super) fn serve<F>(self, serve: impl FnOnce(Stream) -> F + Send + 'static) -> Response
    where
        F: Future<Output = ()> + Send,
    {
        let Upgrade { upgraded, accept } = self;
        tokio::spawn(async move {
            let Ok(upgraded) = upgraded.await else {
                return;
            };
            let config = WebSocketConfig::default()
                // With the default buffer an idle socket would use fifteen times as much memory.
                .read_buffer_size(4096)
                .write_buffer_size(0)
                .max_write_buffer_size(1024 * 1024)
                .max_message_size(Some(MESSAGE))
                .max_frame_size(Some(MESSAGE));
            let io = Metered::new(TokioIo::new(upgraded));
            let stream = WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await;
            // On the heap, so that the memory of the handshake is not kept for as long.
            Box::pin(serve(Stream::new(stream))).await;
        });
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = response.headers_mut();
        headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
        response
    }
}

/// A connection that limits how many bytes are read from it.
struct Metered<C> {
    connection: C,
    /// The bytes that may still be read.
    left: usize,
}

impl<C> Metered<C> {
    fn new(connection: C) -> Metered<C> {
        Metered {
            connection,
            left: READ,
        }
    }
}

impl<C: AsyncRead + Unpin> AsyncRead for Metered<C> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut task::Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.left == 0 {
            let problem = "a message in too many frames";
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::InvalidData, problem)));
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.connection).poll_read(context, buffer))?;
        let read = buffer.filled().len() - before;
        self.left = self.left.saturating_sub(read);
        Poll::Ready(Ok(()))
    }
}

impl<C: AsyncWrite + Unpin> AsyncWrite for Metered<C> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut task::Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.connection).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut task::Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.connection).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.connection.is_write_vectored()
    }

    fn poll_flush(
        mut self: Pin<&mut Self>,
        context: &mut task::Context<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_flush(context)
    }

    fn poll_shutdown(
        mut self: Pin<&mut Self>,
        context: &mut task::Context<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_shutdown(context)
    }
}

/// An open WebSocket.
pub(super) struct Stream {
    socket: WebSocketStream<Metered<TokioIo<Upgraded>>>,
    /// The unwritten rest of up to two texts, in this order. All later writes must wait for it, because a write may have been
    /// abandoned halfway.
    unsent: [Bytes; 2],
}

impl Stream {
    fn new(socket: WebSocketStream<Metered<TokioIo<Upgraded>>>) -> Stream {
        Stream {
            socket,
            unsent: Default::default(),
        }
    }

    /// The next message; `None` when the client has gone.
    pub(super) async fn next(&mut self) -> Option<Result<Message, Error>> {
        let message = self.socket.next().await;
        self.socket.get_mut().left = READ;
        message
    }

    /// Discards what the client sends until it closes or has gone, up to the size of one message.
    pub(super) async fn pass_over(&mut self) {
        while let Some(Ok(_)) = self.socket.next().await {}
    }

    pub(super) async fn send(&mut self, message: Message) -> Result<(), Error> {
        self.write_unsent().await?;
        self.socket.send(message).await
    }

    /// Sends a text and perhaps another one, all at once. If there is a second one the first should be short, because it is copied.
    pub(super) async fn send_texts(
        &mut self,
        text: Encoded,
        next: Option<Encoded>,
    ) -> Result<(), Error> {
        self.write_unsent().await?;
        // Flushes the library's own frames, such as the answer to a ping.
        self.socket.flush().await?;
        let mut head = Vec::new();
        write_header(&text, &mut head)?;
        let last = match next {
            Some(next) => {
                head.extend_from_slice(&text);
                write_header(&next, &mut head)?;
                next
            }
            None => text,
        };
        self.unsent = [head.into(), last];
        self.write_unsent().await?;
        Ok(())
    }

    async fn write_unsent(&mut self) -> io::Result<()> {
        let [head, text] = &mut self.unsent;
        let mut all = head.chain(text);
        if all.has_remaining() {
            let stream = self.socket.get_mut();
            stream.write_all_buf(&mut all).await?;
            stream.flush().await?;
            // Even when it is used up, a text would keep its memory.
            self.unsent = Default::default();
        }
        Ok(())
    }
}

/// Writes the header of a text that is sent as one frame.
fn write_header(text: &Encoded, out: &mut Vec<u8>) -> Result<(), Error> {
    let header = FrameHeader {
        is_final: true,
        rsv1: false,
        rsv2: false,
        rsv3: false,
        opcode: OpCode::Data(Data::Text),
        // Only clients mask.
        mask: None,
    };
    header.format(text.len() as u64, out)
}
