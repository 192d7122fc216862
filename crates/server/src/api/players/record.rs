//! The results of a player's games, by reason and by opponent.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::{PlayerPath, account};
use crate::api::answer::Answer;
use crate::api::context::Context;
use crate::api::identity::guest;
use crate::api::input::Path;
use crate::api::problem::{Always, Problem};
use crate::api::prose;
use crate::api::state::PlayerKind;
use crate::games::GameName;
use crate::names::EndReason;
use crate::store::{self, OpponentId, OpponentRecord, RecordScore};

/// Wins, draws and losses.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RecordScore)]
pub(crate) struct Score {
    wins: u64,
    draws: u64,
    losses: u64,
}

impl From<RecordScore> for Score {
    fn from(score: RecordScore) -> Score {
        let RecordScore {
            wins,
            draws,
            losses,
        } = score;
        Score {
            wins,
            draws,
            losses,
        }
    }
}

/// The results of a player's games in a variant that ended for one reason.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReasonRecord {
    /// The game.
    #[schema(value_type = GameName)]
    game: &'static str,
    /// The game with its options.
    variant: &'static str,
    /// The display name of the variant.
    variant_name: &'static str,
    /// The reason why they ended.
    reason: EndReason,
    #[serde(flatten)]
    score: Score,
}

/// A player's results against an opponent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OpponentRecord)]
pub(crate) struct AgainstOpponent {
    /// The opponent's name, as it is now.
    name: String,
    /// The kind of player.
    kind: PlayerKind,
    /// Whether the opponent has an account, and so a profile page.
    account: bool,
    /// Whether the account is a bot's.
    bot: bool,
    #[serde(flatten)]
    score: Score,
}

impl From<OpponentRecord> for AgainstOpponent {
    fn from(record: OpponentRecord) -> AgainstOpponent {
        let (name, kind) = match record.opponent {
            OpponentId::Player(player) => (
                record.name.unwrap_or_else(|| guest(player)),
                PlayerKind::Person,
            ),
            OpponentId::Engine(level) => (prose::level(level), PlayerKind::Engine),
        };
        AgainstOpponent {
            name,
            kind,
            account: record.account,
            bot: record.is_bot,
            score: record.score.into(),
        }
    }
}

/// All finished games of a player in numbers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayerRecord {
    /// The results, by variant and reason.
    results: Vec<ReasonRecord>,
    /// The opponents with whom the player has played most, at most 10.
    opponents: Vec<AgainstOpponent>,
}

/// The results of a player's finished games, by reason and by opponent: those that are in the archive, rated or not.
#[utoipa::path(get, path = "/players/{name}/record", operation_id = "player_record", params(PlayerPath),
    responses((status = 200, body = PlayerRecord), (status = 404, response = Problem), Always))]
pub(in crate::api) async fn record(
    State(context): State<Context>,
    Path(PlayerPath { name }): Path<PlayerPath>,
) -> Result<Answer<PlayerRecord>, Problem> {
    let account = account(&context, &name).await?;
    let record = context
        .registry
        .services
        .store
        .record(account.player)
        .await?;
    let results = record
        .records
        .into_iter()
        .map(|record: store::Record| ReasonRecord {
            game: record.variant.game(),
            variant: record.variant.id(),
            variant_name: record.variant.name(),
            reason: record.reason,
            score: record.score.into(),
        });
    let opponents = record.opponents.into_iter().map(AgainstOpponent::from);
    Ok(Answer::open(PlayerRecord {
        results: results.collect(),
        opponents: opponents.collect(),
    }))
}
