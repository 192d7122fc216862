//! Warnings by moderators, as their players meet them.

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::IntoParams;

use super::context::Context;
use super::identity::Visitor;
use super::input::Path;
use super::problem::{Code, OnChange, Problem};
use crate::store::{Moderate, Moderated};

/// The path of a warning.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct WarningPath {
    /// The warning's number, from `/me`.
    number: u64,
}

/// Confirm a warning. It is not shown again.
#[utoipa::path(post, path = "/me/warnings/{number}/confirm", params(WarningPath),
    responses((status = 204, description = "Confirmed."), (status = 404, response = Problem), OnChange))]
pub(super) async fn confirm_warning(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(WarningPath { number }): Path<WarningPath>,
) -> Result<StatusCode, Problem> {
    let confirm = Moderate::Confirm {
        player: visitor.id,
        warning: number,
    };
    match context.registry.services.store.moderate(confirm).await? {
        Moderated::Missing => {
            let detail = "There is no such warning, or it has already been confirmed.";
            Err(Problem::new(Code::NotFound, detail))
        }
        _ => Ok(StatusCode::NO_CONTENT),
    }
}
