//! A player that is another program and speaks UCI.
//!
//! It is told what its seat knows and nothing else: `position startpos moves …` in plain chess, and
//! `position view …` (docs/protocol.md) in our games.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::str::FromStr;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use manifold_arena::told::Telling;
use manifold_arena::{Forfeit, Player, Turn};
use manifold_rules::board::Color;
use manifold_rules::position::{Bounds, Rules};
use manifold_rules::variant::Variant;

use crate::failure::Failure;

/// How long a program may take to say that it is ready.
const PATIENCE: Duration = Duration::from_secs(20);
/// How much more than its time it may take before it is given up.
const EXCESS: Duration = Duration::from_secs(5);
/// How long it may take if it was told a number of positions.
const LONGEST: Duration = Duration::from_secs(600);
/// How often it is looked whether the contest was broken off.
const GLANCE: Duration = Duration::from_millis(20);

/// A program, its arguments and the options to be set: `stockfish,UCI_Elo=2000`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Setup {
    words: Vec<String>,
    options: Vec<(String, String)>,
}

impl FromStr for Setup {
    type Err = String;

    fn from_str(text: &str) -> Result<Setup, String> {
        let mut parts = text.split(',');
        let command = parts.next().unwrap_or_default();
        let words: Vec<String> = command.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            return Err("after uci: there should be a command".to_owned());
        }
        if text.contains(['\n', '\r']) {
            return Err("a command and its options are one line".to_owned());
        }
        let options = parts
            .map(|part| {
                let (name, value) = part.split_once('=').ok_or_else(|| {
                    format!("“{part}” should be an option with its value, such as Hash=64")
                })?;
                Ok((name.trim().to_owned(), value.trim().to_owned()))
            })
            .collect::<Result<Vec<_>, String>>()?;
        Ok(Setup { words, options })
    }
}

impl Setup {
    /// The program's name with its options.
    pub(super) fn name(&self) -> String {
        let program = self.words[0].rsplit(['/', '\\']).next().unwrap_or_default();
        let mut name = program.to_owned();
        for (option, value) in &self.options {
            name.push_str(&format!(" {option}={value}"));
        }
        name
    }
}

/// How it is told the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Speech {
    /// Plain chess, as to any UCI program.
    Chess,
    /// As what one seat knows.
    View,
}

/// The running program.
struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

pub(super) struct Outside {
    setup: Setup,
    game: &'static str,
    bounds: Bounds,
    process: Option<Process>,
    speech: Speech,
    color: Color,
    has_seed: bool,
}

impl Outside {
    /// Starts the program.
    ///
    /// # Errors
    /// It cannot be started, does not answer, does not play this game or lacks an option.
    pub(super) fn start<P: Rules>(
        setup: &Setup,
        variant: P::Variant,
        bounds: Bounds,
    ) -> Result<Outside, Failure> {
        let mut outside = Outside {
            setup: setup.clone(),
            game: variant.id(),
            bounds,
            process: None,
            speech: Speech::Chess,
            color: Color::White,
            has_seed: false,
        };
        outside
            .open()
            .map_err(|problem| Failure::World(format!("{}: {problem}", setup.words[0])))?;
        Ok(outside)
    }

