//! What moderators see and do.

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
use crate::ids::PlayerId;

/// The moderator who asks.
///
/// Whatever else is to be demanded of moderators, such as a second factor, is demanded here.
async fn must_be_moderator(context: &Context, visitor: Visitor) -> Result<PlayerId, Problem> {
    let store = &context.registry.services.store;
    let may = visitor.session.is_some() && store.standing(visitor.id).await?.is_moderator;
    match may {
        true => Ok(visitor.id),
        false => Err(Problem::new(
            Code::NotYours,
            "Only moderators can see and do that.",
        )),
    }
}
