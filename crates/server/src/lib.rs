//! The server: the referee of live games, the log of their events, and the interface to both.
//!
//! An action travels in one direction: `api` parses the message, the `table` (one task for each live
//! game, which owns its state) asks the rules, the `store` appends the event under the number expected,
//! and only then the table acknowledges and tells every subscriber, each in its own view.
//!
//! Positions never leave the table: everything that is sent is built from views and public notation.

mod api;
mod engine_pool;
mod games;
mod hidden;
mod lobby;
mod names;
mod problem;
mod settings;
mod store;
mod table;
mod world;

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use thiserror::Error;
use tokio::net::TcpListener;

pub use settings::{Settings, SettingsError};
pub use world::World;

use crate::lobby::Lobby;
use crate::store::Store;

/// Why the server cannot run.
#[derive(Debug, Error)]
pub enum ServerError {
    /// The directory of the data cannot be made, read or written.
    #[error("the data directory {path}: {error}")]
    Data {
        /// Which.
        path: std::path::PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The database cannot be opened or brought up to date.
    #[error("the database in {path}: {error}")]
    Database {
        /// In which directory.
        path: std::path::PathBuf,
        /// Why.
        error: sqlx::Error,
    },
    /// The address cannot be listened at.
    #[error("cannot listen at {address}: {error}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// Something else of the machine.
    #[error("{0}")]
    Machine(#[from] std::io::Error),
}

/// A server that is ready to answer.
pub struct Server {
    lobby: Arc<Lobby>,
    router: axum::Router,
    /// Held as long as this server may use the data.
    _lock: std::fs::File,
}

impl Server {
    /// Opens the database (and makes it, if there is none) and starts what runs in the background.
    ///
    /// # Errors
    /// The data directory or the database cannot be used.
    pub async fn start(settings: Settings, world: World) -> Result<Server, ServerError> {
        Server::start_with(settings, world, None).await
    }

    /// The same with an engine that looks at so many positions: with a repeatable world it decides the
    /// same every time. For tests.
    ///
    /// # Errors
    /// The data directory or the database cannot be used.
    pub async fn start_with(
        settings: Settings,
        world: World,
        engine_nodes: Option<u64>,
    ) -> Result<Server, ServerError> {
        let data = settings.data.clone();
        let of_data = |error| ServerError::Data {
            path: data.clone(),
            error,
        };
        std::fs::create_dir_all(&data).map_err(of_data)?;
        let lock = lock(&data).map_err(of_data)?;
        let key = api::signing_key(&data, &world).map_err(of_data)?;
        let world = Arc::new(world);
        let store = Store::open(&data, world.now_ms())
            .await
            .map_err(|error| ServerError::Database { path: data, error })?;
        let lobby = Lobby::new(world, settings, store, engine_nodes)?;
        tokio::spawn(Arc::clone(&lobby).pulse());
        let router = api::router(Arc::clone(&lobby), key);
        Ok(Server {
            lobby,
            router,
            _lock: lock,
        })
    }

    /// The router, to be asked without a network.
    pub fn router(&self) -> axum::Router {
        self.router.clone()
    }

    /// Listens at the configured address until `stop` is ready, then lets what has begun end.
    ///
    /// # Errors
    /// The address cannot be listened at.
    pub async fn listen(
        self,
        told: impl FnOnce(SocketAddr),
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServerError> {
        let address = self.lobby.settings.listen;
        let of_address = |error| ServerError::Listen { address, error };
        let listener = TcpListener::bind(address).await.map_err(of_address)?;
        told(listener.local_addr().map_err(of_address)?);
        let lobby = Arc::clone(&self.lobby);
        let service = self
            .router
            .into_make_service_with_connect_info::<SocketAddr>();
        // Small messages that somebody waits for.
        let listener = axum::serve::ListenerExt::tap_io(listener, |stream| {
            let _ = stream.set_nodelay(true);
        });
        let serving = axum::serve(listener, service).with_graceful_shutdown(async move {
            stop.await;
            lobby.close().await;
        });
        // Sockets end with their tables; who still reads slowly is not waited for.
        let mut stopping = std::pin::pin!(self.lobby.stopping());
        let mut serving = std::pin::pin!(serving.into_future());
        tokio::select! {
            result = &mut serving => result?,
            () = &mut stopping => {
                let patience = std::time::Duration::from_secs(10);
                if let Ok(result) = tokio::time::timeout(patience, serving).await {
                    result?;
                }
            }
        }
        Ok(())
    }

    /// Puts all games away and closes the database. (What [`Server::listen`] does at its end.)
    pub async fn close(self) {
        self.lobby.close().await;
    }
}

/// Makes sure that no other server uses the data: two would not know of each other's games.
fn lock(data: &Path) -> std::io::Result<std::fs::File> {
    let file = std::fs::File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(data.join("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => {
            Err(std::io::Error::other("another server is using it"))
        }
        Err(std::fs::TryLockError::Error(error)) => Err(error),
    }
}
