//! The stored data for reaching players who have no page open: addresses, their choices, and messages to be sent.

use futures_util::future::BoxFuture;

use super::error::StoreError;
use super::people::Principal;
use crate::ids::{GameId, PlayerId, PushId};
use crate::notify::address::MailAddress;
use crate::notify::choices::{Channel, Choices, Kind};
use crate::notify::post::Taken;
use crate::notify::push::Subscription;
use crate::people::ticket::Ticket;
use crate::table::info::GameInfo;

/// The part of a database that is about reaching players.
pub(crate) trait NotifyStore: Send + Sync {
    /// Changes something, all or nothing. On the disk when this returns `Ok`.
    fn notify(&self, what: Notify) -> BoxFuture<'_, Result<Notified, StoreError>>;

    /// The means of reaching a player.
    fn reach(&self, player: PlayerId) -> BoxFuture<'_, Result<Reach, StoreError>>;

    /// A browser that shows push messages.
    fn subscription(&self, id: PushId) -> BoxFuture<'_, Result<Option<Subscription>, StoreError>>;

    /// Whether anything is to be sent on a channel at a time (milliseconds since 1970).
    fn has_post(&self, channel: Channel, now: u64) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// A player's current turn in a live game, if it is the player's turn.
    fn turn_of(
        &self,
        game: GameId,
        player: PlayerId,
    ) -> BoxFuture<'_, Result<Option<PresentTurn>, StoreError>>;

    /// Whether anybody is to be reminded of a game at a time (milliseconds since 1970).
    fn has_reminders(&self, now: u64) -> BoxFuture<'_, Result<bool, StoreError>>;
}

/// Something about reaching players that changes.
#[derive(Debug)]
pub(crate) enum Notify {
    /// A player enters an email address, which must be confirmed.
    AskAddress {
        principal: Principal,
        address: MailAddress,
    },
    /// The player has confirmed an address; the ticket is used up, and the previous address is informed.
    ConfirmAddress { ticket: Ticket, at: u64 },
    /// A player removes the email address, which is informed.
    RemoveAddress(Principal),
    /// Somebody says that they have forgotten the password of the account whose name has this key.
    Forgotten { key: String, at: u64 },
    /// A player chooses whether to be told of something on a channel.
    Choose {
        player: PlayerId,
        kind: Kind,
        channel: Channel,
        wanted: bool,
    },
    /// A browser is to show push messages.
    Subscribe(Subscription),
    /// A player's browser will no longer show push messages.
    Unsubscribe { player: PlayerId, id: PushId },
    /// Takes what is to be sent on a channel, at most this many.
    Take {
        channel: Channel,
        at: u64,
        most: u32,
    },
    /// A message that was taken is sent, or is not to be sent any more.
    Done { number: u64 },
    /// A message that was taken could not be sent, and is to be tried again at a time.
    Again { number: u64, at: u64 },
    /// Counts a mail to the address with this hash that a stranger could have caused, unless there were too many.
    Count { address: String, at: u64 },
    /// Reminds players of games in which little time is left.
    Remind { at: u64 },
    /// Forgets what is too old to be sent.
    Tidy { at: u64 },
}

/// The outcome of a change.
#[derive(Debug)]
pub(crate) enum Notified {
    Done,
    /// There is nothing of that kind, or not any more.
    Missing,
    /// The limit is reached.
    Full,
    /// The session that asks has ended meanwhile.
    SignedOut,
    /// The address is shown to be this player's.
    Confirmed(PlayerId, MailAddress),
    /// The messages that were taken.
    Taken(Vec<Taken>),
}

/// The means of reaching a player.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reach {
    /// The confirmed email address; `None` without one.
    pub(crate) address: Option<MailAddress>,
    /// A new address that is not confirmed yet; `None` without one.
    pub(crate) waiting: Option<MailAddress>,
    pub(crate) choices: Choices,
    /// The browsers that show push messages.
    pub(crate) browsers: Vec<Subscription>,
}

/// A player's turn in a live game.
#[derive(Debug, Clone)]
pub(crate) struct PresentTurn {
    pub(crate) info: GameInfo,
    pub(crate) number: u32,
    /// The time at which the clock runs out, in milliseconds since 1970, if one runs.
    pub(crate) due_at: Option<u64>,
}
