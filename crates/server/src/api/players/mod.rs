//! Players with an account, as everybody sees them: their ratings and records, leaderboards, and how they are found.

pub(super) mod leaderboard;
pub(super) mod record;
pub(super) mod search;

use axum::extract::State;
use manifold_ratings::{Pool, PoolRating, Speed};
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, ToSchema};

use crate::api::answer::Answer;
use crate::api::context::Context;
use crate::api::input::Path;
use crate::api::problem::{Always, Code, Problem, sentence};
use crate::api::prose;
use crate::games::GameName;
use crate::ids::GameId;
use crate::people::account::Account;
use crate::people::username::NameKey;
use crate::store::{HistoryEntry, RatedOpponent, RatingChange};

/// Maximum number of rated games in a history.
const HISTORY: u32 = 500;

/// A speed, for the description of the API.
pub(in crate::api) struct SpeedName;

impl utoipa::PartialSchema for SpeedName {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::String))
            .description(Some(
                "How fast a game is, by base + 40 × increment in seconds: under 180, 480, 1,500, or more; or days a move.",
            ))
            .enum_values(Some(Speed::ALL.map(Speed::name)))
            .into()
    }
}

impl ToSchema for SpeedName {}

/// The path of a player.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::api) struct PlayerPath {
    /// The username; case does not matter.
    pub(in crate::api) name: String,
}

/// The path of a player in a pool.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(in crate::api) struct HistoryPath {
    /// The username; case does not matter.
    name: String,
    #[param(value_type = GameName)]
    game: String,
    #[param(value_type = SpeedName)]
    speed: String,
}

/// The account with this username. A username that only looks similar is another.
pub(in crate::api) async fn account(context: &Context, name: &str) -> Result<Account, Problem> {
    let store = &context.registry.services.store;
    let account = store.account_named(NameKey::of(name)).await?;
    let account = account.filter(|account| account.username.eq_ignore_ascii_case(name));
    account.ok_or_else(|| Problem::new(Code::NotFound, "There is no account with this name."))
}

fn pool(game: &str, speed: &str) -> Result<Pool, Problem> {
    let not_found =
        |error: &dyn std::error::Error| Problem::new(Code::NotFound, sentence(&error.to_string()));
    Ok(Pool {
        game: game.parse().map_err(|error| not_found(&error))?,
        speed: speed.parse().map_err(|error| not_found(&error))?,
    })
}

/// A player's rating in a pool.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PoolRating)]
pub(crate) struct Rating {
    /// The game.
    #[schema(value_type = GameName)]
    game: &'static str,
    /// The speed.
    #[schema(value_type = SpeedName)]
    speed: &'static str,
    /// The player's strength, as far as results tell.
    rating: f64,
    /// The rating deviation (RD) as of now: with 95 % confidence the strength is within two RD of the rating.
    deviation: f64,
    /// Whether the rating is provisional, because little is known about the player; such a rating is shown with `?`.
    provisional: bool,
    /// The number of rated games.
    games: u32,
}

impl Rating {
    /// A rating as of now.
    pub(super) fn new(pool: Pool, kept: &PoolRating, now: u64) -> Rating {
        let rating = kept.as_of(now);
        Rating {
            game: pool.game.name(),
            speed: pool.speed.name(),
            rating: rating.rating,
            deviation: rating.deviation,
            provisional: rating.is_provisional(),
            games: kept.games,
        }
    }
}

/// A player as everybody sees them.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Profile {
    /// The username.
    username: String,
    /// The time at which the account was created, in milliseconds since 1970.
    created_at: u64,
    /// Whether the account is a bot's, for which a program plays.
    bot: bool,
    /// The ratings, one for each game and speed at which there was a rated game.
    ratings: Vec<Rating>,
}

/// A player: when the account was made, and its ratings. Guests have no page.
#[utoipa::path(get, path = "/players/{name}", params(PlayerPath),
    responses((status = 200, body = Profile), (status = 404, response = Problem), Always))]
pub(in crate::api) async fn profile(
    State(context): State<Context>,
    Path(PlayerPath { name }): Path<PlayerPath>,
) -> Result<axum::Json<Profile>, Problem> {
    let account = account(&context, &name).await?;
    let services = &context.registry.services;
    let now = services.system.now_ms();
    let mut ratings = services.store.ratings(account.player).await?.0;
    ratings.sort_by_key(|(pool, _)| *pool);
    let ratings = ratings
        .iter()
        .map(|(pool, kept)| Rating::new(*pool, kept, now));
    Ok(axum::Json(Profile {
        ratings: ratings.collect(),
        username: account.username,
        created_at: account.created_at,
        bot: account.is_bot,
    }))
}

/// The effect of a game on a player's rating.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RatingChange)]
pub(crate) struct Change {
    /// The rating before it.
    rating_before: f64,
    /// RD before it, as of the end of the game.
    deviation_before: f64,
    /// The rating after it.
    rating: f64,
    /// RD after it.
    deviation: f64,
}

impl From<RatingChange> for Change {
    fn from(change: RatingChange) -> Change {
        Change {
            rating_before: change.rating_before,
            deviation_before: change.deviation_before,
            rating: change.rating,
            deviation: change.deviation,
        }
    }
}

/// A rated game in a player's history.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RatingHistoryEntry)]
pub(crate) struct PlayedGame {
    /// The time of its end, in milliseconds since 1970.
    at: u64,
    /// Its identifier.
    #[schema(value_type = String)]
    game: GameId,
    /// The opponent's username, `[deleted]` if the account was deleted; for a level of the engine, its name.
    opponent: String,
    /// In a placement game: the engine's level.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    level: Option<u8>,
    /// The player's score: 1, 0.5 or 0.
    score: f64,
    #[serde(flatten)]
    change: Change,
}

impl From<HistoryEntry> for PlayedGame {
    fn from(played: HistoryEntry) -> PlayedGame {
        let (opponent, level) = match played.opponent {
            RatedOpponent::Person(name) => (name, None),
            RatedOpponent::Machine(level) => (prose::level(level), Some(level)),
        };
        PlayedGame {
            at: played.at,
            game: played.game,
            opponent,
            level,
            score: played.score.points(),
            change: played.change.into(),
        }
    }
}

/// A player's rated games in a pool.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RatingHistory)]
pub(crate) struct History {
    /// At most 500, newest first.
    games: Vec<PlayedGame>,
}

/// The history of a player's rating.
#[utoipa::path(get, path = "/players/{name}/ratings/{game}/{speed}", params(HistoryPath),
    responses((status = 200, body = History), (status = 404, response = Problem), Always))]
pub(in crate::api) async fn history(
    State(context): State<Context>,
    Path(HistoryPath { name, game, speed }): Path<HistoryPath>,
) -> Result<Answer<History>, Problem> {
    let pool = pool(&game, &speed)?;
    let player = account(&context, &name).await?.player;
    let store = &context.registry.services.store;
    let games = store.rating_history(player, pool, HISTORY).await?;
    Ok(Answer::open(History {
        games: games.into_iter().map(PlayedGame::from).collect(),
    }))
}
