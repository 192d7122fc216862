//! Connections: accepting and serving them, and closing those of clients that keep the server waiting.
//!
//! Nobody holds a connection without using it: heads, bodies, pauses and the reading of answers have time limits, and networks have
//! a share of the places. WebSockets have limits of their own.

mod connection;
mod descriptors;
mod places;
mod stream;

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::time::MissedTickBehavior;
use tower::ServiceExt;

use crate::network::network_of;
use crate::services::Services;
use places::Places;
use stream::{AnswerBody, RequestBody, Stream};

/// Interval of looking for overdue connections.
const SWEEP: Duration = Duration::from_millis(500);
/// Pause when the system refuses a connection, and the period of logging that.
const OUT_OF_DESCRIPTORS: Duration = Duration::from_millis(20);
const LOGGED: Duration = Duration::from_secs(60);
/// Maximum size of a request's head, in bytes.
const HEAD: usize = 16 * 1024;

/// Serves all clients until the server stops. Resolves when the last connection has ended.
pub(crate) async fn serve(listener: TcpListener, router: Router, services: Arc<Services>) {
    let places = Arc::new(Places::new(&services.settings));
    // Every connection has a sender.
    let (open, mut closed) = mpsc::channel::<Infallible>(1);
    let mut stopping = std::pin::pin!(services.stopping());
    let mut sweep = tokio::time::interval(SWEEP);
    sweep.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut logged: Option<Instant> = None;
    loop {
        let accepted = tokio::select! {
            () = &mut stopping => break,
            _ = sweep.tick() => {
                places.sweep();
                continue;
            }
            accepted = listener.accept() => accepted,
        };
        match accepted {
            // Without a place it is closed at once.
            Ok((stream, address)) => {
                if let Some(place) = places.take(network_of(address.ip())) {
                    let services = Arc::clone(&services);
                    let stream = Stream::new(stream, place, open.clone());
                    tokio::spawn(drive(stream, address, router.clone(), services));
                }
            }
            Err(error) if is_of_client(&error) => {}
            // No descriptor is left, of the process or of the system.
            Err(error) => {
                if logged.is_none_or(|at| at.elapsed() > LOGGED) {
                    tracing::error!(%error, "a connection cannot be accepted");
                    logged = Some(Instant::now());
                }
                places.yield_one();
                tokio::time::sleep(OUT_OF_DESCRIPTORS).await;
            }
        }
    }
    drop((listener, open));
    places.cut_waiting();
    // Nothing is ever sent: this is the end of the last sender.
    closed.recv().await;
}

/// Whether the client has gone before it was accepted.
fn is_of_client(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};

    matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted
    )
}

/// Serves one connection until it ends or becomes a WebSocket.
async fn drive(stream: Stream, address: SocketAddr, router: Router, services: Arc<Services>) {
    let connection = Arc::clone(stream.connection());
    let service = service_fn(|request: hyper::Request<hyper::body::Incoming>| {
        let connection = Arc::clone(&connection);
        let mut request =
            request.map(|body| Body::new(RequestBody::new(body, Arc::clone(&connection))));
        request.extensions_mut().insert(ConnectInfo(address));
        let answer = router.clone().oneshot(request);
        async move { Ok::<_, Infallible>(answer.await?.map(|body| AnswerBody::new(body, connection))) }
    });
    let http = http1::Builder::new()
        // Our own time limits distinguish a slow head from a pause.
        .header_read_timeout(None)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut http = std::pin::pin!(http);
    let mut stopping = std::pin::pin!(services.stopping());
    let mut is_stopping = false;
    loop {
        tokio::select! {
            () = connection.closing() => return,
            // Errors are the client's fault: it has gone, or sends something that is not HTTP.
            _ = http.as_mut() => break,
            () = &mut stopping, if !is_stopping => {
                is_stopping = true;
                http.as_mut().graceful_shutdown();
            }
        }
    }
    connection.becomes_socket();
}
