//! The context of handlers.

use std::sync::Arc;

use axum::extract::FromRef;
use axum_extra::extract::cookie::Key;
use tokio::sync::watch;

use super::compressed::Written;
use super::limits::Limiter;
use crate::events::hall::Hall;
use crate::lobby::Lobby;
use crate::registry::Registry;
use crate::settings::Settings;
use crate::table::update::Encoded;

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
    /// The players in the lobby, as its members are told.
    pub(super) lobby_list: watch::Receiver<Encoded>,
}

impl Context {
    pub(super) fn settings(&self) -> &Settings {
        &self.registry.services.settings
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
