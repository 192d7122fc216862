//! Moderation: reports of players, the acts of moderators, and the sanctions that follow.
//!
//! Every act is an entry of a log that is never edited. The effect of an act is undone by a further entry.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::{GameId, PlayerId, ReportId};

/// The longest text of a report, in characters.
pub(crate) const LONGEST_REPORT: usize = 1_000;
/// The longest reason of an act, in characters.
pub(crate) const LONGEST_REASON: usize = 500;
/// Maximum number of unsettled reports by one player.
pub(crate) const OPEN_REPORTS: u32 = 10;

/// The reason for a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ReportReason)]
pub(crate) enum Reason {
    /// Help by an engine.
    Engine,
    /// Insults and the like.
    Abuse,
    /// Letting the clock run, leaving, aborting.
    Stalling,
    /// An inappropriate name.
    Name,
    /// Anything else.
    Other,
}

/// A report of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Report {
    pub(crate) id: ReportId,
    /// In milliseconds since 1970.
    pub(crate) at: u64,
    pub(crate) reporter: PlayerId,
    pub(crate) player: PlayerId,
    pub(crate) game: Option<GameId>,
    pub(crate) reason: Reason,
    pub(crate) text: String,
}

/// A report as moderators read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReadReport {
    pub(crate) report: Report,
    /// The reporter's name, as it is now, if one was chosen.
    pub(crate) reporter: Option<String>,
    /// The act with which it was settled.
    pub(crate) settled_by: Option<u64>,
}

/// A report as its reporter reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OwnReport {
    pub(crate) report: Report,
    /// The name of the player who was reported, as it is now, if one was chosen.
    pub(crate) player: Option<String>,
}

/// The kind of a moderator's act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ActKind {
    /// Nothing is to be done about the reports.
    Dismiss,
    /// The player is given a warning, and must confirm it.
    Warn,
    /// The player writes nothing in any chat.
    Mute,
    /// The account cannot be signed in to.
    Ban,
    /// A mute ends.
    Unmute,
    /// A ban ends.
    Unban,
    /// A game's result is taken out of the ratings.
    Annul,
    /// Another account is the same person: the two play no rated games against each other.
    Link,
    /// Another act is undone.
    Undo,
}

/// An entry of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Act {
    pub(crate) number: u64,
    /// In milliseconds since 1970.
    pub(crate) at: u64,
    /// None for the operator.
    pub(crate) moderator: Option<PlayerId>,
    pub(crate) player: PlayerId,
    pub(crate) kind: ActKind,
    /// The end of a mute or ban, in milliseconds since 1970; none if it is for good.
    pub(crate) until: Option<u64>,
    pub(crate) game: Option<GameId>,
    /// The account that is the same person.
    pub(crate) other: Option<PlayerId>,
    pub(crate) reason: String,
    /// The act that it undoes.
    pub(crate) undoes: Option<u64>,
}

/// An entry of the log as moderators read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReadAct {
    pub(crate) act: Act,
    /// The moderator's name, as it is now; none for the operator.
    pub(crate) moderator: Option<String>,
    /// The player's name, as it is now, if one was chosen.
    pub(crate) player: Option<String>,
    /// The other account's name, as it is now.
    pub(crate) other: Option<String>,
    /// The act that has undone it.
    pub(crate) undone_by: Option<u64>,
}

/// An act that is to be done.
#[derive(Debug, Clone)]
pub(crate) struct NewAct {
    /// In milliseconds since 1970.
    pub(crate) at: u64,
    /// None for the operator.
    pub(crate) moderator: Option<PlayerId>,
    pub(crate) player: PlayerId,
    pub(crate) kind: ActKind,
    pub(crate) until: Option<u64>,
    pub(crate) game: Option<GameId>,
    /// The account that is the same person.
    pub(crate) other: Option<PlayerId>,
    pub(crate) reason: String,
    /// The reports that are settled by it.
    pub(crate) reports: Vec<ReportId>,
}

/// A player with reports that are not settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Case {
    pub(crate) player: PlayerId,
    /// The player's name, as it is now, if one was chosen.
    pub(crate) name: Option<String>,
    /// The number of open reports.
    pub(crate) reports: u32,
    /// The time of the first of them, in milliseconds since 1970.
    pub(crate) since: u64,
    pub(crate) reasons: Vec<Reason>,
}

/// A mute, ban or warning that holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sanction {
    /// The act that it comes from.
    pub(crate) act: u64,
    /// In milliseconds since 1970; none for good.
    pub(crate) until: Option<u64>,
    /// The reason that the player is told.
    pub(crate) reason: String,
}

impl Sanction {
    /// Whether it still holds at a time.
    fn holds(&self, now: u64) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

/// The sanctions that hold for a player, by moderators and the operator.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) is_moderator: bool,
    pub(crate) ban: Option<Sanction>,
    pub(crate) mute: Option<Sanction>,
    /// Those that the player has not confirmed yet, oldest first.
    pub(crate) warnings: Vec<Sanction>,
}

impl Standing {
    /// The part of it that holds at a time.
    pub(crate) fn at(self, now: u64) -> Standing {
        Standing {
            ban: self.ban.filter(|ban| ban.holds(now)),
            mute: self.mute.filter(|mute| mute.holds(now)),
            ..self
        }
    }
}
