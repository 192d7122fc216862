//! Connections that are opened but not used: they are closed, and others are served meanwhile.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::client::House;

/// The attacker's address.
const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 1);
/// Another client's address.
const STRANGER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
/// The timeout for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// The behaviour of a connection that keeps the server waiting.
#[derive(Debug, Clone, Copy)]
enum Hanging {
    /// Sends nothing.
    Silent,
    /// Sends half of a request head.
    HalfHead,
    /// Sends a request, reads the response, and then nothing more.
    Idle,
    /// Announces a body and sends one byte of it.
    SlowBody,
    /// Requests more than the buffers hold and reads nothing.
    NotReading,
}

const ALL: [Hanging; 5] = [
    Hanging::Silent,
    Hanging::HalfHead,
    Hanging::Idle,
    Hanging::SlowBody,
    Hanging::NotReading,
];

async fn connect(house: &House, from: Ipv4Addr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    let from = SocketAddr::from((from, 0));
    socket.bind(from).expect("an address of this machine");
    let connected = tokio::time::timeout(PATIENCE, socket.connect(house.address));
    connected.await.expect("in time").expect("a connection")
}

impl Hanging {
    /// Opens a connection that behaves like this.
    async fn open(self, house: &House, from: Ipv4Addr) -> TcpStream {
        let mut stream = connect(house, from).await;
        let said = match self {
            Hanging::Silent => String::new(),
            Hanging::HalfHead => "GET /healthz HTTP/1.1\r\nHost: a\r\nX-Slow: ".to_owned(),
            Hanging::Idle => "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(),
            Hanging::SlowBody => "POST /api/v1/games HTTP/1.1\r\nHost: a\r\n\
                 Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"
                .to_owned(),
            Hanging::NotReading => {
                "GET /api/v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n".repeat(400)
            }
        };
        // The server may have closed it already, which the test checks later.
        let _ = stream.write_all(said.as_bytes()).await;
        if matches!(self, Hanging::Idle) {
            let mut answer = [0; 12];
            let _ = stream.read_exact(&mut answer).await;
        }
        stream
    }

    /// Waits until the server has closed the connection.
    async fn is_closed(self, stream: &mut TcpStream) {
        let closed = async {
            match self {
                // Do not read here: that would make room for more of the response.
                Hanging::NotReading => {
                    while stream.write_all(b"\r\n").await.is_ok() {
                        tokio::time::sleep(Duration::from_millis(100)).await;
                    }
                }
                _ => {
                    let mut buffer = [0; 4096];
                    while !matches!(stream.read(&mut buffer).await, Ok(0) | Err(_)) {}
                }
            }
        };
        let closed = tokio::time::timeout(PATIENCE, closed).await;
        closed.unwrap_or_else(|_| panic!("{self:?} is open for ever"));
    }
}

/// Sends a request and returns the first line of the response.
async fn ask(house: &House, from: Ipv4Addr) -> String {
    let mut stream = connect(house, from).await;
    let request = b"GET /api/v1/variants HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    let asked = async {
        stream.write_all(request).await.expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.expect("an answer");
        answer.lines().next().unwrap_or_default().to_owned()
    };
    tokio::time::timeout(PATIENCE, asked)
        .await
        .expect("an answer in time")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_keeps_the_server_waiting_is_closed_after_a_time() {
    let house = House::with(|settings| {
        settings.header_seconds = 1;
        settings.body_seconds = 1;
        settings.answer_seconds = 1;
        settings.keep_alive_seconds = 1;
    })
    .await;
    let mut all = Vec::new();
    for hanging in ALL {
        all.push((hanging, hanging.open(&house, ATTACKER).await));
    }
    for (hanging, mut stream) in all {
        hanging.is_closed(&mut stream).await;
    }
    assert_eq!(ask(&house, ATTACKER).await, "HTTP/1.1 200 OK");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_client_that_goes_on_is_served() {
    let house = House::with(|settings| {
        settings.header_seconds = 1;
        settings.keep_alive_seconds = 60;
    })
    .await;
    let mut stream = connect(&house, STRANGER).await;
    for _ in 0..3 {
        let request = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
        stream.write_all(request).await.expect("sent");
        let mut answer = [0; 15];
        stream.read_exact(&mut answer).await.expect("an answer");
        assert_eq!(&answer, b"HTTP/1.1 200 OK");
        let mut rest = [0; 4096];
        let _ = stream.read(&mut rest).await.expect("the rest");
        // The pause is longer than the timeout for a request head.
        tokio::time::sleep(Duration::from_millis(1_700)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_network_has_its_share_of_connections_and_no_more() {
    let house = House::with(|settings| {
        settings.connections_per_client = 10;
        settings.connections = 1_000;
        // No connection is closed for being slow.
        settings.header_seconds = 3_600;
    })
    .await;
    let mut all = Vec::new();
    for _ in 0..40 {
        all.push(Hanging::HalfHead.open(&house, ATTACKER).await);
    }
    // The oldest were closed to make room for the newest.
    for stream in &mut all[..30] {
        Hanging::HalfHead.is_closed(stream).await;
    }
    for stream in &mut all[30..] {
        stream.write_all(b"a\r\n\r\n").await.expect("an open one");
        let mut answer = [0; 15];
        stream.read_exact(&mut answer).await.expect("an answer");
        assert_eq!(&answer, b"HTTP/1.1 200 OK");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nine_hundred_hanging_connections_leave_a_place_to_strangers() {
    let house = House::with(|settings| {
        settings.connections = 60;
        settings.header_seconds = 3_600;
        settings.body_seconds = 3_600;
        settings.answer_seconds = 3_600;
        settings.keep_alive_seconds = 3_600;
    })
    .await;
    let mut all = Vec::new();
    for number in 0..900 {
        // From several addresses, which together want all places.
        let from = [
            ATTACKER,
            Ipv4Addr::new(127, 0, 0, 3),
            Ipv4Addr::new(127, 0, 0, 4),
        ];
        all.push(ALL[number % ALL.len()].open(&house, from[number % 3]).await);
        if number % 100 == 99 {
            assert_eq!(ask(&house, STRANGER).await, "HTTP/1.1 200 OK");
        }
    }
    // Strangers can still play.
    let mut stranger = house.visitor();
    let wish = json!({"variant": "hidden960", "opponent": {"kind": "same-board"}});
    let id = stranger.make(wish).await;
    let stream = connect(&house, STRANGER).await;
    let mut socket = stranger.socket_over(stream, &id).await;
    socket.next_of("state").await;
    socket.play(0, "e2e4").await;
}
