//! The players.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use rand::RngExt;
use serde::Deserialize;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::http::Http;
use crate::scripts::Script;
use crate::server::Running;

type Error = Box<dyn std::error::Error + Send + Sync>;
type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Connections that make games at the same time.
const AT_ONCE: usize = 32;

/// The pace of the games.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    /// Between two actions of one game.
    pub(crate) pause: Duration,
    pub(crate) time: Duration,
    pub(crate) lean: bool,
}

/// A game with two players who have no sockets yet.
pub(crate) struct Seated {
    id: String,
    script: Arc<Script>,
    cookies: [String; 2],
}

/// A game with two players at it.
pub(crate) struct Seen {
    seated: Seated,
    streams: [Stream; 2],
}

/// The measurements.
#[derive(Debug, Default)]
pub(crate) struct Totals {
    pub(crate) confirmed: usize,
    pub(crate) refused: usize,
    pub(crate) lost: usize,
    pub(crate) bytes: usize,
    /// In microseconds.
    pub(crate) latencies: Vec<u64>,
}

/// The members that all messages of the server have in common.
#[derive(Deserialize)]
struct Heard<'a> {
    t: &'a str,
    n: Option<u64>,
}

/// Makes the games and fills their seats.
pub(crate) async fn sit_down(
    running: &Running,
    games: usize,
    scripts: &[Script],
) -> Result<Vec<Seated>, Error> {
    let scripts: Vec<Arc<Script>> = scripts.iter().cloned().map(Arc::new).collect();
    let mut work = JoinSet::new();
    for part in 0..AT_ONCE {
        let address = running.address;
        let mine: Vec<Arc<Script>> = (part..games)
            .step_by(AT_ONCE)
            .map(|number| Arc::clone(&scripts[number % scripts.len()]))
            .collect();
        work.spawn(async move {
            let mut http = Http::connect(address).await?;
            let mut seated = Vec::with_capacity(mine.len());
            for script in mine {
                let wish = format!(
                    "{{\"variant\":\"{}\",\"opponent\":{{\"kind\":\"link\"}},\"color\":\"white\",\"clock\":{{\"kind\":\"preset\",\"id\":\"standard\"}}}}",
                    script.game
                );
                let made = http.ask("POST", "/api/v1/games", &[], &wish).await?;
                let white = made.cookie.ok_or("no cookie")?;
                let made: serde_json::Value = serde_json::from_slice(&made.body)?;
                let id = made["id"].as_str().ok_or("no game was made")?.to_owned();
                let joined = http.ask("POST", &format!("/api/v1/games/{id}/join"), &[], "{}").await?;
                let black = joined.cookie.ok_or("no cookie")?;
                seated.push(Seated {
                    id,
                    script,
                    cookies: [white, black],
                });
            }
            Ok::<_, Error>(seated)
        });
    }
    let mut all = Vec::with_capacity(games);
    while let Some(part) = work.join_next().await {
        all.extend(part??);
    }
    Ok(all)
}

/// Opens the sockets of all players.
pub(crate) async fn connect(
    running: &Running,
    tables: Vec<Seated>,
    plan: &Plan,
) -> Result<Vec<Seen>, Error> {
    let address = running.address;
    let query = if plan.lean { "?lean=true" } else { "" };
    let mut seen = Vec::with_capacity(tables.len());
    let mut waiting = tables.into_iter();
    let mut work = JoinSet::new();
    loop {
        while work.len() < AT_ONCE {
            let Some(seated) = waiting.next() else { break };
            work.spawn(async move {
                let mut streams = Vec::with_capacity(2);
                for cookie in &seated.cookies {
                    let url = format!("ws://{address}/api/v1/games/{}/socket{query}", seated.id);
                    let mut request = url.into_client_request()?;
                    request.headers_mut().insert("cookie", cookie.parse()?);
                    let config = WebSocketConfig::default().read_buffer_size(4096);
                    let (mut stream, _) =
                        tokio_tungstenite::connect_async_with_config(request, Some(config), true)
                            .await?;
                    // The state, which everybody gets first.
                    stream.next().await.ok_or("closed")??;
                    streams.push(stream);
                }
                let streams = <[Stream; 2]>::try_from(streams).map_err(|_| "two players")?;
                Ok::<_, Error>(Seen { seated, streams })
            });
        }
        match work.join_next().await {
            Some(done) => seen.push(done??),
            None => return Ok(seen),
        }
    }
}