    /// Starts the program anew and sets its options.
    fn open(&mut self) -> Result<(), String> {
        self.process = None;
        self.process = Some(Process::start(&self.setup.words)?);
        self.say("uci")?;
        let mut options = Vec::new();
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.hear(deadline)?.as_str() {
                "uciok" => break,
                line => options.extend(Announced::read(line)),
            }
        }
        let find = |name: &str| {
            options
                .iter()
                .find(|option| option.name.eq_ignore_ascii_case(name))
        };
        let plain = self.game == "hyperspace" && self.bounds.max_delay == 0;
        let wanted = if plain { "chess" } else { self.game };
        match find("UCI_Variant") {
            Some(option) if option.choices.iter().any(|choice| choice == wanted) => {
                self.say(&format!("setoption name UCI_Variant value {wanted}"))?;
            }
            _ if plain => {}
            _ => {
                return Err(format!(
                    "it does not say that it plays {}: there is no such UCI_Variant. Ordinary chess programs \
                     can play hyperspace with --max-delay 0",
                    self.game
                ));
            }
        }
        self.speech = if plain { Speech::Chess } else { Speech::View };
        if !plain && find("MaxDelay").is_some() {
            let delay = self.bounds.max_delay;
            self.say(&format!("setoption name MaxDelay value {delay}"))?;
        }
        for (name, value) in self.setup.options.clone() {
            let Some(option) = find(&name) else {
                let names: Vec<&str> = options.iter().map(|option| option.name.as_str()).collect();
                return Err(format!("it has no option {name}, but {}", names.join(", ")));
            };
            self.say(&format!("setoption name {} value {value}", option.name))?;
        }
        self.has_seed = find("Seed").is_some()
            && !self
                .setup
                .options
                .iter()
                .any(|(name, _)| name.eq_ignore_ascii_case("Seed"));
        self.wait_until_ready()
    }

    fn wait_until_ready(&mut self) -> Result<(), String> {
        self.say("isready")?;
        let deadline = Instant::now() + PATIENCE;
        while self.hear(deadline)? != "readyok" {}
        Ok(())
    }

    fn say(&mut self, line: &str) -> Result<(), String> {
        let process = self.process.as_mut().ok_or("it is not running")?;
        writeln!(process.input, "{line}")
            .and_then(|()| process.input.flush())
            .map_err(|error| format!("it does not listen: {error}"))
    }

    fn hear(&mut self, deadline: Instant) -> Result<String, String> {
        let process = self.process.as_mut().ok_or("it is not running")?;
        let left = deadline.saturating_duration_since(Instant::now());
        match process.lines.recv_timeout(left) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => Err("it does not answer".to_owned()),
            Err(RecvTimeoutError::Disconnected) => Err("it has ended".to_owned()),
        }
    }

    /// The commands for one action, and how long to wait for it.
    fn question<P: Telling>(&self, turn: &Turn<'_, P>) -> (String, String, Duration) {
        let mut position = match self.speech {
            Speech::Chess => "position startpos".to_owned(),
            Speech::View => {
                let color = self.color.fold_wb("white", "black");
                format!("position view {color} startpos")
            }
        };
        if !turn.words.is_empty() {
            position.push_str(" moves ");
            position.push_str(&turn.words.join(" "));
        }
        let mut go = "go".to_owned();
        let mut patience = LONGEST;
        let limits = turn.limits;
        if let Some(nodes) = limits.nodes {
            go.push_str(&format!(" nodes {nodes}"));
        }
        if let Some(time) = limits.time {
            go.push_str(&format!(" movetime {}", time.as_millis()));
            patience = time + EXCESS;
        }
        if let (Some(clock), Some([white, black])) = (limits.clock, turn.clocks) {
            let increment = clock.increment.as_millis();
            go.push_str(&format!(
                " wtime {} btime {} winc {increment} binc {increment}",
                white.as_millis(),
                black.as_millis()
            ));
            if let Some(turns) = clock.moves_to_go {
                go.push_str(&format!(" movestogo {turns}"));
            }
            patience = clock.remaining + EXCESS;
        }
        (position, go, patience)
    }

    /// Asks for an action: its word.
    fn ask<P: Telling>(&mut self, turn: &Turn<'_, P>) -> Result<String, Forfeit> {
        let (position, go, patience) = self.question(turn);
        self.say(&position)
            .and_then(|()| self.say(&go))
            .map_err(Forfeit::Broken)?;
        let deadline = Instant::now() + patience;
        let timed = turn.limits.nodes.is_none();
        loop {
            if turn.stop.load(std::sync::atomic::Ordering::Relaxed) {
                return Err(Forfeit::Broken("the contest was broken off".to_owned()));
            }
            let process = self
                .process
                .as_mut()
                .ok_or_else(|| Forfeit::Broken("it is not running".to_owned()))?;
            match process.lines.recv_timeout(GLANCE) {
                Ok(line) => {
                    let mut words = line.split_whitespace();
                    if words.next() == Some("bestmove") {
                        return Ok(words.next().unwrap_or_default().to_owned());
                    }
                }
                Err(RecvTimeoutError::Timeout) if Instant::now() < deadline => {}
                Err(RecvTimeoutError::Timeout) if timed => return Err(Forfeit::Time),
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Forfeit::Broken("it does not answer".to_owned()));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Forfeit::Broken("it has ended".to_owned()));
                }
            }
        }
    }
}

