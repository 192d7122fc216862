//! Identifiers of what is stored, checked when they come in.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::system::PLAIN_LETTERS;

/// A text that is not a valid request ID.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the name of a request has 1 to 64 bytes")]
pub(crate) struct InvalidRequestId;

/// An identifier that is drawn at random: 70 bits, which nobody guesses.
macro_rules! random_id {
    ($(#[$doc:meta])* $Id:ident) => {
        manifold_events::identifier!($(#[$doc])* pub(crate) $Id);

        impl $Id {
            /// A new identifier of random letters.
            pub(crate) fn random(system: &crate::System) -> $Id {
                $Id(system.letters())
            }
        }
    };
}

random_id!(
    /// A game.
    GameId
);
random_id!(
    /// A player: the holder of the signed cookie with it.
    PlayerId
);

random_id!(
    /// A tournament, match or arena.
    EventId
);

impl EventId {
    /// The identifier of the event that an organiser makes with a request. A retry gives the same one, so that only one event is made.
    pub(crate) fn of_request(organiser: PlayerId, request: &RequestId) -> EventId {
        let hash = Sha256::digest(format!("event of {organiser} {}", request.as_str()));
        let (number, _) = hash.split_at(size_of::<u128>());
        let mut number = number
            .iter()
            .fold(0, |number, byte| number << 8 | u128::from(*byte));
        EventId(std::array::from_fn(|_| {
            let letters = PLAIN_LETTERS.len() as u128;
            let letter = PLAIN_LETTERS[(number % letters) as usize];
            number /= letters;
            letter
        }))
    }
}

random_id!(
    /// A seek: somebody in the lobby who looks for an opponent.
    SeekId
);
random_id!(
    /// A challenge. Once it is accepted, its game has the same letters.
    ChallengeId
);
random_id!(
    /// A session of an account, as lists of sessions name it. Knowing it is not enough to use the session.
    SessionId
);
random_id!(
    /// A passkey of an account.
    PasskeyId
);
random_id!(
    /// A browser, as its signed cookie names it from one sign-in to the next.
    BrowserId
);
random_id!(
    /// A report of a player.
    ReportId
);

random_id!(
    /// A browser that shows push messages.
    PushId
);

impl From<ChallengeId> for GameId {
    /// The game that a challenge becomes: there is only one, however often the challenge is accepted.
    fn from(ChallengeId(letters): ChallengeId) -> GameId {
        GameId(letters)
    }
}

/// The idempotency key that a client gives a request, so that one which arrives twice is carried out once: 1 to 64 bytes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub(crate) struct RequestId(Arc<str>);

impl RequestId {
    /// Maximum length in bytes.
    pub(crate) const LONGEST: usize = 64;

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for RequestId {
    type Err = InvalidRequestId;

    fn from_str(text: &str) -> Result<RequestId, InvalidRequestId> {
        if (1..=RequestId::LONGEST).contains(&text.len()) {
            Ok(RequestId(text.into()))
        } else {
            Err(InvalidRequestId)
        }
    }
}

/// A subscriber of a live game, as long as its socket is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SubscriberId(u64);

impl SubscriberId {
    /// An identifier greater than all earlier ones of this process. A game that was unloaded and loaded again still hears of subscribers
    /// that leave its former owner: they must not be mistaken for new ones.
    pub(crate) fn fresh() -> SubscriberId {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        SubscriberId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_twelve_letters_and_digits_are_an_identifier() {
        assert_eq!(
            "abcDEF234567".parse().map(|id: GameId| id.to_string()),
            Ok("abcDEF234567".to_owned())
        );
        for text in [
            "",
            "abcdefghijk",
            "abcdefghijklm",
            "abcdefghijk/",
            "abcdefghij💥",
        ] {
            assert!(text.parse::<GameId>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_event_of_a_request_is_its_organisers_and_has_letters_like_all_others() {
        let organiser = |letter: &str| letter.repeat(12).parse::<PlayerId>().expect("12 letters");
        let request = |text: &str| text.parse::<RequestId>().expect("a short text");
        let id = EventId::of_request(organiser("a"), &request("1"));
        assert_eq!(id, EventId::of_request(organiser("a"), &request("1")));
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_ne!(id, EventId::of_request(organiser("b"), &request("1")));
        assert_ne!(id, EventId::of_request(organiser("a"), &request("2")));
    }

    #[test]
    fn the_name_of_a_request_has_one_to_sixty_four_bytes() {
        assert!("".parse::<RequestId>().is_err());
        assert!("a".repeat(64).parse::<RequestId>().is_ok());
        assert!("a".repeat(65).parse::<RequestId>().is_err());
    }
}
