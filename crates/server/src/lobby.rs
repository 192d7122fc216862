//! All live games, and the way to them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use manifold_engine::Limits;
use tokio::sync::{mpsc, oneshot, watch};

use crate::engine_pool::EnginePool;
use crate::problem::{Code, Problem};
use crate::settings::Settings;
use crate::store::Store;
use crate::table::{LiveGame, Message, Setup, Table, summary};
use crate::world::World;

/// Messages that wait for one table.
const MAILBOX: usize = 64;
/// How often somebody looks for games that need attention, and a sign of life is stored.
const PULSE: Duration = Duration::from_secs(1);

/// Everything that tables share.
pub(crate) struct Lobby {
    pub(crate) world: Arc<World>,
    pub(crate) settings: Settings,
    pub(crate) store: Store,
    pub(crate) engine: EnginePool,
    /// A limit on positions for tests, where the engine must do the same every time.
    engine_nodes: Option<u64>,
    tables: Mutex<HashMap<Arc<str>, mpsc::Sender<Message>>>,
    stop: watch::Sender<bool>,
}

impl Lobby {
    pub(crate) fn new(
        world: Arc<World>,
        settings: Settings,
        store: Store,
        engine_nodes: Option<u64>,
    ) -> std::io::Result<Arc<Lobby>> {
        Ok(Arc::new(Lobby {
            engine: EnginePool::new(settings.engine_threads())?,
            world,
            settings,
            store,
            engine_nodes,
            tables: Mutex::default(),
            stop: watch::Sender::new(false),
        }))
    }

    pub(crate) fn engine_limits(&self) -> Limits {
        Limits {
            nodes: self.engine_nodes,
            ..Limits::default()
        }
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<Arc<str>, mpsc::Sender<Message>>> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The mailbox of a game, which is loaded if it is not in memory.
    fn table(self: &Arc<Self>, id: &str) -> Result<mpsc::Sender<Message>, Problem> {
        if !looks_like_a_game(id) {
            return Err(Problem::no_game());
        }
        if *self.stop.borrow() {
            return Err(Problem::new(
                Code::Busy,
                "The server is about to stop. Try again in a little while.",
            ));
        }
        let mut tables = self.tables();
        if let Some(mailbox) = tables.get(id) {
            return Ok(mailbox.clone());
        }
        if tables.len() >= self.settings.tables {
            return Err(Problem::busy());
        }
        let id: Arc<str> = id.into();
        let (mailbox, inbox) = mpsc::channel(MAILBOX);
        tables.insert(Arc::clone(&id), mailbox.clone());
        drop(tables);
        tokio::spawn(Table::run(Arc::clone(self), id, inbox));
        Ok(mailbox)
    }

    /// Asks a table. If it is just being put away it is loaded anew.
    pub(crate) async fn ask<T>(
        self: &Arc<Self>,
        id: &str,
        question: impl Fn(oneshot::Sender<Result<T, Problem>>) -> Message,
    ) -> Result<T, Problem> {
        for _ in 0..20 {
            let (reply, answer) = oneshot::channel();
            if self.table(id)?.send(question(reply)).await.is_ok()
                && let Ok(result) = answer.await
            {
                return result;
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        Err(Problem::busy())
    }

    /// Passes on what a socket says. An error means that the socket must connect again.
    pub(crate) async fn send(&self, id: &str, message: Message) -> Result<(), Problem> {
        let mailbox = self.tables().get(id).cloned().ok_or_else(Problem::busy)?;
        mailbox.send(message).await.map_err(|_| Problem::busy())
    }

    /// A socket has gone.
    pub(crate) async fn leave(&self, id: &str, number: u64) {
        // A table that was put away knows no sockets any more.
        let _ = self.send(id, Message::Leave(number)).await;
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// Tells a table something from outside the runtime, if it is in memory and not overwhelmed.
    pub(crate) fn tell(&self, id: &str, message: Message) {
        let mailbox = self.tables().get(id).cloned();
        if let Some(mailbox) = mailbox
            && mailbox.blocking_send(message).is_err()
        {
            tracing::debug!(game = id, "a table was put away before it heard a message");
        }
    }

    /// A table has put its game away.
    pub(crate) fn forget(&self, id: &str) {
        self.tables().remove(id);
    }

    /// Ready when the server stops.
    pub(crate) async fn stopping(&self) {
        let mut stop = self.stop.subscribe();
        // The sender lives as long as we.
        let _ = stop.wait_for(|stop| *stop).await;
    }

    /// Makes a new game; answers its name.
    pub(crate) async fn open_game(
        &self,
        mut setup: Setup,
        key: Option<(String, String)>,
    ) -> Result<String, Problem> {
        setup.created_at = self.world.now_ms();
        let id = self.world.id();
        let game = LiveGame::new(id.as_str().into(), setup.clone(), self.store.outages());
        let summary = summary(&game, setup.created_at);
        let made = self.store.create(&id, &setup, summary, key).await?;
        metrics::counter!("manifold_games_created_total", "game" => setup.game.id()).increment(1);
        Ok(made)
    }

    /// Looks after games that nobody looks at, until the server stops.
    pub(crate) async fn pulse(self: Arc<Self>) {
        let mut pulse = tokio::time::interval(PULSE);
        pulse.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = pulse.tick() => {}
                () = self.stopping() => return,
            }
            let now = self.world.now_ms();
            self.store.beat(now).await;
            match self.store.needing_attention(now).await {
                Ok(games) => {
                    for id in games {
                        if let Ok(mailbox) = self.table(&id) {
                            let _ = mailbox.try_send(Message::Wake);
                        }
                    }
                }
                Err(error) => {
                    tracing::error!(%error, "games in need of attention cannot be listed")
                }
            }
        }
    }

    /// Puts all games away.
    pub(crate) async fn close(&self) {
        let _ = self.stop.send(true);
        for _ in 0..500 {
            if self.tables().is_empty() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        self.store.close(self.world.now_ms()).await;
    }
}

/// Whether a text can be the name of a game at all.
fn looks_like_a_game(id: &str) -> bool {
    id.len() == 12 && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