impl<P: Telling> Player<P> for Outside {
    fn new_game(&mut self, color: Color, seed: u64) -> Result<(), Forfeit> {
        self.color = color;
        if self.process.is_none() {
            self.open().map_err(Forfeit::Broken)?;
        }
        let mut begin = || {
            self.say("ucinewgame")?;
            if self.has_seed {
                self.say(&format!("setoption name Seed value {}", seed >> 33))?;
            }
            self.wait_until_ready()
        };
        begin().map_err(Forfeit::Broken)
    }

    fn act(&mut self, turn: &Turn<'_, P>) -> Result<P::Action, Forfeit> {
        let answer = self.ask(turn).and_then(|word| {
            word.parse().map_err(|_| {
                let word: String = word.chars().take(40).collect();
                Forfeit::Illegal(format!("“{word}”"))
            })
        });
        if matches!(answer, Err(Forfeit::Broken(_) | Forfeit::Time)) {
            // Whatever it says later must not be taken for an answer in the next game.
            self.process = None;
        }
        answer
    }

    fn wants_words(&self) -> bool {
        true
    }
}

impl Process {
    fn start(words: &[String]) -> Result<Process, String> {
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // An interrupt at the terminal is for us: the program is to end with its game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .spawn()
            .map_err(|error| format!("it cannot be started: {error}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("it has no input and output".to_owned());
        };
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line.trim_end().to_owned()).is_err() {
                    break;
                }
            }
        });
        Ok(Process {
            child,
            input,
            lines,
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = writeln!(self.input, "stop\nquit").and_then(|()| self.input.flush());
        let deadline = Instant::now() + Duration::from_millis(500);
        while Instant::now() < deadline {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An option that a program announces.
#[derive(Debug, PartialEq, Eq)]
struct Announced {
    name: String,
    /// What it can be, if that is listed.
    choices: Vec<String>,
}

impl Announced {
    /// Reads `option name … type … var … var …`.
    fn read(line: &str) -> Option<Announced> {
        let rest = line.strip_prefix("option name ")?;
        let (name, rest) = rest.split_once(" type ")?;
        let mut choices = Vec::new();
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            if word == "var" {
                choices.extend(words.next().map(str::to_owned));
            }
        }
        Some(Announced {
            name: name.trim().to_owned(),
            choices,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_has_arguments_and_options() {
        let setup: Setup = "/usr/games/x -q,UCI_Elo=2000,Clear Hash="
            .parse()
            .expect("a setup");
        assert_eq!(setup.words, ["/usr/games/x", "-q"]);
        assert_eq!(setup.options[1], ("Clear Hash".to_owned(), String::new()));
        assert_eq!(setup.name(), "x UCI_Elo=2000 Clear Hash=");
        for text in ["", " ", ",a=b", "x,y", "x,a=b\nquit"] {
            assert!(text.parse::<Setup>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn announced_options_are_read() {
        let line = "option name UCI_Variant type combo default chess var chess var dmchess";
        let option = Announced::read(line).expect("an option");
        assert_eq!(option.name, "UCI_Variant");
        assert_eq!(option.choices, ["chess", "dmchess"]);
        assert_eq!(Announced::read("id name x"), None);
    }
}
