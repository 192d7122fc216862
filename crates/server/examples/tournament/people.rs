//! The behaviour of everybody in the tournament. It depends only on what they see, so that anybody who was cut off can continue.

use std::collections::BTreeSet;
use std::io;

use futures_util::StreamExt;
use serde_json::{Value, json};

use crate::http::Client;

/// Requests made at once.
const AT_ONCE: usize = 24;

/// Everybody.
pub(crate) struct People {
    pub(crate) event: String,
    pub(crate) directors: [Client; 2],
    pub(crate) arbiter: Client,
    pub(crate) players: Vec<Client>,
}

/// The course of events at a board, by its game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Plan {
    /// It is played, and White (0) or Black (1) resigns.
    Played(usize),
    /// White (0) or Black (1) does not come.
    NoShow(usize),
    /// Nobody comes.
    Nobody,
    /// White (0) or Black (1) calls a director, who dismisses the call, and the ruling is appealed; then the game is played.
    Call(usize),
    /// A director rules on the result, and the ruling is appealed.
    Ruled,
    /// A director has the game played again, and the ruling is appealed.
    Anew,
}

impl Plan {
    fn of(game: &str) -> Plan {
        let hash = game.bytes().fold(7_u32, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(byte.into())
        });
        let side = (hash >> 8) as usize % 2;
        match hash % 100 {
            0..4 => Plan::NoShow(side),
            4..6 => Plan::Nobody,
            6..14 => Plan::Call(side),
            14..20 => Plan::Ruled,
            20..23 => Plan::Anew,
            _ => Plan::Played(side),
        }
    }
}

/// What is to be done.
enum Errand<'a> {
    Ask(Request<'a>),
    /// White (0) or Black (1) resigns after a turn of each, with which the game counts for ratings.
    Play {
        sides: [&'a Client; 2],
        game: String,
        loser: usize,
    },
}

/// Something that somebody asks.
struct Request<'a> {
    client: &'a Client,
    path: String,
    body: Value,
}

impl Errand<'_> {
    async fn run(&self) -> io::Result<()> {
        match self {
            Errand::Ask(Request { client, path, body }) => client.post(path, body).await.map(drop),
            Errand::Play { sides, game, loser } => {
                let path = format!("/bot/games/{game}/actions");
                for (side, action) in ["e2e4", "e7e5"].into_iter().enumerate() {
                    let n = sides[side].get(&format!("/games/{game}")).await?.json()["n"].clone();
                    let act = json!({"t": "act", "id": "first", "n": n, "action": action});
                    sides[side].post(&path, &act).await?;
                }
                let resign = json!({"t": "resign", "id": "resign"});
                sides[*loser].post(&path, &resign).await.map(drop)
            }
        }
    }
}

const REASONS: &str = "It was seen so by everybody.";

/// The number of a player.
pub(crate) fn number(person: &Value) -> Option<usize> {
    person["username"]
        .as_str()?
        .strip_prefix("page")?
        .parse()
        .ok()
}

impl People {
    /// Does everything that is to be done now, and returns how many things that were.
    pub(crate) async fn act(&self, event: &Value) -> usize {
        let mut errands = Vec::new();
        let rounds = event["rounds"].as_array().map_or(&[][..], Vec::as_slice);
        let boards = rounds.iter().filter_map(|round| round["boards"].as_array());
        let is_to_play = |board: &&Value| board["live"] == true || !board["goesOnAt"].is_null();
        for board in boards.flatten().filter(is_to_play) {
            self.at_board(event, board, &mut errands);
        }
        if event["round"].as_u64() >= Some(1) && event["phase"] == "running" {
            self.come_and_go(event, &mut errands);
        }
        for ruling in event["rulings"].as_array().into_iter().flatten() {
            self.about_ruling(rounds, ruling, &mut errands);
        }
        let all = errands.len();
        futures_util::stream::iter(errands)
            .for_each_concurrent(AT_ONCE, |errand| async move {
                // A client that is refused or cut off looks again.
                let _ = errand.run().await;
            })
            .await;
        all
    }

