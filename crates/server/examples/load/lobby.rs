//! People with accounts who meet in the lobby for rated games.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::stream::SplitStream;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::http::Http;
use crate::server::Running;

type Error = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// People who sign up, and open their sockets, at the same time.
const AT_ONCE: usize = 16;
/// How long a seek waits for an opponent.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long seeks still wait after the end.
const TAIL: Duration = Duration::from_secs(1);
/// Latency that at most one in a hundred pairings may exceed, in milliseconds.
const SLOWEST_MS: f64 = 50.0;
/// The games and clocks that people seek: all of them meet in these.
const CELLS: [(&str, &str); 10] = [
    ("chess", "blitz"),
    ("hyperspace", "blitz"),
    ("time-traveler", "blitz"),
    ("hidden960", "blitz"),
    ("dmchess", "blitz"),
    ("chess", "rapid"),
    ("hyperspace", "rapid"),
    ("time-traveler", "rapid"),
    ("hidden960", "rapid"),
    ("dmchess", "rapid"),
];

/// The pace of the pairings.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    people: usize,
    pub(crate) pairings: usize,
    /// Between two seeks of one person.
    pause: Duration,
    pub(crate) time: Duration,
}

impl Plan {
    /// A plan for `people` people and `pairings` pairings a second.
    pub(crate) fn new(people: usize, pairings: usize, time: Duration) -> Plan {
        Plan {
            people,
            pairings,
            pause: Duration::from_secs_f64(people as f64 / (2 * pairings) as f64),
            time,
        }
    }
}

/// Somebody with an account and an open socket.
pub(crate) struct Member {
    number: usize,
    socket: Socket,
}

/// A seek that was paired, as one of its players saw it.
struct Meeting {
    game: String,
    /// When the seek was sent, and when this player was told.
    sent: Instant,
    told: Instant,
}

/// The measurements.
#[derive(Debug, Default)]
pub(crate) struct Totals {
    pub(crate) paired: usize,
    /// Seeks that were refused, or for which nobody came while others sought the same.
    pub(crate) failed: usize,
    pub(crate) bytes: usize,
    /// From the second seek until both have been told, in microseconds.
    pub(crate) latencies: Vec<u64>,
}

impl Totals {
    /// Whether nearly as many pairings were made as planned, and nearly all of them soon enough.
    pub(crate) fn keep_up(&self, plan: &Plan) -> bool {
        let wanted = plan.pairings as f64 * plan.time.as_secs_f64();
        let soon = |latency: &&u64| **latency as f64 <= SLOWEST_MS * 1_000.0;
        let soon = self.latencies.iter().filter(soon).count();
        self.paired as f64 >= 0.9 * wanted && soon as f64 >= 0.99 * self.paired as f64
    }
}

#[derive(Deserialize)]
struct Told<'a> {
    t: &'a str,
    game: Option<String>,
}

/// Everybody signs up and opens a socket.
pub(crate) async fn enter(running: &Running, people: usize) -> Result<Vec<Member>, Error> {
    let address = running.address;
    let mut coming = 0..people;
    let mut members = Vec::with_capacity(people);
    let mut work = JoinSet::new();
    loop {
        while work.len() < AT_ONCE {
            let Some(number) = coming.next() else { break };
            work.spawn(Member::come(address, number));
        }
        match work.join_next().await {
            Some(done) => members.push(done??),
            None => return Ok(members),
        }
    }
}

/// Has everybody seek games repeatedly.
pub(crate) async fn meet(members: Vec<Member>, plan: &Plan) -> Totals {
    let (tell, mut heard) = mpsc::unbounded_channel();
    let mut work = JoinSet::new();
    for member in members {
        work.spawn(member.seek(plan.clone(), tell.clone()));
    }
    drop(tell);
    let mut totals = Totals::default();
    let mut first: HashMap<String, Meeting> = HashMap::new();
    while let Some(meeting) = heard.recv().await {
        let Some(other) = first.remove(&meeting.game) else {
            first.insert(meeting.game.clone(), meeting);
            continue;
        };
        let sent = meeting.sent.max(other.sent);
        let told = meeting.told.max(other.told);
        let latency = told.saturating_duration_since(sent).as_micros();
        totals.paired += 1;
        totals.latencies.push(latency as u64);
    }
    totals.failed += first.len();
    while let Some(Ok((bytes, failed))) = work.join_next().await {
        totals.bytes += bytes;
        totals.failed += failed;
    }
    totals
}

