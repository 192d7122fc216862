//! As whom a socket was opened, and how long that holds.

use std::time::Duration;

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

use super::context::Context;
use super::identity::Visitor;
use super::problem::{Code, Problem};
use crate::ids::SessionId;

/// The session under which a socket or a stream was opened; a guest's has none, and lasts.
pub(super) struct SignedIn(Option<Lasting>);

struct Lasting {
    session: SessionId,
    endings: broadcast::Receiver<SessionId>,
    /// When it ends by itself, if it is a program's.
    until: Option<Instant>,
}

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
        let found = sessions.into_iter().find(|one| one.id == session);
        let session =
            found.ok_or_else(|| Problem::new(Code::NotSignedIn, "You have been signed out."))?;
        let now = services.system.now_ms();
        let until = session.grant.map(|grant| {
            let left = Duration::from_millis(grant.expires_at.saturating_sub(now));
            Instant::now() + left
        });
        Ok(SignedIn(Some(Lasting {
            session: session.id,
            endings,
            until,
        })))
    }

    /// Ready when the session has ended.
    pub(super) async fn has_ended(&mut self) {
        let Some(lasting) = &mut self.0 else {
            return std::future::pending().await;
        };
        let until = lasting.until;
        let is_over = async {
            match until {
                Some(until) => tokio::time::sleep_until(until).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = is_over => {}
            () = is_told(lasting.session, &mut lasting.endings) => {}
        }
    }
}

/// Ready when this session is among those that have ended.
async fn is_told(session: SessionId, endings: &mut broadcast::Receiver<SessionId>) {
    loop {
        match endings.recv().await {
            Ok(ended) if ended == session => return,
            Ok(_) => {}
            // Perhaps it was among those that were missed: the client connects again, and is who it is then.
            Err(RecvError::Lagged(_) | RecvError::Closed) => return,
        }
    }
}
