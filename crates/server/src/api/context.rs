//! The context of handlers.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::FromRef;
use axum_extra::extract::cookie::Key;
use manifold_events::Event;
use tokio::sync::watch;

use super::compressed::Written;
use super::limits::Limiter;
use super::problem::Problem;
use crate::events::hall::Hall;
use crate::ids::EventId;
use crate::lobby::Lobby;
use crate::registry::Registry;
use crate::settings::Settings;
use crate::table::update::Encoded;
use crate::turns::Turn;

/// The context of handlers.
#[derive(Clone)]
pub(crate) struct Context {
    pub(super) registry: Arc<Registry>,
    pub(super) lobby: Arc<Lobby>,
    pub(super) hall: Arc<Hall>,
    /// Signs the cookies.
    pub(super) key: Key,
    pub(super) limits: Arc<Limiter>,
    /// The OpenAPI document.
    pub(super) document: Written,
    /// The list of players in the lobby, encoded as it is sent to its members.
    pub(super) lobby_list: watch::Receiver<Encoded>,
}

impl Context {
    pub(super) fn settings(&self) -> &Settings {
        &self.registry.services.settings
    }

    /// The current state of an event. Reading one that is not in memory takes long, so a client's reads are done one at a time.
    pub(super) async fn event(&self, client: IpAddr, id: EventId) -> Result<Arc<Event>, Problem> {
        let turn = self.loading_turn(client, id).await?;
        let event = self.hall.look(&self.registry.services, id).await?;
        drop(turn);
        Ok(event)
    }

    /// A client's turn to have an event read; `None` if the event is in memory.
    pub(super) async fn loading_turn(
        &self,
        client: IpAddr,
        id: EventId,
    ) -> Result<Option<Turn>, Problem> {
        match self.hall.has(id) {
            true => Ok(None),
            false => self.limits.turn(client).await.map(Some),
        }
    }
}

impl FromRef<Context> for Key {
    fn from_ref(context: &Context) -> Key {
        context.key.clone()
    }
}

impl FromRef<Context> for Arc<Limiter> {
    fn from_ref(context: &Context) -> Arc<Limiter> {
        Arc::clone(&context.limits)
    }
}