impl Member {
    async fn come(address: SocketAddr, number: usize) -> Result<Member, Error> {
        let mut http = Http::connect(address).await?;
        let body = format!(
            "{{\"username\":\"Seeker{number}\",\"password\":\"otter lantern {number} quay\"}}"
        );
        let answer = http.ask("POST", "/api/v1/account", &[], &body).await?;
        if answer.status != 201 {
            let told = String::from_utf8_lossy(&answer.body).into_owned();
            return Err(format!("nobody could sign up: {told}").into());
        }
        let cookie = answer.cookie.ok_or("no cookie")?;
        let url = format!("ws://{address}/api/v1/lobby/socket");
        let mut request = url.into_client_request()?;
        request.headers_mut().insert("cookie", cookie.parse()?);
        let (socket, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Member { number, socket })
    }

    /// Seeks a game at intervals. Returns the number of bytes read, and the number of failed seeks.
    async fn seek(self, plan: Plan, tell: mpsc::UnboundedSender<Meeting>) -> (usize, usize) {
        let (mut sink, stream) = self.socket.split();
        let (paired, mut games) = mpsc::unbounded_channel();
        // Everybody reads all the time, as a browser does.
        let reading = tokio::spawn(read(stream, paired));
        let began = tokio::time::Instant::now();
        let end = began + plan.time;
        // People begin one after the other.
        let mut due = began + plan.pause.mul_f64(self.number as f64 / plan.people as f64);
        let mut failed = 0;
        for n in 0.. {
            if due.max(tokio::time::Instant::now()) >= end {
                break;
            }
            tokio::time::sleep_until(due).await;
            due += plan.pause;
            // Neighbours seek the same, and others each time.
            let (variant, clock) = CELLS[(self.number / 2 + n * self.number % 7) % CELLS.len()];
            let seek = format!(
                "{{\"t\":\"seek\",\"id\":\"{n}\",\"wish\":{{\"variant\":\"{variant}\",\"clock\":{{\"kind\":\"preset\",\"id\":\"{clock}\"}},\"rated\":true}}}}"
            );
            let sent = Instant::now();
            if sink.send(Message::Text(seek.into())).await.is_err() {
                failed += 1;
                break;
            }
            let patience = (tokio::time::Instant::now() + PATIENCE).min(end + TAIL);
            match tokio::time::timeout_at(patience, games.recv()).await {
                Ok(Some((Some(game), told))) => {
                    let _ = tell.send(Meeting { game, sent, told });
                }
                // At the end there may be no more opponents.
                Err(_) if tokio::time::Instant::now() >= end => break,
                _ => failed += 1,
            }
        }
        let _ = sink.close().await;
        (reading.await.unwrap_or_default(), failed)
    }
}

/// Reads to the end, reporting each game, or `None` for a failed seek, with the time. Returns the number of bytes.
async fn read(
    mut stream: SplitStream<Socket>,
    paired: mpsc::UnboundedSender<(Option<String>, Instant)>,
) -> usize {
    let mut bytes = 0;
    while let Some(Ok(message)) = stream.next().await {
        let at = Instant::now();
        let Message::Text(text) = message else {
            continue;
        };
        bytes += text.len();
        let game = match serde_json::from_str::<Told<'_>>(&text) {
            Ok(Told { t: "paired", game }) => game,
            Ok(Told {
                t: "refused" | "failed",
                ..
            }) => {
                eprintln!("a seek has failed: {text}");
                None
            }
            _ => continue,
        };
        if paired.send((game, at)).is_err() {
            break;
        }
    }
    bytes
}
