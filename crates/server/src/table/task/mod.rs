//! The task that owns a live game. Everything that concerns the game goes through its mailbox.

mod audience;
mod engine;
mod requests;

use std::sync::Arc;
use std::time::Duration;

use manifold_engine::Limits;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::hidden::Hidden;
use crate::lobby::Lobby;
use crate::names::GameResult;
use crate::problem::{Code, Problem};
use crate::store::Summary;
use crate::table::event::Happening;
use crate::table::frame::Frame;
use crate::table::game::{Command, LiveGame, Presence};
use crate::table::referee::{Analyst, History, Verified};
use crate::table::seat::Seat;
use crate::table::state::{State, Status};

type Reply<T> = oneshot::Sender<Result<T, Problem>>;

/// A socket that comes to a table.
#[derive(Debug, Clone)]
pub(crate) struct Visit {
    /// Who.
    pub(crate) player: String,
    /// The last event that the client has.
    pub(crate) have: Option<u64>,
    /// Whether it wants events without states.
    pub(crate) lean: bool,
    /// Where its messages go. When this is dropped by the table the reader was too slow.
    pub(crate) out: mpsc::Sender<Frame>,
}

/// What can be said to a table.
pub(crate) enum Message {
    /// A socket comes; answered with its number.
    Visit(Visit, Reply<u64>),
    /// A socket has gone.
    Leave(u64),
    /// A player asks for something. The answer goes to the socket.
    Command {
        /// The socket.
        from: u64,
        /// The name that the client gave the request.
        id: String,
        /// What.
        command: Command,
        /// The lag of the socket, in milliseconds.
        lag_ms: u32,
    },
    /// Somebody takes the free seat.
    Join {
        /// Who.
        player: String,
        /// The display name.
        name: String,
        /// The seat.
        reply: Reply<Seat>,
    },
    /// The game as a player may see it.
    State(String, Reply<Box<State>>),
    /// The record as a player may have it.
    Record {
        /// Who.
        player: String,
        /// The address of the game.
        site: String,
        /// The text.
        reply: Reply<String>,
    },
    /// All positions, as a player may see them, ready to be looked up.
    Plies(String, Reply<History>),
    /// The promises of a finished game.
    Verify(Reply<Vec<Verified>>),
    /// An analysis of a finished game, ready to be done.
    Analyst(usize, Limits, Reply<Analyst>),
    /// The engine has decided.
    Thought {
        /// The number of the event after which it was asked.
        n: u64,
        /// What to do.
        action: Option<Hidden>,
    },
    /// There may be something to do.
    Wake,
}

struct Subscriber {
    number: u64,
    player: String,
    lean: bool,
    out: mpsc::Sender<Frame>,
}

/// A live game with those who look at it.
pub(crate) struct Table {
    lobby: Arc<Lobby>,
    id: Arc<str>,
    inbox: mpsc::Receiver<Message>,
    game: LiveGame,
    subscribers: Vec<Subscriber>,
    next_number: u64,
    /// When each player was last seen to leave; `None` while here.
    gone_since: [Option<Instant>; 2],
    told: Presence,
    audience_due: Option<Instant>,
    /// The event after which the engine was asked.
    thinking: Option<u64>,
    engine_due: Option<Instant>,
    used: Instant,
}

/// The game cannot be kept in memory: what is stored is not known, or it is broken.
struct Lost;

impl Table {
    /// Loads a game and serves it until nobody has wanted anything of it for a while.
    pub(crate) async fn run(lobby: Arc<Lobby>, id: Arc<str>, mut inbox: mpsc::Receiver<Message>) {
        match load(&lobby, &id).await {
            Ok(game) => {
                metrics::gauge!("manifold_tables").increment(1.0);
                let now = Instant::now();
                let mut table = Table {
                    lobby: Arc::clone(&lobby),
                    id: Arc::clone(&id),
                    inbox,
                    game,
                    subscribers: Vec::new(),
                    next_number: 1,
                    gone_since: [Some(now); 2],
                    told: Presence::default(),
                    audience_due: None,
                    thinking: None,
                    engine_due: None,
                    used: now,
                };
                let _: Result<(), Lost> = table.serve().await;
                // Whoever still waits asks again, and finds the game loaded anew.
                table.inbox.close();
                while table.inbox.recv().await.is_some() {}
                metrics::gauge!("manifold_tables").decrement(1.0);
            }
            Err(problem) => {
                inbox.close();
                while let Some(message) = inbox.recv().await {
                    message.refuse(&problem);
                }
            }
        }
        lobby.forget(&id);
    }

    async fn serve(&mut self) -> Result<(), Lost> {
        self.move_on().await?;
        loop {
            let next = self.next_due();
            tokio::select! {
                message = self.inbox.recv() => match message {
                    Some(message) => self.hear(message).await?,
                    None => return Ok(()),
                },
                () = tokio::time::sleep_until(next) => {}
                () = self.lobby.stopping() => return Ok(()),
            }
            self.move_on().await?;
            if self.is_idle() {
                return Ok(());
            }
        }
    }

    /// What is due without anybody asking: a flag, the engine, news of the audience.
    async fn move_on(&mut self) -> Result<(), Lost> {
        let now = self.lobby.world.now_ms();
        if let Some(color) = self.game.flagged(now.saturating_sub(self.grace())) {
            self.happen(Happening::Flagged { color }, None, now).await?;
        }
        self.ask_the_engine();
        self.tell_audience();
        Ok(())
    }

