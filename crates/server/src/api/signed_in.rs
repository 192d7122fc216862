//! As whom a socket was opened, and how long that holds.

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::context::Context;
use super::identity::Visitor;
use crate::ids::SessionId;

/// The session under which a socket was opened; a guest's has none, and lasts.
pub(super) struct SignedIn(Option<(SessionId, broadcast::Receiver<SessionId>)>);

impl SignedIn {
    /// Of a visitor who was identified a moment ago; `None` if the session has ended since.
    pub(super) async fn of(context: &Context, visitor: Visitor) -> Option<SignedIn> {
        let Some(session) = visitor.session else {
            return Some(SignedIn(None));
        };
        let services = &context.registry.services;
        let endings = services.people.sessions.endings();
        // Whatever ends from here on is heard.
        let sessions = services.store.sessions(visitor.id).await.ok()?;
        let lasts = sessions.iter().any(|one| one.id == session);
        lasts.then_some(SignedIn(Some((session, endings))))
    }

    /// Ready when the session has ended.
    pub(super) async fn has_ended(&mut self) {
        let Some((session, endings)) = &mut self.0 else {
            return std::future::pending().await;
        };
        loop {
            match endings.recv().await {
                Ok(ended) if ended == *session => return,
                Ok(_) => {}
                // Perhaps it was among those that were missed: the client connects again, and is who it is then.
                Err(RecvError::Lagged(_) | RecvError::Closed) => return,
            }
        }
    }
}
