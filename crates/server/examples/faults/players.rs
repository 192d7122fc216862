//! The players, on connections that break.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use rand::prelude::*;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::http::{Answer, Http};
use crate::ledger::Ledger;
use crate::proxy;
use crate::scripts::Script;
use crate::server::Error;

type Socket = WebSocketStream<TcpStream>;

/// Time to wait for an answer before a connection counts as dead.
const PATIENCE: Duration = Duration::from_secs(30);
/// Between two attempts to reach the server.
const RETRY: Duration = Duration::from_millis(20);

/// A player who comes back until every request is answered.
pub(crate) struct Player {
    cookie: String,
    socket: Option<Socket>,
    chance: StdRng,
    /// Requests of this game that were confirmed.
    old: Vec<Value>,
}

impl Player {
    /// A newcomer.
    pub(crate) async fn arrive(ledger: &Ledger) -> Player {
        loop {
            if let Ok(answer) = http(ledger, "GET", "/me", &[], "").await
                && let Some(cookie) = answer.cookie
            {
                return Player {
                    cookie,
                    socket: None,
                    chance: StdRng::from_rng(&mut rand::rng()),
                    old: Vec::new(),
                };
            }
            tokio::time::sleep(RETRY).await;
        }
    }

    pub(crate) fn cookie(&self) -> &str {
        &self.cookie
    }

    /// Creates a game, repeating the request until it is answered, and returns its ID.
    pub(crate) async fn make(&mut self, ledger: &Ledger, key: &str, wish: &Value) -> String {
        let headers = [("Cookie", self.cookie.as_str()), ("Idempotency-Key", key)];
        let made = insist(ledger, "POST", "/api/v1/games", &headers, &wish.to_string()).await;
        let id = made["id"].as_str().unwrap_or_default().to_owned();
        ledger.pages().games.insert(id.clone());
        id
    }

    /// Takes the free side of a game.
    async fn join(&mut self, ledger: &Ledger, game: &str) {
        let headers = [("Cookie", self.cookie.as_str())];
        insist(
            ledger,
            "POST",
            &format!("/api/v1/games/{game}/join"),
            &headers,
            "{}",
        )
        .await;
    }

    async fn connect(&mut self, address: SocketAddr, game: &str) -> Result<Socket, Error> {
        let url = format!("ws://{address}/api/v1/games/{game}/socket?lean=true");
        let mut request = url.into_client_request()?;
        request.headers_mut().insert("cookie", self.cookie.parse()?);
        let connect = async {
            let stream = TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            let (socket, _) = tokio_tungstenite::client_async(request, stream).await?;
            Ok::<_, Error>(socket)
        };
        tokio::time::timeout(PATIENCE, connect).await?
    }

    /// Sends a request until it is answered. Returns the number of its event, or `None` if it was refused.
    pub(crate) async fn ask_plainly(
        &mut self,
        ledger: &Ledger,
        game: &str,
        id: &str,
        message: &Value,
    ) -> Option<u64> {
        loop {
            if self.socket.is_none() {
                self.socket = self.connect(ledger.address, game).await.ok();
            }
            let Some(socket) = &mut self.socket else {
                tokio::time::sleep(RETRY).await;
                continue;
            };
            let text = message.to_string();
            if socket.send(Message::Text(text.into())).await.is_ok()
                && let Some(answer) = hear(ledger, socket, id).await
            {
                return answer;
            }
            ledger.resent();
            self.socket = None;
        }
    }

    /// The same on a connection to which something may happen.
    async fn ask(&mut self, ledger: &Ledger, game: &str, id: &str, message: &Value) -> Option<u64> {
        let text = message.to_string();
        match self.chance.random_range(0..60) {
            // Sent, and gone before the answer.
            0 | 1 => {
                ledger.fault("line cut after a request");
                if let Some(mut socket) = self.socket.take() {
                    let _ = socket.send(Message::Text(text.into())).await;
                }
            }
            // Sent on a connection that breaks in the middle of a frame.
            2..=4 => {
                ledger.fault("line broken in the middle");
                let there = self.chance.random_range(0..900);
                let back = self.chance.random_range(0..8_000);
                if let Ok(address) = proxy::breaking(ledger.address, there, back).await
                    && let Ok(mut socket) = self.connect(address, game).await
                    && socket.send(Message::Text(text.into())).await.is_ok()
                    && let Some(answer) = hear(ledger, &mut socket, id).await
                {
                    return answer;
                }
                ledger.resent();
            }
            // Sent several times at once.
            5 => {
                ledger.fault("request sent twice");
                if let Some(socket) = &mut self.socket {
                    for _ in 0..self.chance.random_range(1..3) {
                        let _ = socket.feed(Message::Text(text.clone().into())).await;
                    }
                    let _ = socket.flush().await;
                }
            }
            // On two connections at once.
            6 => {
                ledger.fault("request sent on two lines");
                if let Ok(mut other) = self.connect(ledger.address, game).await {
                    let _ = other.send(Message::Text(text.into())).await;
                }
            }
            // Preceded by an old request.
            7 | 8 => {
                if let Some(old) = self.old.choose(&mut self.chance).cloned() {
                    ledger.fault("old request sent again");
                    let id = old["id"].as_str().unwrap_or_default().to_owned();
                    self.ask_plainly(ledger, game, &id, &old).await;
                }
            }
            _ => {}
        }
        let answer = self.ask_plainly(ledger, game, id, message).await;
        if answer.is_some() {
            self.old.push(message.clone());
        }
        answer
    }
}

