//! The task that owns a live game. Everything that concerns the game goes through its mailbox.

mod answers;
mod audience;
mod busy;
mod conditional;
mod engine;
mod news;
mod orders;
mod rematch;
mod requests;
mod telling;
#[cfg(test)]
mod tests;
mod vacation;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use crate::ids::{GameId, PlayerId, SubscriberId};
use crate::memory::Place;
use crate::services::Services;
use crate::store::{AppendError, Epoch};
use crate::table::error::TableError;
use crate::table::info::Person;
use crate::table::live_game::LiveGame;
use crate::table::load::load;
use crate::table::message::{Message, Reply};
use crate::table::seat::Seat;
use crate::table::update::Encoded;
use crate::table::view::Presence;
use crate::turns::Turn;

use engine::Thinking;
use telling::Telling;

/// The owner looks at its game at least this often.
const LONGEST_SLEEP: Duration = Duration::from_secs(3600);
/// Time for which an unused game stays in memory while others need its place.
const CROWDED_PATIENCE: Duration = Duration::from_secs(1);
/// After this much work an owner lets others use its thread.
const SHARE: Duration = Duration::from_millis(1);

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
    place: Place,
    /// Whether memory is crowded, so that unused games should be put away.
    is_crowded: watch::Receiver<bool>,
    epoch: Epoch,
    game: LiveGame,
    subscribers: Vec<Subscriber>,
    /// The time at which each player was last seen to leave; `None` while here.
    gone_since: [Option<Instant>; 2],
    /// The presence that was last announced to the subscribers.
    told: Presence,
    /// The time up to which announced changes of presence count, at a second each.
    told_until: Instant,
    audience_due: Option<Instant>,
    thinking: Option<Thinking>,
    /// The players' conditional moves.
    conditions: conditional::Both,
    /// The network of the last socket of the player against whom the engine plays.
    network: Option<IpAddr>,
    /// The time at which to ask the engine again, or to play its decision.
    engine_due: Option<Instant>,
    /// The last event, and when this owner first looked at the game after it.
    seen: (u64, Instant),
    used: Instant,
    /// The time at which the current round of messages was received, and what is to be sent at the next step.
    began: Instant,
    to_tell: Vec<Telling>,
}

/// The game in memory cannot be used any more, because an event could not be stored: it must be loaded again.
struct Lost(AppendError);

/// Loads a game, which ends the client's turn, and serves it until it has not been used for a while.
pub(crate) async fn run(
    services: Arc<Services>,
    id: GameId,
    inbox: mpsc::Receiver<Message>,
    mailbox: mpsc::WeakSender<Message>,
    turn: Option<Turn>,
    place: Place,
) {
    busy::measured(load_and_serve(services, id, inbox, mailbox, turn, place)).await;
}

