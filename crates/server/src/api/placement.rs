//! Placement games: rated games against the engine, for players whose strength is little known.

use axum::extract::{Extension, State};
use manifold_engine::Level;
use manifold_ratings::{LevelRating, PLACEMENT_GAMES};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::context::Context;
use super::identity::Visitor;
use super::input::{Json, read_variant, variant_schema};
use super::limits::Client;
use super::own_account::own_account;
use super::players::SpeedName;
use super::problem::{Code, OnBody, Problem};
use crate::games::GameName;
use crate::table::info::pool;
use crate::table::placement::{fitting_level, next_placement, placed_with};
use crate::table::time_control::ClockChoice;
use crate::whole_number::whole_or_null;

/// A game against the engine that the player would like to have rated.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlacementRequest {
    #[schema(schema_with = variant_schema)]
    variant: String,
    /// The clock.
    clock: ClockChoice,
    /// The engine's level; the one nearest to the player's rating if left out.
    #[serde(default, deserialize_with = "whole_or_null")]
    #[schema(minimum = 1, maximum = 8)]
    level: Option<u8>,
}

/// A level of the engine with its rating, which does not change with its games.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RatedLevel {
    /// The level, 1 to 8.
    level: u8,
    /// The rating, as it was measured.
    rating: i32,
    /// The uncertainty of the rating, as RD.
    deviation: u32,
}

impl RatedLevel {
    pub(super) fn new(level: u8, rating: LevelRating) -> RatedLevel {
        RatedLevel {
            level,
            rating: rating.rating,
            deviation: rating.deviation,
        }
    }
}

/// Whether a game against the engine can be rated.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Placement {
    /// The game.
    #[schema(value_type = GameName)]
    game: &'static str,
    /// The speed.
    #[schema(value_type = SpeedName)]
    speed: &'static str,
    /// The number that the game would have among the placement games, from 1; null if it cannot be rated.
    #[schema(required)]
    number: Option<u32>,
    /// The maximum number of placement games in each game and speed.
    most: u32,
    /// The engine's level; null if its strength was not measured in this game.
    #[schema(required)]
    engine: Option<RatedLevel>,
    /// The reason why it cannot be rated: a sentence for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    why_not: Option<String>,
}

/// Whether a game of the account against the engine could be rated now, and with which rating the engine would play it. Nothing
/// is stored: the game is made with `POST /games` and `"rated": true`.
#[utoipa::path(post, path = "/placement", request_body = PlacementRequest,
    responses((status = 200, body = Placement), (status = 401, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn placement(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Client(client): Client,
    Json(wish): Json<PlacementRequest>,
) -> Result<axum::Json<Placement>, Problem> {
    let variant = read_variant(&wish.variant)?;
    wish.clock.control()?;
    if wish.level.is_some_and(|level| Level::new(level).is_none()) {
        let detail = "The engine's levels are 1 to 8.";
        return Err(Problem::new(Code::Unreadable, detail).of("level"));
    }
    own_account(&context, visitor).await?;
    let pool = pool(variant, Some(&wish.clock), true)
        .ok_or_else(|| Problem::new(Code::Invalid, "A rated game needs a clock.").of("clock"))?;
    let services = &context.registry.services;
    // Held until the answer, so that no client queries the database about more than one game at a time.
    let _turn = context.limits.turn(client).await?;
    let now = services.system.now_ms();
    let kept = services.store.ratings(visitor.id).await?.in_pool(pool, now);
    let begun = services.store.placements_begun(visitor.id, pool).await?;
    let engine = match wish.level {
        Some(level) => placed_with(pool.game, level).map(|rating| Some((level, rating))),
        None => Ok(fitting_level(pool.game, kept.as_of(now).rating)),
    };
    let next = match engine {
        Ok(_) => next_placement(&kept, begun, now),
        Err(why) => Err(why),
    };
    let engine = engine.ok().flatten();
    Ok(axum::Json(Placement {
        game: pool.game.name(),
        speed: pool.speed.name(),
        number: next.ok().filter(|_| engine.is_some()),
        most: PLACEMENT_GAMES,
        engine: engine.map(|(level, rating)| RatedLevel::new(level, rating)),
        why_not: next.err().map(|why| Problem::from(why).detail),
    }))
}
