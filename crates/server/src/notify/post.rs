//! Messages that wait to be sent.

use serde::{Deserialize, Serialize};

use super::address::MailAddress;
use super::choices::Kind;
use crate::ids::{ChallengeId, GameId, PlayerId, PushId};

/// Time for which sending is retried, in milliseconds: a day.
pub(crate) const GIVEN_UP_MS: u64 = 86_400_000;
/// The time for which an entry is reserved once taken, in milliseconds.
pub(crate) const TAKEN_MS: u64 = 5 * 60_000;
/// The first pause after sending has failed, in milliseconds, and the longest: each is twice as long as the one before.
const PAUSE_MS: u64 = 30_000;
const LONGEST_PAUSE_MS: u64 = 3_600_000;

/// Something that is to be sent. Secrets are not in it: a link is made when it is sent.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub(crate) enum Post {
    /// Somebody says that they have forgotten the password of the account whose name has this key. There may be no such account.
    Forgotten { key: String },
    /// A player must prove that an address is theirs.
    Verify { address: MailAddress },
    /// Something relevant to the account's security has changed. The mail goes to the address that the account had before.
    Alert { alert: Alert, address: MailAddress },
    /// It is the player's turn.
    Turn { game: GameId, turn: u32 },
    /// Little time is left for the player's turn.
    Reminder { game: GameId, turn: u32 },
    /// The player is challenged to a game.
    Challenge { challenge: ChallengeId },
    /// An event has a game for the player: its round is paired, or it has begun.
    Round { game: GameId, begun: bool },
}

impl Post {
    /// The kind of notification, which can be switched off.
    pub(crate) fn kind(&self) -> Option<Kind> {
        match self {
            Post::Forgotten { .. } | Post::Verify { .. } | Post::Alert { .. } => None,
            Post::Turn { .. } => Some(Kind::Turn),
            Post::Reminder { .. } => Some(Kind::Reminder),
            Post::Challenge { .. } => Some(Kind::Challenge),
            Post::Round { .. } => Some(Kind::Round),
        }
    }

    /// Whether it must not be sent again if it is unknown whether it was sent.
    pub(crate) fn is_once(&self) -> bool {
        matches!(self, Post::Reminder { .. })
    }
}

/// A security notice to the owner of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Alert {
    PasswordChanged,
    /// Codes of an app are now required.
    SecondFactorOn,
    /// Codes of an app are no longer required. A passkey may still be.
    SecondFactorOff,
    /// A passkey is now required. Codes of an app may be, too.
    PasskeyAskedFor,
    /// A passkey is no longer required.
    PasskeyNotAskedFor,
    RecoveryCodesRenewed,
    PasskeyAdded,
    PasskeyRemoved,
    TokenMade,
    /// Mail goes to another address.
    AddressChanged,
    /// Mail goes to no address any more.
    AddressRemoved,
}

/// An entry of the outbox that was taken to be sent.
#[derive(Debug, Clone)]
pub(crate) struct Taken {
    pub(crate) number: u64,
    pub(crate) player: Option<PlayerId>,
    /// The browser that is to show it, of a push message.
    pub(crate) subscription: Option<PushId>,
    pub(crate) post: Post,
    /// In milliseconds since 1970.
    pub(crate) created_at: u64,
    /// The number of times that it was taken, this time included.
    pub(crate) attempts: u32,
}

impl Taken {
    /// The time of the next attempt after a failure at `now`, in milliseconds since 1970; `None` if it is given up.
    pub(crate) fn again_at(&self, now: u64) -> Option<u64> {
        let doublings = self.attempts.saturating_sub(1).min(16);
        let pause = (PAUSE_MS << doublings).min(LONGEST_PAUSE_MS);
        let at = now + pause;
        (at < self.created_at + GIVEN_UP_MS).then_some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_an_hour_and_after_a_day_it_is_given_up() {
        let mut taken = Taken {
            number: 1,
            player: None,
            subscription: None,
            post: Post::Forgotten { key: String::new() },
            created_at: 1_000,
            attempts: 0,
        };
        let mut now = 1_000;
        let mut pauses = Vec::new();
        loop {
            taken.attempts += 1;
            let Some(at) = taken.again_at(now) else { break };
            pauses.push((at - now) / 1_000);
            now = at;
        }
        assert_eq!(pauses[..4], [30, 60, 120, 240]);
        assert_eq!(pauses.last(), Some(&3_600));
        assert!(pauses.len() > 25 && now < 1_000 + GIVEN_UP_MS);
    }
}
