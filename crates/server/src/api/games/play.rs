//! A game as its visitor sees it, and joining it.

use axum::extract::{Extension, State};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::answer::Answer;
use crate::api::context::Context;
use crate::api::identity::{Visitor, person};
use crate::api::input::{GamePath, Path};
use crate::api::limits::Client;
use crate::api::problem::{Always, OnChange, Problem};
use crate::api::state::State as GameState;
use crate::table::message::Message;
use crate::table::seat::Seat;
use crate::table::view::ShownGame;

/// A game as the visitor may see it: the same as the first message of its socket.
#[utoipa::path(get, path = "/games/{id}", params(GamePath),
    responses((status = 200, body = GameState), (status = 404, response = Problem), Always))]
pub(in crate::api) async fn state(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Client(client): Client,
    Path(GamePath { id }): Path<GamePath>,
) -> Result<Answer<GameState>, Problem> {
    let ask = |reply| Message::Shown(visitor.id, reply);
    let ShownGame { view, has_secrets } = context.registry.ask_for(client, id, ask).await?;
    let state = GameState::from(*view);
    Ok(match has_secrets {
        true => Answer::secret(state),
        false => Answer::open(state),
    })
}

/// The answer to joining a game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Joined {
    /// The seat.
    seat: Seat,
}

/// Join a game by taking the free side. A rated game needs an account. A player of the game keeps their seat.
#[utoipa::path(post, path = "/games/{id}/join", params(GamePath),
    responses((status = 200, body = Joined), (status = 401, response = Problem), (status = 404, response = Problem), (status = 409, response = Problem), OnChange))]
pub(in crate::api) async fn join(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Client(client): Client,
    Path(GamePath { id }): Path<GamePath>,
) -> Result<axum::Json<Joined>, Problem> {
    let person = person(&context, visitor).await?;
    let ask = |reply| Message::Join {
        person: person.clone(),
        reply,
    };
    let seat = context.registry.ask_for(client, id, ask).await?;
    Ok(axum::Json(Joined { seat }))
}
