//! Archives games that ended before there was an archive. Games that end now are archived with the event that ends them.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;

use crate::ids::GameId;
use crate::services::Services;
use crate::table::load::load;

/// Games that are read one after the other, and stored with one flush to the disk.
const PAGE: u32 = 32;
/// A pause after each of these, which belongs to the games that are played.
const PAUSE: Duration = Duration::from_millis(20);

/// Archives all such games until the server stops; the rest is done after the next start.
pub(crate) async fn fill(services: Arc<Services>) {
    let mut after: Option<GameId> = None;
    let mut done = 0;
    loop {
        let page = services.store.unarchived(after, PAGE).await;
        // The store has logged what is wrong with it.
        let Ok(page) = page else { return };
        let Some(last) = page.last() else { break };
        after = Some(*last);
        let mut games = Vec::with_capacity(page.len());
        for id in page {
            match load(&services, id).await {
                Ok((_, game)) => games.push((id, game.archived_now())),
                // Already logged. The game stays as it is, in case somebody repairs it.
                Err(error) => tracing::debug!(game = %id, ?error, "a game is not archived"),
            }
        }
        done += games.len();
        let stored = games
            .into_iter()
            .map(|(id, archived)| services.store.archive(id, archived));
        if join_all(stored)
            .await
            .into_iter()
            .any(|stored| stored.is_err())
        {
            return;
        }
        tokio::select! {
            () = tokio::time::sleep(PAUSE) => {}
            () = services.stopping() => return,
        }
    }
    if done > 0 {
        tracing::info!(games = done, "the archive has all finished games");
    }
}
