//! Whether response times reveal where a player's pieces return.
//!
//! Started by `cargo xtask timing`. In twin games of Hyperspace Chess everything that others may know is the same: pieces return and are
//! gone, or are about to return. In one game there are own pieces on their squares (and the player lets those stay), in the other enemy
//! pieces. They belong to the player whose move is timed, or to the one who has to answer it. The program measures four times from sending
//! the move: until the opponent's event, the mover's own acknowledgement, a spectator's event, and the refusal of a request that a player
//! who must not know the secret makes right after the move, on a separate socket. For each recipient who must not know, it prints how well
//! the time distinguishes the two games: the area under the ROC curve, 0.5 for not at all, 1 for always. It fails if that is 0.55 or more.
//! (With 2,000 games that do not differ, one series in ten thousand reaches that by chance.)

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

/// Area under the curve from which times reveal secrets.
const MOST: f64 = 0.55;

/// Measures whether response times reveal secret squares.
#[derive(Debug, Parser)]
struct Arguments {
    /// The program `manifold`
    #[arg(long)]
    program: PathBuf,
    /// Games of each referee
    #[arg(long, default_value_t = 2_000)]
    games: usize,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The answers that are timed, in the order of the times.
const TIMED: [&str; 4] = [
    "opponent's event",
    "own ack",
    "spectator's event",
    "refusal",
];

/// Twin games: the actions of both players up to the one that is timed, White's last one.
struct Twins {
    variant: &'static str,
    /// Pieces leave for the squares that `{0}`, `{1}` … stand for.
    white: &'static [&'static str],
    black: &'static [&'static str],
    /// The squares that these stand for: one with an own piece, and one with an enemy piece.
    squares: &'static [[&'static str; 2]],
    /// The owner of the secrets.
    whose: Whose,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// White's, whose pieces return with the move.
    Movers,
    /// Black's, whose pieces return with the answer.
    Waiters,
}

impl Whose {
    /// Whether the recipient of this answer knows the secret anyway.
    fn knows(self, timed: usize) -> bool {
        match self {
            Whose::Movers => TIMED[timed] == "own ack",
            Whose::Waiters => TIMED[timed] == "opponent's event",
        }
    }
}

const QUIET: [&str; 5] = ["e7e6", "d7d6", "c7c6", "f7f6", "e6e5"];

const TWINS: [Twins; 4] = [
    Twins {
        variant: "hyperspace",
        white: &["b1^1@{0}", "e2e3", "d2d3"],
        black: &QUIET,
        squares: &[["a2", "a7"]],
        whose: Whose::Movers,
    },
    Twins {
        variant: "hyperspace:open",
        white: &[
            "b1^4@{0}", "g1^3@{1}", "c1^2@{2}", "f1^1@{3}", "e2e3", "d2d3",
        ],
        black: &QUIET,
        squares: &[["a2", "a7"], ["h2", "h7"], ["b2", "g7"], ["g2", "b7"]],
        whose: Whose::Movers,
    },
    Twins {
        variant: "hyperspace",
        white: &["e2e3", "d2d3"],
        black: &["b8^1@{0}"],
        squares: &[["a7", "a2"]],
        whose: Whose::Waiters,
    },
    Twins {
        variant: "hyperspace:open",
        white: &["e2e3", "d2d3", "c2c3", "f2f3", "e3e4"],
        black: &["b8^4@{0}", "g8^3@{1}", "c8^2@{2}", "f8^1@{3}"],
        squares: &[["a7", "a2"], ["h7", "h2"], ["b7", "g2"], ["g7", "b2"]],
        whose: Whose::Waiters,
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
        let mut times: [[Vec<Duration>; 2]; TIMED.len()] = Default::default();
        for _ in 0..arguments.games {
            let class = chance.random_range(0..2);
            let all = twins.time(&running, class).await?;
            for (times, time) in times.iter_mut().zip(all) {
                times[class].push(time);
            }
        }
        for (timed, [own, enemy]) in times.iter_mut().enumerate() {
            if twins.whose.knows(timed) {
                continue;
            }
            let (own_median, enemy_median) = (median(own), median(enemy));
            let area = area(own, enemy);
            let what = format!("{} of {}", TIMED[timed], twins.variant);
            println!(
                "{what:<36} {} pieces meet own men {own_median:>6} µs, enemies {enemy_median:>6} µs in the median; area under the curve {area:.3}",
                match twins.whose {
                    Whose::Movers => "the mover's",
                    Whose::Waiters => "the other's",
                },
            );
            if area >= MOST {
                telling.push(what);
            }
        }
    }
    running.stop();
    match telling.is_empty() {
        true => Ok(()),
        false => Err(format!("time tells secret squares of {}", telling.join(" and ")).into()),
    }
}

