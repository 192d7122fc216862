//! Games: making, joining, looking at them, and what can be had of them when they are over.

use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use manifold_engine::{Level, Limits};
use manifold_rules::board;
use manifold_rules::variant::VariantId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::Context;
use super::identity::{Visitor, name_of};
use super::input::{Json, Path, Query};
use crate::games::{GameName, game_of};
use crate::names::{Color, GameResult};
use crate::problem::{Code, Problem};
use crate::store::{Listed, Which};
use crate::table::{
    Analysis, Chair, ClockChoice, Message, PlayerKind, Ply, Seat, Setup, State as GameState,
    Status, Verified,
};

/// Games in a list.
const LISTED: u32 = 60;
/// The most positions that an analysis looks at.
const ANALYSIS_NODES: u64 = 400_000;
/// The longest that an analysis may take.
const ANALYSIS_MS: u64 = 3_000;

/// A wish for a new game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    /// What is played, such as `hyperspace:open`.
    variant: String,
    /// Against whom.
    opponent: Opponent,
    /// The creator's colour; chance if it is left out.
    #[serde(default)]
    #[schema(nullable = false)]
    color: Option<ColorChoice>,
    /// The clock; none if it is left out.
    #[serde(default)]
    clock: Option<ClockChoice>,
    /// Whether take-backs can be asked for; yes if it is left out.
    #[serde(default)]
    #[schema(nullable = false)]
    takebacks: Option<bool>,
}

/// Against whom.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub(crate) enum Opponent {
    /// The engine.
    Engine {
        /// 1 to 8.
        level: u8,
    },
    /// Whoever opens the link first.
    Link,
    /// Nobody: both sides at one board.
    SameBoard,
}

/// A colour, or chance.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ColorChoice {
    /// White.
    White,
    /// Black.
    Black,
    /// Either.
    Random,
}

/// A game that was made.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CreatedGame {
    /// Its name.
    id: String,
    /// Its page.
    url: String,
}

/// Make a game. With the header `Idempotency-Key` the same wish sent twice makes one game.
#[utoipa::path(post, path = "/games", request_body = NewGame,
    params(("Idempotency-Key" = Option<String>, Header, description = "A name for this wish, at most 64 letters.")),
    responses((status = 201, body = CreatedGame), (status = 400, body = Problem), (status = 429, body = Problem)))]
pub(super) async fn create(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: axum::http::Extensions,
    Json(wish): Json<NewGame>,
) -> Result<impl IntoResponse, Problem> {
    let game: VariantId =
        wish.variant
            .parse()
            .map_err(|error: manifold_rules::notation::NotationError| {
                Problem::new(
                    Code::Unreadable,
                    crate::problem::sentence(&error.to_string()),
                )
                .of("variant")
            })?;
    let key = match headers.get("idempotency-key") {
        None => None,
        Some(key) => {
            let key = key
                .to_str()
                .ok()
                .filter(|key| (1..=64).contains(&key.len()));
            let key = key.ok_or_else(|| {
                Problem::new(
                    Code::Unreadable,
                    "An Idempotency-Key has 1 to 64 plain letters.",
                )
                .of("Idempotency-Key")
            })?;
            Some((visitor.id.clone(), key.to_owned()))
        }
    };
    if let Some(clock) = &wish.clock {
        clock.control()?;
    }
    let settings = &context.lobby.settings;
    if context.lobby.store.count_unfinished(&visitor.id).await? >= settings.games_per_player {
        return Err(Problem::new(
            Code::TooMany,
            "You have too many unfinished games. Finish, resign or abort some of them.",
        ));
    }
    context
        .limits
        .game(context.limits.client(&headers, &extensions))?;
    let me = Chair::Person {
        name: name_of(&context, &visitor.id).await?,
        player: visitor.id,
    };
    let other = match wish.opponent {
        Opponent::Engine { level } => {
            if Level::new(level).is_none() {
                return Err(
                    Problem::new(Code::Unreadable, "The engine's levels are 1 to 8.")
                        .of("opponent.level"),
                );
            }
            Chair::Engine { level }
        }
        Opponent::Link => Chair::Free,
        Opponent::SameBoard => me.clone(),
    };
    let color = match wish.color.unwrap_or(ColorChoice::Random) {
        ColorChoice::White => board::Color::White,
        ColorChoice::Black => board::Color::Black,
        ColorChoice::Random if context.lobby.world.seed() & 1 == 0 => board::Color::White,
        ColorChoice::Random => board::Color::Black,
    };
    let (white, black) = color.fold_wb((me.clone(), other.clone()), (other, me));
    let setup = Setup {
        game,
        white,
        black,
        clock: wish.clock,
        takebacks: wish.takebacks.unwrap_or(true),
        created_at: 0,
    };
    let id = context.lobby.open_game(setup, key).await?;
    // An engine that has White begins at once.
    let _ = context
        .lobby
        .ask(&id, |reply| Message::State(String::new(), reply))
        .await;
    let url = format!("/g/{id}");
    let location = [(header::LOCATION, format!("/api/v1/games/{id}"))];
    Ok((
        StatusCode::CREATED,
        location,
        axum::Json(CreatedGame { id, url }),
    ))
}

