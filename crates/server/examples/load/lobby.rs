//! People who meet in the lobby.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::server::Running;

type Error = Box<dyn std::error::Error + Send + Sync>;
type Sink = SplitSink<WebSocketStream<MaybeTlsStream<TcpStream>>, Message>;

/// People who are paired with each other only, so that everybody knows whom they wait for.
const GROUP: usize = 4;
/// The pairs of a group, one after the other: nobody meets the same person twice in a row.
const ROUNDS: [(usize, usize); 6] = [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)];
/// Groups whose sockets are opened at the same time.
const AT_ONCE: usize = 16;
const VARIANTS: [&str; 5] = [
    "chess",
    "hyperspace",
    "time-traveler",
    "hidden960",
    "dmchess",
];

/// The pace of the pairings.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    /// Between two pairings of one group.
    pub(crate) pause: Duration,
    pub(crate) time: Duration,
}

impl Plan {
    /// A plan for `people` people and `pairings` pairings a second.
    pub(crate) fn new(people: usize, pairings: usize, time: Duration) -> Plan {
        Plan {
            pause: Duration::from_secs_f64((people / GROUP) as f64 / pairings as f64),
            time,
        }
    }
}

/// A few people with open sockets.
pub(crate) struct Group {
    number: usize,
    sinks: Vec<Sink>,
    heard: mpsc::UnboundedReceiver<Heard>,
    lists: JoinSet<usize>,
}

/// A message to one of a group, and when it came.
struct Heard {
    at: Instant,
    is_paired: bool,
}

/// The measurements.
#[derive(Debug, Default)]
pub(crate) struct Totals {
    pub(crate) paired: usize,
    pub(crate) failed: usize,
    pub(crate) bytes: usize,
    /// From the second seek until both have been told, in microseconds.
    pub(crate) latencies: Vec<u64>,
}

#[derive(Deserialize)]
struct Told<'a> {
    t: &'a str,
}

/// Opens the sockets of all people.
pub(crate) async fn enter(running: &Running, people: usize) -> Result<Vec<Group>, Error> {
    let address = running.address;
    let mut waiting = 0..people / GROUP;
    let mut groups = Vec::with_capacity(people / GROUP);
    let mut work = JoinSet::new();
    loop {
        while work.len() < AT_ONCE {
            let Some(number) = waiting.next() else { break };
            work.spawn(Group::open(address, number));
        }
        match work.join_next().await {
            Some(done) => groups.push(done??),
            None => return Ok(groups),
        }
    }
}

/// Everybody meets somebody, again and again.
pub(crate) async fn meet(groups: Vec<Group>, plan: &Plan) -> Totals {
    let mut work = JoinSet::new();
    for group in groups {
        work.spawn(group.meet(plan.clone()));
    }
    let mut totals = Totals::default();
    while let Some(Ok(part)) = work.join_next().await {
        totals.paired += part.paired;
        totals.failed += part.failed;
        totals.bytes += part.bytes;
        totals.latencies.extend(part.latencies);
    }
    totals
}

impl Group {
    async fn open(address: SocketAddr, number: usize) -> Result<Group, Error> {
        let (tell, heard) = mpsc::unbounded_channel();
        let mut sinks = Vec::with_capacity(GROUP);
        let mut lists = JoinSet::new();
        for _ in 0..GROUP {
            let url = format!("ws://{address}/api/v1/lobby/socket");
            let (stream, _) = tokio_tungstenite::connect_async(url).await?;
            let (sink, mut stream) = stream.split();
            sinks.push(sink);
            let tell = tell.clone();
            // Everybody reads all the time, as a browser does.
            lists.spawn(async move {
                let mut bytes = 0;
                while let Some(Ok(message)) = stream.next().await {
                    let at = Instant::now();
                    let Message::Text(text) = message else {
                        continue;
                    };
                    bytes += text.len();
                    let is_paired = match serde_json::from_str::<Told<'_>>(&text) {
                        Ok(Told { t: "paired" }) => true,
                        Ok(Told {
                            t: "refused" | "failed",
                        }) => false,
                        _ => continue,
                    };
                    if tell.send(Heard { at, is_paired }).is_err() {
                        break;
                    }
                }
                bytes
            });
        }
        Ok(Group {
            number,
            sinks,
            heard,
            lists,
        })
    }

    async fn meet(mut self, plan: Plan) -> Totals {
        let mut totals = Totals::default();
        let began = tokio::time::Instant::now();
        let end = began + plan.time;
        // Groups begin one after the other.
        let mut due = began + plan.pause.mul_f64((self.number % 1_009) as f64 / 1_009.0);
        let mut n = 0;
        while due.max(tokio::time::Instant::now()) < end {
            tokio::time::sleep_until(due).await;
            due += plan.pause;
            let (first, second) = ROUNDS[n % ROUNDS.len()];
            // A clock that nobody else of those who seek now has.
            let seconds = 60 + self.number;
            let variant = VARIANTS[(self.number + n) % VARIANTS.len()];
            n += 1;
            let seek = format!(
                "{{\"t\":\"seek\",\"id\":\"{n}\",\"wish\":{{\"variant\":\"{variant}\",\"clock\":{{\"kind\":\"custom\",\"seconds\":{seconds},\"increment\":3}}}}}}"
            );
            let mut is_sent = true;
            let mut sent = Instant::now();
            for place in [first, second] {
                sent = Instant::now();
                let message = Message::Text(seek.clone().into());
                is_sent &= self.sinks[place].send(message).await.is_ok();
            }
            match self.both().await {
                Some(told) if is_sent => {
                    totals.paired += 1;
                    let latency = told.saturating_duration_since(sent).as_micros();
                    totals.latencies.push(latency as u64);
                }
                _ => totals.failed += 1,
            }
        }
        for sink in &mut self.sinks {
            let _ = sink.close().await;
        }
        while let Some(Ok(bytes)) = self.lists.join_next().await {
            totals.bytes += bytes;
        }
        totals
    }

    /// The time at which both knew that they were paired.
    async fn both(&mut self) -> Option<Instant> {
        let mut last = None;
        for _ in 0..2 {
            let heard = tokio::time::timeout(Duration::from_secs(10), self.heard.recv());
            let heard = heard.await.ok()??;
            if !heard.is_paired {
                return None;
            }
            last = Some(heard.at);
        }
        last
    }
}
