//! Who and what is stored: identifiers that are checked when they come in.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

/// A text that is not an identifier of the kind that was expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("not an identifier: {0}")]
pub(crate) struct InvalidId(&'static str);

/// Letters and digits of a random identifier: 70 bits, which nobody guesses.
const LENGTH: usize = 12;

macro_rules! random_id {
    ($(#[$doc:meta])* $Id:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) struct $Id([u8; LENGTH]);

        impl $Id {
            /// A new identifier of random letters.
            pub(crate) fn random(system: &crate::System) -> $Id {
                $Id(system.letters())
            }

            pub(crate) fn as_str(&self) -> &str {
                // Only ASCII comes in.
                std::str::from_utf8(&self.0).unwrap_or_default()
            }
        }

        impl FromStr for $Id {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<$Id, InvalidId> {
                match text.as_bytes().try_into() {
                    Ok(letters) if text.bytes().all(|letter| letter.is_ascii_alphanumeric()) => {
                        Ok($Id(letters))
                    }
                    _ => Err(InvalidId("12 letters and digits are expected")),
                }
            }
        }

        impl Display for $Id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl Debug for $Id {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl Serialize for $Id {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> Deserialize<'de> for $Id {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Id, D::Error> {
                String::deserialize(deserializer)?
                    .parse()
                    .map_err(serde::de::Error::custom)
            }
        }
    };
}

random_id!(
    /// A game.
    GameId
);
random_id!(
    /// A player: whoever holds the signed cookie with it.
    PlayerId
);

random_id!(
    /// A seek: somebody in the lobby who looks for an opponent.
    SeekId
);
random_id!(
    /// A challenge. Once it is accepted, its game has the same letters.
    ChallengeId
);
random_id!(
    /// A session of an account: what lists of sessions call it. Who knows it cannot use the session.
    SessionId
);
random_id!(
    /// A report of a player.
    ReportId
);

impl From<ChallengeId> for GameId {
    /// The game that a challenge becomes: however often it is accepted, there is one.
    fn from(ChallengeId(letters): ChallengeId) -> GameId {
        GameId(letters)
    }
}

/// The name that a client gives a request, so that one which arrives twice is done once: 1 to 64 bytes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub(crate) struct RequestId(Arc<str>);

impl RequestId {
    /// The longest, in bytes.
    pub(crate) const LONGEST: usize = 64;

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for RequestId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<RequestId, InvalidId> {
        if (1..=RequestId::LONGEST).contains(&text.len()) {
            Ok(RequestId(text.into()))
        } else {
            Err(InvalidId("1 to 64 bytes are expected"))
        }
    }
}

/// A subscriber of a live game, as long as its socket is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SubscriberId(pub(crate) u64);

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
    fn the_name_of_a_request_has_one_to_sixty_four_bytes() {
        assert!("".parse::<RequestId>().is_err());
        assert!("a".repeat(64).parse::<RequestId>().is_ok());
        assert!("a".repeat(65).parse::<RequestId>().is_err());
    }
}
