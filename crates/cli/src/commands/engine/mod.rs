//! `manifold engine`: the engine for programs, in the words of UCI. What they mean here is in
//! `docs/protocol.md`.
//!
//! One thread listens, another one thinks. Whatever comes in that makes no sense is answered with an
//! `info string` and changes nothing.

mod ask;
mod board;
mod options;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use manifold_rules::error::shorten;

use crate::failure::Failure;
use ask::Ask;
use board::{Board, board_of};
use options::Options;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {}

/// The longest line that is read: games of any length, but no endless input.
const LONGEST_LINE: usize = 4 << 20;

pub(crate) fn run(_arguments: Arguments) -> Result<(), Failure> {
    let mut session = Session::new();
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let length =
            io::Read::take(&mut input, LONGEST_LINE as u64).read_until(b'\n', &mut line)?;
        if length == 0 {
            break;
        }
        if length == LONGEST_LINE {
            session.complain("the line is too long");
            while !line.ends_with(b"\n") {
                line.clear();
                if io::Read::take(&mut input, LONGEST_LINE as u64).read_until(b'\n', &mut line)?
                    == 0
                {
                    break;
                }
            }
            continue;
        }
        let text = String::from_utf8_lossy(&line);
        let words: Vec<&str> = text.split_whitespace().collect();
        if session.obey(&words) {
            break;
        }
    }
    session.finish();
    Ok(())
}

/// How the thread that listens and the one that thinks understand each other.
#[derive(Debug, Default)]
struct Signals {
    /// The answer is wanted now.
    stop: AtomicBool,
    /// The opponent has acted as expected, or the answer is wanted now: pondering is over, if it ever began.
    pondered: AtomicBool,
    /// Set before the answer is printed: who reads it may go on at once.
    answered: AtomicBool,
}

/// What is being thought about.
struct Running {
    thread: JoinHandle<()>,
    signals: Arc<Signals>,
}

impl Running {
    fn stop(&self) {
        self.signals.stop.store(true, Ordering::Relaxed);
        self.signals.pondered.store(true, Ordering::Relaxed);
    }
}

struct Session {
    options: Options,
    board: Box<dyn Board>,
    running: Option<Running>,
}

impl Session {
    fn new() -> Session {
        let options = Options::default();
        Session {
            board: board_of(options.variant),
            options,
            running: None,
        }
    }

    /// Does what a line says; whether it is the end.
    fn obey(&mut self, words: &[&str]) -> bool {
        let Some((verb, rest)) = words.split_first() else {
            return false;
        };
        self.forget_if_answered();
        let done = match *verb {
            "quit" => return true,
            "isready" => {
                say("readyok");
                Ok(())
            }
            "stop" => {
                self.stop();
                Ok(())
            }
            "uci" | "ucinewgame" | "setoption" | "position" | "go" if self.running.is_some() => {
                Err(format!(
                    "“{verb}” has to wait: the engine is thinking, “stop” ends that"
                ))
            }
            "uci" => {
                self.introduce();
                Ok(())
            }
            "ucinewgame" => {
                self.board = board_of(self.options.variant);
                Ok(())
            }
            "setoption" => self.set_option(rest),
            "position" => self.board.set_position(rest),
            "go" => self.go(rest),
            "debug" => Ok(()),
            "ponderhit" => self.ponder_hit(),
            _ => Err(format!(
                "“{}” is no command; there are uci, isready, setoption, ucinewgame, position, go, ponderhit, stop and quit",
                shorten(verb)
            )),
        };
        if let Err(problem) = done {
            self.complain(&problem);
        }
        false
    }

    fn introduce(&self) {
        say(&format!("id name Manifold {}", env!("CARGO_PKG_VERSION")));
        say("id author the Manifold developers");
        for line in Options::announced() {
            say(&line);
        }
        say("uciok");
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let variant = self.options.variant;
        if self.options.set(words)? == options::Effect::Forget {
            self.board.forget();
        }
        if self.options.variant != variant {
            self.board = board_of(self.options.variant);
        }
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        let ask = Ask::read(words)?;
        let signals = Arc::new(Signals {
            pondered: AtomicBool::new(!ask.ponder),
            ..Signals::default()
        });
        let work = self.board.work(ask, &self.options, Arc::clone(&signals))?;
        self.running = Some(Running {
            thread: thread::spawn(work),
            signals,
        });
        Ok(())
    }

    /// The opponent has acted as expected: the time starts to count.
    fn ponder_hit(&mut self) -> Result<(), String> {
        match &self.running {
            Some(running) if !running.signals.pondered.swap(true, Ordering::Relaxed) => Ok(()),
            _ => Err("“ponderhit” comes after “go ponder”".to_owned()),
        }
    }

    /// Ends the thinking, and waits for the answer.
    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop();
            let _ = running.thread.join();
        }
    }

    fn forget_if_answered(&mut self) {
        if let Some(running) = self.running.take_if(|running| {
            running.signals.answered.load(Ordering::Acquire) || running.thread.is_finished()
        }) {
            let _ = running.thread.join();
        }
    }

    /// The end: what is being thought about is answered, unless that takes too long.
    fn finish(&mut self) {
        let Some(running) = self.running.take() else {
            return;
        };
        running.stop();
        let deadline = Instant::now() + Duration::from_secs(2);
        while !running.thread.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn complain(&self, problem: &str) {
        say(&format!("info string error: {problem}"));
    }
}

/// Prints one line, at once. Who does not listen any more will close the input too.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