/// Which games.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct ListQuery {
    /// `me`: those of the visitor, unfinished ones first.
    of: Option<String>,
    /// `true`: those that go on.
    live: Option<bool>,
}

/// A game in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedGame {
    /// Its name.
    id: String,
    /// The game.
    #[schema(value_type = GameName)]
    game: &'static str,
    /// The game with its options, such as `hyperspace:open`.
    variant: &'static str,
    /// Its name for people.
    variant_name: &'static str,
    /// Who plays White.
    white: ListedPlayer,
    /// Who plays Black.
    black: ListedPlayer,
    /// The visitor's seat.
    seat: Seat,
    /// Whether it goes on.
    status: Status,
    /// How it ended.
    #[schema(required)]
    outcome: Option<GameResult>,
    /// Who must act.
    #[schema(required)]
    actor: Option<Color>,
    /// The number of the turn.
    turn_number: u32,
    /// The time control for people.
    #[schema(required)]
    clock: Option<String>,
    /// When something happened last, in milliseconds since 1970.
    updated_at: u64,
}

/// A player in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ListedPlayer {
    /// The display name; `?` for a free seat.
    name: String,
    /// Who plays.
    kind: PlayerKind,
}

/// A list of games.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GameList {
    /// At most 60.
    games: Vec<ListedGame>,
}

impl ListedGame {
    fn new(listed: Listed, visitor: &str) -> ListedGame {
        let player = |chair: &Chair| ListedPlayer {
            name: chair.name(),
            kind: match chair {
                Chair::Free => PlayerKind::Free,
                Chair::Person { .. } => PlayerKind::Person,
                Chair::Engine { .. } => PlayerKind::Engine,
            },
        };
        let setup = &listed.setup;
        ListedGame {
            game: game_of(setup.game),
            variant: setup.game.id(),
            variant_name: setup.game.name(),
            white: player(&setup.white),
            black: player(&setup.black),
            seat: setup.seat(visitor),
            clock: setup.clock.as_ref().map(|clock| clock.label()),
            outcome: listed.result,
            id: listed.id,
            status: listed.status,
            actor: listed.actor,
            turn_number: listed.turn_number,
            updated_at: listed.updated_at,
        }
    }
}

/// My games, or those that go on.
#[utoipa::path(get, path = "/games", params(ListQuery),
    responses((status = 200, body = GameList), (status = 400, body = Problem)))]
pub(super) async fn list(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Query(query): Query<ListQuery>,
) -> Result<axum::Json<GameList>, Problem> {
    let which = match (query.of.as_deref(), query.live) {
        (Some("me"), None) => Which::Of(&visitor.id),
        (None, Some(true)) => Which::Live,
        _ => {
            return Err(Problem::new(
                Code::Unreadable,
                "Ask for of=me (your games) or live=true (games that go on).",
            ));
        }
    };
    let listed = context.lobby.store.list(which, LISTED).await?;
    let games = listed
        .into_iter()
        .map(|listed| ListedGame::new(listed, &visitor.id))
        .collect();
    Ok(axum::Json(GameList { games }))
}

/// A game as the visitor may see it: the same as the first message of its socket.
#[utoipa::path(get, path = "/games/{id}", params(("id" = String, Path)),
    responses((status = 200, body = GameState), (status = 404, body = Problem)))]
pub(super) async fn state(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<axum::Json<Box<GameState>>, Problem> {
    let ask = |reply| Message::State(visitor.id.clone(), reply);
    context.lobby.ask(&id, ask).await.map(axum::Json)
}

/// A seat that was taken.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Joined {
    /// Which.
    seat: Seat,
}

