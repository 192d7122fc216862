//! One game of a bot: what the server tells is passed on to the engine, and its actions to the server.

use std::thread;
use std::time::{Duration, Instant};

use manifold_rules::board::Color;
use manifold_rules::position::Bounds;
use manifold_rules::variant::VariantId;
use manifold_uci::{Command, Go, PositionCommand, Process, Reply, Silence, Start};
use serde_json::{Value, json};

use super::client::{Client, Trouble};
use crate::program::{Program, is_chess};

/// How long the engine may take for an action beyond its time.
const EXCESS: Duration = Duration::from_secs(5);
/// How long the engine may take for an action when nothing limits it but a number of nodes.
const LONGEST: Duration = Duration::from_secs(600);
/// How often a request is sent again whose answer was lost, or that came at a bad moment.
const ATTEMPTS: u32 = 10;

/// How an engine plays.
#[derive(Debug, Clone)]
pub(super) struct Style {
    pub(super) program: Program,
    /// Time for an action in games without a clock.
    pub(super) think: Duration,
}

/// Plays a game to its end, and answers how it ended.
///
/// # Errors
/// The engine cannot play it, or the server refuses.
pub(super) fn play(client: &Client, id: &str, style: &Style) -> Result<String, String> {
    let mut seated: Option<Seated> = None;
    // A stream that breaks is opened again; so is one that the server ends because it restarts.
    for attempt in 0..ATTEMPTS {
        if attempt > 0 {
            thread::sleep(Duration::from_secs(1 << attempt.min(5)));
        }
        let stream = match client.stream(&format!("/bot/games/{id}/stream")) {
            Ok(stream) => stream,
            Err(trouble) if trouble.may_pass() => continue,
            Err(Trouble::Refused { detail, .. } | Trouble::Line(detail)) => return Err(detail),
        };
        for line in stream {
            if line["type"] == "gameFull" && seated.is_none() {
                seated = Some(Seated::new(&line, style)?);
            }
            let state = match line["type"].as_str() {
                Some("gameFull") => &line["state"],
                Some("gameState") => &line,
                _ => continue,
            };
            if let Some(text) = state["outcome"]["text"].as_str() {
                return Ok(text.to_owned());
            }
            if let Some(seated) = &mut seated {
                seated.answer(client, id, state, style)?;
            }
        }
    }
    Err("the server does not answer any more".to_owned())
}

/// The engine at its seat.
struct Seated {
    process: Process,
    variant: VariantId,
    color: Color,
    start: Start,
    /// The number of the event after which it has acted last.
    acted: Option<u64>,
    /// The offer that was declined last: after which event.
    declined: Option<u64>,
}

impl Seated {
    fn new(full: &Value, style: &Style) -> Result<Seated, String> {
        let text = |member: &str| full[member].as_str().unwrap_or_default();
        let variant: VariantId = text("variant")
            .parse()
            .map_err(|_| format!("there is no game “{}”", text("variant")))?;
        let color = match text("seat") {
            "white" => Color::White,
            "black" => Color::Black,
            _ => return Err("the token's account does not play this game alone".to_owned()),
        };
        let start = match text("start") {
            "startpos" => Start::Standard,
            position => Start::Text(position.to_owned()),
        };
        let (mut process, _) = style.program.start(variant, Bounds::default())?;
        process
            .say(&Command::NewGame)
            .map_err(|error| error.to_string())?;
        Ok(Seated {
            process,
            variant,
            color,
            start,
            acted: None,
            declined: None,
        })
    }

    /// Does what is to be done in a state of the game.
    fn answer(
        &mut self,
        client: &Client,
        id: &str,
        state: &Value,
        style: &Style,
    ) -> Result<(), String> {
        let n = state["n"].as_u64().unwrap_or(0);
        let (own, other) = self.color.fold_wb(("white", "black"), ("black", "white"));
        for what in ["draw", "takeback"] {
            if state["offers"][what] == other && self.declined != Some(n) {
                self.declined = Some(n);
                let body =
                    json!({"t": "decline", "id": format!("decline {what} {n}"), "what": what});
                // The offer may be gone by now.
                let _ = send(client, id, &body);
            }
        }
        if state["status"] != "live" || state["actor"] != own || self.acted == Some(n) {
            return Ok(());
        }
        let action = self.think(state, style)?;
        self.acted = Some(n);
        let body = json!({"t": "act", "id": format!("act {n}"), "n": n, "action": action});
        match send(client, id, &body) {
            Ok(()) => Ok(()),
            // The game has gone on meanwhile: its next state comes.
            Err(Trouble::Refused { code, .. }) if code == "stale" || code == "over" => Ok(()),
            Err(Trouble::Refused { detail, .. } | Trouble::Line(detail)) => {
                Err(format!("{action}: {detail}"))
            }
        }
    }

    /// The engine's action.
    fn think(&mut self, state: &Value, style: &Style) -> Result<String, String> {
        let words = state["moves"].as_str().unwrap_or_default();
        let position = PositionCommand {
            viewer: (!is_chess(self.variant)).then_some(self.color),
            start: self.start.clone(),
            actions: words.split_whitespace().map(str::to_owned).collect(),
        };
        let (go, patience) = limits(&state["clock"], self.color, style);
        let text = |error: manifold_uci::ClientError| error.to_string();
        self.process
            .say(&Command::Position(position))
            .map_err(text)?;
        self.process.say(&Command::Go(go)).map_err(text)?;
        let deadline = Instant::now() + patience;
        loop {
            match self.process.hear_until(deadline) {
                Ok(Reply::BestMove { action, .. }) => {
                    return action.ok_or_else(|| "the engine finds nothing to do".to_owned());
                }
                Ok(_) => {}
                Err(Silence::Late) => return Err("the engine takes too long".to_owned()),
                Err(Silence::Ended) => return Err("the engine has ended".to_owned()),
            }
        }
    }
}

/// The `go` command for the engine, and the time to wait for its answer.
fn limits(clock: &Value, color: Color, style: &Style) -> (Go, Duration) {
    let ms = |member: &str| Duration::from_millis(clock[member].as_u64().unwrap_or(0));
    if clock.is_null() || clock["correspondence"] == true {
        let go = Go {
            movetime: Some(style.think),
            ..Go::default()
        };
        return (go, style.think + LONGEST);
    }
    let remaining = [ms("white_ms"), ms("black_ms")];
    let go = Go {
        remaining: remaining.map(Some),
        increments: [ms("increment_ms"); 2],
        ..Go::default()
    };
    (go, color.fold_wb(remaining[0], remaining[1]) + EXCESS)
}

/// Sends a request until it is answered: its name makes sure that it is done once.
fn send(client: &Client, id: &str, body: &Value) -> Result<(), Trouble> {
    let path = format!("/bot/games/{id}/actions");
    let mut attempt = 0;
    loop {
        attempt += 1;
        match client.post(&path, body) {
            Err(trouble) if trouble.may_pass() && attempt < ATTEMPTS => {
                thread::sleep(trouble.wait());
            }
            done => return done.map(drop),
        }
    }
}
