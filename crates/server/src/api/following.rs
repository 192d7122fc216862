//! The players whom a player follows or blocks, and whether they show when they are online.

use std::collections::HashMap;

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::context::Context;
use super::identity::Visitor;
use super::input::{Json, Path};
use super::own_account::own_account;
use super::players::{self, PlayerPath};
use super::problem::{Always, Code, OnBody, OnChange, Problem};
use crate::ids::{GameId, PlayerId};
use crate::meeting::News;
use crate::services::Services;
use crate::store::{Known, Meeting, Met, PlayerRatings};
use crate::table::info::ShownRating;

/// Maximum number of online players whose games and ratings are looked up.
const LOOKED_AT: usize = 100;

/// A player whom you follow.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FollowedPlayer {
    /// The username.
    name: String,
    /// Whether they are online, and show it.
    online: bool,
    /// The game that they play now, if they are online.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, nullable = false)]
    game: Option<GameId>,
    /// If they are online, their rating in the pool in which they have played most.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    rating: Option<BestKnownRating>,
}

/// A player's rating in the pool in which they have played most.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BestKnownRating {
    /// The pool, such as `chess/blitz`.
    pool: String,
    /// The rating, as a whole number.
    rating: u32,
    /// Whether it is provisional.
    provisional: bool,
}

/// The players whom you follow.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Following {
    /// The players, sorted by name, those who are online first.
    players: Vec<FollowedPlayer>,
}

/// Players you follow: who is online, and what they are playing.
#[utoipa::path(get, path = "/me/following",
    responses((status = 200, body = Following), (status = 401, response = Problem), Always))]
pub(super) async fn following(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
) -> Result<axum::Json<Following>, Problem> {
    let services = &context.registry.services;
    let (own, _) = own_account(&context, visitor).await?;
    let known = services.store.following(own.player).await?;
    let is_online = |known: &Known| known.shows_presence && services.feeds.is_online(known.player);
    let (online, offline): (Vec<Known>, Vec<Known>) = known.into_iter().partition(is_online);
    let looked_at: Vec<PlayerId> = online
        .iter()
        .take(LOOKED_AT)
        .map(|one| one.player)
        .collect();
    let playing = services.store.playing(looked_at.clone()).await?;
    let playing: HashMap<PlayerId, GameId> = playing.into_iter().collect();
    let ratings = services.store.ratings_of_all(looked_at).await?;
    let now = services.system.now_ms();
    let mut players = Vec::with_capacity(online.len() + offline.len());
    for one in online {
        players.push(FollowedPlayer {
            online: true,
            game: playing.get(&one.player).copied(),
            rating: ratings
                .get(&one.player)
                .and_then(|ratings| best_known(ratings, now)),
            name: one.username,
        });
    }
    players.extend(offline.into_iter().map(|one| FollowedPlayer {
        name: one.username,
        online: false,
        game: None,
        rating: None,
    }));
    Ok(axum::Json(Following { players }))
}

/// The rating in the pool with the most games.
fn best_known(PlayerRatings(ratings): &PlayerRatings, now: u64) -> Option<BestKnownRating> {
    let (pool, kept) = ratings.iter().max_by_key(|(_, kept)| kept.games)?;
    let rating = ShownRating::of(kept, now);
    Some(BestKnownRating {
        pool: pool.to_string(),
        rating: rating.rating,
        provisional: rating.provisional,
    })
}

/// The visitor's account, and the player whom the path names, who must be another.
async fn other(
    context: &Context,
    visitor: Visitor,
    name: &str,
) -> Result<(PlayerId, PlayerId), Problem> {
    let (own, _) = own_account(context, visitor).await?;
    let other = players::account(context, name).await?;
    if other.player == own.player {
        return Err(Problem::new(Code::NotPossible, "This is your own name."));
    }
    Ok((own.player, other.player))
}

async fn meet(services: &Services, meeting: Meeting) -> Result<StatusCode, Problem> {
    match services.store.meet(meeting).await? {
        Met::Refused(refusal) => Err(refusal.into()),
        _ => Ok(StatusCode::NO_CONTENT),
    }
}

/// Follow a player.
#[utoipa::path(put, path = "/me/following/{name}", params(PlayerPath),
    responses((status = 204, description = "Followed."), (status = 401, response = Problem), (status = 404, response = Problem), (status = 409, response = Problem), OnChange))]
pub(super) async fn follow(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(PlayerPath { name }): Path<PlayerPath>,
) -> Result<StatusCode, Problem> {
    let services = &context.registry.services;
    let (by, whom) = other(&context, visitor, &name).await?;
    let at = services.system.now_ms();
    meet(services, Meeting::Follow { by, whom, at }).await
}

