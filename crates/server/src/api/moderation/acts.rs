//! The acts of moderators, and undoing them.

use axum::extract::{Extension, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{IntoParams, ToSchema};

use super::must_be_moderator;
use crate::api::context::Context;
use crate::api::endings;
use crate::api::identity::Visitor;
use crate::api::input::{Json, Path, plain_text};
use crate::api::problem::{Code, OnBody, Problem};
use crate::ids::{GameId, PlayerId, ReportId};
use crate::moderation::{ActKind, LONGEST_REASON, NewAct};
use crate::store::{Moderate, Moderated};
use crate::whole_number::whole_or_null;

/// Maximum duration of a mute or ban that is not permanent, in hours: ten years.
const MOST_HOURS: u32 = 87_600;
/// Maximum number of reports settled by one act.
const REPORTS: usize = 100;
const HOUR_MS: u64 = 3_600_000;

/// Identifiers of reports, for the description of the API.
fn report_ids() -> RefOr<Schema> {
    let id = ObjectBuilder::new()
        .schema_type(SchemaType::Type(Type::String))
        .pattern(Some("^[A-Za-z0-9]{12}$"));
    ArrayBuilder::new()
        .items(id)
        .max_items(Some(REPORTS))
        .description(Some("The reports that it settles; none if left out."))
        .into()
}

/// An act of a moderator.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ActRequest {
    /// The identifier of the player whom it is about.
    #[schema(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
    player: PlayerId,
    /// The kind of act. To undo an act there is a separate request.
    kind: ActKind,
    /// The duration of a mute or ban, in hours; permanent if omitted.
    #[serde(default, deserialize_with = "whole_or_null")]
    #[schema(minimum = 1, maximum = 87_600)]
    hours: Option<u32>,
    /// The game that it is about: needed to annul its result.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^[A-Za-z0-9]{12}$")]
    game: Option<GameId>,
    /// The identifier of the account that is the same person: needed to link the two.
    #[serde(default)]
    #[schema(value_type = Option<String>, pattern = "^[A-Za-z0-9]{12}$")]
    other: Option<PlayerId>,
    /// The reason, in 1 to 500 characters. It is shown to a player who is warned, muted or banned.
    #[schema(min_length = 1)]
    reason: String,
    /// The reports that the act settles, at most 100.
    #[serde(default)]
    #[schema(schema_with = report_ids)]
    reports: Vec<ReportId>,
}

/// The answer to an act, which was entered in the log.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Entered {
    /// Its number.
    number: u64,
}

fn of(field: &str, detail: impl Into<String>) -> Problem {
    Problem::new(Code::Invalid, detail).of(field)
}

fn reason(text: &str) -> Result<String, Problem> {
    let reason = plain_text(text, LONGEST_REASON, "reason")?;
    match reason.is_empty() {
        true => Err(of("reason", "Say why.")),
        false => Ok(reason),
    }
}

impl ActRequest {
    /// The act, if it makes sense.
    fn read(self, moderator: PlayerId, now: u64) -> Result<NewAct, Problem> {
        let lasts = matches!(self.kind, ActKind::Mute | ActKind::Ban);
        if self.kind == ActKind::Undo {
            let detail = "An act is undone with POST /moderation/acts/{number}/undo.";
            return Err(of("kind", detail));
        }
        if self.hours.is_some() && !lasts {
            return Err(of("hours", "Only a mute or a ban can have a duration."));
        }
        if self
            .hours
            .is_some_and(|hours| !(1..=MOST_HOURS).contains(&hours))
        {
            let detail = format!("A mute or a ban lasts 1 to {MOST_HOURS} hours, or for good.");
            return Err(Problem::new(Code::Unreadable, detail).of("hours"));
        }
        if self.kind == ActKind::Annul && self.game.is_none() {
            return Err(of("game", "Say which game’s result to annul."));
        }
        if (self.kind == ActKind::Link) != self.other.is_some() {
            let detail =
                "To link two accounts, name the other one here. No other act has this field.";
            return Err(of("other", detail));
        }
        if self.other == Some(self.player) {
            return Err(of("other", "This is the same account."));
        }
        if self.reports.len() > REPORTS {
            let detail = format!("One act settles at most {REPORTS} reports.");
            return Err(Problem::new(Code::Unreadable, detail).of("reports"));
        }
        Ok(NewAct {
            at: now,
            moderator: Some(moderator),
            player: self.player,
            kind: self.kind,
            until: self.hours.map(|hours| now + u64::from(hours) * HOUR_MS),
            game: self.game,
            other: self.other,
            reason: reason(&self.reason)?,
            reports: self.reports,
        })
    }
}

