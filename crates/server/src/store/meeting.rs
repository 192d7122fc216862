//! The stored relations between players: challenges, follows and blocks.

use futures_util::future::BoxFuture;

use super::error::StoreError;
use super::game::NewGame;
use crate::ids::{ChallengeId, GameId, PlayerId, SeekId};
use crate::lobby::StayingSeek;
use crate::meeting::challenge::{Challenge, DeclineReason};
use crate::meeting::vacation::Vacation;
use crate::table::info::GameInfo;

/// The part of a database that is about people who know each other.
pub(crate) trait Meetings: Send + Sync {
    /// Changes something, all or nothing. On the disk when this returns `Ok`.
    fn meet(&self, meeting: Meeting) -> BoxFuture<'_, Result<Met, StoreError>>;

    /// A challenge.
    fn challenge(&self, id: ChallengeId) -> BoxFuture<'_, Result<Option<Challenge>, StoreError>>;

    /// The challenges that concern a player at a time (milliseconds since 1970), newest first: those that wait for the player's answer,
    /// except from players whom this one blocks, and the player's own, including those answered recently.
    fn challenges(
        &self,
        player: PlayerId,
        now: u64,
    ) -> BoxFuture<'_, Result<Vec<NamedChallenge>, StoreError>>;

    /// All challenges that are stored of a player, made or received, newest first.
    fn all_challenges(
        &self,
        player: PlayerId,
    ) -> BoxFuture<'_, Result<Vec<NamedChallenge>, StoreError>>;

    /// The correspondence games in which it is a player's turn, the most urgent first.
    fn turns(&self, player: PlayerId, limit: u32) -> BoxFuture<'_, Result<Vec<Turn>, StoreError>>;

    /// The games of events that wait for a player's first turn, whether or not they have begun, or just the given one. Earliest start
    /// first, at most [`MOST_ROUNDS`].
    fn rounds(
        &self,
        player: PlayerId,
        game: Option<GameId>,
    ) -> BoxFuture<'_, Result<Vec<RoundGame>, StoreError>>;

    /// The correspondence games that a player has under way.
    fn correspondence(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<GameId>, StoreError>>;

    /// The vacations of a player that began after `since` (milliseconds since 1970), newest first.
    fn vacations(
        &self,
        player: PlayerId,
        since: u64,
    ) -> BoxFuture<'_, Result<Vec<Vacation>, StoreError>>;

    /// The players whom a player follows, by name.
    fn following(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<Known>, StoreError>>;

    /// The players whom a player blocks, by name.
    fn blocked(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<Known>, StoreError>>;

    /// Whether one player blocks the other.
    fn blocks(
        &self,
        blocker: PlayerId,
        blocked: PlayerId,
    ) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// Everybody with whom a player is not to be paired: who blocks them, and whom they block.
    fn apart(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<PlayerId>, StoreError>>;

    /// The accounts that are the same person as this one, as far as is known: a moderator has linked them, or both were signed in to
    /// in one browser.
    fn one_person(&self, player: PlayerId) -> BoxFuture<'_, Result<Vec<PlayerId>, StoreError>>;

    /// Whether a player shows when they are online.
    fn shows_presence(&self, player: PlayerId) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// The seeks of a player who is away, or of everybody, oldest first.
    fn seeks(&self, of: Option<PlayerId>) -> BoxFuture<'_, Result<Vec<StayingSeek>, StoreError>>;

    /// The live games with a running clock that any of these players is playing, as pairs of player and game.
    fn playing(
        &self,
        players: Vec<PlayerId>,
    ) -> BoxFuture<'_, Result<Vec<(PlayerId, GameId)>, StoreError>>;
}

/// Something between two players that changes.
#[derive(Debug)]
pub(crate) enum Meeting {
    /// One asks the other to play.
    Challenge(Challenge),
    /// A challenge becomes a game.
    Accept {
        id: ChallengeId,
        by: PlayerId,
        game: Box<NewGame>,
        at: u64,
    },
    /// A challenge is declined.
    Decline {
        id: ChallengeId,
        by: PlayerId,
        reason: DeclineReason,
        at: u64,
    },
    /// The challenger withdraws a challenge, or hides one that was answered.
    Cancel { id: ChallengeId, by: PlayerId },
    /// The challenger is here: challenges open at `at` are extended to `until`, or to their latest end.
    Keep {
        challenger: PlayerId,
        until: u64,
        at: u64,
    },
    /// One follows the other.
    Follow {
        by: PlayerId,
        whom: PlayerId,
        at: u64,
    },
    /// A player no longer follows another.
    Unfollow { by: PlayerId, whom: PlayerId },
    /// One blocks the other: neither follows the other any more, and no challenge of the first waits for the second.
    Block {
        by: PlayerId,
        whom: PlayerId,
        at: u64,
    },
    /// A player no longer blocks another.
    Unblock { by: PlayerId, whom: PlayerId },
    /// A vacation of a player begins, unless one lasts, or it takes more days than are left of the year.
    Vacation {
        player: PlayerId,
        vacation: Vacation,
    },
    /// The vacation that lasts ends now.
    Return { player: PlayerId, at: u64 },
    /// Whether a player shows when they are online.
    ShowPresence { player: PlayerId, shown: bool },
    /// Somebody looks for an opponent, also while away.
    Seek(StayingSeek),
    /// Seeks that wait no longer, as far as they are stored.
    Unseek(Vec<SeekId>),
}

/// The outcome of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Met {
    Done,
    /// There is nothing of that kind, or not any more.
    Missing,
    /// The challenge is this game, made now or by an acceptance before.
    Accepted {
        game: GameId,
        is_new: bool,
    },
    Refused(Refusal),
}

/// Why nothing was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    /// One open challenge to the same player is enough.
    AlreadyOpen,
    /// The challenger has too many open ones.
    TooManyOpen,
    /// The challenger has made too many in the last hour: the next can be made after this many milliseconds.
    TooOften(u64),
    /// The same, to one player.
    TooOftenToOne(u64),
    /// Too many wait for the answer of this player.
    Full,
    /// The player who asks blocks the other.
    Blocked,
    /// Bots are not paired in the lobby.
    BotInLobby,
    /// A bot cannot challenge people.
    BotToPerson,
    /// A vacation is in progress already.
    OnVacation,
    /// Fewer days of vacation are left.
    TooManyDays,
    /// A list is as long as it may be.
    ListFull,
}

/// A challenge with the usernames of both.
#[derive(Debug, Clone)]
pub(crate) struct NamedChallenge {
    pub(crate) challenge: Challenge,
    pub(crate) challenger: String,
    pub(crate) challenged: String,
}

/// A player in a list.
#[derive(Debug, Clone)]
pub(crate) struct Known {
    pub(crate) player: PlayerId,
    pub(crate) username: String,
    /// Whether they show when they are online.
    pub(crate) shows_presence: bool,
}

/// Maximum number of games of events returned by [`Meetings::rounds`].
pub(crate) const MOST_ROUNDS: u32 = 60;

/// A game of an event that waits for a player's first turn.
#[derive(Debug, Clone)]
pub(crate) struct RoundGame {
    pub(crate) game: GameId,
    pub(crate) info: GameInfo,
    /// Whether it has begun.
    pub(crate) begun: bool,
}

/// A game in which it is somebody's turn.
#[derive(Debug, Clone)]
pub(crate) struct Turn {
    pub(crate) game: GameId,
    pub(crate) info: GameInfo,
    pub(crate) turn_number: u32,
    /// The time at which the clock runs out, in milliseconds since 1970, if one runs.
    pub(crate) due_at: Option<u64>,
}
