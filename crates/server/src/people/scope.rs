//! The scopes of a program: the rights on an account that its token gives it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A right that a program can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) enum Scope {
    /// Read the account's data: its export and its identity.
    #[serde(rename = "account:read")]
    AccountRead,
    /// See the account's games as the player does, including the player's secrets.
    #[serde(rename = "games:read")]
    GamesRead,
    /// Create and join games, seek opponents, and play. Includes seeing the games.
    #[serde(rename = "games:play")]
    GamesPlay,
    /// Create events, and do in events what the account may do, except as an arbiter.
    #[serde(rename = "events")]
    Events,
}

impl Scope {
    const ALL: [Scope; 4] = [
        Scope::AccountRead,
        Scope::GamesRead,
        Scope::GamesPlay,
        Scope::Events,
    ];

    /// Its name, as it is stored and sent.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Scope::AccountRead => "account:read",
            Scope::GamesRead => "games:read",
            Scope::GamesPlay => "games:play",
            Scope::Events => "events",
        }
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// A set of scopes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Scopes(u8);

impl Scopes {
    /// Whether a scope is granted.
    pub(crate) fn allow(self, scope: Scope) -> bool {
        let has = |scope: Scope| self.0 & scope.bit() != 0;
        has(scope) || scope == Scope::GamesRead && has(Scope::GamesPlay)
    }

    /// The scopes that were given, in a fixed order.
    pub(crate) fn iter(self) -> impl Iterator<Item = Scope> {
        let all = Scope::ALL.into_iter();
        all.filter(move |scope| self.0 & scope.bit() != 0)
    }

    /// The scopes as they are stored, separated by spaces.
    pub(crate) fn to_text(self) -> String {
        self.iter().map(Scope::name).collect::<Vec<_>>().join(" ")
    }

    /// Reads stored scopes. Unknown names grant nothing.
    pub(crate) fn read(text: &str) -> Scopes {
        let known = |name: &str| Scope::ALL.into_iter().find(|scope| scope.name() == name);
        text.split(' ').filter_map(known).collect()
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<T: IntoIterator<Item = Scope>>(scopes: T) -> Scopes {
        Scopes(scopes.into_iter().fold(0, |bits, scope| bits | scope.bit()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_allowed_that_was_not_given_but_seeing_what_one_plays() {
        let play: Scopes = [Scope::GamesPlay, Scope::GamesPlay].into_iter().collect();
        assert!(play.allow(Scope::GamesPlay) && play.allow(Scope::GamesRead));
        assert!(!play.allow(Scope::AccountRead));
        assert!(!play.allow(Scope::Events));
        let read = Scopes::read("games:read games:unknown");
        assert!(read.allow(Scope::GamesRead) && !read.allow(Scope::GamesPlay));
        assert_eq!(Scopes::read(""), Scopes::default());
    }

    #[test]
    fn they_are_read_as_they_were_written() {
        for scope in Scope::ALL {
            let json = serde_json::to_value(scope).expect("JSON");
            assert_eq!(json, scope.name());
        }
        let all: Scopes = Scope::ALL.into_iter().collect();
        assert_eq!(all.to_text(), "account:read games:read games:play events");
        assert_eq!(Scopes::read(&all.to_text()), all);
    }
}
