//! The instrumented byte stream of a connection, and the bodies of its requests and answers.

use std::convert::Infallible;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::HttpBody;
use bytes::Bytes;
use hyper::body::{Frame, Incoming, SizeHint};
use rustix::net::sockopt::set_socket_send_buffer_size;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::mpsc;

use super::connection::Connection;
use super::places::Place;

/// About the number of bytes that the system buffers for a client that does not read: the rest waits in our memory, where it is counted.
const UNREAD: usize = 128 * 1024;

/// The byte stream of a connection. Dropping it gives the place back, even if it became a WebSocket.
pub(super) struct Stream {
    stream: TcpStream,
    place: Place,
    /// Tells when the last connection has ended.
    _open: mpsc::Sender<Infallible>,
}

impl Stream {
    pub(super) fn new(stream: TcpStream, place: Place, open: mpsc::Sender<Infallible>) -> Stream {
        // Small messages that somebody waits for.
        let _ = stream.set_nodelay(true);
        let _ = set_socket_send_buffer_size(&stream, UNREAD);
        Stream {
            stream,
            place,
            _open: open,
        }
    }

    pub(super) fn connection(&self) -> &Arc<Connection> {
        self.place.connection()
    }

    /// Notes whether the client takes what is written.
    fn note<T>(&self, written: Poll<T>) -> Poll<T> {
        if written.is_pending() {
            self.connection().is_blocked();
        }
        written
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if self.connection().is_cut() {
            // Bytes that the client did not read are not kept for it by the system either.
            let _ = self.stream.set_zero_linger();
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = ready!(Pin::new(&mut self.stream).poll_read(cx, buf));
        if buf.filled().len() > before {
            self.connection().has_read();
        }
        Poll::Ready(read)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.note(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.note(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// The HTTP library flushes when it has nothing left to write.
    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = ready!(Pin::new(&mut self.stream).poll_flush(cx));
        self.connection().is_flushed();
        Poll::Ready(flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// The body of a request.
pub(super) struct RequestBody {
    body: Incoming,
    connection: Arc<Connection>,
}

impl RequestBody {
    pub(super) fn new(body: Incoming, connection: Arc<Connection>) -> RequestBody {
        connection.begins_request(!body.is_end_stream());
        RequestBody { body, connection }
    }
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if frame.is_none() || self.body.is_end_stream() {
            self.connection.has_body();
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// The body of an answer.
pub(super) struct AnswerBody {
    body: axum::body::Body,
    connection: Arc<Connection>,
    /// Bytes counted already and still to come. The bytes of a stream are counted as they come.
    counted: u64,
}

impl AnswerBody {
    pub(super) fn new(body: axum::body::Body, connection: Arc<Connection>) -> AnswerBody {
        let counted = body.size_hint().lower();
        connection.begins_answer(counted);
        AnswerBody {
            body,
            connection,
            counted,
        }
    }
}

impl HttpBody for AnswerBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(cx));
        if let Some(Ok(frame)) = &frame
            && let Some(data) = frame.data_ref()
        {
            let bytes = data.len() as u64;
            self.connection.goes_on(bytes.saturating_sub(self.counted));
            self.counted = self.counted.saturating_sub(bytes);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for AnswerBody {
    fn drop(&mut self) {
        self.connection.ends_answer();
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use futures_util::{FutureExt, StreamExt, stream};

    use super::*;

    /// The bytes left unread by a client that was sent a whole answer and reads nothing.
    fn unread(body: Body) -> u64 {
        let connection = Arc::new(Connection::new());
        connection.begins_request(false);
        let answer = Body::new(AnswerBody::new(body, Arc::clone(&connection)));
        let frames = answer.into_data_stream().count();
        assert!(frames.now_or_never().is_some_and(|frames| frames > 0));
        connection.is_blocked();
        connection.unread().expect("something").1
    }

    #[test]
    fn what_a_stream_has_sent_counts_among_what_is_unread() {
        let part = Bytes::from(vec![0; 1 << 20]);
        let parts = vec![part.clone(); 3].into_iter().map(Ok::<_, Infallible>);
        assert_eq!(unread(Body::from_stream(stream::iter(parts))), 3 << 20);
        // An answer whose length was told is counted once.
        assert_eq!(unread(Body::from(part)), 1 << 20);
    }
}