/// Act on a player. Every act is an entry of the log. For moderators.
#[utoipa::path(post, path = "/moderation/acts", operation_id = "moderate", request_body = ActRequest,
    responses((status = 201, body = Entered), (status = 404, response = Problem), (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
pub(in crate::api) async fn act(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Json(wanted): Json<ActRequest>,
) -> Result<(StatusCode, axum::Json<Entered>), Problem> {
    let moderator = must_be_moderator(&context, visitor).await?;
    let services = &context.registry.services;
    let new = wanted.read(moderator, services.system.now_ms())?;
    if let Some(other) = new.other {
        for (player, field) in [(new.player, "player"), (other, "other")] {
            if services.store.account(player).await?.is_none() {
                let detail = "Only accounts can be linked, and there is none with this identifier.";
                return Err(Problem::new(Code::NotFound, detail).of(field));
            }
        }
    }
    if services.store.account(new.player).await?.is_none() {
        if new.kind == ActKind::Ban {
            let detail = "Only an account can be banned. A guest can be muted and warned.";
            return Err(Problem::new(Code::NotPossible, detail));
        }
        let (reports, acts) = tokio::try_join!(
            services.store.reports_on(new.player, 1),
            services.store.acts(Some(new.player), None, 1),
        )?;
        if reports.is_empty() && acts.is_empty() {
            let detail = "There is no such player.";
            return Err(Problem::new(Code::NotFound, detail).of("player"));
        }
    }
    // Annulling recomputes all ratings. Only one such act runs at a time, so that games do not have to wait.
    let _alone = match new.kind {
        ActKind::Annul => Some(context.limits.alone()?),
        _ => None,
    };
    let banned = (new.kind == ActKind::Ban).then_some(new.player);
    let entered = entered(&context, Moderate::Act(new)).await?;
    if let Some(player) = banned {
        context.lobby.forget(player);
    }
    Ok(entered)
}

/// The path of an entry of the log.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct ActPath {
    /// The entry's number.
    number: u64,
}

/// The reason for undoing an act.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UndoRequest {
    /// The reason, in 1 to 500 characters.
    #[schema(min_length = 1)]
    reason: String,
}

/// Undo an act, which is a further entry in the log: a warning is withdrawn, a mute or ban ends, a result counts again, linked
/// accounts are two people again, or dismissed reports are open again. For moderators.
#[utoipa::path(post, path = "/moderation/acts/{number}/undo", params(ActPath), request_body = UndoRequest,
    responses((status = 201, body = Entered), (status = 404, response = Problem), (status = 409, response = Problem), (status = 422, response = Problem), OnBody))]
pub(in crate::api) async fn undo(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(ActPath { number }): Path<ActPath>,
    Json(wanted): Json<UndoRequest>,
) -> Result<(StatusCode, axum::Json<Entered>), Problem> {
    let moderator = must_be_moderator(&context, visitor).await?;
    let undo = Moderate::Undo {
        number,
        moderator: Some(moderator),
        reason: reason(&wanted.reason)?,
        at: context.registry.services.system.now_ms(),
    };
    // The undone act may be an annulment, so that a result counts again.
    let _alone = context.limits.alone()?;
    entered(&context, undo).await
}

/// Carries out an act, and answers with the number of its entry.
async fn entered(
    context: &Context,
    what: Moderate,
) -> Result<(StatusCode, axum::Json<Entered>), Problem> {
    let services = &context.registry.services;
    let (code, detail) = match services.store.moderate(what).await? {
        Moderated::Entered(number) => {
            // A ban has ended sessions, here and on their sockets too.
            endings::tell_endings(context).await;
            // Banned players are on no leaderboard.
            services.leaderboards.forget();
            return Ok((StatusCode::CREATED, axum::Json(Entered { number })));
        }
        Moderated::Missing => (Code::NotFound, "There is no such act."),
        Moderated::Own => (
            Code::NotPossible,
            "This concerns you, so another moderator must decide.",
        ),
        Moderated::OwnReport => (
            Code::NotPossible,
            "You have reported this player yourself, so another moderator must decide.",
        ),
        Moderated::IsModerator => (
            Code::NotPossible,
            "Only the operator of the server can ban a moderator.",
        ),
        Moderated::NothingToAnnul => (
            Code::NotPossible,
            "This player has no result in this game that still counts.",
        ),
        Moderated::Linked => (Code::NotPossible, "These two accounts are already linked."),
        Moderated::NothingToLift => (Code::NotPossible, "The player is not banned or muted."),
        Moderated::NothingToUndo => (
            Code::NotPossible,
            "There is nothing to undo: the act has been undone, has expired, or is itself an undo.",
        ),
        Moderated::Done | Moderated::TooMany | Moderated::Reported => {
            (Code::Internal, "The log has no such entry.")
        }
    };
    Err(Problem::new(code, detail))
}
