//! Loading a game by replaying its events.

use std::time::{Duration, Instant};

use super::error::TableError;
use super::live_game::LiveGame;
use crate::ids::GameId;
use crate::services::Services;
use crate::store::Epoch;

/// Time, and number of events, after which a game that is being loaded lets others use its thread.
const SHARE: Duration = Duration::from_millis(1);
const EVENTS: u64 = 64;

/// Reads a game from the store.
pub(crate) async fn load(services: &Services, id: GameId) -> Result<(Epoch, LiveGame), TableError> {
    let stored = services.store.load(id).await?;
    let stored = stored.ok_or(TableError::NoSuchGame)?;
    let mut game = LiveGame::new(id, stored.info, services.store.outages());
    let mut began = Instant::now();
    for event in stored.events {
        // A long game takes longer than others may wait.
        if began.elapsed() > SHARE || event.n.is_multiple_of(EVENTS) {
            tokio::task::yield_now().await;
            began = Instant::now();
        }
        let n = event.n;
        game.replay(event).inspect_err(|_| {
            tracing::error!(game = %id, n, "a stored game is damaged");
        })?;
    }
    Ok((stored.epoch, game))
}
