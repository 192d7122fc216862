//! The engine's side: a conversation with a host.

mod board;
mod options;
mod signals;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::command::Command;
use crate::go::Go;
use crate::reply::Reply;
use board::{Board, board_of};
use options::Options;
use signals::{Say, Signals};

/// The running search.
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

/// The engine's side of one conversation.
///
/// One thread listens, another one searches. An invalid line is answered with an
/// `info string` and changes nothing.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use manifold_uci::{Reply, Session};
///
/// let replies = Arc::new(Mutex::new(Vec::new()));
/// let heard = Arc::clone(&replies);
/// let mut session = Session::new("Manifold", move |reply| heard.lock().unwrap().push(reply.clone()));
/// session.obey("isready");
/// assert_eq!(*replies.lock().unwrap(), [Reply::ReadyOk]);
/// ```
pub struct Session {
    name: String,
    options: Options,
    board: Box<dyn Board>,
    running: Option<Running>,
    say: Say,
}

impl Session {
    /// Starts a conversation. `name` is the name of the program with its version; `say` is called with every
    /// reply.
    #[must_use]
    pub fn new(name: &str, say: impl Fn(&Reply) + Send + Sync + 'static) -> Session {
        let options = Options::default();
        Session {
            name: name.to_owned(),
            board: board_of(options.variant()),
            options,
            running: None,
            say: Arc::new(say),
        }
    }

    /// Executes one line. Returns whether it was `quit`.
    pub fn obey(&mut self, line: &str) -> bool {
        let Some(verb) = line.split_whitespace().next() else {
            return false;
        };
        self.forget_if_answered();
        let waits = matches!(verb, "uci" | "ucinewgame" | "setoption" | "position" | "go");
        if waits && self.running.is_some() {
            self.complain(&format!(
                "“{verb}” has to wait: the engine is thinking, “stop” ends that"
            ));
            return false;
        }
        let done = match line.parse() {
            Ok(Command::Quit) => return true,
            Ok(command) => self.follow(command),
            Err(error) => Err(error.to_string()),
        };
        if let Err(problem) = done {
            self.complain(&problem);
        }
        false
    }

    fn follow(&mut self, command: Command) -> Result<(), String> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => {
                if self.running.is_none() {
                    self.tell_short_memory(self.board.prepare(&self.options));
                }
                (self.say)(&Reply::ReadyOk);
            }
            Command::SetOption { name, value } => {
                self.set_option(&name, &value.unwrap_or_default())?;
            }
            Command::NewGame => {
                self.board = board_of(self.options.variant());
                self.board.prepare(&self.options);
            }
            Command::Position(position) => {
                self.board.set_position(&position)?;
                self.board.prepare(&self.options);
            }
            Command::Go(go) => self.go(go)?,
            Command::PonderHit => self.ponder_hit()?,
            Command::Stop => self.stop(),
            Command::Debug | Command::Quit => {}
        }
        Ok(())
    }

    fn tell_short_memory(&self, mib: usize) {
        let asked = self.options.hash_mib;
        if mib < asked {
            let text = format!("the table has {mib} of {asked} MiB: there is no memory for more");
            (self.say)(&Reply::Text(text));
        }
    }

    fn introduce(&self) {
        (self.say)(&Reply::Name(self.name.clone()));
        (self.say)(&Reply::Author("the Manifold developers".to_owned()));
        for offer in Options::offers() {
            (self.say)(&Reply::Option(offer));
        }
        (self.say)(&Reply::UciOk);
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let variant = self.options.variant();
        if self.options.set(name, value)? == options::Effect::Forget {
            self.board.forget();
        }
        if self.options.variant() != variant {
            self.board = board_of(self.options.variant());
        }
        Ok(())
    }

    fn go(&mut self, go: Go) -> Result<(), String> {
        let signals = Arc::new(Signals {
            pondered: AtomicBool::new(!go.ponder),
            ..Signals::default()
        });
        let work = self.board.work(
            go,
            &self.options,
            Arc::clone(&signals),
            Arc::clone(&self.say),
        )?;
        self.running = Some(Running {
            thread: thread::spawn(work),
            signals,
        });
        Ok(())
    }

    /// The opponent has acted as expected: the limits of the search apply from now on.
    fn ponder_hit(&mut self) -> Result<(), String> {
        match &self.running {
            Some(running) if !running.signals.pondered.swap(true, Ordering::Relaxed) => Ok(()),
            _ => Err("“ponderhit” comes after “go ponder”".to_owned()),
        }
    }

    /// Stops the search and waits for its answer.
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

    /// Ends the conversation: stops a running search and waits up to two seconds for its answer.
    pub fn finish(&mut self) {
        let Some(running) = self.running.take() else {
            return;
        };
        running.stop();
        let deadline = Instant::now() + Duration::from_secs(2);
        while !running.thread.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Reports an error as an `info string`.
    pub fn complain(&self, problem: &str) {
        (self.say)(&Reply::Text(format!("error: {problem}")));
    }
}
