//! The games that a guest has begun in a browser: when somebody signs in to an account there, the account can take them over.

use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::context::Context;
use super::identity::{Visitor, guest_in};
use super::input::Json;
use super::own_account::own_account;
use super::problem::{Always, Code, OnBody, Problem};
use crate::ids::PlayerId;
use crate::meeting::News;
use crate::store::{Change, Changed};

/// Games that a guest has begun in this browser.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct GuestGames {
    /// The number of games that can be taken over, about which the account has not been asked before.
    games: u64,
    /// The number of games that cannot be taken over, because the account itself is the opponent.
    kept: u64,
}

/// The guest of this browser, if the account may take over games, and the account.
async fn guest_and_account(
    context: &Context,
    visitor: Visitor,
    headers: &HeaderMap,
) -> Result<(Option<PlayerId>, PlayerId), Problem> {
    let (account, _) = own_account(context, visitor).await?;
    // Games that a person has played are not handed to a bot's account.
    let guest = match account.is_bot {
        true => None,
        false => guest_in(context, headers).await?,
    };
    Ok((guest, account.player))
}

/// The number of games of a guest in this browser that the account can take over, and has not been asked about.
#[utoipa::path(get, path = "/account/guest-games", operation_id = "guest_games",
    responses((status = 200, body = GuestGames), (status = 401, response = Problem), Always))]
pub(super) async fn guest_games(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
) -> Result<axum::Json<GuestGames>, Problem> {
    let (guest, account) = guest_and_account(&context, visitor, &headers).await?;
    let Some(guest) = guest else {
        return Ok(axum::Json(GuestGames { games: 0, kept: 0 }));
    };
    let store = &context.registry.services.store;
    let offered = store.guest_games(guest, account).await?;
    Ok(axum::Json(GuestGames {
        games: offered.games,
        kept: offered.kept,
    }))
}

/// Whether games are taken over.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Takeover {
    /// Whether to take them over. If not, they stay the guest's and are not offered again.
    take_over: bool,
}

/// The outcome of a takeover.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TakenOver {
    /// The number of games that are the account's now.
    games: usize,
}

/// Take over the games of the guest in this browser, all at once, or leave them to the guest for ever. Games against the account itself
/// stay the guest's.
#[utoipa::path(post, path = "/account/guest-games", operation_id = "take_over_guest_games", request_body = Takeover,
    responses((status = 200, body = TakenOver), (status = 401, response = Problem), (status = 409, response = Problem), OnBody))]
pub(super) async fn take_over(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    Json(Takeover { take_over }): Json<Takeover>,
) -> Result<axum::Json<TakenOver>, Problem> {
    let (guest, account) = guest_and_account(&context, visitor, &headers).await?;
    let Some(guest) = guest else {
        let problem = "No guest has played in this browser.";
        return Err(Problem::new(Code::NotPossible, problem));
    };
    let services = &context.registry.services;
    let change = Change::TakeOver {
        guest,
        account,
        is_wanted: take_over,
        at: services.system.now_ms(),
    };
    let Changed::TakenOver(number) = services.store.change(change).await? else {
        let problem = "This guest now has an account. Sign in to it.";
        return Err(Problem::new(Code::NotPossible, problem));
    };
    let games = services.store.taken_over(number).await?;
    context.registry.reload(&games).await;
    if !games.is_empty() {
        tracing::info!(%guest, %account, games = games.len(), "games of a guest are an account's");
        services
            .feeds
            .tell_all([guest, account].into_iter(), News::Changed);
    }
    Ok(axum::Json(TakenOver { games: games.len() }))
}
