//! The threads that do the work of an export.

use std::net::IpAddr;
use std::sync::Arc;

use crate::api::limits::Limiter;
use crate::table::error::TableError;

/// The threads on which games and events are replayed for an export, which takes longer than other requests should wait: those of
/// the server's background work, when it is the client's turn, or any thread if no server runs.
pub(crate) struct Lane(Option<(Arc<Limiter>, IpAddr)>);

impl Lane {
    /// The background work of a server, for this client.
    pub(super) fn shared(limits: Arc<Limiter>, client: IpAddr) -> Lane {
        Lane(Some((limits, client)))
    }

    /// Any thread, as there are no other requests.
    pub(crate) fn own() -> Lane {
        Lane(None)
    }

    /// Does some work on a thread where it may take long.
    pub(super) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, TableError> + Send + 'static,
    ) -> Result<T, TableError> {
        match &self.0 {
            Some((limits, client)) => {
                let worked = limits.in_background(*client, work).await;
                worked.map_err(|_| TableError::Busy)?
            }
            None => {
                let worked = tokio::task::spawn_blocking(work).await;
                worked.map_err(|_| TableError::Damaged)?
            }
        }
    }
}
