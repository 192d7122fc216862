//! As whom a socket was opened, and how long that holds.

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::context::Context;
use super::identity::Visitor;
use super::problem::{Code, Problem};
use crate::ids::SessionId;

/// The session under which a socket was opened; a guest's has none, and lasts.
pub(super) struct SignedIn(Option<(SessionId, broadcast::Receiver<SessionId>)>);

impl SignedIn {
    /// Of a visitor who was identified a moment ago.
    ///
    /// # Errors
    /// The session has ended since, or the database does not answer.
    pub(super) async fn of(context: &Context, visitor: Visitor) -> Result<SignedIn, Problem> {
        let Some(session) = visitor.session else {
            return Ok(SignedIn(None));
        };
        let services = &context.registry.services;
        let endings = services.people.sessions.endings();
        // Whatever ends from here on is heard.
        let sessions = services.store.sessions(visitor.id).await?;
        match sessions.iter().any(|one| one.id == session) {
            true => Ok(SignedIn(Some((session, endings)))),
            false => Err(Problem::new(Code::NotSignedIn, "You have been signed out.")),
        }
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
