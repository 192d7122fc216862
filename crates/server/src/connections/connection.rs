//! One connection: what it waits for, and since when.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

/// Time limits for a client.
#[derive(Debug, Clone, Copy)]
pub(super) struct Patience {
    /// For the head of a request, once it has begun or the connection is open.
    pub(super) head: Duration,
    /// For the body of a request.
    pub(super) body: Duration,
    /// For the next request.
    pub(super) idle: Duration,
    /// For answers to be read.
    pub(super) answer: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The head of a request is being received.
    Head,
    /// The body of a request is being received.
    Body,
    /// The server works on an answer.
    Working,
    /// The last request is answered.
    Idle,
    /// It is a WebSocket now, which has limits of its own.
    Socket,
}

#[derive(Debug)]
struct Progress {
    phase: Phase,
    /// The start of the phase.
    since: Instant,
    /// The time since which the client has not read what is to be written.
    blocked_since: Option<Instant>,
    /// The bytes of answers that may still be in memory.
    unread: u64,
}

/// An open connection, shared by all who serve it.
#[derive(Debug)]
pub(super) struct Connection {
    progress: Mutex<Progress>,
    closing: Notify,
    is_cut: AtomicBool,
}

impl Connection {
    pub(super) fn new() -> Connection {
        Connection {
            progress: Mutex::new(Progress {
                phase: Phase::Head,
                since: Instant::now(),
                blocked_since: None,
                unread: 0,
            }),
            closing: Notify::new(),
            is_cut: AtomicBool::new(false),
        }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Bytes have arrived: after a pause they begin the head of the next request.
    pub(super) fn has_read(&self) {
        self.progress().step(Phase::Idle, Phase::Head);
    }

    /// The head of a request is complete.
    pub(super) fn begins_request(&self, has_body: bool) {
        self.progress().enter(match has_body {
            true => Phase::Body,
            false => Phase::Working,
        });
    }

    /// The body of the request is complete.
    pub(super) fn has_body(&self) {
        self.progress().step(Phase::Body, Phase::Working);
    }

    /// An answer of this many bytes is about to be written.
    pub(super) fn begins_answer(&self, bytes: u64) {
        let mut progress = self.progress();
        progress.step(Phase::Body, Phase::Working);
        progress.unread = progress.unread.saturating_add(bytes);
    }

    /// An answer has this many bytes more than was known.
    pub(super) fn goes_on(&self, bytes: u64) {
        let mut progress = self.progress();
        progress.unread = progress.unread.saturating_add(bytes);
    }

    /// All of the answer is in the buffer of the connection.
    pub(super) fn ends_answer(&self) {
        self.progress().step(Phase::Working, Phase::Idle);
    }

    /// The client takes no more for now.
    pub(super) fn is_blocked(&self) {
        self.progress()
            .blocked_since
            .get_or_insert_with(Instant::now);
    }

    /// Everything has been written.
    pub(super) fn is_flushed(&self) {
        let mut progress = self.progress();
        progress.blocked_since = None;
        progress.unread = 0;
    }

    pub(super) fn becomes_socket(&self) {
        self.progress().enter(Phase::Socket);
    }

    /// The time since which the server has been waiting for the client; `None` while the server works, and for WebSockets.
    pub(super) fn waiting_since(&self) -> Option<Instant> {
        let progress = self.progress();
        let phase = match progress.phase {
            Phase::Socket => return None,
            Phase::Working => None,
            Phase::Head | Phase::Body | Phase::Idle => Some(progress.since),
        };
        phase.into_iter().chain(progress.blocked_since).min()
    }

    /// Whether the server has waited for the client too long.
    pub(super) fn is_overdue(&self, patience: &Patience) -> bool {
        let progress = self.progress();
        let most = match progress.phase {
            Phase::Socket => return false,
            Phase::Working => None,
            Phase::Head => Some(patience.head),
            Phase::Body => Some(patience.body),
            Phase::Idle => Some(patience.idle),
        };
        most.is_some_and(|most| progress.since.elapsed() > most)
            || progress
                .blocked_since
                .is_some_and(|since| since.elapsed() > patience.answer)
    }

    /// The bytes of answers that the client does not read, and since when.
    pub(super) fn unread(&self) -> Option<(Instant, u64)> {
        let progress = self.progress();
        let since = progress.blocked_since?;
        (progress.phase != Phase::Socket).then_some((since, progress.unread))
    }

    /// Closes the connection whatever it does.
    pub(super) fn cut(&self) {
        self.is_cut.store(true, Ordering::Relaxed);
        self.closing.notify_one();
    }

    /// Whether it was cut: then none of its data is sent any more.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut.load(Ordering::Relaxed)
    }

    /// Resolves when it is cut.
    pub(super) async fn closing(&self) {
        self.closing.notified().await;
    }
}

impl Progress {
    fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.since = Instant::now();
    }

    /// Goes on to `to` if it is in `from`.
    fn step(&mut self, from: Phase, to: Phase) {
        if self.phase == from {
            self.enter(to);
        }
    }
}
