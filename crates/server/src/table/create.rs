//! New games.

use super::error::TableError;
use super::info::GameInfo;
use super::live_game::LiveGame;
use crate::ids::{GameId, PlayerId, RequestId};
use crate::services::Services;
use crate::store::NewGame;

/// Makes a new game, its starting position drawn by lot unless one was chosen, and answers its identifier; for a request that was stored already, that of the game made then.
pub(crate) async fn create_game(
    services: &Services,
    mut info: GameInfo,
    request: Option<(PlayerId, RequestId)>,
) -> Result<GameId, TableError> {
    info.created_at = services.system.now_ms();
    let starts = info.variant.starts();
    if starts > 1 && info.start.is_none() {
        info.start = Some((services.system.seed() % u64::from(starts)) as u32);
    }
    let id = GameId::random(&services.system);
    let game = LiveGame::new(id, info.clone(), services.store.outages());
    let new = NewGame {
        id,
        summary: game.state().summary(info.created_at),
        info,
        request,
    };
    let variant = new.info.variant;
    let id = services.store.create(new).await?;
    metrics::counter!("manifold_games_created_total", "variant" => variant.id()).increment(1);
    Ok(id)
}
