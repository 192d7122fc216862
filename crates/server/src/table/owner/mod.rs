//! The task that owns a live game. Everything that concerns the game goes through its mailbox.

mod audience;
mod busy;
mod conditional;
mod engine;
mod news;
mod orders;
mod requests;
mod vacation;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::chat::rules::Beside;
use crate::ids::{GameId, PlayerId, SubscriberId};
use crate::services::Services;
use crate::store::{AppendError, Epoch};
use crate::table::error::TableError;
use crate::table::live_game::LiveGame;
use crate::table::load::load;
use crate::table::message::Message;
use crate::table::update::Encoded;
use crate::table::view::Presence;

use engine::Thinking;

/// The owner looks at its game at least this often.
const LONGEST_SLEEP: Duration = Duration::from_secs(3600);

/// A socket that is told everything.
struct Subscriber {
    id: SubscriberId,
    player: PlayerId,
    network: IpAddr,
    lean: bool,
    out: mpsc::Sender<Encoded>,
}

/// The owner of a live game.
struct Owner {
    services: Arc<Services>,
    id: GameId,
    inbox: mpsc::Receiver<Message>,
    /// This owner's mailbox, for answers of the engine.
    mailbox: mpsc::WeakSender<Message>,
    epoch: Epoch,
    game: LiveGame,
    subscribers: Vec<Subscriber>,
    /// When each player was last seen to leave; `None` while here.
    gone_since: [Option<Instant>; 2],
    /// What the subscribers know of who is here.
    told: Presence,
    audience_due: Option<Instant>,
    thinking: Option<Thinking>,
    /// What the players answer by themselves.
    conditions: conditional::Both,
    /// When something is to be done about the engine: it is asked again, or its answer is played.
    engine_due: Option<Instant>,
    /// The last event, and when this owner first looked at the game after it.
    seen: (u64, Instant),
    used: Instant,
}

/// The game cannot be kept in memory, as it could not be stored what happened in it: it is to be loaded anew.
struct Lost(AppendError);

/// Loads a game and serves it until nobody has wanted anything of it for a while.
pub(crate) async fn run(
    services: Arc<Services>,
    id: GameId,
    inbox: mpsc::Receiver<Message>,
    mailbox: mpsc::WeakSender<Message>,
) {
    busy::measured(load_and_serve(services, id, inbox, mailbox)).await;
}

async fn load_and_serve(
    services: Arc<Services>,
    id: GameId,
    mut inbox: mpsc::Receiver<Message>,
    mailbox: mpsc::WeakSender<Message>,
) {
    match load_with_conditions(&services, id).await {
        Ok((epoch, game, conditions)) => {
            metrics::gauge!("manifold_live_games").increment(1.0);
            let now = Instant::now();
            let mut owner = Owner {
                services,
                id,
                inbox,
                mailbox,
                epoch,
                game,
                subscribers: Vec::new(),
                gone_since: [Some(now); 2],
                told: Presence::default(),
                audience_due: None,
                thinking: None,
                conditions,
                engine_due: None,
                seen: (0, now),
                used: now,
            };
            let _: Result<(), Lost> = owner.serve().await;
            // Whoever still waits asks again, and finds the game loaded anew.
            owner.inbox.close();
            while owner.inbox.recv().await.is_some() {}
            metrics::gauge!("manifold_live_games").decrement(1.0);
        }
        Err(error) => {
            inbox.close();
            while let Some(message) = inbox.recv().await {
                message.refuse(&error);
            }
        }
    }
}

/// Reads a game from the store, and what its players answer by themselves.
async fn load_with_conditions(
    services: &Services,
    id: GameId,
) -> Result<(Epoch, LiveGame, conditional::Both), TableError> {
    let (epoch, game) = load(services, id).await?;
    let conditions = conditional::of(services, id, &game).await?;
    Ok((epoch, game, conditions))
}

impl Owner {
    async fn serve(&mut self) -> Result<(), Lost> {
        let now = self.services.system.now_ms();
        // Whether they are known or not: before a flag falls, they are asked for again.
        let _ = self.take_vacations(now).await?;
        self.do_what_is_due().await?;
        loop {
            let next = self.next_due();
            tokio::select! {
                message = self.inbox.recv() => match message {
                    Some(message) => self.hear(message).await?,
                    None => return Ok(()),
                },
                () = tokio::time::sleep_until(next) => {}
                () = self.services.stopping() => return Ok(()),
            }
            self.do_what_is_due().await?;
            if self.is_idle() {
                return Ok(());
            }
        }
    }

    /// What is due without anybody asking: a flag, the engine, news of the audience.
    async fn do_what_is_due(&mut self) -> Result<(), Lost> {
        let now = self.services.system.now_ms();
        if self
            .flag(now.saturating_sub(self.grace()), now)
            .await?
            .is_err()
        {
            return Err(Lost(AppendError::NotStored));
        }
        self.play_what_was_said().await?;
        self.play_what_is_decided().await?;
        self.ask_the_engine();
        self.tell_audience();
        Ok(())
    }

    /// How long after a flag, in milliseconds, a move may still come whose lag is given back.
    fn grace(&self) -> u64 {
        self.services.settings.lag_ms
    }