/// Plays all games. Returns the measurements and, for every game, its ID and the number of the last confirmed event.
pub(crate) async fn play(tables: Vec<Seen>, plan: &Plan) -> (Totals, Vec<(String, u64)>) {
    let mut work = JoinSet::new();
    for table in tables {
        let plan = plan.clone();
        work.spawn(async move { table.play(&plan).await });
    }
    let mut totals = Totals::default();
    let mut confirmed = Vec::new();
    while let Some(Ok((part, id, n))) = work.join_next().await {
        totals.confirmed += part.confirmed;
        totals.refused += part.refused;
        totals.lost += part.lost;
        totals.bytes += part.bytes;
        totals.latencies.extend(part.latencies);
        confirmed.push((id, n));
    }
    (totals, confirmed)
}

impl Seen {
    async fn play(self, plan: &Plan) -> (Totals, String, u64) {
        let Seen {
            seated,
            mut streams,
        } = self;
        let mut totals = Totals::default();
        // Joining was the first event.
        let mut n = 1;
        let first = rand::rng().random_range(0.0..1.0);
        let began = tokio::time::Instant::now();
        let end = began + plan.time;
        let mut due = began + plan.pause.mul_f64(first);
        for (number, (side, action)) in seated.script.actions.iter().enumerate() {
            // Nobody waits for an action that comes after the end: the waiting would count as time of play.
            if due.max(tokio::time::Instant::now()) >= end {
                break;
            }
            tokio::time::sleep_until(due).await;
            due += plan.pause;
            let message =
                format!("{{\"t\":\"act\",\"id\":\"{number}\",\"n\":{n},\"action\":\"{action}\"}}");
            let sent = Instant::now();
            if streams[*side]
                .send(Message::Text(message.into()))
                .await
                .is_err()
            {
                totals.lost += 1;
                break;
            }
            let [white, black] = &mut streams;
            let (own, other) = if *side == 0 {
                (white, black)
            } else {
                (black, white)
            };
            // The opponent's receipt is what counts; the confirmation may come before or after it.
            let receipt = async {
                let heard = wait(other, &["event", "lean"]).await;
                (heard, sent.elapsed())
            };
            let ((heard, latency), answer) = tokio::join!(receipt, wait_both(own));
            match (heard, answer) {
                (Some((_, bytes)), Some((event, own_bytes))) => {
                    totals.confirmed += 1;
                    totals.bytes += bytes + own_bytes;
                    totals
                        .latencies
                        .push(u64::try_from(latency.as_micros()).unwrap_or(u64::MAX));
                    n = event;
                }
                _ => {
                    totals.refused += 1;
                    break;
                }
            }
        }
        (totals, seated.id, n)
    }
}

/// The next message of one of these kinds: its number and size. `None` if the request was refused.
async fn wait(stream: &mut Stream, kinds: &[&str]) -> Option<(u64, usize)> {
    let wait = async {
        loop {
            let message = stream.next().await?.ok()?;
            let Message::Text(text) = message else {
                continue;
            };
            let heard: Heard<'_> = serde_json::from_str(&text).ok()?;
            if heard.t == "refused" {
                return None;
            }
            if kinds.contains(&heard.t) {
                return Some((heard.n?, text.len()));
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(30), wait)
        .await
        .ok()?
}

/// The confirmation, and then the event itself.
async fn wait_both(stream: &mut Stream) -> Option<(u64, usize)> {
    let (n, _) = wait(stream, &["ack"]).await?;
    let (_, bytes) = wait(stream, &["event", "lean"]).await?;
    Some((n, bytes))
}

/// Asks for every game, and returns the number of confirmed events that are missing.
pub(crate) async fn ask_all(running: &Running, confirmed: &[(String, u64)]) -> Result<u64, Error> {
    let mut work = JoinSet::new();
    for part in 0..AT_ONCE {
        let address = running.address;
        let mine: Vec<(String, u64)> = confirmed
            .iter()
            .skip(part)
            .step_by(AT_ONCE)
            .cloned()
            .collect();
        work.spawn(async move {
            let mut http = Http::connect(address).await?;
            let mut lost = 0;
            for (id, n) in mine {
                let answer = http
                    .ask("GET", &format!("/api/v1/games/{id}"), &[], "")
                    .await?;
                if answer.status != 200 {
                    return Err(format!("game {id}: status {}", answer.status).into());
                }
                let state: serde_json::Value = serde_json::from_slice(&answer.body)?;
                lost += n.saturating_sub(state["n"].as_u64().unwrap_or(0));
            }
            Ok::<_, Error>(lost)
        });
    }
    let mut lost = 0;
    while let Some(part) = work.join_next().await {
        lost += part??;
    }
    Ok(lost)
}
