//! Leaderboards.

use axum::extract::{Extension, State};
use manifold_ratings::Pool;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{SpeedName, pool};
use crate::api::answer::Answer;
use crate::api::context::Context;
use crate::api::identity::Visitor;
use crate::api::input::Path;
use crate::api::problem::{Always, Problem};
use crate::games::GameName;
use crate::store::Ranked;

/// The path of a pool.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::api) struct PoolPath {
    #[param(value_type = GameName)]
    game: String,
    #[param(value_type = SpeedName)]
    speed: String,
}

/// A place on a leaderboard.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeaderboardPlace)]
pub(crate) struct Place {
    /// The username.
    username: String,
    /// Whether the account is a bot's, for which a program plays.
    bot: bool,
    /// The rating.
    rating: f64,
    /// The rating deviation (RD) as of now.
    deviation: f64,
    /// The number of rated games.
    games: u32,
}

/// The best players of a pool.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Leaderboard {
    /// At most 50, best first.
    players: Vec<Place>,
    /// The number of ranked players, including those beyond the list.
    ranked: usize,
    /// The visitor's own place, from 1; null if they have none.
    #[schema(required)]
    own_place: Option<usize>,
}

/// The best players in a game at a speed: those with RD 75 or less and a rated game within the last 30 days. It may be some seconds
/// old.
#[utoipa::path(get, path = "/leaderboard/{game}/{speed}", params(PoolPath),
    responses((status = 200, body = Leaderboard), (status = 404, response = Problem), Always))]
pub(in crate::api) async fn leaderboard(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(PoolPath { game, speed }): Path<PoolPath>,
) -> Result<Answer<Leaderboard>, Problem> {
    let pool: Pool = pool(&game, &speed)?;
    let services = &context.registry.services;
    let now = services.system.now_ms();
    let board = services
        .leaderboards
        .of(&*services.store, pool, now)
        .await?;
    let own_place = match visitor.session {
        Some(_) => {
            let ratings = services.store.ratings(visitor.id).await?.0;
            let own = ratings.iter().find(|(other, _)| *other == pool);
            own.and_then(|(_, rating)| board.place(rating, now))
        }
        None => None,
    };
    let players = board.best.iter().map(|ranked: &Ranked| {
        let rating = ranked.rating.as_of(now);
        Place {
            username: ranked.username.clone(),
            bot: ranked.is_bot,
            rating: rating.rating,
            deviation: rating.deviation,
            games: ranked.rating.games,
        }
    });
    Ok(Answer::open(Leaderboard {
        players: players.collect(),
        ranked: board.ranked(),
        own_place,
    }))
}
