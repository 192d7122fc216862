//! Lists of games.

use axum::extract::{Extension, State};
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, ToSchema};

use crate::api::context::Context;
use crate::api::identity::Visitor;
use crate::api::input::Query;
use crate::api::problem::{Always, Code, Problem};
use crate::api::prose;
use crate::api::state::PlayerKind;
use crate::games::GameName;
use crate::ids::{GameId, PlayerId};
use crate::names::{Color, GameResult, Status};
use crate::store::{self, Which};
use crate::table::info::Player;
use crate::table::seat::Seat;

/// Maximum number of games in a list.
const LISTED: u32 = 60;

/// The games to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(in crate::api) struct ListQuery {
    /// `me` for your own games, unfinished ones first; if omitted, all games in progress.
    #[param(inline, nullable = false)]
    of: Option<Whose>,
    /// `true` for only games in progress.
    #[param(schema_with = only_true)]
    live: Option<bool>,
}

/// The player whose games are listed.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::api) enum Whose {
    /// The visitor's.
    Me,
}

/// The schema of `live`, which can only be `true`: games that are not in progress have no list.
fn only_true() -> RefOr<Schema> {
    ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::Boolean))
        .enum_values(Some([true]))
        .into()
}

/// A game in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedGame {
    /// Its identifier.
    #[schema(value_type = String)]
    id: GameId,
    /// The game, without its options.
    #[schema(value_type = GameName)]
    game: &'static str,
    /// The game with its options, such as `hyperspace:open`.
    variant: &'static str,
    /// The display name of the variant.
    variant_name: &'static str,
    /// White.
    white: ListedPlayer,
    /// Black.
    black: ListedPlayer,
    /// The visitor's seat.
    seat: Seat,
    /// Whether the game is waiting for a player, in progress or over.
    status: Status,
    /// The result; null if there is none.
    #[schema(required)]
    outcome: Option<GameResult>,
    /// The player to act; null unless the game is in progress.
    #[schema(required)]
    actor: Option<Color>,
    /// The number of the turn.
    turn_number: u32,
    /// The time control for people; null in a game without clocks.
    #[schema(required)]
    clock: Option<String>,
    /// Whether its result changes the players' ratings.
    rated: bool,
    /// The time of the last event, in milliseconds since 1970.
    updated_at: u64,
}

/// A player in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedPlayer {
    /// The display name; `?` for a free side.
    name: String,
    /// The kind of player.
    kind: PlayerKind,
    /// Whether the player is a bot's account, for which a program plays.
    bot: bool,
}

/// A list of games.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameList {
    /// At most 60.
    games: Vec<ListedGame>,
}

impl ListedPlayer {
    fn new(player: &Player) -> ListedPlayer {
        ListedPlayer {
            name: prose::player(player),
            kind: player.into(),
            bot: player.person().is_some_and(|person| person.bot),
        }
    }
}

impl ListedGame {
    /// Whether the game is waiting for a player, in progress or over.
    pub(in crate::api) fn status(&self) -> Status {
        self.status
    }

    pub(in crate::api) fn new(listed: store::ListedGame, visitor: PlayerId) -> ListedGame {
        let info = &listed.info;
        ListedGame {
            id: listed.id,
            game: info.variant.game(),
            variant: info.variant.id(),
            variant_name: info.variant.name(),
            white: ListedPlayer::new(&info.white),
            black: ListedPlayer::new(&info.black),
            seat: info.seat(visitor),
            status: listed.status,
            outcome: listed.result,
            actor: listed.actor,
            turn_number: listed.turn_number,
            clock: info.clock.as_ref().map(prose::clock),
            rated: info.rated,
            updated_at: listed.updated_at,
        }
    }
}

/// Your games, or games in progress.
#[utoipa::path(get, path = "/games", params(ListQuery),
    responses((status = 200, body = GameList), (status = 400, response = Problem), Always))]
pub(in crate::api) async fn list(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Query(query): Query<ListQuery>,
) -> Result<axum::Json<GameList>, Problem> {
    if query.live == Some(false) {
        let detail = "Ask for of=me (your games), live=true (games in progress) or both.";
        return Err(Problem::new(Code::Unreadable, detail).of("live"));
    }
    let which = match query.of {
        Some(Whose::Me) => Which::Of(visitor.id),
        None => Which::Live,
    };
    let listed = context.registry.services.store.list(which, LISTED).await?;
    let games = listed
        .into_iter()
        .filter(|listed| query.live.is_none() || listed.status == Status::Live)
        .map(|listed| ListedGame::new(listed, visitor.id))
        .collect();
    Ok(axum::Json(GameList { games }))
}