/// Waits for the answer to a request: the number of its event, or `Some(None)` if it was refused. `None` if the connection is dead.
async fn hear(ledger: &Ledger, socket: &mut Socket, id: &str) -> Option<Option<u64>> {
    loop {
        let message = tokio::time::timeout(PATIENCE, socket.next()).await;
        let Ok(Some(Ok(message))) = message else {
            return None;
        };
        let Message::Text(text) = message else {
            continue;
        };
        let message: Value = serde_json::from_str(&text).ok()?;
        let Some(about) = message["id"].as_str() else {
            continue;
        };
        match message["t"].as_str() {
            Some("ack") => {
                let n = message["n"].as_u64().unwrap_or_default();
                ledger.confirmed(about, n);
                if about == id {
                    return Some(Some(n));
                }
            }
            Some("refused") => {
                let code = message["problem"]["code"].as_str().unwrap_or_default();
                ledger.refused(about, code);
                if about == id {
                    return Some(None);
                }
            }
            _ => {}
        }
    }
}

async fn http(
    ledger: &Ledger,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Result<Answer, Error> {
    let ask = async {
        let mut http = Http::connect(ledger.address).await?;
        http.ask(method, path, headers, body).await
    };
    Ok(tokio::time::timeout(PATIENCE, ask).await??)
}

/// Asks until there is an answer that is good.
async fn insist(
    ledger: &Ledger,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Value {
    loop {
        match http(ledger, method, path, headers, body).await {
            Ok(answer) if answer.status < 300 => {
                return serde_json::from_slice(&answer.body).unwrap_or_default();
            }
            Ok(answer) if answer.status < 500 => {
                ledger.wrong(format!("{method} {path}: status {}", answer.status));
            }
            _ => {}
        }
        tokio::time::sleep(RETRY).await;
    }
}

/// One table: games one after the other, each the rematch of the one before, until there were enough faults.
pub(crate) async fn play(ledger: Arc<Ledger>, number: usize, script: Arc<Script>, seed: u64) {
    let mut chance = StdRng::seed_from_u64(seed);
    let mut asked = 0_u32;
    let mut players = [Player::arrive(&ledger).await, Player::arrive(&ledger).await];
    let wish = json!({"variant": script.game, "opponent": {"kind": "link"}, "color": "white"});
    let mut game = players[0]
        .make(&ledger, &format!("table {number}"), &wish)
        .await;
    players[1].join(&ledger, &game).await;
    let mut n = 1;
    while !ledger.is_over() {
        let mut request = async |player: &mut Player, game: &str, mut message: Value| {
            // One that is refused because of the disk is made again, under another name.
            while !ledger.is_over() {
                asked += 1;
                let id = format!("{number}/{asked}");
                message["id"] = json!(id);
                ledger.ask(&id, game, message["action"].as_str());
                if let Some(n) = player.ask(&ledger, game, &id, &message).await {
                    return Some(n);
                }
                tokio::time::sleep(RETRY).await;
            }
            None
        };
        let length = chance.random_range(2..30);
        for (side, action) in script.actions.iter().take(length) {
            let act = json!({"t": "act", "n": n, "action": action});
            let Some(event) = request(&mut players[*side], &game, act).await else {
                return;
            };
            n = event;
            tokio::time::sleep(Duration::from_millis(chance.random_range(0..150))).await;
            if ledger.is_over() {
                return;
            }
        }
        for (side, message) in [
            (0, json!({"t": "offer", "what": "draw"})),
            (1, json!({"t": "decline", "what": "draw"})),
            (0, json!({"t": "resign"})),
            (1, json!({"t": "offer", "what": "rematch"})),
        ] {
            if request(&mut players[side], &game, message).await.is_none() {
                return;
            }
        }
        if chance.random_bool(0.15) {
            ledger.kill_now.notify_one();
        }
        let accept = json!({"t": "accept", "what": "rematch"});
        if request(&mut players[0], &game, accept).await.is_none() {
            return;
        }
        let headers = [("Cookie", players[0].cookie.as_str())];
        let state = insist(
            &ledger,
            "GET",
            &format!("/api/v1/games/{game}"),
            &headers,
            "",
        )
        .await;
        let Some(next) = state["rematch_id"].as_str() else {
            return ledger.wrong(format!("game {game} names no rematch"));
        };
        next.clone_into(&mut game);
        ledger.pages().games.insert(game.clone());
        n = 0;
        // The colours change.
        players.reverse();
        for player in &mut players {
            player.socket = None;
            player.old.clear();
        }
    }
}
