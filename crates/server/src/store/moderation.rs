//! Stored reports, acts of moderators, and their effects.

use futures_util::future::BoxFuture;

use super::error::StoreError;
use crate::ids::{GameId, PlayerId};
use crate::moderation::{Case, NewAct, OwnReport, ReadAct, ReadReport, Report, Standing};

/// What every database guarantees about moderation.
pub(crate) trait ModerationStore: Send + Sync {
    /// Makes a change. It is on disk when this returns `Ok`.
    fn moderate(&self, what: Moderate) -> BoxFuture<'_, Result<Moderated, StoreError>>;

    /// The standing of a player, including sanctions that have expired.
    fn standing(&self, player: PlayerId) -> BoxFuture<'_, Result<Standing, StoreError>>;

    /// Players with open reports, those waiting longest first.
    fn cases(&self, limit: u32) -> BoxFuture<'_, Result<Vec<Case>, StoreError>>;

    /// Reports about a player, open ones first and the latest of each first.
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

    /// The paired games that a player has walked out of without playing another since, with the times (milliseconds since 1970), in
    /// order of time.
    fn games_walked_out_of(
        &self,
        player: PlayerId,
    ) -> BoxFuture<'_, Result<Vec<(GameId, u64)>, StoreError>>;

    /// The log, latest entry first: of one player or all, and only entries before `before`.
    fn acts(
        &self,
        player: Option<PlayerId>,
        before: Option<u64>,
        limit: u32,
    ) -> BoxFuture<'_, Result<Vec<ReadAct>, StoreError>>;
}

/// A change, all or nothing.
#[derive(Debug)]
pub(crate) enum Moderate {
    /// Grants or revokes the role of a moderator. The account's sessions end.
    SetRole {
        player: PlayerId,
        is_moderator: bool,
        at: u64,
    },
    /// A player is reported.
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

/// The outcome of a change. Nothing has changed except after the first two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Moderated {
    Done,
    /// The act has this number in the log.
    Entered(u64),
    /// There is no such account, act or warning.
    Missing,
    /// Moderators cannot act on themselves, nor on results of their own games.
    Own,
    /// Moderators cannot act on players whom they have reported.
    OwnReport,
    /// Only the operator can ban a moderator.
    IsModerator,
    /// The game has no rated result that counts.
    NothingToAnnul,
    /// The two accounts are linked already.
    Linked,
    /// There is no mute or ban to end.
    NothingToLift,
    /// The act was already undone, or has expired.
    NothingToUndo,
    /// Too many reports of this reporter are open.
    TooMany,
    /// The same player was already reported for the same game, and that report is open.
    Reported,
}
