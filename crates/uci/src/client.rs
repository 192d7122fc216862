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
/// Capacity of the queue of unread lines. A program that sends more is blocked by backpressure on its pipe.
const WAITING_LINES: usize = 64;
/// The maximum number of options that a program can offer.
const MOST_OFFERS: usize = 4096;

/// A running program. On drop it is told to quit, and killed if it does not.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// Why communication with a program failed.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The operating system does not start it.
    #[error("it cannot be started: {0}")]
    Start(io::Error),
    /// It was started without input or output.
    #[error("it has no input and output")]
    Pipes,
    /// It does not read its input.
    #[error("it does not read its input: {0}")]
    Deaf(io::Error),
    /// It does not answer.
    #[error("{0}")]
    Silent(Silence),
    /// It offers too many options.
    #[error("it offers more than {MOST_OFFERS} options")]
    Offers,
}

/// The reason why no line arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Silence {
    /// No line arrived in time.
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
        // Own process group: an interrupt at the terminal must reach only us, so that the program can finish its game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(ClientError::Start)?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(ClientError::Pipes);
        };
        let (sender, lines) = mpsc::sync_channel(WAITING_LINES);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            loop {
                line.clear();
                // A line that is too long is split: the rest is read as the next line.
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

    /// Sends one line.
    ///
    /// # Errors
    /// The program no longer reads its input.
    pub fn say(&mut self, command: &Command) -> Result<(), ClientError> {
        writeln!(self.input, "{command}")
            .and_then(|()| self.input.flush())
            .map_err(ClientError::Deaf)
    }

    /// Waits at most `patience` for a line.
    ///
    /// # Errors
    /// No line arrived in that time, or the program has ended.
    pub fn hear(&self, patience: Duration) -> Result<Reply, Silence> {
        match self.lines.recv_timeout(patience) {
            Ok(line) => match line.parse() {
                Ok(reply) => Ok(reply),
            },
            Err(RecvTimeoutError::Timeout) => Err(Silence::Late),
            Err(RecvTimeoutError::Disconnected) => Err(Silence::Ended),
        }
    }

    /// Waits for a line until `deadline`. After the deadline it returns none, even if lines are queued: otherwise a program that
    /// never stops sending would never time out.
    ///
    /// # Errors
    /// No line arrived in that time, or the program has ended.
    pub fn hear_until(&self, deadline: Instant) -> Result<Reply, Silence> {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Silence::Late);
        }
        self.hear(left)
    }

    /// Sends `uci` and waits for `uciok`. Returns the options that the program offers.
    ///
    /// # Errors
    /// The program does not answer within `patience`, or offers an implausible number of options.
    pub fn introduce(&mut self, patience: Duration) -> Result<Vec<Offer>, ClientError> {
        self.say(&Command::Uci)?;
        let mut offers = Vec::new();
        let deadline = Instant::now() + patience;
        loop {
            match self.hear_until(deadline).map_err(ClientError::Silent)? {
                Reply::UciOk => return Ok(offers),
                Reply::Option(_) if offers.len() == MOST_OFFERS => {
                    return Err(ClientError::Offers);
                }
                Reply::Option(offer) => offers.push(offer),
                _ => {}
            }
        }
    }

    /// Sends `isready` and waits for `readyok`.
    ///
    /// # Errors
    /// The program does not answer within `patience`.
    pub fn wait_until_ready(&mut self, patience: Duration) -> Result<(), ClientError> {
        self.say(&Command::IsReady)?;
        let deadline = Instant::now() + patience;
        while self.hear_until(deadline).map_err(ClientError::Silent)? != Reply::ReadyOk {}
        Ok(())
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
            // A program that is blocked on unread output would not read its input.
            self.lines.try_iter().take(WAITING_LINES).for_each(drop);
            thread::sleep(Duration::from_millis(5));
        }
        // The whole group: the program may have been started by a script that waits for it.
        #[cfg(unix)]
        let _ = rustix::process::kill_process_group(
            rustix::process::Pid::from_child(&self.child),
            rustix::process::Signal::KILL,
        );
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        let arguments = ["-c".to_owned(), script.to_owned()];
        Process::start("sh", &arguments).expect("the shell starts")
    }

    #[test]
    fn a_program_that_never_stops_talking_is_late_all_the_same() {
        let mut process = shell("exec yes");
        let patience = Duration::from_millis(200);
        for answer in [
            process.introduce(patience).map(drop),
            process.wait_until_ready(patience),
        ] {
            assert!(
                matches!(answer, Err(ClientError::Silent(Silence::Late))),
                "{answer:?}"
            );
        }
        assert_eq!(process.hear_until(Instant::now()), Err(Silence::Late));
    }

    #[test]
    fn a_program_is_held_back_by_what_nobody_has_heard() {
        const LINES: usize = 500_000;
        let mut process = shell(&format!("yes | head -n {LINES}"));
        thread::sleep(Duration::from_secs(2));
        let ended = process.child.try_wait().expect("a process");
        assert_eq!(ended, None, "all that it says has been read");
        let mut heard = 0;
        while process.hear(Duration::from_secs(60)).is_ok() {
            heard += 1;
        }
        assert_eq!(heard, LINES);
    }

    #[test]
    fn a_program_that_offers_options_without_end_is_refused() {
        let mut process = shell("exec yes 'option name Hash type button'");
        let refused = process.introduce(Duration::from_secs(60));
        assert!(matches!(refused, Err(ClientError::Offers)), "{refused:?}");
    }

    #[test]
    fn a_program_that_does_not_quit_is_killed_with_all_that_it_has_started() {
        let mut process = shell("sleep 1000 & echo; wait");
        process.hear(Duration::from_secs(60)).expect("a line");
        // Whoever holds the other end of the pipe keeps the lines from ending.
        let lines = std::mem::replace(&mut process.lines, mpsc::sync_channel(0).1);
        drop(process);
        let after = lines.recv_timeout(Duration::from_secs(60));
        assert_eq!(after, Err(RecvTimeoutError::Disconnected));
    }
}
