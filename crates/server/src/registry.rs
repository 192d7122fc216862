//! The live games in memory, and the way to each of them.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use crate::ids::{GameId, SubscriberId};
use crate::memory::Memory;
use crate::services::Services;
use crate::store::Looked;
use crate::table::error::TableError;
use crate::table::message::Message;
use crate::table::owner;
use crate::turns::{Turn, Turns};

/// Messages that wait for one game.
const MAILBOX: usize = 64;
/// Interval of the heartbeat, which also looks for games that need attention.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// Age up to which a heartbeat says that the server is well, and time limit of waiting for the next one.
const FRESH: Duration = Duration::from_secs(2);
const OVERDUE: Duration = Duration::from_secs(5);
/// Attempts at a question whose game was just being put away.
const ATTEMPTS: usize = 20;
/// Time limit for putting the games away when the server stops.
const STOPPING: Duration = Duration::from_millis(500);
/// Time limit for closing the store after that: a disk may hang.
const CLOSING: Duration = Duration::from_secs(5);

type Mailboxes = HashMap<GameId, mpsc::Sender<Message>>;

/// All live games: each has one owner, a task that is reached by its mailbox.
///
/// A client's games are loaded one after the other: nobody can flood the database with loads and so keep others from their games.
pub(crate) struct Registry {
    pub(crate) services: Arc<Services>,
    mailboxes: Mutex<Mailboxes>,
    memory: Arc<Memory>,
    /// The clients for whom games are being loaded.
    loading: Turns,
    /// The number of owners that run.
    owners: watch::Sender<usize>,
    /// The last heartbeat.
    heartbeat: watch::Sender<Heartbeat>,
}

/// A heartbeat.
#[derive(Debug, Clone, Copy)]
struct Heartbeat {
    at: Instant,
    /// Whether it was stored, and the games that need attention could be read.
    is_good: bool,
}

impl Registry {
    pub(crate) fn new(services: Arc<Services>) -> Arc<Registry> {
        Arc::new(Registry {
            memory: Memory::new(&services.settings),
            services,
            mailboxes: Mutex::default(),
            loading: Turns::default(),
            owners: watch::Sender::new(0),
            // The database was opened just now.
            heartbeat: watch::Sender::new(Heartbeat {
                at: Instant::now(),
                is_good: true,
            }),
        })
    }

    /// Watches the number of games in memory.
    pub(crate) fn live_games(&self) -> watch::Receiver<usize> {
        self.owners.subscribe()
    }

    fn mailboxes(&self) -> MutexGuard<'_, Mailboxes> {
        self.mailboxes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The mailbox of a game in memory.
    fn known(&self, id: GameId) -> Option<mpsc::Sender<Message>> {
        // A closed one belongs to an owner that has done its work.
        let mailbox = self.mailboxes().get(&id).cloned();
        mailbox.filter(|mailbox| !mailbox.is_closed())
    }

    /// The mailbox of a game, which is loaded if it is not in memory: for a client, in its turn. Others who want the same game meanwhile
    /// do not wait for that turn.
    async fn mailbox_for(
        self: &Arc<Self>,
        client: Option<IpAddr>,
        id: GameId,
    ) -> Result<mpsc::Sender<Message>, TableError> {
        if let Some(mailbox) = self.known(id) {
            return Ok(mailbox);
        }
        let loads = match client {
            None => None,
            Some(client) => {
                let turn = self.loading.turn(client).await;
                Some((client, turn.map_err(|_| TableError::Busy)?))
            }
        };
        self.mailbox(loads, id)
    }

    /// The mailbox of a game, which is loaded if it is not in memory: for a client whose turn it is, or for the server itself.
    fn mailbox(
        self: &Arc<Self>,
        loads: Option<(IpAddr, Turn)>,
        id: GameId,
    ) -> Result<mpsc::Sender<Message>, TableError> {
        if self.services.is_stopping() {
            return Err(TableError::Stopping);
        }
        let mut mailboxes = self.mailboxes();
        if let Some(mailbox) = mailboxes.get(&id).filter(|mailbox| !mailbox.is_closed()) {
            return Ok(mailbox.clone());
        }
        let (client, turn) = loads.unzip();
        let place = self.memory.place(client)?;
        let (mailbox, inbox) = mpsc::channel(MAILBOX);
        mailboxes.insert(id, mailbox.clone());
        drop(mailboxes);
        self.owners.send_modify(|owners| *owners += 1);
        let registry = Arc::clone(self);
        let own = mailbox.downgrade();
        tokio::spawn(async move {
            let services = Arc::clone(&registry.services);
            owner::run(services, id, inbox, own.clone(), turn, place).await;
            registry.forget(id);
            registry.owners.send_modify(|owners| *owners -= 1);
        });
        Ok(mailbox)
    }

    /// Forgets a game whose owner has ended, unless it has another one already.
    fn forget(&self, id: GameId) {
        let mut mailboxes = self.mailboxes();
        if mailboxes.get(&id).is_some_and(mpsc::Sender::is_closed) {
            mailboxes.remove(&id);
        }
    }

