//! The services that all live games share.

use std::sync::Arc;

use manifold_engine::Limits;
use tokio::sync::watch;

use crate::chat::words::RefusedWords;
use crate::engine_pool::EnginePool;
use crate::event_hints::EventHints;
use crate::leaderboards::Leaderboards;
use crate::meeting::Feeds;
use crate::new_games::NewGames;
use crate::notify::Notifier;
use crate::people::People;
use crate::settings::Settings;
use crate::store::Store;
use crate::system::System;
use crate::table::update::Encode;

/// The services that all live games share.
pub(crate) struct Services {
    pub(crate) system: Arc<System>,
    pub(crate) settings: Settings,
    pub(crate) store: Box<dyn Store>,
    pub(crate) engine: EnginePool,
    pub(crate) new_games: NewGames,
    pub(crate) people: People,
    pub(crate) notifier: Notifier,
    pub(crate) leaderboards: Leaderboards,
    pub(crate) feeds: Arc<Feeds>,
    pub(crate) event_hints: EventHints,
    /// Words that are refused in chats and names.
    pub(crate) words: RefusedWords,
    /// A node limit for tests, where the engine must do the same every time.
    pub(crate) engine_nodes: Option<u64>,
    /// The encoding of updates for those who subscribe to a game.
    pub(crate) encode: Encode,
    /// Whether the server is about to stop.
    pub(crate) stop: watch::Sender<bool>,
}

impl Services {
    pub(crate) fn engine_limits(&self) -> Limits {
        Limits {
            nodes: self.engine_nodes,
            ..Limits::default()
        }
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// Ready when the server stops.
    pub(crate) async fn stopping(&self) {
        let mut stop = self.stop.subscribe();
        // The sender lives as long as we.
        let _ = stop.wait_for(|stop| *stop).await;
    }
}
