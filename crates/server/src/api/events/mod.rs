//! Tournaments, matches and arenas: making them, reading them, and everything that people do in them.

mod arbiters;
mod commands;
mod evidence;
mod files;
mod history;
pub(super) mod list;
mod log;
pub(super) mod make;
mod outcome;
mod people;
mod refusals;
mod rounds;
mod rulings;
mod settings;
pub(super) mod show;
mod tie_breaks;
#[cfg(test)]
mod weight;

use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::context::Context;
use crate::ids::EventId;

pub(super) use commands::EventCommand;
pub(super) use log::EventLine;

/// The path of an event.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(super) struct EventPath {
    /// The event's identifier.
    #[param(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
    id: EventId,
}

/// Routes open to everybody.
pub(super) fn open_routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(routes!(list::list))
        .routes(routes!(show::show))
        .routes(routes!(show::rounds))
        .routes(routes!(log::log))
        .routes(routes!(log::stream))
        .routes(routes!(files::trf))
        .routes(routes!(files::pgn))
        .routes(routes!(files::standings))
        .routes(routes!(tie_breaks::explain))
}

/// Routes that need an account and, for programs, a scope.
pub(super) fn own_routes() -> OpenApiRouter<Context> {
    OpenApiRouter::new()
        .routes(routes!(make::make))
        .routes(routes!(commands::command))
        .routes(routes!(evidence::evidence))
}
