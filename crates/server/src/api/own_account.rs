//! Checks that the visitor is signed in to an account.

use super::context::Context;
use super::identity::Visitor;
use super::problem::{Code, Problem};
use crate::ids::SessionId;
use crate::people::account::Account;
use crate::store::Principal;

/// The session of a visitor, who must be signed in to an account.
pub(super) fn signed_in(visitor: Visitor) -> Result<SessionId, Problem> {
    visitor
        .session
        .ok_or_else(|| Problem::new(Code::NotSignedIn, "Sign in to an account to do that."))
}

/// The account to which the visitor must be signed in, and the session.
pub(super) async fn own_account(
    context: &Context,
    visitor: Visitor,
) -> Result<(Account, SessionId), Problem> {
    let session = signed_in(visitor)?;
    let account = context.registry.services.store.account(visitor.id).await?;
    Ok((account.ok_or_else(deleted)?, session))
}

/// The player who is signed in with this session and requests a change now.
pub(super) fn principal(context: &Context, visitor: Visitor, session: SessionId) -> Principal {
    Principal {
        player: visitor.id,
        session,
        at: context.registry.services.system.now_ms(),
    }
}

/// The refusal for a player who was signed in when the request came, but no longer is.
pub(super) fn signed_out() -> Problem {
    let problem = "You have been signed out meanwhile, and nothing was done. Sign in again.";
    Problem::new(Code::NotSignedIn, problem)
}

fn deleted() -> Problem {
    Problem::new(Code::NotSignedIn, "This account has been deleted.")
}
