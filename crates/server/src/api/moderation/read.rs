//! The queue of cases, a single case, and the log.

use axum::extract::{Extension, State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::must_be_moderator;
use crate::api::context::Context;
use crate::api::identity::{Visitor, guest};
use crate::api::input::{Path, Query};
use crate::api::players::{PlayerPath, account};
use crate::api::problem::{Always, Code, Problem};
use crate::ids::{GameId, PlayerId, ReportId};
use crate::moderation::{ActKind, Case, ReadAct, ReadReport, Reason, Sanction};
use crate::whole_number::whole_in_query;

/// Maximum number of cases in the queue.
const CASES: u32 = 100;
/// Maximum number of reports, and of acts, listed for one case.
const OF_CASE: u32 = 100;
/// Maximum number of log entries listed at once.
const ENTRIES: u32 = 50;

/// The name shown for a player, also for one who has not chosen a name.
fn shown(name: Option<String>, player: PlayerId) -> String {
    name.unwrap_or_else(|| guest(player))
}

/// A player with open reports.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct QueuedCase {
    /// The player's identifier.
    #[schema(value_type = String)]
    player: PlayerId,
    /// The player's name.
    name: String,
    /// The number of open reports.
    reports: u32,
    /// The reasons for which the player was reported.
    reasons: Vec<Reason>,
    /// The time of the first open report, in milliseconds since 1970.
    since: u64,
}

/// Players with open reports.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Queue {
    /// At most 100, those that have waited longest first.
    cases: Vec<QueuedCase>,
}

/// Players with open reports, those that have waited longest first. For moderators.
#[utoipa::path(get, path = "/moderation/queue",
    responses((status = 200, body = Queue), (status = 403, response = Problem), Always))]
pub(in crate::api) async fn queue(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
) -> Result<axum::Json<Queue>, Problem> {
    must_be_moderator(&context, visitor).await?;
    let cases = context.registry.services.store.cases(CASES).await?;
    let cases = cases.into_iter().map(|case: Case| QueuedCase {
        name: shown(case.name, case.player),
        player: case.player,
        reports: case.reports,
        reasons: case.reasons,
        since: case.since,
    });
    Ok(axum::Json(Queue {
        cases: cases.collect(),
    }))
}

/// A report as moderators read it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Report)]
pub(crate) struct ListedReport {
    /// Its identifier.
    #[schema(value_type = String)]
    id: ReportId,
    /// The time of the report, in milliseconds since 1970.
    at: u64,
    /// The reporter's name.
    reporter: String,
    /// The game that it is about.
    #[schema(value_type = Option<String>, required)]
    game: Option<GameId>,
    /// The reason.
    reason: Reason,
    /// The reporter's text.
    text: String,
    /// The number of the act with which it was settled; null as long as it is open.
    #[schema(required)]
    settled_by: Option<u64>,
}

impl From<ReadReport> for ListedReport {
    fn from(read: ReadReport) -> ListedReport {
        let ReadReport {
            report,
            reporter,
            settled_by,
        } = read;
        ListedReport {
            id: report.id,
            at: report.at,
            reporter: shown(reporter, report.reporter),
            game: report.game,
            reason: report.reason,
            text: report.text,
            settled_by,
        }
    }
}

/// An entry of the log. Entries are never edited; an act is undone by a further entry.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Act)]
pub(crate) struct ListedAct {
    /// Its number.
    number: u64,
    /// The time of the act, in milliseconds since 1970.
    at: u64,
    /// The moderator's name; null for the operator.
    #[schema(required)]
    moderator: Option<String>,
    /// The identifier of the player whom it is about.
    #[schema(value_type = String)]
    player: PlayerId,
    /// The player's name.
    name: String,
    /// The kind of act.
    kind: ActKind,
    /// The end of a mute or ban, in milliseconds since 1970; null if it is permanent.
    #[schema(required)]
    until: Option<u64>,
    /// The game that it is about.
    #[schema(value_type = Option<String>, required)]
    game: Option<GameId>,
    /// The identifier of the account that is the same person, if accounts are linked.
    #[schema(value_type = Option<String>, required)]
    other: Option<PlayerId>,
    /// That account's name.
    #[schema(required)]
    other_name: Option<String>,
    /// The reason. It is shown to a player who is warned, muted or banned.
    reason: String,
    /// The number of the act that it undoes.
    #[schema(required)]
    undoes: Option<u64>,
    /// The number of the act that has undone it.
    #[schema(required)]
    undone_by: Option<u64>,
}

impl From<ReadAct> for ListedAct {
    fn from(read: ReadAct) -> ListedAct {
        let ReadAct {
            act,
            moderator,
            player,
            other,
            undone_by,
        } = read;
        ListedAct {
            number: act.number,
            at: act.at,
            moderator: act.moderator.map(|id| shown(moderator, id)),
            player: act.player,
            name: shown(player, act.player),
            kind: act.kind,
            until: act.until,
            game: act.game,
            other: act.other,
            other_name: act.other.map(|id| shown(other, id)),
            reason: act.reason,
            undoes: act.undoes,
            undone_by,
        }
    }
}