impl Twins {
    /// Plays one game and returns the times of its last action.
    async fn time(
        &self,
        running: &Running,
        class: usize,
    ) -> Result<[Duration; TIMED.len()], Error> {
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
        // The player whose request is refused must not know the secret.
        let stranger = match self.whose {
            Whose::Movers => &black,
            Whose::Waiters => &white,
        };
        let mut sockets = [
            socket(running, id, Some(&white)).await?,
            socket(running, id, Some(&black)).await?,
            socket(running, id, None).await?,
            socket(running, id, Some(stranger)).await?,
        ];
        // The first message is the same for all.
        let mut n = 0;
        for socket in &mut sockets {
            let first = socket.next().await.ok_or("closed")??.into_text()?;
            n = serde_json::from_str::<Value>(&first)?["n"]
                .as_u64()
                .ok_or("no number")?;
        }
        let (last, before) = self.white.split_last().ok_or("no actions")?;
        for (white, black) in before.iter().zip(self.black) {
            for (side, action) in [white, black].into_iter().enumerate() {
                act(&mut sockets[side], n, &self.action(action, class)).await?;
                n += 1;
                for socket in &mut sockets {
                    hear(socket, &event(n)).await?;
                }
            }
        }
        let mut action = self.action(last, class);
        if self.whose == Whose::Movers && class == 0 {
            action.push_str(&"/o".repeat(self.squares.len()));
        }
        let [white, black, spectator, stranger] = &mut sockets;
        let began = Instant::now();
        act(white, n, &action).await?;
        // The position has long since changed.
        ask(stranger, "probe", 0, "a7a6").await?;
        let until = async |socket: &mut Stream, begin: String| {
            hear(socket, &begin).await?;
            Ok::<Duration, Error>(began.elapsed())
        };
        let (opponent, own, spectator, refusal) = tokio::join!(
            until(black, event(n + 1)),
            until(white, r#"{"t":"ack""#.to_owned()),
            until(spectator, event(n + 1)),
            until(stranger, r#"{"t":"refused""#.to_owned()),
        );
        Ok([opponent?, own?, spectator?, refusal?])
    }

    /// An action with its squares.
    fn action(&self, text: &str, class: usize) -> String {
        let mut action = text.to_owned();
        for (number, squares) in self.squares.iter().enumerate() {
            action = action.replace(&format!("{{{number}}}"), squares[class]);
        }
        action
    }
}

/// The beginning of event `n`.
fn event(n: u64) -> String {
    format!(r#"{{"t":"event","n":{n},"#)
}

async fn socket(running: &Running, id: &str, cookie: Option<&str>) -> Result<Stream, Error> {
    let url = format!("ws://{}/api/v1/games/{id}/socket", running.address);
    let mut request = url.into_client_request()?;
    if let Some(cookie) = cookie {
        request.headers_mut().insert("cookie", cookie.parse()?);
    }
    let (stream, _) = tokio_tungstenite::connect_async_with_config(request, None, true).await?;
    Ok(stream)
}

async fn act(stream: &mut Stream, n: u64, action: &str) -> Result<(), Error> {
    ask(stream, &format!("act {n}"), n, action).await
}

async fn ask(stream: &mut Stream, name: &str, n: u64, action: &str) -> Result<(), Error> {
    let message = json!({"t": "act", "id": name, "n": n, "action": action});
    stream.send(Message::text(message.to_string())).await?;
    Ok(())
}

/// Reads until a text begins with `begin`. Only the beginning is looked at, so that the length costs the same for all.
async fn hear(stream: &mut Stream, begin: &str) -> Result<(), Error> {
    const REFUSED: &str = r#"{"t":"refused""#;
    loop {
        let message = stream.next().await.ok_or("closed")??;
        let text = message.into_text()?;
        if text.starts_with(begin) {
            return Ok(());
        }
        if text.starts_with(REFUSED) {
            return Err(text.as_str().into());
        }
    }
}

fn median(times: &mut [Duration]) -> u128 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0, Duration::as_micros)
}

/// The probability that a time from one list is longer than one from the other, in whichever direction is more revealing.
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
