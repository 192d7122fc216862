//! Identifiers of people, games and entries.

use std::fmt::{self, Display};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The length of an identifier, in letters and digits.
pub const LETTERS: usize = 12;

/// The error for a text that is not an identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("an identifier is 12 letters and digits")]
pub struct InvalidId;

/// Declares an identifier type: 12 letters and digits, checked when parsed. A crate that uses the macro must depend on `serde`.
#[macro_export]
macro_rules! identifier {
    ($(#[$doc:meta])* $vis:vis $Id:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        $vis struct $Id([u8; $crate::LETTERS]);

        impl $Id {
            /// The identifier as text.
            #[must_use]
            $vis fn as_str(&self) -> &str {
                // `from_str` accepts only ASCII.
                ::std::str::from_utf8(&self.0).unwrap_or_default()
            }
        }

        impl ::std::str::FromStr for $Id {
            type Err = $crate::InvalidId;

            fn from_str(text: &str) -> ::std::result::Result<$Id, $crate::InvalidId> {
                match text.as_bytes().try_into() {
                    Ok(letters) if text.bytes().all(|letter| letter.is_ascii_alphanumeric()) => {
                        Ok($Id(letters))
                    }
                    _ => Err($crate::InvalidId),
                }
            }
        }

        impl ::std::fmt::Display for $Id {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl ::std::fmt::Debug for $Id {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl ::serde::Serialize for $Id {
            fn serialize<S: ::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::std::result::Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $Id {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::std::result::Result<$Id, D::Error> {
                let text = <::std::string::String as ::serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(::serde::de::Error::custom)
            }
        }
    };
}

identifier!(
    /// A person: a player, director, arbiter or organiser.
    pub PersonId
);
identifier!(
    /// A game of an event.
    pub GameId
);

/// The number of an entry in the log of its event; the first is 1.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct EntryNumber(pub u64);

impl Display for EntryNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

/// The author of an entry. Written as the person's identifier, or null for the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Option<PersonId>", into = "Option<PersonId>")]
pub enum Who {
    /// The server: for what becomes due by time, and for the ends of games.
    Server,
    /// A person.
    Person(PersonId),
}

impl Who {
    /// The person, if it is one.
    #[must_use]
    pub fn person(self) -> Option<PersonId> {
        match self {
            Who::Server => None,
            Who::Person(person) => Some(person),
        }
    }
}

impl From<Option<PersonId>> for Who {
    fn from(person: Option<PersonId>) -> Who {
        person.map_or(Who::Server, Who::Person)
    }
}

impl From<Who> for Option<PersonId> {
    fn from(who: Who) -> Option<PersonId> {
        who.person()
    }
}
