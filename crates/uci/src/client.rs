//! The host's side: another program that speaks UCI.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::command::Command;
use crate::offer::Offer;
use crate::reply::Reply;

/// The longest line of a program, in bytes.
const LONGEST_LINE: u64 = 1 << 20;

/// A running program. It is told to quit when this is dropped, and ended if it does not.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// Why a program cannot be talked to.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The operating system does not start it.
    #[error("it cannot be started: {0}")]
    Start(io::Error),
    /// It was started without input or output.
    #[error("it has no input and output")]
    Pipes,
    /// It does not read what is said.
    #[error("it does not read its input: {0}")]
    Deaf(io::Error),
    /// It says nothing.
    #[error("{0}")]
    Silent(Silence),
}

/// The reason why a program is silent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Silence {
    /// Nothing came in time.
    #[error("it does not answer")]
    Late,
    /// The program has ended.
    #[error("it has ended")]
    Ended,
}

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start(program: &str, arguments: &[String]) -> Result<Process, ClientError> {
        let mut command = std::process::Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // An interrupt at the terminal is for us: the program is to end with its game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(ClientError::Start)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(ClientError::Pipes);
        };
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            loop {
                line.clear();
                // A line without an end is cut: the rest is read as the next one.
                let read = output
                    .by_ref()
                    .take(LONGEST_LINE)
                    .read_until(b'\n', &mut line);
                if !read.is_ok_and(|bytes| bytes > 0) {
                    break;
                }
                // Names of authors are not always UTF-8.
                let text = String::from_utf8_lossy(&line);
                if sender.send(text.trim_end().to_owned()).is_err() {
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

    /// Says one line.
    ///
    /// # Errors
    /// The program does not listen any more.
    pub fn say(&mut self, command: &Command) -> Result<(), ClientError> {
        writeln!(self.input, "{command}")
            .and_then(|()| self.input.flush())
            .map_err(ClientError::Deaf)
    }

    /// Waits for a line, at most for `patience`.
    ///
    /// # Errors
    /// There was none in that time, or there will be none any more.
    pub fn hear(&self, patience: Duration) -> Result<Reply, Silence> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => match line.parse() {
                Ok(reply) => Ok(reply),
            },
            Err(RecvTimeoutError::Timeout) => Err(Silence::Late),
            Err(RecvTimeoutError::Disconnected) => Err(Silence::Ended),
        }
    }

    /// Says `uci` and waits for the end of the introduction: the options that are offered.
    ///
    /// # Errors
    /// The program does not answer within `patience`.
    pub fn introduce(&mut self, patience: Duration) -> Result<Vec<Offer>, ClientError> {
        self.say(&Command::Uci)?;
        let mut offers = Vec::new();
        let deadline = Instant::now() + patience;
        loop {
            match self.hear_until(deadline)? {
                Reply::UciOk => return Ok(offers),
                Reply::Option(offer) => offers.push(offer),
                _ => {}
            }
        }
    }

    /// Says `isready` and waits for the answer.
    ///
    /// # Errors
    /// The program does not answer within `patience`.
    pub fn wait_until_ready(&mut self, patience: Duration) -> Result<(), ClientError> {
        self.say(&Command::IsReady)?;
        let deadline = Instant::now() + patience;
        while self.hear_until(deadline)? != Reply::ReadyOk {}
        Ok(())
    }

    fn hear_until(&self, deadline: Instant) -> Result<Reply, ClientError> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.hear(left).map_err(ClientError::Silent)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self
            .say(&Command::Stop)
            .and_then(|()| self.say(&Command::Quit));
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