    /// Asks the owner of a game, for the server itself. If the game is just being put away it is loaded again.
    pub(crate) async fn ask<T>(
        self: &Arc<Self>,
        id: GameId,
        question: impl Fn(oneshot::Sender<Result<T, TableError>>) -> Message,
    ) -> Result<T, TableError> {
        self.ask_owner(None, id, question).await
    }

    /// Asks the owner of a game for a client. If the game is not in memory, it is loaded in the client's turn and on its account.
    pub(crate) async fn ask_for<T>(
        self: &Arc<Self>,
        client: IpAddr,
        id: GameId,
        question: impl Fn(oneshot::Sender<Result<T, TableError>>) -> Message,
    ) -> Result<T, TableError> {
        self.ask_owner(Some(client), id, question).await
    }

    async fn ask_owner<T>(
        self: &Arc<Self>,
        client: Option<IpAddr>,
        id: GameId,
        question: impl Fn(oneshot::Sender<Result<T, TableError>>) -> Message,
    ) -> Result<T, TableError> {
        for _ in 0..ATTEMPTS {
            let (reply, answer) = oneshot::channel();
            let mailbox = self.mailbox_for(client, id).await?;
            if mailbox.send(question(reply)).await.is_ok()
                && let Ok(result) = answer.await
            {
                return result;
            }
        }
        Err(TableError::Busy)
    }

    /// Passes on what a socket says. An error means that the socket must connect again.
    pub(crate) async fn send(&self, id: GameId, message: Message) -> Result<(), TableError> {
        let mailbox = self.mailboxes().get(&id).cloned();
        let mailbox = mailbox.ok_or(TableError::Busy)?;
        mailbox.send(message).await.map_err(|_| TableError::Busy)
    }

    /// Reloads those of the games that are in memory: they belong to other players by now.
    pub(crate) async fn reload(&self, games: &[GameId]) {
        for game in games {
            let mailbox = self.mailboxes().get(game).cloned();
            if let Some(mailbox) = mailbox {
                // One that is closed has put its game away.
                let _ = mailbox.send(Message::Reload).await;
            }
        }
    }

    /// A socket has gone.
    pub(crate) async fn leave(&self, id: GameId, subscriber: SubscriberId) {
        // A game that was put away has no subscribers any more.
        let _ = self.send(id, Message::Leave(subscriber)).await;
    }

    /// Looks after games that nobody watches, until the server stops.
    pub(crate) async fn tend(self: Arc<Self>) {
        let services = Arc::clone(&self.services);
        let mut heartbeat = tokio::time::interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut looked = Looked::default();
        loop {
            tokio::select! {
                _ = heartbeat.tick() => {}
                () = services.stopping() => return,
            }
            let now = services.system.now_ms();
            // An error was logged by the store, and the next beat tries again.
            let stored = services.store.heartbeat(now).await;
            let games = services.store.needing_attention(now, looked).await;
            // Likewise; a session that was ended elsewhere is then noticed with the next heartbeat.
            let _ = services.people.sessions.look(&*services.store).await;
            self.heartbeat.send_replace(Heartbeat {
                at: Instant::now(),
                is_good: stored.is_ok() && games.is_ok(),
            });
            let Ok(games) = games else {
                continue;
            };
            looked = games.looked;
            for id in games.clocks {
                self.wake(id);
            }
            for id in games.engine {
                if self.memory.has_room_for_engine() {
                    self.wake(id);
                }
            }
        }
    }

    /// Makes sure that a game is in memory, if there is room: its owner does what is due.
    fn wake(self: &Arc<Self>, id: GameId) {
        if let Ok(mailbox) = self.mailbox(None, id) {
            let _ = mailbox.try_send(Message::Wake);
        }
    }

    /// Whether the server can do its work: the last heartbeat was stored and is recent. Asking costs nothing, however often.
    pub(crate) async fn is_healthy(&self) -> bool {
        let mut heartbeat = self.heartbeat.subscribe();
        let fresh = heartbeat.wait_for(|heartbeat| heartbeat.at.elapsed() < FRESH);
        let heartbeat = tokio::time::timeout(OVERDUE, fresh).await;
        matches!(heartbeat, Ok(Ok(heartbeat)) if heartbeat.is_good)
    }

    /// Puts all games away and closes the store.
    pub(crate) async fn close(&self) {
        let services = &self.services;
        let _ = services.stop.send(true);
        services.engine.close();
        let mut owners = self.owners.subscribe();
        let all_gone = owners.wait_for(|owners| *owners == 0);
        if tokio::time::timeout(STOPPING, all_gone).await.is_err() {
            tracing::error!("some games could not be put away in time");
        }
        let closed = services.store.close(services.system.now_ms());
        if tokio::time::timeout(CLOSING, closed).await.is_err() {
            tracing::error!("the store did not close in time");
        }
    }
}
