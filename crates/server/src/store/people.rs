//! What is stored about people.

use crate::ids::{PlayerId, SessionId};
use crate::people::account::NewAccount;
use crate::people::factor::Proof;
use crate::people::password::PasswordHash;
use crate::people::session::{Session, TokenHash};
use crate::people::ticket::Ticket;

/// Something about people that changes, all or nothing.
#[derive(Debug)]
pub(crate) enum Change {
    /// A guest becomes an account, with its first session.
    SignUp(NewAccount, TokenHash, Session),
    /// Somebody signs in.
    SignIn(TokenHash, Session),
    /// Somebody has given the right password, and is asked for a second factor; or may choose another password.
    GiveTicket(Ticket, u64),
    /// Somebody signs in with the second factor: the ticket and the proof are used up.
    SignInWith {
        ticket: Ticket,
        proof: Proof,
        token: TokenHash,
        session: Session,
    },
    /// An app is to show codes: its sealed secret, which counts when it is confirmed.
    PrepareTotp { player: PlayerId, secret: Vec<u8> },
    /// The app shows the right codes: it is asked for from now on. All sessions of browsers but this one end.
    ConfirmTotp {
        player: PlayerId,
        proof: Proof,
        recovery_codes: Vec<PasswordHash>,
        kept: SessionId,
        at: u64,
    },
    /// There is no second factor any more. All sessions of browsers but this one end.
    RemoveTotp {
        player: PlayerId,
        proof: Proof,
        kept: SessionId,
        at: u64,
    },
    /// Other recovery codes take the place of those that are left.
    SetRecoveryCodes {
        player: PlayerId,
        proof: Proof,
        recovery_codes: Vec<PasswordHash>,
    },
    /// A session was used.
    Use { session: SessionId, at: u64 },
    /// Sessions of a player end.
    End {
        player: PlayerId,
        which: Which,
        at: u64,
    },
    /// A player has another password. All sessions but this one end, of programs too.
    SetPassword {
        player: PlayerId,
        password: PasswordHash,
        kept: Option<SessionId>,
        at: u64,
    },
    /// A player has another password by the operator's link, which is used up. All sessions end, of programs too.
    Reset {
        ticket: Ticket,
        password: PasswordHash,
        at: u64,
    },
    /// A program plays for an account from now on, if nobody has ever played. All sessions end, and another begins.
    BecomeBot(TokenHash, Session),
    /// An account is deleted: its name is gone from wherever it stands, and its games stay.
    Delete { player: PlayerId, at: u64 },
}

/// Which sessions of a player.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Which {
    One(SessionId),
    AllBut(SessionId),
    /// All of browsers but this one: programs go on.
    BrowsersBut(SessionId),
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
    /// There is no such account, session or ticket.
    Missing,
    /// The code has been used already.
    Used,
    /// There is one already, or there are as many as there may be.
    Full,
    /// The player has played.
    HasPlayed,
    /// The account is banned.
    Banned,
}
