//! The task that owns a live game. Everything that concerns the game goes through its mailbox.

use std::sync::Arc;
use std::time::Duration;

use manifold_engine::{Level, Limits};
use manifold_rules::board::Color;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::event::{Event, Happening, Request};
use super::frame::{Frame, Outgoing};
use super::game::{Command, LiveGame, Presence, Verdict};
use super::referee::{Analyst, Ply, Verified, hex};
use super::seat::Seat;
use super::state::{State, Status};
use crate::hidden::Hidden;
use crate::lobby::Lobby;
use crate::problem::{Code, Problem};
use crate::store::{Append, AppendError, Summary};

/// A client that misses more events than this gets the whole game instead.
const MOST_TOLD: u64 = 200;
/// How long changes of the audience are collected before they are told.
const AUDIENCE: Duration = Duration::from_millis(1000);
/// After how long a full engine is asked again.
const ENGINE_RETRY: Duration = Duration::from_millis(200);

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
    /// All positions, as a player may see them.
    Plies(String, Reply<Vec<Ply>>),
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
                let _ = reply.send(Ok(self.game.plies(self.game.setup.seat(&player))));
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

    // Who is here.

    fn is_here(&self, color: Color) -> bool {
        let player = self.game.setup.chair(color).player();
        player.is_some_and(|player| self.subscribers.iter().any(|s| s.player == player))
    }

    fn presence(&self) -> Presence {
        let players = |player: &str| {
            Color::ALL
                .into_iter()
                .any(|color| self.game.setup.chair(color).player() == Some(player))
        };
        Presence {
            white: self.is_here(Color::White),
            black: self.is_here(Color::Black),
            watching: self
                .subscribers
                .iter()
                .filter(|subscriber| !players(&subscriber.player))
                .count(),
            claim: self.claimant(),
        }
    }

    /// The player whose opponent is away, and since when.
    fn alone(&self) -> Option<(Color, Instant)> {
        let setup = &self.game.setup;
        if self.game.status() != Status::Live || setup.is_same_board() || setup.has_engine() {
            return None;
        }
        // Who has days for a move need not be here.
        if setup
            .clock
            .as_ref()
            .is_some_and(|clock| clock.is_correspondence())
        {
            return None;
        }
        Color::ALL.into_iter().find_map(|color| {
            let away = self.gone_since[color.other().fold_wb(0, 1)]?;
            self.is_here(color).then_some((color, away))
        })
    }

    fn claim_after(&self) -> Duration {
        // Without a clock nobody is in a hurry.
        let factor = if self.game.setup.clock.is_some() {
            1
        } else {
            5
        };
        Duration::from_secs(self.lobby.settings.claim_seconds * factor)
    }

    fn claimant(&self) -> Option<Color> {
        let (color, away) = self.alone()?;
        (away.elapsed() >= self.claim_after()).then_some(color)
    }

    fn claim_due(&self) -> Option<Instant> {
        let (color, away) = self.alone()?;
        (self.told.claim != Some(color)).then(|| away + self.claim_after())
    }

    fn note_presence(&mut self) {
        for color in Color::ALL {
            let here = self.is_here(color);
            let since = &mut self.gone_since[color.fold_wb(0, 1)];
            match (here, *since) {
                (true, _) => *since = None,
                (false, None) => *since = Some(Instant::now()),
                (false, Some(_)) => {}
            }
        }
    }

    /// Tells everybody who is here, at once if a player has come or gone.
    fn tell_audience(&mut self) {
        let presence = self.presence();
        if presence == self.told {
            self.audience_due = None;
            return;
        }
        let only_audience = Presence {
            watching: self.told.watching,
            ..presence
        } == self.told;
        let now = Instant::now();
        if only_audience {
            let due = *self.audience_due.get_or_insert(now + AUDIENCE);
            if due > now {
                return;
            }
        }
        self.audience_due = None;
        self.told = presence;
        let frame = Outgoing::Presence(presence.into()).encode();
        self.send_where(|_| true, &frame);
    }

    fn welcome(&mut self, visit: Visit, reply: Reply<u64>) {
        let number = self.next_number;
        self.next_number += 1;
        let Visit {
            player,
            have,
            lean,
            out,
        } = visit;
        let seat = self.game.setup.seat(&player);
        let frames = self.first_frames(seat, have, lean);
        self.subscribers.push(Subscriber {
            number,
            player,
            lean,
            out,
        });
        self.note_presence();
        if reply.send(Ok(number)).is_err() {
            self.leave(number);
            return;
        }
        for frame in frames {
            self.send_to(number, frame);
        }
        let presence = Outgoing::Presence(self.presence().into()).encode();
        self.send_to(number, presence);
    }

    /// What a socket is told at first: exactly what it misses, or the whole game.
    fn first_frames(&self, seat: Seat, have: Option<u64>, lean: bool) -> Vec<Frame> {
        let now = self.lobby.world.now_ms();
        let n = self.game.n();
        let whole = || {
            let state = self.game.state(seat, self.presence(), now, true);
            let state = Box::new(state);
            vec![Outgoing::State { n, state }.encode()]
        };
        let Some(have) = have else {
            return whole();
        };
        if have == n {
            let clock = self.game.state_clock(now);
            return vec![Outgoing::Resumed { n, clock }.encode()];
        }
        // Half an outbox at most, so that a reader who comes back is not cut for it.
        let most = MOST_TOLD.min(self.lobby.settings.outbox as u64 / 2);
        if have > n || n - have > most {
            return whole();
        }
        (have + 1..=n)
            .filter_map(|n| self.event_frame(n, seat, lean))
            .collect()
    }

    fn event_frame(&self, n: u64, seat: Seat, lean: bool) -> Option<Frame> {
        let event = self.game.event(n, seat)?;
        let now = self.lobby.world.now_ms();
        let is_last = n == self.game.n();
        let frame = if lean {
            let actor = self.game.actor().map(super::state::name);
            Outgoing::Lean {
                n,
                event,
                actor,
                status: self.game.status(),
                outcome: self.game.outcome().cloned(),
                clock: self.game.state_clock(now),
            }
        } else {
            let state = is_last.then(|| {
                let state = self.game.state(seat, self.presence(), now, false);
                Box::new(state)
            });
            Outgoing::Event { n, event, state }
        };
        Some(frame.encode())
    }

    fn leave(&mut self, number: u64) {
        self.subscribers.retain(|s| s.number != number);
        self.note_presence();
    }

    /// Sends a message to one socket. A reader whose box is full is cut: it can come back.
    fn send_to(&mut self, number: u64, frame: Frame) {
        self.send_where(|subscriber| subscriber.number == number, &frame);
    }

    fn send_where(&mut self, to: impl Fn(&Subscriber) -> bool, frame: &Frame) {
        let before = self.subscribers.len();
        self.subscribers
            .retain(|subscriber| !to(subscriber) || subscriber.out.try_send(frame.clone()).is_ok());
        let cut = before - self.subscribers.len();
        if cut > 0 {
            metrics::counter!("manifold_readers_cut_total").increment(cut as u64);
            self.note_presence();
        }
    }

    /// Tells everybody what has happened last, encoded once for every kind of view.
    fn tell_event(&mut self) {
        let n = self.game.n();
        for seat in Seat::ALL {
            for lean in [false, true] {
                let is_of = |s: &Subscriber, game: &LiveGame| {
                    s.lean == lean && game.setup.seat(&s.player) == seat
                };
                if !self.subscribers.iter().any(|s| is_of(s, &self.game)) {
                    continue;
                }
                let Some(frame) = self.event_frame(n, seat, lean) else {
                    continue;
                };
                let numbers: Vec<u64> = self
                    .subscribers
                    .iter()
                    .filter(|s| is_of(s, &self.game))
                    .map(|s| s.number)
                    .collect();
                self.send_where(|s| numbers.binary_search(&s.number).is_ok(), &frame);
            }
        }
    }

    // What players ask.

    async fn command(
        &mut self,
        from: u64,
        id: String,
        command: Command,
        lag_ms: u32,
    ) -> Result<(), Lost> {
        let Some(subscriber) = self.subscribers.iter().find(|s| s.number == from) else {
            return Ok(());
        };
        let request = Request {
            player: subscriber.player.clone(),
            id,
        };
        if let Some(n) = self.game.remembered(&request) {
            let id = request.id;
            self.send_to(from, Outgoing::Ack { id, n }.encode());
            return Ok(());
        }
        let seat = self.game.setup.seat(&request.player);
        match self.decide(seat, command, lag_ms, from, &request).await? {
            Ok(()) => Ok(()),
            Err(problem) => {
                let id = Some(request.id);
                metrics::counter!("manifold_refused_total", "code" => problem.code).increment(1);
                self.send_to(from, Outgoing::Refused { id, problem }.encode());
                Ok(())
            }
        }
    }

    async fn decide(
        &mut self,
        seat: Seat,
        command: Command,
        lag_ms: u32,
        from: u64,
        request: &Request,
    ) -> Result<Result<(), Problem>, Lost> {
        let now = self.lobby.world.now_ms();
        let most = u32::try_from(self.lobby.settings.lag_ms).unwrap_or(u32::MAX);
        let lag_ms = lag_ms.min(most);
        if let Some(color) = self.game.flagged(now.saturating_sub(u64::from(lag_ms))) {
            self.happen(Happening::Flagged { color }, None, now).await?;
        }
        let judgement = match self.game.judge(seat, &command, self.presence()) {
            Ok(judgement) => judgement,
            Err(problem) => return Ok(Err(problem)),
        };
        let mut happening = match judgement.verdict {
            Verdict::Happen(happening) => happening,
            Verdict::Rematch(setup) => match self.lobby.open_game(*setup, None).await {
                Ok(game) => Happening::Rematch { game },
                Err(problem) => return Ok(Err(problem)),
            },
        };
        if let Happening::Action {
            salt, lag_ms: lag, ..
        } = &mut happening
        {
            *lag = lag_ms.min(self.game.since_last_event(now));
            if judgement.needs_salt {
                *salt = Some(Hidden::new(hex(&self.lobby.world.salt())));
            }
        }
        self.happen(happening, Some((from, request.clone())), now)
            .await?;
        Ok(Ok(()))
    }

    async fn join(&mut self, player: String, name: String, reply: Reply<Seat>) -> Result<(), Lost> {
        let result = match (self.game.setup.seat(&player), self.game.setup.free()) {
            // A resend, or the creator following the own link.
            (seat @ (Seat::White | Seat::Black | Seat::Both), _) => Ok(seat),
            (Seat::Spectator, Some(color)) if self.game.status() == Status::Waiting => {
                let now = self.lobby.world.now_ms();
                let joined = Happening::Joined {
                    color,
                    player,
                    name,
                };
                self.happen(joined, None, now).await?;
                Ok(Seat::of(color))
            }
            _ => Err(Problem::new(
                Code::Taken,
                "Both seats of this game are taken. You can watch it.",
            )),
        };
        let _ = reply.send(result);
        Ok(())
    }

    /// Stores what happens, and only then acknowledges it and tells everybody.
    async fn happen(
        &mut self,
        happening: Happening,
        request: Option<(u64, Request)>,
        now: u64,
    ) -> Result<(), Lost> {
        let (from, request) = request.unzip();
        let joined = match &happening {
            Happening::Joined { color, player, .. } => Some((*color, player.clone())),
            _ => None,
        };
        let event = Event {
            n: self.game.n() + 1,
            at: now,
            request: request.clone(),
            happening,
        };
        // Nobody sees the game before the commit: if that fails it is thrown away and read again.
        self.game.apply(event.clone()).map_err(|problem| {
            tracing::error!(game = %self.id, code = problem.code, "an event cannot be applied");
            Lost
        })?;
        let mut summary = summary(&self.game, now);
        summary.joined = joined.map(|(color, player)| {
            let setup = Box::new(self.game.setup.clone());
            (color, player, setup)
        });
        let append = Append {
            game: Arc::clone(&self.id),
            event,
            summary,
        };
        let stored = self.lobby.store.append(append).await;
        if let Err(error) = stored {
            tracing::error!(game = %self.id, %error, "an event was not stored");
            if let (Some(from), Some(request)) = (from, request) {
                let problem = match error {
                    AppendError::Conflict => Problem::new(
                        Code::Stale,
                        "The game has gone on elsewhere. Connect again.",
                    ),
                    AppendError::Failed => Problem::storage(),
                };
                let id = Some(request.id);
                self.send_to(from, Outgoing::Refused { id, problem }.encode());
            }
            return Err(Lost);
        }
        metrics::counter!("manifold_events_total").increment(1);
        if let (Some(from), Some(request)) = (from, request) {
            let n = self.game.n();
            let id = request.id;
            self.send_to(from, Outgoing::Ack { id, n }.encode());
        }
        self.note_presence();
        self.tell_event();
        Ok(())
    }

    // The engine.

    fn ask_the_engine(&mut self) {
        let Some((color, level)) = self.game.engine_to_act() else {
            self.engine_due = None;
            return;
        };
        let n = self.game.n();
        if self.thinking == Some(n) || self.engine_due.is_some_and(|due| due > Instant::now()) {
            return;
        }
        let settings = &self.lobby.settings;
        let now = self.lobby.world.now_ms();
        let time = self
            .game
            .engine_time(color, now)
            .map_or(settings.engine_ms, |time| time.min(settings.engine_ms));
        let limits = Limits {
            time: Some(Duration::from_millis(time)),
            ..self.lobby.engine_limits()
        };
        let level = Level::new(level).unwrap_or_default();
        let seed = self.lobby.world.seed();
        let thinker = self.game.referee().thinker(color, level, limits, seed);
        let lobby = Arc::clone(&self.lobby);
        let id = Arc::clone(&self.id);
        let asked = self.lobby.engine.submit(Box::new(move || {
            let action = thinker();
            lobby.tell(&id, Message::Thought { n, action });
        }));
        if asked {
            self.thinking = Some(n);
            self.engine_due = None;
        } else {
            self.engine_due = Some(Instant::now() + ENGINE_RETRY);
        }
    }

    async fn thought(&mut self, n: u64, action: Option<Hidden>) -> Result<(), Lost> {
        if self.thinking != Some(n) {
            return Ok(());
        }
        self.thinking = None;
        // It may have been taken back or decided meanwhile; other events do not matter to the engine.
        let Some((color, _)) = self.game.engine_to_act().filter(|_| self.game.n() == n) else {
            return Ok(());
        };
        let now = self.lobby.world.now_ms();
        let first = action.and_then(|action| {
            let command = Command::Act { n, action };
            self.game
                .judge(Seat::of(color), &command, Presence::default())
                .ok()
        });
        let judgement = first.or_else(|| {
            tracing::error!(game = %self.id, "the engine had no legal action");
            let action = self.game.any_action(color)?;
            let command = Command::Act { n, action };
            self.game
                .judge(Seat::of(color), &command, Presence::default())
                .ok()
        });
        let Some(judgement) = judgement else {
            return Ok(());
        };
        if let Verdict::Happen(mut happening) = judgement.verdict {
            if let Happening::Action { salt, .. } = &mut happening
                && judgement.needs_salt
            {
                *salt = Some(Hidden::new(hex(&self.lobby.world.salt())));
            }
            self.happen(happening, None, now).await?;
        }
        Ok(())
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
        status: game.status().name(),
        winner: over.and_then(|over| over.winner),
        reason: over.map(|over| over.reason.clone()),
        turn_number: game.turn_number(),
        actor: game.actor(),
        attention_at,
        joined: None,
    }
}
