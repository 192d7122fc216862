//! The scopes of a program: the rights that its token gives it on an account.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Something that a program may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub(crate) enum Scope {
    /// Read the account's data: its export, and who it is.
    #[serde(rename = "account:read")]
    AccountRead,
    /// See the account's games as the player does, with its own secrets.
    #[serde(rename = "games:read")]
    GamesRead,
    /// Make and join games, look for opponents, and act; seeing them is included.
    #[serde(rename = "games:play")]
    GamesPlay,
    /// Make events, and do in them what the account may do, except as an arbiter.
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

    /// Its name, as it is written.
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

/// Several of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Scopes(u8);

impl Scopes {
    /// Whether something is allowed.
    pub(crate) fn allow(self, scope: Scope) -> bool {
        let has = |scope: Scope| self.0 & scope.bit() != 0;
        has(scope) || scope == Scope::GamesRead && has(Scope::GamesPlay)
    }

    /// Those that were given, in their order.
    pub(crate) fn iter(self) -> impl Iterator<Item = Scope> {
        let all = Scope::ALL.into_iter();
        all.filter(move |scope| self.0 & scope.bit() != 0)
    }

    /// As they are stored: separated by spaces.
    pub(crate) fn to_text(self) -> String {
        self.iter().map(Scope::name).collect::<Vec<_>>().join(" ")
    }

    /// The scopes in a stored text. Names that this program does not know allow nothing.
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