/// A mute or ban in force.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Sanction)]
pub(crate) struct HoldingSanction {
    /// The number of the act that it comes from.
    act: u64,
    /// Its end, in milliseconds since 1970; null if it is permanent.
    #[schema(required)]
    until: Option<u64>,
}

impl From<Sanction> for HoldingSanction {
    fn from(sanction: Sanction) -> HoldingSanction {
        HoldingSanction {
            act: sanction.act,
            until: sanction.until,
        }
    }
}

/// All that moderators know of a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Case)]
pub(crate) struct CaseFile {
    /// The player's identifier.
    #[schema(value_type = String)]
    player: PlayerId,
    /// The player's name.
    name: String,
    /// Whether the player has an account.
    account: bool,
    /// Whether the player is a moderator.
    moderator: bool,
    /// The ban in force, if any.
    #[schema(required)]
    ban: Option<HoldingSanction>,
    /// The mute in force, if any.
    #[schema(required)]
    mute: Option<HoldingSanction>,
    /// The number of warnings that the player has not confirmed.
    unconfirmed: usize,
    /// The reports about the player: at most 100, open ones first.
    reports: Vec<ListedReport>,
    /// The acts about the player: at most 100, newest first.
    acts: Vec<ListedAct>,
}

/// The path of a case.
#[derive(Debug, Clone, Copy, Deserialize, IntoParams)]
#[into_params(parameter_in = Path)]
pub(crate) struct CasePath {
    /// The player's identifier.
    #[param(value_type = String, pattern = "^[A-Za-z0-9]{12}$")]
    player: PlayerId,
}

/// Show everything that moderators know about a player: reports, past acts, and the sanctions in force. For moderators.
#[utoipa::path(get, path = "/moderation/players/{player}", params(CasePath),
    responses((status = 200, body = CaseFile), (status = 403, response = Problem), (status = 404, response = Problem), Always))]
pub(in crate::api) async fn case(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(CasePath { player }): Path<CasePath>,
) -> Result<axum::Json<CaseFile>, Problem> {
    must_be_moderator(&context, visitor).await?;
    let services = &context.registry.services;
    let store = &services.store;
    let account = store.account(player).await?.is_some();
    let reports = store.reports_on(player, OF_CASE).await?;
    let acts = store.acts(Some(player), None, OF_CASE).await?;
    if !account && reports.is_empty() && acts.is_empty() {
        let detail = "There is no such player.";
        return Err(Problem::new(Code::NotFound, detail));
    }
    let standing = store.standing(player).await?;
    let standing = standing.at(services.system.now_ms());
    Ok(axum::Json(CaseFile {
        player,
        name: shown(store.player_name(player).await?, player),
        account,
        moderator: standing.is_moderator,
        ban: standing.ban.map(HoldingSanction::from),
        mute: standing.mute.map(HoldingSanction::from),
        unconfirmed: standing.warnings.len(),
        reports: reports.into_iter().map(ListedReport::from).collect(),
        acts: acts.into_iter().map(ListedAct::from).collect(),
    }))
}

/// A player found by a search.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct FoundPlayer {
    /// The player's identifier.
    #[schema(value_type = String)]
    player: PlayerId,
}

/// Find the account with this username, to open its case. For moderators.
#[utoipa::path(get, path = "/moderation/names/{name}", params(PlayerPath),
    responses((status = 200, body = FoundPlayer), (status = 403, response = Problem), (status = 404, response = Problem), Always))]
pub(in crate::api) async fn find(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Path(path): Path<PlayerPath>,
) -> Result<axum::Json<FoundPlayer>, Problem> {
    must_be_moderator(&context, visitor).await?;
    let player = account(&context, &path.name).await?.player;
    Ok(axum::Json(FoundPlayer { player }))
}

/// The part of the log to show.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct LogQuery {
    /// Only entries before the one with this number.
    #[serde(default, deserialize_with = "whole_in_query")]
    #[param(nullable = false)]
    before: Option<u64>,
}

/// A part of the log.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ModerationLog {
    /// At most 50, newest first.
    entries: Vec<ListedAct>,
}

/// The acts of moderators and the operator, newest first. For moderators.
#[utoipa::path(get, path = "/moderation/log", params(LogQuery),
    responses((status = 200, body = ModerationLog), (status = 400, response = Problem), (status = 403, response = Problem), Always))]
pub(in crate::api) async fn log(
    State(context): State<Context>,
    Extension(visitor): Extension<Visitor>,
    Query(LogQuery { before }): Query<LogQuery>,
) -> Result<axum::Json<ModerationLog>, Problem> {
    must_be_moderator(&context, visitor).await?;
    let store = &context.registry.services.store;
    let entries = store.acts(None, before, ENTRIES).await?;
    Ok(axum::Json(ModerationLog {
        entries: entries.into_iter().map(ListedAct::from).collect(),
    }))
}