    fn command<'a>(&self, client: &'a Client, body: Value) -> Errand<'a> {
        Errand::Ask(Request {
            client,
            path: format!("/events/{}/commands", self.event),
            body,
        })
    }

    /// Latecomers are entered by a director, and some players withdraw when the second round is paired.
    fn come_and_go<'a>(&'a self, event: &Value, errands: &mut Vec<Errand<'a>>) {
        let entries = event["entries"].as_array().map_or(&[][..], Vec::as_slice);
        let entered: BTreeSet<usize> = entries.iter().filter_map(number).collect();
        for late in (0..self.players.len()).filter(|number| !entered.contains(number)) {
            let enter = json!({"type": "enter", "player": format!("page{late}")});
            errands.push(self.command(&self.directors[0], enter));
        }
        let is_leaving = |entry: &Value| {
            entry["withdrawn"] == false && number(entry).is_some_and(|number| number % 13 == 6)
        };
        if event["round"].as_u64() >= Some(2) {
            for entry in entries.iter().filter(|entry| is_leaving(entry)) {
                if let Some(number) = number(entry) {
                    let withdraw = json!({"type": "withdraw"});
                    errands.push(self.command(&self.players[number], withdraw));
                }
            }
        }
    }

    fn at_board<'a>(&'a self, event: &Value, board: &Value, errands: &mut Vec<Errand<'a>>) {
        let Some(game) = board["game"].as_str() else {
            return;
        };
        let [Some(white), Some(black)] = [number(&board["white"]), number(&board["black"])] else {
            return;
        };
        let sides = [&self.players[white], &self.players[black]];
        let has_arrived = |side: usize| board["arrived"][["white", "black"][side]] == true;
        let play = |loser: usize| Errand::Play {
            sides,
            game: game.to_owned(),
            loser,
        };
        let arrive = json!({"type": "arrive", "game": game});
        // A game that is played again begins when both have said that they are there.
        if !board["goesOnAt"].is_null() {
            let away = (0..2).filter(|side| !has_arrived(*side));
            errands.extend(away.map(|side| self.command(sides[side], arrive.clone())));
            return;
        }
        let all = |key: &str| event[key].as_array().cloned().unwrap_or_default();
        let calls = all("calls").into_iter();
        let call = calls.into_iter().find(|call| call["game"] == game);
        let plan = match Plan::of(game) {
            // Both were there when it began.
            Plan::NoShow(_) | Plan::Nobody if !board["replayOf"].is_null() => Plan::Played(0),
            plan => plan,
        };
        match plan {
            Plan::Nobody => {}
            Plan::NoShow(side) => {
                let there = 1 - side;
                if !has_arrived(there) {
                    errands.push(self.command(sides[there], arrive));
                }
            }
            Plan::Call(side) => match call {
                None => {
                    let call = json!({"type": "call", "game": game, "text": "Look at this."});
                    errands.push(self.command(sides[side], call));
                }
                Some(call) if call["open"] == true => {
                    let rule = json!({"type": "rule", "game": game, "ground": "conduct", "reasons": REASONS,
                        "outcome": {"kind": "dismissed", "frivolous": true}, "call": call["n"]});
                    errands.push(self.command(&self.directors[0], rule));
                }
                Some(_) => errands.push(play(side)),
            },
            Plan::Ruled => {
                let rule = json!({"type": "rule", "game": game, "ground": "deadline", "reasons": REASONS,
                    "outcome": {"kind": "draw"}});
                errands.push(self.command(&self.directors[0], rule));
            }
            Plan::Anew if board["replayOf"].is_null() => {
                let rule = json!({"type": "rule", "game": game, "ground": "failure", "reasons": REASONS,
                    "outcome": {"kind": "replay"}});
                errands.push(self.command(&self.directors[0], rule));
            }
            Plan::Anew => errands.push(play(0)),
            Plan::Played(side) => errands.push(play(side)),
        }
    }

    /// Black appeals against every ruling, and the Chief Arbiter decides: confirmed, varied, or remitted to another director.
    fn about_ruling<'a>(&'a self, rounds: &[Value], ruling: &Value, errands: &mut Vec<Errand<'a>>) {
        let boards = rounds.iter().filter_map(|round| round["boards"].as_array());
        let board = boards
            .flatten()
            .find(|board| board["game"] == ruling["game"]);
        let Some((board, n)) = board.zip(ruling["n"].as_u64()) else {
            return;
        };
        match ruling["state"].as_str() {
            Some("open") => {
                if let Some(black) = number(&board["black"]) {
                    let text = "I do not think so at all.";
                    let appeal = json!({"type": "appeal", "ruling": n, "text": text});
                    errands.push(self.command(&self.players[black], appeal));
                }
            }
            Some("appealed") => {
                let is_result = ruling["outcome"]["kind"] == "draw";
                let decision = match n % 3 {
                    0 if is_result && ruling["remitted"].is_null() => {
                        json!({"kind": "remitted", "to": "guildenstern"})
                    }
                    1 if is_result => json!({"kind": "varied", "outcome": {"kind": "black-wins"}}),
                    _ => json!({"kind": "confirmed"}),
                };
                let decide = json!({"type": "decideAppeal", "ruling": n, "decision": decision, "reasons": REASONS});
                errands.push(self.command(&self.arbiter, decide));
            }
            Some("remitted") => {
                let rule = json!({"type": "rule", "game": ruling["game"], "ground": "rules", "reasons": REASONS,
                    "outcome": {"kind": "draw"}});
                errands.push(self.command(&self.directors[1], rule));
            }
            _ => {}
        }
    }
}
