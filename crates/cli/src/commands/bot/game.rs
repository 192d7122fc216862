//! One game of a bot: passes the server's states on to the engine, and the engine's actions to the server.

use std::thread;
use std::time::{Duration, Instant};

use manifold_rules::board::Color;
use manifold_rules::position::Bounds;
use manifold_rules::variant::VariantId;
use manifold_uci::{Command, Go, PositionCommand, Process, Reply, Silence, Start};
use serde_json::{Value, json};

use super::client::{Client, Trouble};
use crate::program::{Program, is_chess};

/// How long the engine may exceed its time for an action.
const EXCESS: Duration = Duration::from_secs(5);
/// How long the engine may take for an action when only a number of nodes limits it.
const LONGEST: Duration = Duration::from_secs(600);
/// The number of attempts for a request whose response is lost, or that the server cannot serve at the moment.
const ATTEMPTS: u32 = 10;

/// The engine, and its time for an action.
#[derive(Debug, Clone)]
pub(super) struct Style {
    pub(super) program: Program,
    /// The time for an action in games without a clock.
    pub(super) think: Duration,
}

/// Why a game cannot be continued.
enum Halt {
    /// The engine cannot play the game, or has failed.
    Engine(String),
    /// The server refused, or cannot be reached.
    Server(String),
}

/// Plays a game to its end, and returns how it ended. If the engine fails the game is resigned: nobody should have to wait.
///
/// # Errors
/// The engine cannot play the game, or the server refuses.
pub(super) fn play(client: &Client, id: &str, style: &Style) -> Result<String, String> {
    let problem = match play_on(client, id, style) {
        Ok(outcome) => return Ok(outcome),
        Err(Halt::Server(problem)) => return Err(problem),
        Err(Halt::Engine(problem)) => problem,
    };
    match send(client, id, &json!({"t": "resign", "id": "resign"})) {
        Ok(()) => Err(format!("{problem}; the bot has resigned")),
        Err(trouble) => Err(format!(
            "{problem}; the bot cannot resign: {}",
            trouble.detail()
        )),
    }
}

fn play_on(client: &Client, id: &str, style: &Style) -> Result<String, Halt> {
    let mut seated: Option<Seated> = None;
    let mut attempts = Attempts::default();
    // Reopen a stream that breaks, or that the server ends because it restarts.
    while let Some(wait) = attempts.next_wait() {
        thread::sleep(wait);
        let stream = match client.stream(&format!("/bot/games/{id}/stream")) {
            Ok(stream) => stream,
            Err(trouble) if trouble.may_pass() => continue,
            Err(trouble) => return Err(Halt::Server(trouble.detail())),
        };
        for line in stream {
            attempts.answered();
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
    Err(Halt::Server(
        "the server does not answer any more".to_owned(),
    ))
}

/// The attempts to open a stream since the server's last answer.
#[derive(Debug, Default)]
struct Attempts(u32);

impl Attempts {
    /// The delay before the next attempt; `None` after the last one.
    fn next_wait(&mut self) -> Option<Duration> {
        let wait = match self.0 {
            0 => Duration::ZERO,
            made => Duration::from_secs(1 << made.min(5)),
        };
        self.0 += 1;
        (self.0 <= ATTEMPTS).then_some(wait)
    }

    /// Resets the count after the server has answered.
    fn answered(&mut self) {
        self.0 = 1;
    }
}

/// The engine in its seat.
struct Seated {
    process: Process,
    variant: VariantId,
    color: Color,
    start: Start,
    /// The number of the event after which it last acted.
    acted: Option<u64>,
    /// The number of the event after which it last declined an offer.
    declined: Option<u64>,
}

impl Seated {
    fn new(full: &Value, style: &Style) -> Result<Seated, Halt> {
        let text = |member: &str| full[member].as_str().unwrap_or_default();
        let color = match text("seat") {
            "white" => Color::White,
            "black" => Color::Black,
            _ => {
                let problem = "the token's account does not play this game alone";
                return Err(Halt::Server(problem.to_owned()));
            }
        };
        let variant: VariantId = text("variant")
            .parse()
            .map_err(|_| Halt::Engine(format!("there is no game “{}”", text("variant"))))?;
        let start = match text("start") {
            "startpos" => Start::Standard,
            position => Start::Text(position.to_owned()),
        };
        let started = style.program.start(variant, Bounds::default());
        let (mut process, _) = started.map_err(|unfit| Halt::Engine(unfit.to_string()))?;
        process
            .say(&Command::NewGame)
            .map_err(|error| Halt::Engine(error.to_string()))?;
        Ok(Seated {
            process,
            variant,
            color,
            start,
            acted: None,
            declined: None,
        })
    }

    /// Responds to a state of the game: declines offers, and acts if it is to move.
    fn answer(
        &mut self,
        client: &Client,
        id: &str,
        state: &Value,
        style: &Style,
    ) -> Result<(), Halt> {
        let n = state["n"].as_u64().unwrap_or(0);
        let (own, other) = self.color.fold_wb(("white", "black"), ("black", "white"));
        for what in ["draw", "takeback"] {
            if state["offers"][what] == other && self.declined != Some(n) {
                self.declined = Some(n);
                let body =
                    json!({"t": "decline", "id": format!("decline {what} {n}"), "what": what});
                // The offer may have lapsed by now.
                let _ = send(client, id, &body);
            }
        }
        if state["status"] != "live" || state["actor"] != own || self.acted == Some(n) {
            return Ok(());
        }
        let action = self.think(state, style).map_err(Halt::Engine)?;
        self.acted = Some(n);
        let body = json!({"t": "act", "id": format!("act {n}"), "n": n, "action": action});
        match send(client, id, &body) {
            Ok(()) => Ok(()),
            // The game has moved on meanwhile: its next state will arrive.
            Err(Trouble::Refused { code, .. }) if code == "stale" || code == "over" => Ok(()),
            Err(trouble) if trouble.may_pass() => Err(Halt::Server(trouble.detail())),
            // The server finds the action illegal.
            Err(trouble) => Err(Halt::Engine(format!("{action}: {}", trouble.detail()))),
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

/// Sends a request until it is answered; its `id` makes it idempotent.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_that_answers_is_asked_again_however_often_the_line_breaks() {
        let mut attempts = Attempts::default();
        assert_eq!(attempts.next_wait(), Some(Duration::ZERO));
        for _ in 0..3 * ATTEMPTS {
            attempts.answered();
            assert_eq!(attempts.next_wait(), Some(Duration::from_secs(2)));
        }
        let silent = std::iter::from_fn(|| attempts.next_wait()).count();
        assert_eq!(
            silent,
            ATTEMPTS as usize - 2,
            "one was answered, one was made since"
        );
    }
}