async fn load_and_serve(
    services: Arc<Services>,
    id: GameId,
    mut inbox: mpsc::Receiver<Message>,
    mailbox: mpsc::WeakSender<Message>,
    turn: Option<Turn>,
    place: Place,
) {
    let loaded = load_with_conditions(&services, id).await;
    drop(turn);
    match loaded {
        Ok((epoch, game, conditions)) => {
            metrics::gauge!("manifold_live_games").increment(1.0);
            let now = Instant::now();
            let mut owner = Owner {
                services,
                id,
                inbox,
                mailbox,
                is_crowded: place.is_crowded(),
                place,
                epoch,
                game,
                subscribers: Vec::new(),
                gone_since: [Some(now); 2],
                told: Presence::default(),
                told_until: now,
                audience_due: None,
                thinking: None,
                conditions,
                network: None,
                engine_due: None,
                seen: (0, now),
                used: now,
                began: now,
                to_tell: Vec::new(),
            };
            let _: Result<(), Lost> = owner.serve().await;
            // Requests that still wait are sent again, and find the game loaded again.
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
        // A failure to read them does not matter here: they are read again before a flag falls.
        let _ = self.take_vacations(now).await?;
        let done = self.do_what_is_due().await;
        self.tell_at_step().await;
        done?;
        let mut heard = Vec::new();
        loop {
            self.place.fit(self.game.n());
            let next = self.next_due();
            let most = self.round();
            tokio::select! {
                messages = self.inbox.recv_many(&mut heard, most) => if messages == 0 {
                    return Ok(());
                },
                () = tokio::time::sleep_until(next) => {}
                // The sender lives as long as the place. Games with subscribers need not wake up for this.
                _ = self.is_crowded.changed(), if self.subscribers.is_empty() => {}
                () = self.services.stopping() => return Ok(()),
            }
            self.began = Instant::now();
            let done = self.deal_with(&mut heard).await;
            // Stored events are told, whatever came after them.
            self.tell_at_step().await;
            done?;
            if self.is_idle() {
                return Ok(());
            }
        }
    }

    /// Handles messages, and does what is due after each, or without any.
    async fn deal_with(&mut self, heard: &mut Vec<Message>) -> Result<(), Lost> {
        if heard.is_empty() {
            return self.do_what_is_due().await;
        }
        let mut shared = Instant::now();
        for message in std::mem::take(heard) {
            let n = self.game.n();
            self.hear(message).await?;
            self.do_what_is_due().await?;
            if self.game.n() != n {
                self.tell_at_step().await;
            }
            if shared.elapsed() > SHARE {
                tokio::task::yield_now().await;
                shared = Instant::now();
            }
        }
        Ok(())
    }

    /// Does everything that is due without anybody asking: a flag, the engine, news of the audience.
    async fn do_what_is_due(&mut self) -> Result<(), Lost> {
        let now = self.services.system.now_ms();
        if self
            .flag(now.saturating_sub(self.grace()), now)
            .await?
            .is_err()
        {
            return Err(Lost(AppendError::NotStored));
        }
        self.end_unless_begun(now).await?;
        self.play_what_was_said().await?;
        self.play_what_is_decided().await?;
        self.ask_the_engine();
        self.tell_audience();
        Ok(())
    }

    /// Time after a flag, in milliseconds, in which a move may still come whose lag is given back.
    fn grace(&self) -> u64 {
        self.services.settings.lag_ms
    }

    fn next_due(&self) -> Instant {
        let now = Instant::now();
        let now_ms = self.services.system.now_ms();
        let flag = self.game.state().deadline(now_ms).map(|deadline| {
            now + Duration::from_millis(deadline.saturating_sub(now_ms) + self.grace())
        });
        let patience = self.services.settings.begin_ms();
        let begin = self.game.left_to_begin(patience, now_ms);
        let idle = self.is_left().then(|| self.used + self.patience());
        let due = [
            idle,
            flag,
            begin.map(|left| now + Duration::from_millis(left)),
            self.audience_due,
            self.engine_due,
            self.claim_due(),
        ];
        due.into_iter()
            .flatten()
            .fold(now + LONGEST_SLEEP, Instant::min)
    }

    /// Time for which an unused game stays in memory.
    fn patience(&self) -> Duration {
        let patience = Duration::from_secs(self.services.settings.idle_seconds);
        match *self.is_crowded.borrow() {
            true => patience.min(CROWDED_PATIENCE),
            false => patience,
        }
    }

    /// Whether nobody looks at the game or thinks about it.
    fn is_left(&self) -> bool {
        self.subscribers.is_empty() && self.thinking.is_none()
    }

    fn is_idle(&self) -> bool {
        self.is_left() && self.used.elapsed() >= self.patience()
    }

    /// Does what a message asks for.
    async fn hear(&mut self, message: Message) -> Result<(), Lost> {
        self.used = Instant::now();
        match message {
            Message::Subscribe(subscription, reply) => self.welcome(subscription, reply),
            Message::Leave(subscriber) => self.leave(subscriber),
            Message::Command {
                from,
                id,
                command,
                lag_ms,
            } => self.command(from, id, command, lag_ms).await?,
            Message::Join { person, reply } => self.let_in(person, reply).await?,
            Message::LeaveComputer(player, reply) => {
                let left = self.leave_computer(player).await?;
                self.answer(reply, left);
            }
            Message::View(player, reply) => self.answer(reply, Ok(self.view(player))),
            Message::Shown(player, reply) => self.answer(reply, Ok(self.shown(player))),
            Message::Transcript(player, reply) => self.answer(reply, Ok(self.transcript(player))),
            Message::Words(player, reply) => self.answer(reply, Ok(self.in_words(player))),
            Message::History(player, reply) => self.answer(reply, Ok(self.history(player))),
            Message::Verify(reply) => self.answer(reply, self.commitments_to_open()),
            Message::Played(reply) => self.answer(reply, self.played()),
            Message::Beside(player, reply) => self.answer(reply, Ok(self.beside(player))),
            Message::Said(line) => self.tell_said(line),
            Message::Analyst(n, limits, reply) => self.answer(reply, self.analyst(n, *limits)),
            Message::Evidence(director, limits, reply) => {
                let analyst = self.game.evidence_analyst(director, *limits);
                self.answer(reply, analyst);
            }
            Message::EngineDecided { n, action } => self.engine_decided(n, action),
            Message::Vacations(reply) => {
                let now = self.services.system.now_ms();
                let taken = self.take_vacations(now).await?;
                self.answer(reply, taken.map_err(TableError::from));
            }
            Message::Reload => return Err(Lost(AppendError::Conflict)),
            Message::Basis(player, reply) => self.answer(reply, self.basis(player)),
            Message::Choose(player, position_n, chosen, reply) => {
                let chosen = self.choose(player, position_n, *chosen).await?;
                self.answer(reply, chosen);
            }
            Message::Order(orders, reply) => {
                self.follow(&orders).await?;
                self.answer(reply, Ok(()));
            }
            Message::Standing(reply) => {
                let now = self.services.system.now_ms();
                // A player whose flag has fallen has lost, whether anybody has noticed it or not.
                let _ = self.flag(now.saturating_sub(self.grace()), now).await?;
                let standing = self.standing();
                self.answer(reply, Ok(standing));
            }
            Message::Wake => {}
        }
        Ok(())
    }

    async fn let_in(&mut self, person: Person, reply: Reply<Seat>) -> Result<(), Lost> {
        let error = match self.join(person).await {
            Ok(result) => {
                self.answer(reply, result);
                return Ok(());
            }
            Err(Lost(error)) => error,
        };
        match error {
            // The question is asked again, and another owner may know the current game.
            AppendError::Conflict => drop(reply),
            AppendError::NotStored => self.answer(reply, Err(TableError::Storage)),
            AppendError::IsBot => self.answer(reply, Err(TableError::IsBot)),
            AppendError::Unknown => self.answer(reply, Err(TableError::Unknown)),
        }
        Err(Lost(error))
    }
}
