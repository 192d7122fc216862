//! Stored reports, acts of moderators, and what follows from them.

use futures_util::future::BoxFuture;

use super::error::StoreError;
use crate::ids::{GameId, PlayerId};
use crate::moderation::{Case, NewAct, OwnReport, ReadAct, ReadReport, Report, Standing};

/// The guarantees of every database about moderation.
pub(crate) trait ModerationStore: Send + Sync {
    /// Changes something. On the disk when this returns `Ok`.
    fn moderate(&self, what: Moderate) -> BoxFuture<'_, Result<Moderated, StoreError>>;

    /// The sanctions of a player, including those that are over by now.
    fn standing(&self, player: PlayerId) -> BoxFuture<'_, Result<Standing, StoreError>>;

    /// Players with open reports, those that have waited longest first.
    fn cases(&self, limit: u32) -> BoxFuture<'_, Result<Vec<Case>, StoreError>>;

    /// Reports of a player, open ones first and of each the latest.
    fn reports_on(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<ReadReport>, StoreError>>;

    /// The reports that a player has made, oldest first.
    fn reports_by(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<OwnReport>, StoreError>>;

    /// The number of paired games that a player has walked out of since a time (milliseconds since 1970) without playing another
    /// since, and the time of the last.
    fn walkouts(
        &self,
        player: PlayerId,
        since: u64,
    ) -> BoxFuture<'_, Result<Option<(u32, u64)>, StoreError>>;

    /// The games of the lobby from which a player has walked out without playing another since, and when (milliseconds since 1970), in
    /// that order.
    fn games_walked_out_of(
        &self,
        player: PlayerId,
    ) -> BoxFuture<'_, Result<Vec<(GameId, u64)>, StoreError>>;

    /// The log, the latest entry first: of a player or all, and before an entry.
    fn acts(
        &self,
        player: Option<PlayerId>,
        before: Option<u64>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<ReadAct>, StoreError>>;
}

/// Something that changes, all or nothing.
#[derive(Debug)]
pub(crate) enum Moderate {
    /// An account becomes a moderator or is none any more. Its sessions end.
    SetRole {
        player: PlayerId,
        is_moderator: bool,
        at: u64,
    },
    /// Somebody is reported.
    Report(Report),
    /// A moderator or the operator acts.
    Act(NewAct),
    /// An act is undone.
    Undo {
        number: u64,
        moderator: Option<PlayerId>,
        reason: String,
        at: u64,
    },
    /// A player confirms a warning.
    Confirm { player: PlayerId, warning: u64 },
}

/// The outcome of a change. With all but the first two nothing has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moderated {
    Done,
    /// There is an entry in the log, with this number.
    Entered(u64),
    /// There is no such account, act or warning.
    Missing,
    /// Moderators do not act on themselves, nor on results of their own games.
    Own,
    /// Moderators cannot act on players whom they have reported.
    OwnReport,
    /// Only the operator bans a moderator.
    IsModerator,
    /// The game has no rated result that counts.
    NothingToAnnul,
    /// The two accounts are linked already.
    Linked,
    /// There is no mute or ban to end.
    NothingToLift,
    /// The act was undone before, or is over by itself.
    NothingToUndo,
    /// Too many reports of this reporter are open.
    TooMany,
    /// The same player was reported for the same game, and that is open.
    Reported,
}
