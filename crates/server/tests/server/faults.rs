//! A bad network between client and server: nothing is lost, and nothing is done twice.

use std::collections::BTreeMap;

use rand::prelude::*;
use rand::rngs::StdRng;
use serde_json::{Value, json};

use crate::client::{Client, House, Socket, actions_in};

/// The number of faults: cut connections, delays, duplicates and resends.
const FAULTS: usize = 1_000;

/// A client that follows the API: it remembers the last event that it has, resends what was not acknowledged, and reconnects with
/// `have=n`.
struct Player {
    client: Client,
    game: String,
    socket: Option<Socket>,
    /// The events received so far, by number.
    events: BTreeMap<u64, Value>,
    state: Value,
    /// The request that is not acknowledged yet.
    pending: Option<Value>,
    acked: BTreeMap<String, u64>,
    requests: usize,
}

impl Player {
    fn new(client: Client, game: &str) -> Player {
        Player {
            client,
            game: game.to_owned(),
            socket: None,
            events: BTreeMap::new(),
            state: Value::Null,
            pending: None,
            acked: BTreeMap::new(),
            requests: 0,
        }
    }

    fn n(&self) -> u64 {
        self.state["n"].as_u64().unwrap_or_default()
    }

    /// The number of the last event that was acknowledged to this player.
    fn confirmed(&self) -> u64 {
        self.acked.values().max().copied().unwrap_or_default()
    }

    async fn connect(&mut self) {
        let query = match self.state {
            Value::Null => String::new(),
            _ => format!("?have={}", self.n()),
        };
        self.socket = Some(self.client.socket(&self.game, &query).await);
        if let (Some(pending), Some(socket)) = (&self.pending, &mut self.socket) {
            socket.say(pending.clone()).await;
        }
    }

    /// Reads everything up to the answer to a ping.
    async fn catch_up(&mut self) {
        self.catch_up_to(0).await;
    }

    /// Reads everything up to the answer to a ping, and up to event `n`.
    async fn catch_up_to(&mut self, n: u64) {
        if self.socket.is_none() {
            self.connect().await;
        }
        let Some(mut socket) = self.socket.take() else {
            return;
        };
        socket.say(json!({"t": "ping", "id": "here"})).await;
        // Requests are answered by the game's table and pings by the socket, and events are sent after their confirmation, so wait for
        // all of them.
        let mut ponged = false;
        while !ponged || self.pending.is_some() || self.n() < n.max(self.confirmed()) {
            let message = socket.next().await;
            match message["t"].as_str() {
                Some("pong") => ponged = true,
                Some("state") => self.state = message["state"].clone(),
                Some("event") => {
                    let n = message["n"].as_u64().expect("a number");
                    // Every event must be exactly the next one.
                    assert_eq!(n, self.n() + 1, "an event is missing or comes twice");
                    self.events.insert(n, message["event"].clone());
                    match &message["state"] {
                        Value::Null => self.state["n"] = json!(n),
                        state => self.state = state.clone(),
                    }
                }
                Some("ack") => {
                    let id = message["id"].as_str().expect("a name").to_owned();
                    let n = message["n"].as_u64().expect("a number");
                    let before = self.acked.insert(id.clone(), n);
                    assert!(
                        before.is_none_or(|before| before == n),
                        "acknowledged twice"
                    );
                    if self
                        .pending
                        .as_ref()
                        .is_some_and(|p| p["id"] == id.as_str())
                    {
                        self.pending = None;
                    }
                }
                Some("refused") => panic!("{message}"),
                _ => {}
            }
        }
        self.socket = Some(socket);
    }

