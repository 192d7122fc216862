//! Making a game.

use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use manifold_engine::Level;
use manifold_rules::board;
use manifold_rules::variant::VariantId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::api::context::Context;
use crate::api::idempotency::{IdempotencyKey, requested};
use crate::api::identity::{Visitor, person};
use crate::api::input::{Json, check_start, read_variant, variant_schema};
use crate::api::problem::{Code, OnBody, Problem};
use crate::games::rated_game;
use crate::ids::GameId;
use crate::table::create::{by_lot, check_room, create_game};
use crate::table::info::{GameInfo, Player};
use crate::table::message::Message;
use crate::table::placement::placed_with;
use crate::table::rated_players::with_ratings;
use crate::table::time_control::ClockChoice;
use crate::whole_number::{whole, whole_or_null};

/// A new game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    #[schema(schema_with = variant_schema)]
    variant: String,
    /// The number of the starting position, where the variant has several; drawn by lot if left out.
    #[serde(default, deserialize_with = "whole_or_null")]
    start: Option<u32>,
    /// The opponent.
    opponent: Opponent,
    /// The creator's colour; random if left out.
    #[serde(default)]
    color: Option<ColorChoice>,
    /// The clock; none if left out.
    #[serde(default)]
    clock: Option<ClockChoice>,
    /// Whether takebacks can be asked for; yes if left out, unless the game is rated.
    #[serde(default)]
    takebacks: Option<bool>,
    /// Whether the result changes the players' ratings. A rated game needs an account, a clock and an opponent by link, or the engine
    /// for a placement game (see `/placement`). Colours and start are drawn by lot, and there are no takebacks.
    #[serde(default)]
    rated: bool,
}

/// The opponent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
pub(crate) enum Opponent {
    /// The engine.
    Engine {
        /// The engine's level.
        #[serde(deserialize_with = "whole")]
        #[schema(minimum = 1, maximum = 8)]
        level: u8,
    },
    /// The first person to open the link.
    Link {},
    /// Nobody: you play both sides at one board.
    SameBoard {},
}

/// A colour, or a random one.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ColorChoice {
    /// White.
    White,
    /// Black.
    Black,
    /// A random colour.
    Random,
}

/// A game that was made.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CreatedGame {
    /// Its identifier.
    #[schema(value_type = String)]
    id: GameId,
    /// The address of its page.
    url: String,
}

/// Create a game. A request that is sent twice with the same `Idempotency-Key` header creates one game.
#[utoipa::path(post, path = "/games", request_body = NewGame,
    params(IdempotencyKey),
    responses((status = 201, body = CreatedGame), (status = 401, response = Problem), (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
pub(in crate::api) async fn create(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: axum::http::Extensions,
    Json(wanted): Json<NewGame>,
) -> Result<impl IntoResponse, Problem> {
    let variant = read_variant(&wanted.variant)?;
    if wanted.rated {
        must_be_ratable(&wanted, visitor)?;
    }
    if let Some(number) = wanted.start {
        check_start(variant, number)?;
    }
    let request = requested(&headers)?.map(|key| (visitor.id, key));
    if let Some(clock) = &wanted.clock {
        clock.control()?;
    }
    let services = &context.registry.services;
    check_room(services, [visitor.id]).await?;
    let client = context.limits.client(&headers, &extensions);
    services.new_games.count(client)?;
    let (white, black) = players(&context, visitor, variant, &wanted).await?;
    let info = GameInfo {
        variant,
        start: wanted.start.filter(|_| variant.starts() > 1),
        white,
        black,
        clock: wanted.clock,
        takebacks: wanted.takebacks.unwrap_or(!wanted.rated),
        rated: wanted.rated,
        paired: false,
        event: None,
        created_at: 0,
    };
    let info = with_ratings(services, info).await?;
    let has_engine = info.has_engine();
    let id = create_game(services, info, request).await?;
    if has_engine {
        services.new_games.was_made_from(id, client);
    }
    // Loads the game, so that the engine begins at once if it has White. An error shows when the game is opened.
    let ask = |reply| Message::View(visitor.id, reply);
    let _ = context.registry.ask_for(client, id, ask).await;
    let url = format!("/g/{id}");
    let location = [(header::LOCATION, format!("/api/v1/games/{id}"))];
    let created = axum::Json(CreatedGame { id, url });
    Ok((StatusCode::CREATED, location, created))
}

/// Makes sure that a requested rated game meets all conditions.
fn must_be_ratable(wanted: &NewGame, visitor: Visitor) -> Result<(), Problem> {
    if visitor.session.is_none() {
        let detail = "Sign in to an account to play a rated game.";
        return Err(Problem::new(Code::NotSignedIn, detail).of("rated"));
    }
    let problems = [
        (
            matches!(wanted.opponent, Opponent::SameBoard {}),
            "A rated game is played against the engine, or against the first player to open the link.",
            "opponent",
        ),
        (
            wanted.takebacks == Some(true),
            "A rated game is played without takebacks.",
            "takebacks",
        ),
        (
            wanted.start.is_some(),
            "The starting position of a rated game is drawn by lot.",
            "start",
        ),
    ];
    let problem = problems.into_iter().find(|(is_wrong, ..)| *is_wrong);
    if let Some((_, detail, field)) = problem {
        return Err(Problem::new(Code::Invalid, detail).of(field));
    }
    let is_chosen = matches!(wanted.color, Some(ColorChoice::White | ColorChoice::Black));
    check_rated(wanted.clock.is_some(), is_chosen)
}

/// Makes sure that a rated game has a clock and that nobody has chosen a colour.
pub(in crate::api) fn check_rated(has_clock: bool, has_colour: bool) -> Result<(), Problem> {
    let (detail, field) = match (has_clock, has_colour) {
        (false, _) => ("A rated game needs a clock.", "clock"),
        (true, true) => ("The colours of a rated game are drawn by lot.", "color"),
        (true, false) => return Ok(()),
    };
    Err(Problem::new(Code::Invalid, detail).of(field))
}

/// White's player and Black's.
async fn players(
    context: &Context,
    visitor: Visitor,
    variant: VariantId,
    wanted: &NewGame,
) -> Result<(Player, Player), Problem> {
    let me = Player::Person(person(context, visitor).await?);
    let other = match wanted.opponent {
        Opponent::Engine { level } => {
            if Level::new(level).is_none() {
                let detail = "The engine's levels are 1 to 8.";
                return Err(Problem::new(Code::Unreadable, detail).of("opponent.level"));
            }
            let game = rated_game(variant);
            let rating = match wanted.rated {
                true => Some(placed_with(game, level)?),
                false => None,
            };
            Player::Engine { level, rating }
        }
        Opponent::Link {} => Player::Free,
        Opponent::SameBoard {} => me.clone(),
    };
    let color = match wanted.color.unwrap_or(ColorChoice::Random) {
        ColorChoice::White => board::Color::White,
        ColorChoice::Black => board::Color::Black,
        ColorChoice::Random => by_lot(&context.registry.services),
    };
    Ok(color.fold_wb((me.clone(), other.clone()), (other, me)))
}
