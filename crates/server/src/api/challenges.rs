//! Challenges: asking a player, by name, for a game.

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap, StatusCode};
use manifold_ratings::Speed;
use manifold_rules::board;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::context::Context;
use super::games::create::check_rated;
use super::identity::Visitor;
use super::input::{Json, Path, read_variant, variant_schema};
use super::own_account::own_account;
use super::players::{self, SpeedName};
use super::problem::{Always, Code, OnBody, OnChange, Problem};
use super::refusals::YOU_BLOCK;
use crate::ids::{ChallengeId, GameId, PlayerId};
use crate::lobby::Cell;
use crate::meeting::News;
use crate::meeting::challenge::{Challenge, ChallengeOutcome, DeclineReason, Terms};
use crate::names::Color;
use crate::services::Services;
use crate::store::{Meeting, Met, NamedChallenge, NewGame, Refusal};
use crate::table::create::{by_lot, check_room, count, new_game_called};
use crate::table::error::TableError;
use crate::table::info::pool;
use crate::table::info::{GameInfo, Player, ShownRating};
use crate::table::rated_players::{must_be_two, with_ratings};
use crate::table::time_control::ClockChoice;

/// A new challenge.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewChallenge {
    /// The username of the challenged player; case does not matter.
    to: String,
    #[schema(schema_with = variant_schema)]
    variant: String,
    /// The clock; none if left out.
    #[serde(default)]
    clock: Option<ClockChoice>,
    /// Your colour; random if left out.
    #[serde(default)]
    color: Option<Color>,
    /// Whether the result changes the players' ratings. A rated game needs a clock, and its colours are drawn by lot. An
    /// unrated game has takebacks.
    #[serde(default)]
    rated: bool,
}

/// The state of a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ChallengeStatus {
    /// It waits for an answer.
    Open,
    /// It has become a game.
    Accepted,
    /// It was declined.
    Declined,
    /// It was withdrawn, or not answered in time.
    Canceled,
}

/// A challenge as both players see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Challenge)]
pub(crate) struct ShownChallenge {
    /// The identifier of the challenge, and of the game that it becomes.
    #[schema(value_type = String)]
    pub(super) id: ChallengeId,
    /// The username of the challenger.
    challenger: String,
    /// The challenger's rating in this game and speed when they made the challenge.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    rating: Option<u32>,
    /// Whether that rating was provisional.
    provisional: bool,
    /// The username of the challenged player.
    challenged: String,
    /// The game variant.
    variant: &'static str,
    /// The display name of the variant.
    variant_name: &'static str,
    /// The clock; null for none.
    #[schema(required)]
    clock: Option<ClockChoice>,
    /// The speed of that clock; omitted if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<SpeedName>, nullable = false)]
    speed: Option<&'static str>,
    /// The challenger's colour, if they have chosen one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    color: Option<Color>,
    /// Whether the game is rated.
    rated: bool,
    /// The time of its creation, in milliseconds since 1970.
    created_at: u64,
    /// The time at which the challenge expires at the latest, in milliseconds since 1970.
    ends_at: u64,
    /// The state of the challenge.
    pub(super) status: ChallengeStatus,
    /// The reason why it was declined.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<DeclineReason>,
}

impl ShownChallenge {
    fn new(challenge: Challenge, challenger: String, challenged: String) -> ShownChallenge {
        let Terms {
            cell,
            color,
            rating,
        } = challenge.terms;
        let (status, reason) = match challenge.outcome {
            None => (ChallengeStatus::Open, None),
            Some(ChallengeOutcome::Cancelled) => (ChallengeStatus::Canceled, None),
            Some(ChallengeOutcome::Accepted) => (ChallengeStatus::Accepted, None),
            Some(ChallengeOutcome::Declined(reason)) => (ChallengeStatus::Declined, Some(reason)),
        };
        ShownChallenge {
            id: challenge.id,
            challenger,
            rating: rating.map(|rating| rating.rating),
            provisional: rating.is_some_and(|rating| rating.provisional),
            challenged,
            variant: cell.variant.id(),
            variant_name: cell.variant.name(),
            speed: cell
                .clock
                .as_ref()
                .and_then(ClockChoice::speed)
                .map(Speed::name),
            clock: cell.clock,
            color: color.map(Color::from),
            rated: cell.rated,
            created_at: challenge.created_at,
            ends_at: challenge.ends_at,
            status,
            reason,
        }
    }
}

