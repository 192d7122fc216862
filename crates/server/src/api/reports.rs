//! Reports of players to the moderators.

use std::net::IpAddr;

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::context::Context;
use super::identity::Visitor;
use super::input::{Json, plain_text};
use super::limits::Client;
use super::own_account::signed_in;
use super::players::account;
use super::problem::{Code, OnBody, Problem};
use crate::ids::{GameId, PlayerId, ReportId};
use crate::moderation::{LONGEST_REPORT, OPEN_REPORTS, Reason, Report};
use crate::store::{Moderate, Moderated};
use crate::table::message::Message;

/// The answer to a report.
const THANKS: &str = "Thank you. A moderator will look at it.";

/// A report of a player.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewReport {
    /// The username of an account, or the name of a player in the game.
    player: String,
    /// The game that it is about.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^[A-Za-z0-9]{12}$")]
    game: Option<GameId>,
    /// The reason.
    reason: Reason,
    /// The reporter's text, in up to 1000 characters. It cannot be empty if the reason is `other`.
    #[serde(default)]
    text: String,
}

/// The answer to a report.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Reported {
    /// A sentence for people.
    message: String,
}

/// Report a player to the moderators. That needs an account.
#[utoipa::path(post, path = "/reports", request_body = NewReport,
    responses((status = 201, body = Reported), (status = 401, response = Problem), (status = 404, response = Problem), (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
pub(super) async fn report(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Client(client): Client,
    Json(new): Json<NewReport>,
) -> Result<(StatusCode, axum::Json<Reported>), Problem> {
    signed_in(visitor)?;
    let text = plain_text(&new.text, LONGEST_REPORT, "text")?;
    if text.is_empty() && new.reason == Reason::Other {
        let detail = "Say what happened.";
        return Err(Problem::new(Code::Invalid, detail).of("text"));
    }
    let player = match new.game {
        Some(game) => player_of(&context, (visitor, client), game, &new.player).await?,
        None => account(&context, &new.player).await?.player,
    };
    if player == visitor.id {
        let detail = "You cannot report yourself.";
        return Err(Problem::new(Code::NotPossible, detail).of("player"));
    }
    context.limits.report(client)?;
    let services = &context.registry.services;
    let report = Report {
        id: ReportId::random(&services.system),
        at: services.system.now_ms(),
        reporter: visitor.id,
        player,
        game: new.game,
        reason: new.reason,
        text,
    };
    match services.store.moderate(Moderate::Report(report)).await? {
        Moderated::TooMany => {
            let detail = format!(
                "You already have {OPEN_REPORTS} open reports. Moderators will look at those first."
            );
            return Err(Problem::new(Code::TooMany, detail));
        }
        Moderated::Reported => {
            let detail = "You have already reported this. A moderator will look at it.";
            return Err(Problem::new(Code::NotPossible, detail));
        }
        _ => {}
    }
    let message = THANKS.to_owned();
    Ok((StatusCode::CREATED, axum::Json(Reported { message })))
}

/// The player with this name in a game; the reporter's opponent if both have it.
async fn player_of(
    context: &Context,
    (reporter, client): (Visitor, IpAddr),
    game: GameId,
    name: &str,
) -> Result<PlayerId, Problem> {
    let ask = |reply| Message::View(reporter.id, reply);
    let info = context.registry.ask_for(client, game, ask).await?.info;
    let people = [&info.white, &info.black].map(|player| player.person());
    let mut called: Vec<PlayerId> = people
        .into_iter()
        .flatten()
        .filter(|person| person.name.eq_ignore_ascii_case(name))
        .map(|person| person.id)
        .collect();
    called.sort_by_key(|player| *player == reporter.id);
    called.first().copied().ok_or_else(|| {
        let detail = "This game has no player with this name.";
        Problem::new(Code::NotFound, detail).of("player")
    })
}
