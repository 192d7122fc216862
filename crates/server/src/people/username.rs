//! Usernames: how accounts are called, on screens and in addresses.

use std::fmt::{self, Display};
use std::str::FromStr;

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::display_name::{is_reserved, look, without_number};

/// The shortest and the longest, in characters.
const SHORTEST: usize = 2;
const LONGEST: usize = 20;

/// Reserved names, besides those of officials and of the engine, that would be taken for something other than a player.
const RESERVED: [&str; 11] = [
    "anonymous",
    "api",
    "bot",
    "bots",
    "deleted",
    "everybody",
    "help",
    "me",
    "nobody",
    "null",
    "undefined",
];
/// The name of players without an account, with a number.
const GUEST: &str = "guest";

/// A name of 2 to 20 letters, digits, `_` and `-`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Username(String);

/// The hash of a username's look: the same for all names that a reader could mistake for one another. It is kept when an account is
/// deleted, so that nobody else can take its name, and does not reveal the name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct NameKey(String);

/// Maximum number of characters considered of a text given as a name: no name is nearly as long.
const LOOKED_AT: usize = 100;

impl NameKey {
    /// The key of any text, also of one that cannot be a username.
    pub(crate) fn of(name: &str) -> NameKey {
        let name: String = name.chars().take(LOOKED_AT).collect();
        NameKey(hex::encode(Sha256::digest(look(&name))))
    }

    /// A key that was stored.
    pub(crate) fn read(key: String) -> NameKey {
        NameKey(key)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl Username {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn key(&self) -> NameKey {
        NameKey::of(&self.0)
    }
}

impl Display for Username {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a text cannot be a username.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum UsernameError {
    /// Too short or too long.
    #[error("a username has {SHORTEST} to {LONGEST} characters")]
    Length,
    /// Something other than letters, digits, `_` and `-`.
    #[error("a username can have only the letters A to Z, digits, _ and -")]
    Characters,
    /// Neither letter nor digit.
    #[error("a username needs at least one letter or digit")]
    Empty,
    /// It looks like the machine's name, an official's or a guest's.
    #[error(
        "this name looks like that of the computer, of a guest or of the server's staff: choose another"
    )]
    Reserved,
}

impl FromStr for Username {
    type Err = UsernameError;

    fn from_str(text: &str) -> Result<Username, UsernameError> {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        // Characters that are invisible or of another script come first: they may be why the length seems right.
        if !text.chars().all(is_allowed) {
            return Err(UsernameError::Characters);
        }
        if !(SHORTEST..=LONGEST).contains(&text.len()) {
            return Err(UsernameError::Length);
        }
        if !text.bytes().any(|c| c.is_ascii_alphanumeric()) {
            return Err(UsernameError::Empty);
        }
        let looks = look(text);
        let is_guest = look(without_number(text)) == look(GUEST);
        if is_guest || is_reserved(text) || RESERVED.into_iter().any(|word| look(word) == looks) {
            return Err(UsernameError::Reserved);
        }
        Ok(Username(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Username, UsernameError> {
        text.parse()
    }

    #[test]
    fn letters_digits_and_two_signs_make_a_username() {
        let others = ["Modest", "Rootless", "Guestina", "Siteseer", "Machinist"];
        let signs = ["ab", "Anna-Lena_7", "x-", "20characters-long_aa"];
        for name in signs.into_iter().chain(others) {
            assert_eq!(read(name).expect(name).as_str(), name);
        }
    }

    #[test]
    fn what_cannot_be_a_username_is_told_apart() {
        for (name, why) in [
            ("", UsernameError::Length),
            ("a", UsernameError::Length),
            ("21characters-long_aaa", UsernameError::Length),
            ("two words", UsernameError::Characters),
            ("anna\u{200b}", UsernameError::Characters),
            ("аnna", UsernameError::Characters),
            ("a/b", UsernameError::Characters),
            ("_-_", UsernameError::Empty),
            ("Admin", UsernameError::Reserved),
            ("M4nifold_manifo1d", UsernameError::Reserved),
            ("Guest-1234", UsernameError::Reserved),
            ("sUpport", UsernameError::Reserved),
            ("b0t", UsernameError::Reserved),
            ("Null", UsernameError::Reserved),
            ("root", UsernameError::Reserved),
            ("Mod", UsernameError::Reserved),
            ("Guest", UsernameError::Reserved),
            ("guest_7", UsernameError::Reserved),
            ("Admin1", UsernameError::Reserved),
            ("ADMlN-2026", UsernameError::Reserved),
            ("007_moderator", UsernameError::Reserved),
            ("SiteAdmin", UsernameError::Reserved),
            ("site-mod-3", UsernameError::Reserved),
            ("Official_Support", UsernameError::Reserved),
        ] {
            assert_eq!(read(name), Err(why), "{name}");
        }
    }

    #[test]
    fn names_that_look_alike_have_one_key() {
        let key = |name: &str| read(name).expect(name).key();
        for (one, other) in [
            ("Alice", "aLICE"),
            ("Alice", "A1ice"),
            ("AIice", "Alice"),
            ("B0b", "BOb"),
            ("modern", "rnodern"),
            ("anna", "anna_"),
        ] {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        assert_ne!(key("Alice"), key("Alica"));
        assert_eq!(NameKey::of("Alice"), key("alice"));
        assert!(!key("Alice").as_str().contains("lice"));
    }
}