/// Unfollow a player.
#[utoipa::path(delete, path = "/me/following/{name}", params(PlayerPath),
    responses((status = 204, description = "No longer followed."), (status = 401, response = Problem), (status = 404, response = Problem), (status = 409, response = Problem), OnChange))]
pub(super) async fn unfollow(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(PlayerPath { name }): Path<PlayerPath>,
) -> Result<StatusCode, Problem> {
    let (by, whom) = other(&context, visitor, &name).await?;
    meet(&context.registry.services, Meeting::Unfollow { by, whom }).await
}

/// The players whom you block.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Blocked {
    /// Their usernames, sorted.
    players: Vec<String>,
}

/// Players you block.
#[utoipa::path(get, path = "/me/blocked",
    responses((status = 200, body = Blocked), (status = 401, response = Problem), Always))]
pub(super) async fn blocked(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
) -> Result<axum::Json<Blocked>, Problem> {
    let (own, _) = own_account(&context, visitor).await?;
    let store = &context.registry.services.store;
    let blocked = store.blocked(own.player).await?;
    let players = blocked.into_iter().map(|one| one.username).collect();
    Ok(axum::Json(Blocked { players }))
}

/// Block a player: they cannot challenge you, you are not paired with them, and neither of you follows the other. They are not told.
#[utoipa::path(put, path = "/me/blocked/{name}", params(PlayerPath),
    responses((status = 204, description = "Blocked."), (status = 401, response = Problem), (status = 404, response = Problem), (status = 409, response = Problem), OnChange))]
pub(super) async fn block(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(PlayerPath { name }): Path<PlayerPath>,
) -> Result<StatusCode, Problem> {
    let services = &context.registry.services;
    let (by, whom) = other(&context, visitor, &name).await?;
    let at = services.system.now_ms();
    let status = meet(services, Meeting::Block { by, whom, at }).await?;
    context.lobby.keep_apart(by, whom);
    services.feeds.tell(by, News::Changed);
    services.feeds.tell(whom, News::Changed);
    Ok(status)
}

/// Unblock a player.
#[utoipa::path(delete, path = "/me/blocked/{name}", params(PlayerPath),
    responses((status = 204, description = "No longer blocked."), (status = 401, response = Problem), (status = 404, response = Problem), (status = 409, response = Problem), OnChange))]
pub(super) async fn unblock(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(PlayerPath { name }): Path<PlayerPath>,
) -> Result<StatusCode, Problem> {
    let services = &context.registry.services;
    let (by, whom) = other(&context, visitor, &name).await?;
    let status = meet(services, Meeting::Unblock { by, whom }).await?;
    // The other player may have blocked this one as well.
    let is_apart = async || {
        services
            .store
            .apart(by)
            .await
            .map(|all| all.contains(&whom))
    };
    if !is_apart().await? {
        let one_person = services.store.one_person(by).await?.contains(&whom);
        context.lobby.bring_together(by, whom, one_person);
        // One of them may have blocked the other again meanwhile.
        if is_apart().await? {
            context.lobby.keep_apart(by, whom);
        }
    }
    services.feeds.tell(by, News::Changed);
    Ok(status)
}

/// Whether others see when a player is online.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PresenceSetting)]
pub(super) struct PresenceSetting {
    /// Whether followers see when you are online.
    shown: bool,
}

/// Whether your followers see when you are online.
#[utoipa::path(get, path = "/me/presence",
    responses((status = 200, body = PresenceSetting), (status = 401, response = Problem), Always))]
pub(super) async fn presence(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
) -> Result<axum::Json<PresenceSetting>, Problem> {
    let (own, _) = own_account(&context, visitor).await?;
    let store = &context.registry.services.store;
    let shown = store.shows_presence(own.player).await?;
    Ok(axum::Json(PresenceSetting { shown }))
}

/// Choose whether your followers see when you are online.
#[utoipa::path(put, path = "/me/presence", request_body = PresenceSetting,
    responses((status = 200, body = PresenceSetting), (status = 401, response = Problem), OnBody))]
pub(super) async fn show_presence(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Json(PresenceSetting { shown }): Json<PresenceSetting>,
) -> Result<axum::Json<PresenceSetting>, Problem> {
    let (own, _) = own_account(&context, visitor).await?;
    let player = own.player;
    meet(
        &context.registry.services,
        Meeting::ShowPresence { player, shown },
    )
    .await?;
    Ok(axum::Json(PresenceSetting { shown }))
}