/// Take the free seat of a game. Who has a seat already keeps it.
#[utoipa::path(post, path = "/games/{id}/join", params(("id" = String, Path)),
    responses((status = 200, body = Joined), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn join(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<axum::Json<Joined>, Problem> {
    let name = name_of(&context, &visitor.id).await?;
    let ask = |reply| Message::Join {
        player: visitor.id.clone(),
        name: name.clone(),
        reply,
    };
    let seat = context.lobby.ask(&id, ask).await?;
    Ok(axum::Json(Joined { seat }))
}

/// The record as PGN: while a game goes on with the secrets of its reader only, afterwards with all.
#[utoipa::path(get, path = "/games/{id}/record", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "application/x-chess-pgn"), (status = 404, body = Problem)))]
pub(super) async fn record(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Problem> {
    let base = context.lobby.settings.public_url.clone();
    let base = base.as_deref().map_or("", |url| url.trim_end_matches('/'));
    let site = format!("{base}/g/{id}");
    let ask = |reply| Message::Record {
        player: visitor.id.clone(),
        site: site.clone(),
        reply,
    };
    let record = context.lobby.ask(&id, ask).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/x-chess-pgn".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"manifold-{id}.pgn\""),
        ),
    ];
    Ok((headers, record))
}

/// All positions of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Plies {
    /// One more than there are actions.
    plies: Vec<Ply>,
}

/// Every position of a game: while it goes on as its reader may see them, afterwards with nothing hidden.
#[utoipa::path(get, path = "/games/{id}/plies", params(("id" = String, Path)),
    responses((status = 200, body = Plies), (status = 404, body = Problem)))]
pub(super) async fn plies(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(id): Path<String>,
) -> Result<axum::Json<Plies>, Problem> {
    let ask = |reply| Message::Plies(visitor.id.clone(), reply);
    let history = context.lobby.ask(&id, ask).await?;
    let plies = context.limits.study(history).await?;
    Ok(axum::Json(Plies { plies }))
}

/// The promises of a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Verification {
    /// Whether every square is the one that was committed to.
    holds: bool,
    /// Every departure, in order.
    departures: Vec<Verified>,
}

/// Hyperspace Chess: every secret square of a finished game beside its commitment and salt.
#[utoipa::path(get, path = "/games/{id}/verify", params(("id" = String, Path)),
    responses((status = 200, body = Verification), (status = 404, body = Problem), (status = 409, body = Problem)))]
pub(super) async fn verify(
    State(context): State<Context>,
    Path(id): Path<String>,
) -> Result<axum::Json<Verification>, Problem> {
    let departures = context.lobby.ask(&id, Message::Verify).await?;
    Ok(axum::Json(Verification {
        holds: departures.iter().all(|departure| departure.holds),
        departures,
    }))
}

/// What is to be analysed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisRequest {
    /// The number of actions before the position.
    n: usize,
    /// Positions to look at; at most 400,000.
    #[serde(default)]
    nodes: Option<u64>,
}

/// What the engine thinks of a position of a finished game.
#[utoipa::path(post, path = "/games/{id}/analysis", params(("id" = String, Path)), request_body = AnalysisRequest,
    responses((status = 200, body = Analysis), (status = 404, body = Problem), (status = 409, body = Problem), (status = 503, body = Problem)))]
pub(super) async fn analysis(
    State(context): State<Context>,
    Path(id): Path<String>,
    Json(wish): Json<AnalysisRequest>,
) -> Result<axum::Json<Analysis>, Problem> {
    let limits = Limits {
        nodes: Some(wish.nodes.unwrap_or(100_000).clamp(1, ANALYSIS_NODES)),
        time: Some(std::time::Duration::from_millis(ANALYSIS_MS)),
        ..Limits::default()
    };
    let ask = |reply| Message::Analyst(wish.n, limits, reply);
    let analyst = context.lobby.ask(&id, ask).await?;
    let (reply, answer) = tokio::sync::oneshot::channel();
    let asked = context.lobby.engine.submit(Box::new(move || {
        // Who does not wait any more needs no answer, and no work.
        if !reply.is_closed() {
            let _ = reply.send(analyst());
        }
    }));
    if !asked {
        return Err(Problem::busy());
    }
    let analysis = answer.await.map_err(|_| Problem::busy())?;
    analysis
        .map(axum::Json)
        .ok_or_else(|| Problem::new(Code::NotPossible, "There is nothing to be analysed."))
}
