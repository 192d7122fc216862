//! Bots: accounts for which a program plays.

use axum::extract::{Extension, State};
use axum::http::{Extensions, HeaderMap};
use axum::response::Response;

use super::confirmation::{Confirmation, confirm};
use super::context::Context;
use super::endings;
use super::identity::{Me, Visitor};
use super::input::Json;
use super::own_account::{own_account, signed_out};
use super::problem::{Code, OnBody, Problem};
use super::session_cookie;
use crate::meeting::News;
use crate::people::account::Account;
use crate::store::{Change, Changed, NamedChallenge};

/// Turn your account into a bot, permanently: everybody sees that a program plays, and it is not paired in the lobby. Only an account
/// that has never played, and has entered no unfinished event, can become one. All other sessions end, and so do its challenges to people.
#[utoipa::path(post, path = "/account/bot", request_body = Confirmation,
    responses((status = 200, body = Me), (status = 401, response = Problem), (status = 409, response = Problem), (status = 410, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn become_bot(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(confirmation): Json<Confirmation>,
) -> Result<Response, Problem> {
    let (account, _) = own_account(&context, visitor).await?;
    let network = context.limits.client(&headers, &extensions);
    confirm(&context, network, &account, confirmation.shown()?).await?;
    let services = &context.registry.services;
    let now = services.system.now_ms();
    let challenges = services.store.challenges(visitor.id, now).await?;
    let (token, new) =
        session_cookie::begin_anew(&context, visitor.id, visitor.browser_session(), &headers);
    match endings::change(&context, Change::BecomeBot(new)).await? {
        Changed::Done => {}
        Changed::SignedOut => return Err(signed_out()),
        Changed::HasEntered => {
            let problem = "This account has entered an event, and bots play in none. Withdraw it first, or create another account for the bot.";
            return Err(Problem::new(Code::NotPossible, problem));
        }
        _ => {
            let problem = "This account has already played, so it cannot become a bot. Create another account for the bot.";
            return Err(Problem::new(Code::NotPossible, problem));
        }
    }
    // Bots are not paired in the lobby.
    context.lobby.forget(visitor.id);
    // Nor do they challenge people.
    for NamedChallenge { challenge, .. } in challenges {
        services.feeds.tell(challenge.challenged, News::Changed);
    }
    let bot = Account {
        is_bot: true,
        ..account
    };
    let standing = services.store.standing(visitor.id).await?;
    let me = Me::account(&bot, standing);
    Ok(session_cookie::with_token(&context, token, axum::Json(me)))
}
