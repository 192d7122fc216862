//! The server: the referee of live games, the log of their events, and the interface to both.
//!
//! An action travels in one direction: `api` reads the message, the game's owner in `table` (one task for each live
//! game) asks the rules, the `store` appends the event under the number expected, and only then the game changes, the
//! request is acknowledged and every subscriber is told, each in its own view.
//!
//! Positions never leave the table: everything that is sent is built from views and public notation.
//!
//! | module | what it knows |
//! | --- | --- |
//! | `api` | HTTP, WebSocket, JSON and sentences: nothing but translation |
//! | `registry` | which games are in memory, and the way to the owner of each |
//! | `connections` | TCP: who has a connection, and for how long |
//! | `table` | one live game |
//! | `games` | what the server knows of each game: one file per game |
//! | `lobby` | who looks for an opponent, and who is paired with whom |
//! | `meeting` | who challenges, follows and blocks whom, and what players are told wherever they are |
//! | `notify` | mail and push messages for players who have no page open |
//! | `people` | guests and accounts: passwords, sessions |
//! | `archive` | finished games that are not in the archive yet |
//! | `leaderboards` | who is best at what |
//! | `event_hints` | hints that games give the events they belong to |
//! | `events` | tournaments, matches and arenas: the owner of each log, and how games enter it |
//! | `moderation` | reports of players, and what moderators do about them |
//! | `chat` | chat beside the games |
//! | `admin` | what an operator does while no server runs |
//! | `demo` | a directory with accounts and games to look at |
//! | `store` | persistence; each database in a folder of its own |

pub mod admin;
mod api;
mod archive;
mod chat;
mod connections;
mod data;
pub mod demo;
mod display_name;
mod engine_pool;
mod event_hints;
mod events;
mod games;
mod ids;
mod leaderboards;
mod lobby;
mod meeting;
mod memory;
mod moderation;
mod names;
mod network;
mod new_games;
mod notify;
mod passes;
mod people;
mod registry;
mod services;
mod settings;
mod store;
mod system;
mod table;
mod turns;
mod whole_number;

use std::net::SocketAddr;
use std::sync::{Arc, Weak};
use std::time::Duration;

use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::watch;

pub use settings::{SecretUrl, Settings, SettingsError};
pub use system::{SimulatedClock, System};

use crate::chat::words::RefusedWords;
use crate::engine_pool::EnginePool;
use crate::events::hall::Hall;
use crate::leaderboards::Leaderboards;
use crate::lobby::Lobby;
use crate::new_games::NewGames;
use crate::notify::Notifier;
use crate::people::People;
use crate::registry::Registry;
use crate::services::Services;
use crate::store::Opened;

/// Time limit for stopping, whatever hangs: half of the second that is promised, which leaves a busy machine the rest.
const STOPPING: Duration = Duration::from_millis(500);

/// Why the server cannot run.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The data directory cannot be created, read or written.
    #[error("the data directory {path}: {error}")]
    Data {
        /// The directory.
        path: std::path::PathBuf,
        /// The reason.
        error: std::io::Error,
    },
    /// The database cannot be opened or brought up to date.
    #[error("the database in {path}: {error}")]
    Database {
        /// The directory of the database.
        path: std::path::PathBuf,
        /// The reason.
        error: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The list of refused words cannot be read.
    #[error("the list of refused words: {0}")]
    Words(std::io::Error),
    /// No mail can be sent with the settings.
    #[error("the configuration: {0}")]
    Mail(Box<dyn std::error::Error + Send + Sync>),
    /// The server cannot listen at an address.
    #[error("cannot listen at {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The reason.
        error: std::io::Error,
    },
    /// Another failure of the operating system, such as a thread that cannot be started.
    #[error("{0}")]
    Machine(#[from] std::io::Error),
}

/// A server that is ready to answer.
pub struct Server {
    registry: Arc<Registry>,
    hall: Arc<Hall>,
    router: axum::Router,
    metrics: axum::Router,
    /// Held as long as this server may use the data.
    _lock: std::fs::File,
}

/// The addresses of a server.
#[derive(Debug, Clone, Copy)]
pub struct Addresses {
    /// Games, pages and the API.
    pub site: SocketAddr,
    /// Metrics, if they are shown.
    pub metrics: Option<SocketAddr>,
}

/// Listens at an address and returns the actual one: port 0 takes any free port.
async fn bind(address: SocketAddr) -> Result<(TcpListener, SocketAddr), ServerError> {
    let of_address = |error| ServerError::Listen { address, error };
    let listener = TcpListener::bind(address).await.map_err(of_address)?;
    let address = listener.local_addr().map_err(of_address)?;
    Ok((listener, address))
}

/// Waits for the server's background work, also while it listens. For tests: what has not happened when a wait ends does not
/// happen. Every wait also ends when the server stops.
#[derive(Clone)]
pub struct Background(Weak<Services>);

impl Background {
    /// Resolves when everything that is due to be sent to players has been sent, or was tried.
    pub async fn has_sent(&self) {
        self.whole(async |services| {
            let notifier = &services.notifier;
            notifier.passes.whole(notifier.sends_mail()).await;
        })
        .await;
    }

    /// Resolves when all events with something due by now have been tended.
    pub async fn has_tended_events(&self) {
        let tended = async |services: &Services| services.event_hints.tended.whole().await;
        self.whole(tended).await;
    }

    /// Resolves when the arenas of the coming week have been made, or could not be.
    pub async fn has_made_weekly_arenas(&self) {
        let made = async |services: &Services| match services.settings.weekly_arenas.is_empty() {
            true => {}
            false => services.event_hints.weekly.whole().await,
        };
        self.whole(made).await;
    }

