//! New games.

use manifold_rules::board::Color;
use manifold_rules::variant::VariantId;

use super::error::TableError;
use super::info::GameInfo;
use super::live_game::LiveGame;
use crate::ids::{GameId, PlayerId, RequestId};
use crate::meeting::News;
use crate::services::Services;
use crate::store::NewGame;

/// Makes a new game and returns its identifier. Its starting position is drawn by lot unless one was chosen. A request
/// that was stored already gets the game made then.
pub(crate) async fn create_game(
    services: &Services,
    info: GameInfo,
    request: Option<(PlayerId, RequestId)>,
) -> Result<GameId, TableError> {
    let new = NewGame {
        request,
        ..new_game(services, info)
    };
    store_game(services, new).await
}

/// Stores a new game and tells its players.
pub(crate) async fn store_game(services: &Services, new: NewGame) -> Result<GameId, TableError> {
    let variant = new.info.variant;
    let info = new.info.clone();
    let id = services.store.create(new).await?;
    services.feeds.tell_all(info.people(), News::Changed);
    count(variant);
    Ok(id)
}

/// A game that is to be stored.
pub(crate) fn new_game(services: &Services, info: GameInfo) -> NewGame {
    let id = GameId::random(&services.system);
    new_game_called(services, id, info)
}

/// A game that is to be stored under an identifier.
pub(crate) fn new_game_called(services: &Services, id: GameId, mut info: GameInfo) -> NewGame {
    info.created_at = services.system.now_ms();
    let starts = info.variant.starts();
    if starts > 1 && info.start.is_none() {
        info.start = Some((services.system.seed() % u64::from(starts)) as u32);
    }
    let game = LiveGame::new(id, info.clone(), services.store.outages());
    let mut summary = game.state().summary(info.created_at);
    if game.state().beginner().is_some() {
        let patience = services.settings.begin_ms();
        summary.attention_at = Some(info.created_at.saturating_add(patience));
    }
    NewGame {
        id,
        summary,
        info,
        request: None,
        seeks: Vec::new(),
    }
}

/// A colour drawn by lot.
pub(crate) fn by_lot(services: &Services) -> Color {
    match services.system.seed() % 2 {
        0 => Color::White,
        _ => Color::Black,
    }
}

/// Counts a game that was stored.
pub(crate) fn count(variant: VariantId) {
    metrics::counter!("manifold_games_created_total", "variant" => variant.id()).increment(1);
}

/// Whether each of these players may have one more unfinished game.
pub(crate) async fn check_room(
    services: &Services,
    players: impl IntoIterator<Item = PlayerId>,
) -> Result<(), TableError> {
    for player in players {
        let unfinished = services.store.count_unfinished(player).await?;
        if unfinished >= services.settings.games_per_player {
            return Err(TableError::TooManyGames);
        }
    }
    Ok(())
}