impl From<NamedChallenge> for ShownChallenge {
    fn from(named: NamedChallenge) -> ShownChallenge {
        ShownChallenge::new(named.challenge, named.challenger, named.challenged)
    }
}

/// The challenges that concern a player.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Challenges {
    /// Those that wait for the player's answer, newest first.
    pub(super) incoming: Vec<ShownChallenge>,
    /// The player's own, newest first: open ones, and those that were answered within three days.
    pub(super) outgoing: Vec<ShownChallenge>,
}

impl Challenges {
    /// The challenges that concern a player now, and whether the player has made any that end when they go offline.
    pub(super) async fn of(
        services: &Services,
        player: PlayerId,
    ) -> Result<(Challenges, bool), Problem> {
        let now = services.system.now_ms();
        let all = services.store.challenges(player, now).await?;
        let is_kept = |named: &NamedChallenge| {
            let challenge = &named.challenge;
            challenge.challenger == player
                && challenge.outcome.is_none()
                && challenge.terms.is_live()
        };
        let has_live = all.iter().any(is_kept);
        let is_incoming = |named: &NamedChallenge| named.challenge.challenged == player;
        let (incoming, outgoing): (Vec<_>, Vec<_>) = all.into_iter().partition(is_incoming);
        let challenges = Challenges {
            incoming: incoming.into_iter().map(ShownChallenge::from).collect(),
            outgoing: outgoing.into_iter().map(ShownChallenge::from).collect(),
        };
        Ok((challenges, has_live))
    }
}

/// The path of a challenge.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct ChallengePath {
    /// The challenge's identifier.
    #[param(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
    id: ChallengeId,
}

/// The reason for declining a challenge.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Decline {
    /// The reason.
    reason: DeclineReason,
}

/// A challenge that has become a game.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AcceptedChallenge {
    /// The game's identifier.
    #[schema(value_type = String)]
    game: GameId,
    /// The address of the game's page.
    url: String,
}

/// Challenge a player. Both need an account: a guest plays a friend by link. A challenge to a correspondence game is open for a week, any
/// other for ten minutes, as long as the challenger has a feed open (`/me/socket` or `/stream/events`). A bot can challenge only bots.
#[utoipa::path(post, path = "/challenges", request_body = NewChallenge,
    responses((status = 201, body = ShownChallenge), (status = 401, response = Problem), (status = 404, response = Problem), (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn challenge(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(wanted): Json<NewChallenge>,
) -> Result<(StatusCode, axum::Json<ShownChallenge>), Problem> {
    let services = &context.registry.services;
    let (own, _) = own_account(&context, visitor).await?;
    if let Some(clock) = &wanted.clock {
        clock.control()?;
    }
    let cell = Cell {
        variant: read_variant(&wanted.variant)?,
        clock: wanted.clock,
        rated: wanted.rated,
    };
    if wanted.rated {
        check_rated(cell.pool().is_some(), wanted.color.is_some())?;
    }
    let other = players::account(&context, &wanted.to)
        .await
        .map_err(|problem| problem.of("to"))?;
    if other.player == own.player {
        return Err(Problem::new(Code::Invalid, "This name is your own.").of("to"));
    }
    if wanted.rated {
        must_be_two(services, own.player, other.player).await?;
    }
    check_room(services, [own.player]).await?;
    let network = context.limits.client(&headers, &extensions);
    services.new_games.count(network)?;
    let terms = Terms {
        rating: rating(services, own.player, &cell).await?,
        color: wanted.color.map(Into::into),
        cell,
    };
    let id = ChallengeId::random(&services.system);
    let between = [own.player, other.player];
    let challenge = Challenge::new(id, between, terms, services.system.now_ms());
    let meeting = Meeting::Challenge(challenge.clone());
    match services.store.meet(meeting).await? {
        Met::Refused(refusal) => return Err(refusal.into()),
        _ => tell(services, between),
    }
    let shown = ShownChallenge::new(challenge, own.username, other.username);
    Ok((StatusCode::CREATED, axum::Json(shown)))
}

/// A player's rating in this game and speed, if they have one.
async fn rating(
    services: &Services,
    player: PlayerId,
    cell: &Cell,
) -> Result<Option<ShownRating>, Problem> {
    // It is shown for an unrated game too.
    let Some(pool) = pool(cell.variant, cell.clock.as_ref(), true) else {
        return Ok(None);
    };
    let now = services.system.now_ms();
    let ratings = services.store.ratings(player).await?;
    let rating = ratings.in_pool(pool, now);
    Ok((cell.rated || rating.games > 0).then(|| ShownRating::of(&rating, now)))
}

/// Notifies players that their challenges have changed.
fn tell(services: &Services, players: [PlayerId; 2]) {
    for player in players {
        services.feeds.tell(player, News::Changed);
    }
}

/// Your challenges: those that wait for your answer, and those that you have made.
#[utoipa::path(get, path = "/challenges",
    responses((status = 200, body = Challenges), (status = 401, response = Problem), Always))]
