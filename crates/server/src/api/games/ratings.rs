//! The effect of a rated game on the ratings of its players.

use axum::extract::{Extension, State};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::context::Context;
use crate::api::identity::Visitor;
use crate::api::input::{GamePath, Path};
use crate::api::limits::Client;
use crate::api::placement::RatedLevel;
use crate::api::players::{Change, SpeedName};
use crate::api::problem::{Always, Code, Problem};
use crate::games::GameName;
use crate::table::message::Message;

/// The effect of a rated game on ratings.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameRatings {
    /// The game.
    #[schema(value_type = GameName)]
    game: &'static str,
    /// The speed.
    #[schema(value_type = SpeedName)]
    speed: &'static str,
    /// Whether it was annulled: then it counts as if it had never been played.
    annulled: bool,
    /// White's change; null if the game was annulled, and if White was the engine, whose rating is fixed.
    #[schema(required)]
    white: Option<Change>,
    /// Black's.
    #[schema(required)]
    black: Option<Change>,
    /// After a game against the engine: the level, with the rating that it had in this game.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    engine: Option<RatedLevel>,
}

/// The effect of a finished rated game on the ratings of its players, as it stands now.
#[utoipa::path(get, path = "/games/{id}/ratings", params(GamePath),
    responses((status = 200, body = GameRatings), (status = 404, response = Problem), (status = 409, response = Problem), Always))]
pub(in crate::api) async fn ratings(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Client(client): Client,
    Path(GamePath { id }): Path<GamePath>,
) -> Result<axum::Json<GameRatings>, Problem> {
    let result = context.registry.services.store.rated_result(id).await?;
    let Some(result) = result else {
        // The owner of the game's table tells whether there is such a game at all.
        let ask = |reply| Message::View(visitor.id, reply);
        context.registry.ask_for(client, id, ask).await?;
        let detail = "This game has not changed any ratings: it is unrated, still in progress, or ended before both players had moved.";
        return Err(Problem::new(Code::NotPossible, detail));
    };
    Ok(axum::Json(GameRatings {
        game: result.pool.game.name(),
        speed: result.pool.speed.name(),
        annulled: result.is_annulled,
        white: result.white.map(Change::from),
        black: result.black.map(Change::from),
        engine: result
            .machine
            .map(|(level, rating)| RatedLevel::new(level, rating)),
    }))
}
