//! What is stored about people.

use crate::ids::{PlayerId, SessionId};
use crate::people::account::NewAccount;
use crate::people::password::PasswordHash;
use crate::people::session::{Session, TokenHash};

/// Something about people that changes, all or nothing.
#[derive(Debug)]
pub(crate) enum Change {
    /// A guest becomes an account, with its first session.
    SignUp(NewAccount, TokenHash, Session),
    /// Somebody signs in.
    SignIn(TokenHash, Session),
    /// A session was used.
    Use { session: SessionId, at: u64 },
    /// Sessions of a player end.
    End {
        player: PlayerId,
        which: Which,
        at: u64,
    },
    /// A player has another password. All sessions but this one end.
    SetPassword {
        player: PlayerId,
        password: PasswordHash,
        kept: Option<SessionId>,
        at: u64,
    },
    /// An account is deleted: its name is gone from wherever it stands, and its games stay.
    Delete { player: PlayerId, at: u64 },
}

/// Which sessions of a player.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Which {
    One(SessionId),
    AllBut(SessionId),
    All,
}

/// What a change has come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Changed {
    Done,
    /// Another account has that name, or one that looks like it.
    NameTaken,
    /// The player has an account already.
    HasAccount,
    /// There is no such account or session.
    Missing,
    /// The account is banned.
    Banned,
}
