//! Whoever asks is signed in to an account.

use super::context::Context;
use super::identity::Visitor;
use super::problem::{Code, Problem};
use crate::ids::SessionId;
use crate::people::account::Account;
use crate::store::Principal;

/// The session of somebody who is signed in to an account.
pub(super) fn signed_in(visitor: Visitor) -> Result<SessionId, Problem> {
    visitor
        .session
        .ok_or_else(|| Problem::new(Code::NotSignedIn, "Sign in to an account to do that."))
}

/// The account that is signed in.
pub(super) async fn own_account(
    context: &Context,
    visitor: Visitor,
) -> Result<(Account, SessionId), Problem> {
    let session = signed_in(visitor)?;
    let account = context.registry.services.store.account(visitor.id).await?;
    Ok((account.ok_or_else(deleted)?, session))
}

/// Somebody who is signed in with this session, and asks for a change now.
pub(super) fn principal(context: &Context, visitor: Visitor, session: SessionId) -> Principal {
    Principal {
        player: visitor.id,
        session,
        at: context.registry.services.system.now_ms(),
    }
}

/// The problem of somebody who was signed in when the request came, and is no longer.
pub(super) fn signed_out() -> Problem {
    let problem = "You have been signed out meanwhile, and nothing was done. Sign in again.";
    Problem::new(Code::NotSignedIn, problem)
}

fn deleted() -> Problem {
    Problem::new(Code::NotSignedIn, "This account has been deleted.")
}
