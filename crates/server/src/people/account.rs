//! Accounts: players with a username and a password.

use super::password::PasswordHash;
use super::username::NameKey;
use crate::ids::PlayerId;

/// Whether a player has an account, and who plays with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AccountKind {
    /// No account, and never had one.
    Guest,
    /// The account of a person.
    Person,
    /// The account of a program.
    Bot,
    /// The account was deleted, and nobody can be this player any more.
    Deleted,
}

/// An account as it is stored.
#[derive(Debug, Clone)]
pub(crate) struct Account {
    pub(crate) player: PlayerId,
    pub(crate) username: String,
    pub(crate) password: PasswordHash,
    /// In milliseconds since 1970.
    pub(crate) created_at: u64,
    /// Whether a program plays with it.
    pub(crate) is_bot: bool,
}

/// An account to be made for a guest.
#[derive(Debug, Clone)]
pub(crate) struct NewAccount {
    pub(crate) account: Account,
    pub(crate) key: NameKey,
}
