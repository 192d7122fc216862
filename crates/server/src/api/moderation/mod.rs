//! The views and acts of moderators.

mod acts;
mod evidence;
mod read;

pub(super) use acts::{act, undo};
pub(super) use evidence::evidence;
pub(super) use read::{case, find, log, queue};

// The macro of the routes looks for these beside the handlers.
pub(super) use acts::{__path_act, __path_undo};
pub(super) use evidence::__path_evidence;
pub(super) use read::{__path_case, __path_find, __path_log, __path_queue};

use super::context::Context;
use super::identity::Visitor;
use super::problem::{Code, Problem};
use super::second_factor_code::factor_that_is_on;
use crate::ids::PlayerId;

/// The moderator who makes the request. A second factor is required, because a guessed password must not be enough for what moderators
/// see and do.
async fn must_be_moderator(context: &Context, visitor: Visitor) -> Result<PlayerId, Problem> {
    if !has_role(context, visitor).await? {
        let problem = "Only moderators can do that.";
        return Err(Problem::new(Code::NotYours, problem));
    }
    if factor_that_is_on(context, visitor.id).await?.is_none() {
        let problem = "Moderators need a second factor. Turn it on under “Second factor” on your account page.";
        return Err(Problem::new(Code::SecondFactorMissing, problem));
    }
    Ok(visitor.id)
}

async fn has_role(context: &Context, visitor: Visitor) -> Result<bool, Problem> {
    let store = &context.registry.services.store;
    Ok(visitor.session.is_some() && store.standing(visitor.id).await?.is_moderator)
}

/// Whether the visitor may see what moderators see.
pub(super) async fn is_moderator(context: &Context, visitor: Visitor) -> Result<bool, Problem> {
    Ok(
        has_role(context, visitor).await?
            && factor_that_is_on(context, visitor.id).await?.is_some(),
    )
}