pub(super) async fn challenges(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
) -> Result<axum::Json<Challenges>, Problem> {
    let (own, _) = own_account(&context, visitor).await?;
    let (challenges, _) = Challenges::of(&context.registry.services, own.player).await?;
    Ok(axum::Json(challenges))
}

/// Accept a challenge. It becomes a single game, even if it is accepted several times; the answer is always that game.
#[utoipa::path(post, path = "/challenges/{id}/accept", params(ChallengePath),
    responses((status = 200, body = AcceptedChallenge), (status = 401, response = Problem), (status = 404, response = Problem), (status = 409, response = Problem), OnChange))]
pub(super) async fn accept(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Path(ChallengePath { id }): Path<ChallengePath>,
) -> Result<axum::Json<AcceptedChallenge>, Problem> {
    let services = &context.registry.services;
    let (own, _) = own_account(&context, visitor).await?;
    let at = services.system.now_ms();
    let found = services.store.challenge(id).await?;
    let found = found.filter(|found| found.challenged == own.player);
    let found = found.ok_or_else(gone)?;
    if found.outcome != Some(ChallengeOutcome::Accepted) {
        if !found.is_open(at) {
            return Err(gone());
        }
        let both = [found.challenged, found.challenger];
        check_room(services, both)
            .await
            .map_err(|error| match error {
                TableError::TooManyGames => TableError::TooManyGamesForRematch,
                other => other,
            })?;
        let network = context.limits.client(&headers, &extensions);
        services.new_games.count(network)?;
    }
    let game = game_of(services, &found).await?;
    let variant = game.info.variant;
    let meeting = Meeting::Accept {
        id,
        by: own.player,
        game: Box::new(game),
        at,
    };
    let game = match services.store.meet(meeting).await? {
        Met::Accepted { game, is_new } => {
            if is_new {
                count(variant);
                services.feeds.tell(found.challenger, News::Started(game));
                services.feeds.tell(found.challenged, News::Changed);
            }
            game
        }
        _ => return Err(gone()),
    };
    let url = format!("/g/{game}");
    Ok(axum::Json(AcceptedChallenge { game, url }))
}