    fn next_due(&self) -> Instant {
        let now = Instant::now();
        let now_ms = self.services.system.now_ms();
        let flag = self.game.state().deadline(now_ms).map(|deadline| {
            now + Duration::from_millis(deadline.saturating_sub(now_ms) + self.grace())
        });
        let idle = self
            .subscribers
            .is_empty()
            .then(|| self.used + self.patience());
        let due = [
            idle,
            flag,
            self.audience_due,
            self.engine_due,
            self.claim_due(),
        ];
        due.into_iter()
            .flatten()
            .fold(now + LONGEST_SLEEP, Instant::min)
    }

    /// How long a game stays in memory that nobody wants anything of.
    fn patience(&self) -> Duration {
        Duration::from_secs(self.services.settings.idle_seconds)
    }

    fn is_idle(&self) -> bool {
        self.subscribers.is_empty()
            && self.thinking.is_none()
            && self.used.elapsed() >= self.patience()
    }

    async fn hear(&mut self, message: Message) -> Result<(), Lost> {
        self.used = Instant::now();
        // Whoever has asked may have gone: answers are sent and forgotten.
        match message {
            Message::Subscribe(subscription, reply) => self.welcome(subscription, reply),
            Message::Leave(subscriber) => self.leave(subscriber),
            Message::Command {
                from,
                id,
                command,
                lag_ms,
            } => self.command(from, id, command, lag_ms).await?,
            Message::Join { person, reply } => {
                let result = self.join(person).await;
                let error = match result {
                    Ok(result) => {
                        let _ = reply.send(result);
                        return Ok(());
                    }
                    Err(Lost(error)) => error,
                };
                match error {
                    // Asked again, the game may be as it is elsewhere.
                    AppendError::Conflict => drop(reply),
                    AppendError::NotStored => drop(reply.send(Err(TableError::Storage))),
                    AppendError::Unknown => drop(reply.send(Err(TableError::Unknown))),
                }
                return Err(Lost(error));
            }
            Message::LeaveComputer(player, reply) => {
                let left = self.leave_computer(player).await?;
                let _ = reply.send(left);
            }
            Message::View(player, reply) => {
                let seat = self.game.state().seat(player);
                let now = self.services.system.now_ms();
                let view = self.game.view(seat, self.presence(), now, true);
                let _ = reply.send(Ok(Box::new(view)));
            }
            Message::Transcript(player, reply) => {
                let transcript = self.game.transcript(self.game.state().seat(player));
                let _ = reply.send(Ok(Box::new(transcript)));
            }
            Message::Words(player, reply) => {
                let seat = self.game.state().seat(player);
                let now = self.services.system.now_ms();
                let _ = reply.send(Ok(Box::new(self.game.in_words(seat, now))));
            }
            Message::History(player, reply) => {
                let _ = reply.send(Ok(self.game.history(self.game.state().seat(player))));
            }
            Message::Verify(reply) => {
                let _ = reply.send(self.must_be_open().map(|()| self.game.verify()));
            }
            Message::Played(reply) => {
                let played = self.must_be_open().map(|()| Box::new(self.game.played()));
                let _ = reply.send(played);
            }
            Message::Beside(player, reply) => {
                let state = self.game.state();
                let seat = state.seat(player);
                let beside = Beside::new(&state.info, state.status(), state.is_open(), seat);
                let _ = reply.send(Ok(beside));
            }
            Message::Said(line) => self.tell_said(line),
            Message::Analyst(n, limits, reply) => {
                let analyst = self.must_be_open().and_then(|()| {
                    let analyst = self.game.state().referee.analyst(n, *limits);
                    analyst.ok_or(TableError::NothingToAnalyse)
                });
                let _ = reply.send(analyst);
            }
            Message::Evidence(director, limits, reply) => {
                let _ = reply.send(self.game.evidence_analyst(director, *limits));
            }
            Message::EngineDecided { n, action } => self.engine_decided(n, action),
            Message::Vacations(reply) => {
                let now = self.services.system.now_ms();
                let taken = self.take_vacations(now).await?;
                let _ = reply.send(taken.map_err(TableError::from));
            }
            Message::Reload => return Err(Lost(AppendError::Conflict)),
            Message::Basis(player, reply) => {
                let _ = reply.send(self.basis(player));
            }
            Message::Choose(player, position_n, chosen, reply) => {
                let chosen = self.choose(player, position_n, *chosen).await?;
                let _ = reply.send(chosen);
            }
            Message::Order(orders, reply) => {
                self.follow(&orders).await?;
                let _ = reply.send(Ok(()));
            }
            Message::Standing(reply) => {
                let now = self.services.system.now_ms();
                // Whose flag has fallen has lost, whether anybody has noticed it or not.
                let _ = self.flag(now.saturating_sub(self.grace()), now).await?;
                let _ = reply.send(Ok(self.game.state().standing()));
            }
            Message::Wake => {}
        }
        Ok(())
    }

    /// What shows everything is shown when nothing is secret any more.
    fn must_be_open(&self) -> Result<(), TableError> {
        match self.game.state().is_open() {
            true => Ok(()),
            false => Err(TableError::NotOver),
        }
    }
}
