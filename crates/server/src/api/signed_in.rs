//! The session or guest under which a socket was opened, and how long it stays valid.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::Instant;

use super::context::Context;
use super::identity::Visitor;
use super::problem::{Code, Problem};
use crate::ids::{PlayerId, SessionId};
use crate::people::account::AccountKind;
use crate::people::session::Ending;
use crate::services::Services;
use crate::store::StoreError;

/// The identity under which a socket or a stream was opened: a session, or a guest.
pub(super) struct SignedIn {
    services: Arc<Services>,
    player: PlayerId,
    /// A guest has none.
    session: Option<SessionId>,
    endings: broadcast::Receiver<Ending>,
    /// The time at which the session expires, as far as is known.
    until: Option<Instant>,
    /// Whether the session of the cookie had already ended: then the identity was never valid.
    was_signed_out: bool,
}

/// Why an identity is no longer valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    /// The session has ended.
    SignedOut,
    /// The guest has an account.
    HasAccount,
}

impl SignedIn {
    /// The identity of a visitor who was identified a moment ago.
    ///
    /// # Errors
    /// The session has ended since, the guest has become an account, or the database does not answer.
    pub(super) async fn of(context: &Context, visitor: Visitor) -> Result<SignedIn, Problem> {
        let services = Arc::clone(&context.registry.services);
        let mut signed_in = SignedIn {
            // Subscribed before the check below, so that no later end is missed.
            endings: services.people.sessions.endings(),
            services,
            player: visitor.id,
            session: visitor.session,
            until: None,
            was_signed_out: visitor.was_signed_out,
        };
        let problem = match signed_in.is_over().await? {
            None => return Ok(signed_in),
            Some(Over::SignedOut) => "You have been signed out.",
            Some(Over::HasAccount) => "You now have an account. Sign in to it.",
        };
        Err(Problem::new(Code::NotSignedIn, problem))
    }

    /// Waits until the identity is no longer valid.
    pub(super) async fn has_ended(&mut self) -> Over {
        if self.was_signed_out {
            return Over::SignedOut;
        }
        loop {
            let until = self.until;
            let is_due = async {
                match until {
                    Some(until) => tokio::time::sleep_until(until).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                () = is_due => {}
                over = is_told((self.player, self.session), &mut self.endings) => return over,
            }
            // The session may have been used since, and last longer. If the database does not answer, the client reconnects.
            match self.is_over().await {
                Ok(None) => {}
                Ok(Some(over)) => return over,
                Err(_) => return Over::SignedOut,
            }
        }
    }

    /// Asks the database whether the identity is no longer valid, and updates the time at which it expires.
    async fn is_over(&mut self) -> Result<Option<Over>, StoreError> {
        let store = &self.services.store;
        let Some(session) = self.session else {
            let kind = store.account_kind(self.player).await?;
            return Ok((kind != AccountKind::Guest).then_some(Over::HasAccount));
        };
        let now = self.services.system.now_ms();
        let sessions = store.sessions(self.player).await?;
        let mut sessions = sessions.into_iter();
        let Some(session) = sessions.find(|one| one.id == session && one.lasts(now)) else {
            return Ok(Some(Over::SignedOut));
        };
        let left = Duration::from_millis(session.ends_at().saturating_sub(now));
        self.until = Instant::now().checked_add(left);
        Ok(None)
    }
}

/// Waits until it is announced that this session has ended, or that this player is no longer a guest.
async fn is_told(
    (player, session): (PlayerId, Option<SessionId>),
    endings: &mut broadcast::Receiver<Ending>,
) -> Over {
    let (ending, over) = match session {
        Some(session) => (Ending::Session(session), Over::SignedOut),
        None => (Ending::Guest(player), Over::HasAccount),
    };
    loop {
        match endings.recv().await {
            Ok(ended) if ended == ending => return over,
            Ok(_) => {}
            // It may have been among the missed ones: the client reconnects, and is identified again.
            Err(RecvError::Lagged(_) | RecvError::Closed) => return over,
        }
    }
}