/// The game that a challenge becomes.
async fn game_of(services: &Services, challenge: &Challenge) -> Result<NewGame, Problem> {
    let Terms { cell, color, .. } = &challenge.terms;
    let mut players = Vec::with_capacity(2);
    for player in [challenge.challenger, challenge.challenged] {
        let account = services.store.account(player).await?.ok_or_else(gone)?;
        players.push(Player::Person(account.into()));
    }
    if color.unwrap_or_else(|| by_lot(services)) == board::Color::Black {
        players.reverse();
    }
    let (Some(black), Some(white)) = (players.pop(), players.pop()) else {
        return Err(gone());
    };
    let info = GameInfo {
        variant: cell.variant,
        start: None,
        white,
        black,
        clock: cell.clock.clone(),
        takebacks: !cell.rated,
        rated: cell.rated,
        paired: false,
        event: None,
        created_at: 0,
    };
    let info = with_ratings(services, info).await?;
    Ok(new_game_called(services, challenge.id.into(), info))
}

/// Decline a challenge, with a reason that the challenger is told.
#[utoipa::path(post, path = "/challenges/{id}/decline", params(ChallengePath), request_body = Decline,
    responses((status = 204, description = "Declined."), (status = 401, response = Problem), (status = 404, response = Problem), OnBody))]
pub(super) async fn decline(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(ChallengePath { id }): Path<ChallengePath>,
    Json(Decline { reason }): Json<Decline>,
) -> Result<StatusCode, Problem> {
    let (own, _) = own_account(&context, visitor).await?;
    let services = &context.registry.services;
    let meeting = Meeting::Decline {
        id,
        by: own.player,
        reason,
        at: services.system.now_ms(),
    };
    end(services, id, meeting).await
}

/// Withdraw a challenge. If it was answered, the answer is no longer shown.
#[utoipa::path(delete, path = "/challenges/{id}", params(ChallengePath),
    responses((status = 204, description = "Taken back."), (status = 401, response = Problem), (status = 404, response = Problem), OnChange))]
pub(super) async fn cancel(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(ChallengePath { id }): Path<ChallengePath>,
) -> Result<StatusCode, Problem> {
    let (own, _) = own_account(&context, visitor).await?;
    let by = own.player;
    end(&context.registry.services, id, Meeting::Cancel { id, by }).await
}

/// Ends a challenge, and notifies both players.
async fn end(
    services: &Services,
    id: ChallengeId,
    meeting: Meeting,
) -> Result<StatusCode, Problem> {
    if services.store.meet(meeting).await? != Met::Done {
        return Err(gone());
    }
    if let Some(found) = services.store.challenge(id).await? {
        tell(services, [found.challenger, found.challenged]);
    }
    Ok(StatusCode::NO_CONTENT)
}

fn gone() -> Problem {
    let detail = "This challenge is no longer open: it was withdrawn or answered, or has expired.";
    Problem::new(Code::NotFound, detail)
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        match refusal {
            Refusal::AlreadyOpen => Problem::new(
                Code::NotPossible,
                "You have already challenged this player and are waiting for an answer.",
            ),
            Refusal::TooManyOpen => Problem::new(
                Code::TooMany,
                "You have too many open challenges. Withdraw one first.",
            ),
            Refusal::TooOften(wait) => {
                Problem::too_often("You have made too many challenges.", wait)
            }
            Refusal::TooOftenToOne(wait) => {
                Problem::too_often("You have challenged this player too often.", wait)
            }
            Refusal::Full => Problem::new(
                Code::TooMany,
                "This player has too many unanswered challenges. Try again later.",
            ),
            Refusal::Blocked => Problem::new(Code::NotPossible, YOU_BLOCK),
            Refusal::BotInLobby => Problem::new(
                Code::NotPossible,
                "Bots are not paired in the lobby. They play people who open their link or give them one.",
            ),
            Refusal::BotToPerson => Problem::new(
                Code::NotPossible,
                "A bot plays other bots, and people who challenge it.",
            )
            .of("to"),
            Refusal::OnVacation => Problem::new(
                Code::NotPossible,
                "You are already on vacation. End this vacation first.",
            ),
            Refusal::TooManyDays => Problem::new(
                Code::NotPossible,
                "You do not have that many days of vacation left this year.",
            ),
            Refusal::ListFull => {
                Problem::new(Code::TooMany, "Your list is full. Remove somebody first.")
            }
        }
    }
}
