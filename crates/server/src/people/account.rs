//! Accounts: players with a username and a password.

use super::password::PasswordHash;
use super::username::NameKey;
use crate::ids::PlayerId;

/// Whether a player has an account, and who plays for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AccountKind {
    /// No account, and never had one.
    Guest,
    /// A person.
    Person,
    /// A program.
    Bot,
    /// It was deleted: nobody is this player any more.
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
    /// Whether a program plays for it.
    pub(crate) is_bot: bool,
}

/// An account that is to be made of a guest.
#[derive(Debug, Clone)]
pub(crate) struct NewAccount {
    pub(crate) account: Account,
    pub(crate) key: NameKey,
}