    /// How long after a flag a move may still come whose lag is given back.
    fn grace(&self) -> u64 {
        self.lobby.settings.lag_ms
    }

    fn next_due(&self) -> Instant {
        let now = Instant::now();
        let world = self.lobby.world.now_ms();
        let idle = Duration::from_secs(self.lobby.settings.idle_seconds);
        let mut next = now + Duration::from_secs(3600);
        let mut at = |due: Instant| next = next.min(due);
        if self.subscribers.is_empty() {
            at(self.used + idle);
        }
        if let Some(deadline) = self.game.deadline(world) {
            at(now + Duration::from_millis(deadline.saturating_sub(world) + self.grace()));
        }
        if let Some(due) = self.audience_due {
            at(due);
        }
        if let Some(due) = self.engine_due {
            at(due);
        }
        if let Some(due) = self.claim_due() {
            at(due);
        }
        next
    }

    fn is_idle(&self) -> bool {
        let idle = Duration::from_secs(self.lobby.settings.idle_seconds);
        self.subscribers.is_empty() && self.thinking.is_none() && self.used.elapsed() >= idle
    }

    async fn hear(&mut self, message: Message) -> Result<(), Lost> {
        self.used = Instant::now();
        match message {
            Message::Visit(visit, reply) => self.welcome(visit, reply),
            Message::Leave(number) => self.leave(number),
            Message::Command {
                from,
                id,
                command,
                lag_ms,
            } => self.command(from, id, command, lag_ms).await?,
            Message::Join {
                player,
                name,
                reply,
            } => self.join(player, name, reply).await?,
            Message::State(player, reply) => {
                let seat = self.game.setup.seat(&player);
                let now = self.lobby.world.now_ms();
                let state = self.game.state(seat, self.presence(), now, true);
                let _ = reply.send(Ok(Box::new(state)));
            }
            Message::Record {
                player,
                site,
                reply,
            } => {
                let seat = self.game.setup.seat(&player);
                let _ = reply.send(Ok(self.game.record(seat, &site)));
            }
            Message::Plies(player, reply) => {
                let _ = reply.send(Ok(self.game.history(self.game.setup.seat(&player))));
            }
            Message::Verify(reply) => {
                let _ = reply.send(self.when_over().map(|()| self.game.verify()));
            }
            Message::Analyst(n, limits, reply) => {
                let analyst = self.when_over().and_then(|()| {
                    self.game.referee().analyst(n, limits).ok_or_else(|| {
                        Problem::new(
                            Code::NotPossible,
                            "There is nothing to be analysed: the game has fewer actions, or it is decided there.",
                        )
                        .of("n")
                    })
                });
                let _ = reply.send(analyst);
            }
            Message::Thought { n, action } => self.thought(n, action).await?,
            Message::Wake => {}
        }
        Ok(())
    }

    fn when_over(&self) -> Result<(), Problem> {
        if self.game.status() == Status::Over {
            return Ok(());
        }
        Err(Problem::new(
            Code::NotPossible,
            "That is shown when the game is over.",
        ))
    }
}

impl Message {
    /// Answers everybody who waits that there is no such game, or that it cannot be read.
    fn refuse(self, problem: &Problem) {
        let problem = problem.clone();
        match self {
            Message::Visit(_, reply) => drop(reply.send(Err(problem))),
            Message::Join { reply, .. } => drop(reply.send(Err(problem))),
            Message::State(_, reply) => drop(reply.send(Err(problem))),
            Message::Record { reply, .. } => drop(reply.send(Err(problem))),
            Message::Plies(_, reply) => drop(reply.send(Err(problem))),
            Message::Verify(reply) => drop(reply.send(Err(problem))),
            Message::Analyst(_, _, reply) => drop(reply.send(Err(problem))),
            Message::Leave(_)
            | Message::Command { .. }
            | Message::Thought { .. }
            | Message::Wake => {}
        }
    }
}

/// Reads a game from the store.
async fn load(lobby: &Lobby, id: &Arc<str>) -> Result<LiveGame, Problem> {
    let stored = lobby.store.load(id).await?.ok_or_else(Problem::no_game)?;
    let mut game = LiveGame::new(Arc::clone(id), stored.setup, lobby.store.outages());
    for event in stored.events {
        let n = event.n;
        game.apply(event).map_err(|problem| {
            tracing::error!(game = %id, n, code = problem.code, "a stored game cannot be read");
            Problem::new(
                Code::Internal,
                "The record of this game is damaged, so it cannot go on.",
            )
        })?;
    }
    Ok(game)
}

/// What lists of games say of a game.
pub(crate) fn summary(game: &LiveGame, now: u64) -> Summary {
    let attention_at = match game.status() {
        Status::Live if game.engine_to_act().is_some() => Some(0),
        Status::Live => game.deadline(now),
        _ => None,
    };
    let over = game.outcome();
    Summary {
        status: game.status(),
        result: over.map(|over| GameResult {
            winner: over.winner,
            reason: over.reason,
        }),
        turn_number: game.turn_number(),
        actor: game.actor(),
        attention_at,
        joined: None,
    }
}
