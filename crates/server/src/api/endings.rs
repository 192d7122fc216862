//! Ending sessions, on every socket too.

use super::context::Context;
use super::problem::Problem;
use crate::ids::PlayerId;
use crate::store::{Change, Changed, WhichSessions};

/// Ends sessions of a player at once: they identify nobody from now on.
pub(super) async fn end(
    context: &Context,
    player: PlayerId,
    which: WhichSessions,
) -> Result<Changed, Problem> {
    let at = context.registry.services.system.now_ms();
    change(context, Change::End { player, which, at }).await
}

/// Makes a change that ends sessions, and notifies their sockets.
pub(super) async fn change(context: &Context, change: Change) -> Result<Changed, Problem> {
    let changed = context.registry.services.store.change(change).await?;
    tell_endings(context).await;
    Ok(changed)
}

/// Notifies the sockets of sessions that have just ended.
pub(super) async fn tell_endings(context: &Context) {
    let services = &context.registry.services;
    let sessions = &services.people.sessions;
    sessions.forget();
    // The change is stored. If the database does not answer now, the sockets are notified at the next look.
    if let Err(error) = sessions.look(&*services.store).await {
        tracing::warn!(%error, "sockets of ended sessions are told later");
    }
}
