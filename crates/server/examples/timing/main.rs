//! Whether the time until the opponent hears of a move tells where the mover's pieces return.
//!
//! Started by `cargo xtask timing`. In twin games of Hyperspace Chess everything that the opponent may know is the same:
//! pieces return and are gone. In one their squares hold own pieces (and the player lets those stay), in the other enemy
//! pieces. The program measures the time from sending the move to the opponent's event, and prints how well it tells one
//! from the other: the area under the ROC curve, 0.5 for not at all, 1 for always. It fails where that is 0.55 or more. (Of
//! 2,000 games that do not differ, one in ten thousand series gives that by chance.)

#[path = "../load/http.rs"]
#[allow(dead_code, reason = "the load needs more of it")]
mod http;
#[path = "../load/server.rs"]
#[allow(dead_code, reason = "the load needs more of it")]
mod server;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Parser;
use futures_util::{SinkExt, StreamExt};
use rand::prelude::*;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::http::Http;
use crate::server::Running;

type Error = Box<dyn std::error::Error + Send + Sync>;
type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Time tells secrets from here on.
const MOST: f64 = 0.55;

/// Measures whether time tells secret squares.
#[derive(Debug, Parser)]
struct Arguments {
    /// The program `manifold`
    #[arg(long)]
    program: PathBuf,
    /// Games of each referee
    #[arg(long, default_value_t = 2_000)]
    games: usize,
    /// Where chance starts
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Twin games: the actions of White up to the one that is timed, and Black's answers.
struct Twins {
    variant: &'static str,
    /// Pieces leave for a square `OWN` or `ENEMY` stands for; the last action is timed.
    white: &'static [&'static str],
    /// What `{0}`, `{1}` … stand for: a square with an own piece, and one with an enemy piece.
    squares: &'static [[&'static str; 2]],
}

const BLACK: [&str; 5] = ["e7e6", "d7d6", "c7c6", "f7f6", "e6e5"];

const TWINS: [Twins; 2] = [
    Twins {
        variant: "hyperspace",
        white: &["b1^1@{0}", "e2e3", "d2d3"],
        squares: &[["a2", "a7"]],
    },
    Twins {
        variant: "hyperspace:open",
        white: &[
            "b1^4@{0}", "g1^3@{1}", "c1^2@{2}", "f1^1@{3}", "e2e3", "d2d3",
        ],
        squares: &[["a2", "a7"], ["h2", "h7"], ["b2", "g7"], ["g2", "b7"]],
    },
];

fn main() -> Result<(), Error> {
    let arguments = Arguments::parse();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(run(arguments))
}

async fn run(arguments: Arguments) -> Result<(), Error> {
    let mut chance = StdRng::seed_from_u64(arguments.seed);
    let data = tempfile::tempdir()?;
    let running = Running::start(&arguments.program, data.path()).await?;
    let mut telling = Vec::new();
    for twins in &TWINS {
        let mut times: [Vec<Duration>; 2] = [Vec::new(), Vec::new()];
        for _ in 0..arguments.games {
            let class = chance.random_range(0..2);
            times[class].push(twins.time(&running, class).await?);
        }
        let [own, enemy] = &mut times;
        let (own_median, enemy_median) = (median(own), median(enemy));
        let area = area(own, enemy);
        if area >= MOST {
            telling.push(twins.variant);
        }
        println!(
            "{:<16} meets own men {:>6} µs, enemies {:>6} µs in the median; area under the curve {:.3}",
            twins.variant, own_median, enemy_median, area,
        );
    }
    running.stop();
    match telling.is_empty() {
        true => Ok(()),
        false => Err(format!("time tells secret squares of {}", telling.join(" and ")).into()),
    }
}

impl Twins {
    /// Plays one game and answers the time of its last action.
    async fn time(&self, running: &Running, class: usize) -> Result<Duration, Error> {
        let mut http = Http::connect(running.address).await?;
        let wish = json!({"variant": self.variant, "opponent": {"kind": "link"}, "color": "white"});
        let made = http
            .ask("POST", "/api/v1/games", &[], &wish.to_string())
            .await?;
        let white = made.cookie.ok_or("no cookie")?;
        let made: Value = serde_json::from_slice(&made.body)?;
        let id = made["id"].as_str().ok_or("no game was made")?;
        let joined = http
            .ask("POST", &format!("/api/v1/games/{id}/join"), &[], "{}")
            .await?;
        let black = joined.cookie.ok_or("no cookie")?;
        let mut players = [
            socket(running, id, &white).await?,
            socket(running, id, &black).await?,
        ];
        // What both see at first.
        let mut n = 0;
        for player in &mut players {
            let first = player.next().await.ok_or("closed")??.into_text()?;
            n = serde_json::from_str::<Value>(&first)?["n"]
                .as_u64()
                .ok_or("no number")?;
        }
        let mut time = Duration::ZERO;
        for (turn, text) in self.white.iter().enumerate() {
            let is_last = turn + 1 == self.white.len();
            let mut action = (*text).to_owned();
            for (number, squares) in self.squares.iter().enumerate() {
                action = action.replace(&format!("{{{number}}}"), squares[class]);
            }
            if is_last && class == 0 {
                action.push_str(&"/o".repeat(self.squares.len()));
            }
            let (mover, waiter) = players.split_at_mut(1);
            let began = Instant::now();
            act(&mut mover[0], n, &action).await?;
            hear(&mut waiter[0], n + 1).await?;
            time = began.elapsed();
            hear(&mut mover[0], n + 1).await?;
            n += 1;
            if !is_last {
                let [white, black] = &mut players;
                act(black, n, BLACK[turn]).await?;
                hear(black, n + 1).await?;
                hear(white, n + 1).await?;
                n += 1;
            }
        }
        Ok(time)
    }
}

async fn socket(running: &Running, id: &str, cookie: &str) -> Result<Stream, Error> {
    let url = format!("ws://{}/api/v1/games/{id}/socket", running.address);
    let mut request = url.into_client_request()?;
    request.headers_mut().insert("cookie", cookie.parse()?);
    let (stream, _) = tokio_tungstenite::connect_async_with_config(request, None, true).await?;
    Ok(stream)
}

async fn act(stream: &mut Stream, n: u64, action: &str) -> Result<(), Error> {
    let message = json!({"t": "act", "id": format!("act {n}"), "n": n, "action": action});
    stream.send(Message::text(message.to_string())).await?;
    Ok(())
}

/// Reads until event `n` is told. What is told is looked at afterwards, so that its length costs the same for all.
async fn hear(stream: &mut Stream, n: u64) -> Result<(), Error> {
    let begin = format!(r#"{{"t":"event","n":{n},"#);
    loop {
        let message = stream.next().await.ok_or("closed")??;
        let text = message.into_text()?;
        if text.starts_with(&begin) {
            return Ok(());
        }
        if text.starts_with(r#"{"t":"refused""#) {
            return Err(text.as_str().into());
        }
    }
}

fn median(times: &mut [Duration]) -> u128 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0, Duration::as_micros)
}

/// The probability that a time of one list is longer than one of the other, whichever way round tells more.
fn area(one: &[Duration], other: &[Duration]) -> f64 {
    let longer: f64 = one
        .iter()
        .map(|time| {
            let below = other.partition_point(|it| it < time) as f64;
            let equal = other.partition_point(|it| it <= time) as f64 - below;
            below + equal / 2.0
        })
        .sum();
    let area = longer / (one.len() * other.len()).max(1) as f64;
    area.max(1.0 - area)
}