    async fn whole(&self, pass: impl AsyncFnOnce(&Services)) {
        if let Some(services) = self.0.upgrade() {
            tokio::select! {
                () = pass(&services) => {}
                () = services.stopping() => {}
            }
        }
    }
}

impl Server {
    /// Opens the database (and creates it if there is none) and starts the background tasks.
    ///
    /// # Errors
    /// The data directory or the database cannot be used.
    pub async fn start(settings: Settings, system: System) -> Result<Server, ServerError> {
        Server::start_with(settings, system, None).await
    }

    /// [`Server::start`] with a node limit for the engine, which makes its decisions deterministic on a simulated system. For tests.
    ///
    /// # Errors
    /// The data directory or the database cannot be used.
    pub async fn start_with(
        settings: Settings,
        mut system: System,
        engine_nodes: Option<u64>,
    ) -> Result<Server, ServerError> {
        let words = RefusedWords::read(settings.refused_words.as_deref());
        let words = words.map_err(ServerError::Words)?;
        let data = settings.data.clone();
        let of_data = |error| ServerError::Data {
            path: data.clone(),
            error,
        };
        data::create_private(&data).map_err(of_data)?;
        let lock = data::lock(&data).map_err(of_data)?;
        let of_database = |error| ServerError::Database {
            path: data.clone(),
            error,
        };
        let opened = store::open(&data, system.now_ms()).await;
        let Opened {
            store,
            now,
            last_ending,
            has_games,
        } = opened.map_err(of_database)?;
        system.go_on_from(now);
        let may_make = settings.new_cookie_key || !has_games;
        let key = api::signing_key(&data, &system, may_make).map_err(of_data)?;
        let services = Services {
            engine: EnginePool::new(settings.engine_threads())?,
            new_games: NewGames::new(settings.games_per_hour),
            notifier: Notifier::new(&settings, key.master())
                .map_err(|error| ServerError::Mail(error.into()))?,
            people: People::new(&settings, key.master(), last_ending),
            leaderboards: Leaderboards::new(settings.leaderboard_seconds),
            feeds: Arc::default(),
            event_hints: Default::default(),
            words,
            system: Arc::new(system),
            settings,
            store,
            engine_nodes,
            encode: api::encode,
            stop: watch::Sender::new(false),
        };
        let registry = Registry::new(Arc::new(services));
        tokio::spawn(Arc::clone(&registry).tend());
        let hall = Arc::<Hall>::default();
        tokio::spawn(events::time::tend(Arc::clone(&hall), Arc::clone(&registry)));
        let weekly = events::weekly::tend(Arc::clone(&hall), Arc::clone(&registry.services));
        tokio::spawn(weekly);
        tokio::spawn(archive::fill(Arc::clone(&registry.services)));
        tokio::spawn(notify::deliver::mails(Arc::clone(&registry.services)));
        tokio::spawn(notify::deliver::pushes(Arc::clone(&registry.services)));
        tokio::spawn(notify::deliver::tend(Arc::clone(&registry.services)));
        let lobby = Arc::<Lobby>::default();
        let restored = lobby.restore(&registry.services).await;
        restored.map_err(|error| of_database(format!("its seeks: {error:?}").into()))?;
        tokio::spawn(Arc::clone(&lobby).tend(Arc::clone(&registry)));
        let router = api::router(Arc::clone(&registry), lobby, Arc::clone(&hall), key);
        Ok(Server {
            registry,
            hall,
            router,
            metrics: api::metrics_router(),
            _lock: lock,
        })
    }

    /// Watches the number of games in memory.
    pub fn live_games(&self) -> watch::Receiver<usize> {
        self.registry.live_games()
    }

    /// A handle that waits for the server's background work.
    pub fn background(&self) -> Background {
        Background(Arc::downgrade(&self.registry.services))
    }

    /// The router, to be asked without a network.
    pub fn router(&self) -> axum::Router {
        self.router.clone()
    }

    /// The router of the metrics, which are served at an address of their own.
    pub fn metrics_router(&self) -> axum::Router {
        self.metrics.clone()
    }

    /// Listens at the configured addresses until `stop` resolves, then lets work in progress finish.
    ///
    /// # Errors
    /// The server cannot listen at an address.
    pub async fn listen(
        self,
        told: impl FnOnce(Addresses),
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServerError> {
        let services = Arc::clone(&self.registry.services);
        let (listener, site) = bind(services.settings.listen).await?;
        let metrics = match services.settings.metrics {
            Some(address) => Some(bind(address).await?),
            None => None,
        };
        told(Addresses {
            site,
            metrics: metrics.as_ref().map(|(_, address)| *address),
        });
        let serving_metrics = async {
            if let Some((listener, _)) = metrics {
                connections::serve(listener, self.metrics, Arc::clone(&services)).await;
            }
        };
        let serving = connections::serve(listener, self.router, Arc::clone(&services));
        let serving = async { tokio::join!(serving, serving_metrics) };
        let mut serving = std::pin::pin!(serving);
        tokio::select! {
            _ = &mut serving => {}
            () = stop => {}
        }
        // Connections that hang are not waited for: nothing that was confirmed is lost. The registry bounds its own end, so that a game that
        // hangs takes nothing from the store's.
        let served = tokio::time::timeout(STOPPING, serving);
        let ((), served) = tokio::join!(self.registry.close(), served);
        if served.is_err() {
            tracing::warn!("stopped without waiting for all connections");
        }
        Ok(())
    }

    /// Puts all games away and closes the database. (What [`Server::listen`] does at its end.)
    pub async fn close(self) {
        self.registry.close().await;
    }
}