    fn cut(&mut self) {
        if let Some(socket) = self.socket.take() {
            socket.cut();
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_faults_lose_and_double_nothing() {
    let mut chance = StdRng::seed_from_u64(20_261_121);
    let house = House::open().await;
    let mut faults = 0;
    while faults < FAULTS {
        let game = ["hidden960", "time-traveler", "hyperspace"][faults % 3];
        faults += play(&house, game, &mut chance).await;
    }
}

/// Plays some actions over a bad network; returns the number of faults.
async fn play(house: &House, game: &str, chance: &mut StdRng) -> usize {
    let (mut white, mut black) = (house.visitor(), house.visitor());
    let id = white
        .make(json!({"variant": game, "opponent": {"kind": "link"}, "color": "white"}))
        .await;
    black
        .post(&format!("/games/{id}/join"), json!({}))
        .await
        .good();
    let mut players = [Player::new(white, &id), Player::new(black, &id)];
    let mut faults = 0;
    for player in &mut players {
        player.catch_up().await;
    }
    for _ in 0..40 {
        // Everything that one player knows is on its way to the other.
        let known = players.iter().map(Player::n).max().unwrap_or_default();
        for player in &mut players {
            player.catch_up_to(known).await;
        }
        assert_eq!(players[0].n(), players[1].n(), "both know the same");
        if players[0].state["status"] != "live" {
            break;
        }
        let side = usize::from(players[0].state["actor"] == "black");
        let player = &mut players[side];
        let actions = actions_in(&player.state["options"]);
        let Some(action) = actions.choose(chance).cloned() else {
            break;
        };
        player.requests += 1;
        let request = json!({
            "t": "act", "id": format!("act {}", player.requests),
            "n": player.n(), "action": action,
        });
        player.pending = Some(request.clone());
        for _ in 0..chance.random_range(1..4) {
            faults += 1;
            let fault = chance.random_range(0..6);
            if fault == 5 {
                // The waiting player's connection is cut.
                players[1 - side].cut();
            }
            let player = &mut players[side];
            match fault {
                // Cut before the request is sent.
                0 => player.cut(),
                // Cut after sending, before the answer.
                1 => {
                    if let Some(socket) = &mut player.socket {
                        socket.say(request.clone()).await;
                    }
                    player.cut();
                }
                // Sent two or three times.
                2 => {
                    if let Some(socket) = &mut player.socket {
                        for _ in 0..chance.random_range(2..4) {
                            socket.say(request.clone()).await;
                        }
                    }
                }
                // Sent over two sockets.
                3 => {
                    let mut other = player.client.socket(&player.game, "").await;
                    other.say(request.clone()).await;
                    if chance.random_bool(0.5) {
                        let answer = other.next_answer().await;
                        assert_eq!(answer["t"], "ack", "{answer}");
                    }
                    other.cut();
                }
                // Delayed, so that other tasks run first.
                4 => {
                    for _ in 0..chance.random_range(0..40) {
                        tokio::task::yield_now().await;
                    }
                }
                _ => {}
            }
            if player.socket.is_none() && chance.random_bool(0.5) {
                player.connect().await;
            }
            if player.pending.is_none() {
                break;
            }
        }
        let player = &mut players[side];
        if let (Some(socket), Some(pending)) = (&mut player.socket, &player.pending) {
            socket.say(pending.clone()).await;
        }
        player.catch_up().await;
        // A late duplicate of an old request gets its original acknowledgement.
        if player.requests > 1 && chance.random_bool(0.3) {
            faults += 1;
            let old = chance.random_range(1..player.requests);
            let id = format!("act {old}");
            let again = json!({"t": "act", "id": id, "n": 0, "action": "e2e4"});
            player.pending = Some(again.clone());
            if let Some(socket) = &mut player.socket {
                socket.say(again).await;
            }
            player.catch_up().await;
        }
    }
    let record = players[0].client.get(&format!("/games/{id}")).await.good();
    let moves = record["moves"].as_array().expect("a list").len();
    let confirmed: usize = players.iter().map(|player| player.acked.len()).sum();
    assert_eq!(moves, confirmed, "every confirmed action counts once");
    let requests: usize = players.iter().map(|player| player.requests).sum();
    assert_eq!(moves, requests, "every request was done in the end");
    faults
}
