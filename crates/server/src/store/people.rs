//! Changes of accounts and sessions.

use crate::ids::{GameId, PasskeyId, PlayerId, SessionId};
use crate::people::account::NewAccount;
use crate::people::factor::{FactorKind, Proof};
use crate::people::passkey::{Ceremony, Passkey, ShownPasskey};
use crate::people::password::PasswordHash;
use crate::people::session::{NewSession, Session, TokenHash};
use crate::people::ticket::Ticket;

/// The signed-in player who asks for a change. Since the request a ban, a new password or the owner elsewhere may have ended the session:
/// then nothing changes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Principal {
    pub(crate) player: PlayerId,
    pub(crate) session: SessionId,
    /// In milliseconds since 1970.
    pub(crate) at: u64,
}

/// Something about people that changes, all or nothing.
#[derive(Debug)]
pub(crate) enum Change {
    /// A guest becomes an account, with its first session.
    SignUp(NewAccount, TokenHash, Session),
    /// A player signs in. The password must still be the one that was verified.
    SignIn {
        password: PasswordHash,
        new: NewSession,
    },
    /// A player gives a program access.
    MakeToken {
        principal: Principal,
        new: NewSession,
    },
    /// A player gets a ticket: for a second factor, after giving this password, or without one for a link.
    GiveTicket {
        ticket: Ticket,
        password: Option<PasswordHash>,
        at: u64,
    },
    /// Somebody signs in with the second factor: the ticket and the proof are used up.
    SignInWith {
        ticket: Ticket,
        proof: Proof,
        new: NewSession,
    },
    /// Stores the encrypted secret of an app, which takes effect when confirmed. The code given for it is used up. `asked_for_passkey` is
    /// what the owner's proof was based on: nothing is stored if a passkey has become required since.
    PrepareTotp {
        principal: Principal,
        secret: Vec<u8>,
        proof: Option<Proof>,
        asked_for_passkey: bool,
    },
    /// The app has shown the right code, and codes are required from now on. All sessions of browsers end, and a new one begins.
    ConfirmTotp {
        proof: Proof,
        recovery_codes: Vec<PasswordHash>,
        new: NewSession,
    },
    /// A passkey, which the owner has just used, is required after the password from now on. All sessions of browsers end, and a new one
    /// begins. The account gets recovery codes if it has none.
    AskForPasskey {
        shown: ShownPasskey,
        recovery_codes: Vec<PasswordHash>,
        new: NewSession,
    },
    /// A second factor is no longer required. All sessions of browsers except the principal's end.
    TurnFactorOff {
        principal: Principal,
        factor: FactorKind,
        proof: Option<Proof>,
    },
    /// Replaces all recovery codes.
    SetRecoveryCodes {
        principal: Principal,
        proof: Option<Proof>,
        recovery_codes: Vec<PasswordHash>,
    },
    /// Somebody is challenged to answer with a passkey. The code that was given for it is used up.
    Challenge {
        ceremony: Ceremony,
        proof: Option<(PlayerId, Proof)>,
        at: u64,
    },
    /// A challenge was answered wrongly, and is used up.
    EndChallenge(TokenHash),
    /// An account has one more passkey, which has answered its challenge.
    AddPasskey {
        principal: Principal,
        challenge: TokenHash,
        passkey: Passkey,
    },
    /// A player signs in with a passkey: the challenge and the ticket for the password, if there was one, are used up. `passkey` is as it
    /// was before, `state` its new state.
    SignInByPasskey {
        challenge: TokenHash,
        ticket: Option<Ticket>,
        passkey: Passkey,
        state: Vec<u8>,
        new: NewSession,
    },
    /// A player has used a passkey to confirm a change: the challenge is used up. `passkey` is as it was before, `state` its new state.
    UsePasskey {
        challenge: TokenHash,
        passkey: Passkey,
        state: Vec<u8>,
        at: u64,
    },
    /// Removes a passkey. All sessions of browsers except the principal's end.
    RemovePasskey {
        principal: Principal,
        passkey: PasskeyId,
    },
    /// A session was used.
    Use { session: SessionId, at: u64 },
    /// Sessions of a player end.
    End {
        player: PlayerId,
        which: Which,
        at: u64,
    },
    /// A player has another password. All sessions end, of programs too, and another begins.
    SetPassword {
        password: PasswordHash,
        new: NewSession,
    },
    /// A player has another password by a link, which is used up. All sessions end, of programs too.
    Reset {
        ticket: Ticket,
        password: PasswordHash,
        at: u64,
    },
    /// An account becomes a bot's, if it has never played. All sessions end, and a new one begins.
    BecomeBot(NewSession),
    /// An account has answered whether it takes over the games of a guest. If so, all of them become its own at once.
    TakeOver {
        guest: PlayerId,
        account: PlayerId,
        is_wanted: bool,
        at: u64,
    },
    /// An account is deleted: its name is gone from wherever it stands, and its games stay.
    Delete(Deletion),
}

/// Who deletes an account.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Deletion {
    ByOwner(Principal),
    /// The operator of the server, at a time in milliseconds since 1970.
    ByOperator {
        player: PlayerId,
        at: u64,
    },
}

impl Deletion {
    /// The account, and when it is deleted.
    pub(crate) fn account(self) -> (PlayerId, u64) {
        match self {
            Deletion::ByOwner(Principal { player, at, .. })
            | Deletion::ByOperator { player, at } => (player, at),
        }
    }
}

impl Change {
    /// The principal of a change that requires being signed in.
    pub(crate) fn principal(&self) -> Option<Principal> {
        match self {
            Change::MakeToken { principal, .. }
            | Change::PrepareTotp { principal, .. }
            | Change::TurnFactorOff { principal, .. }
            | Change::SetRecoveryCodes { principal, .. }
            | Change::AddPasskey { principal, .. }
            | Change::RemovePasskey { principal, .. }
            | Change::Delete(Deletion::ByOwner(principal)) => Some(*principal),
            _ => None,
        }
    }
}

/// A selection of a player's sessions.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Which {
    One(SessionId),
    AllBut(SessionId),
    /// All sessions of browsers except this one: programs keep theirs.
    BrowsersBut(SessionId),
    All,
}

/// Games of a guest that may become an account's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GuestGames {
    /// The number of games that may.
    pub(crate) games: u64,
    /// The number of games that may not, as the account is the guest's opponent in them.
    pub(crate) kept: u64,
}

/// An answer of an account that was asked whether it takes over the games of a guest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TakeOver {
    /// In milliseconds since 1970.
    pub(crate) at: u64,
    /// The guest.
    pub(crate) guest: PlayerId,
    /// The games that have become the account's; none if it did not want them.
    pub(crate) games: Vec<GameId>,
}

/// The outcome of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Changed {
    Done,
    /// The answer has this number, and was carried out.
    TakenOver(u64),
    /// Another account has that name, or one that looks like it.
    NameTaken,
    /// The player has an account already, or had one.
    HasAccount,
    /// There is no such account, session or ticket.
    Missing,
    /// The code has been used already; the passkey is known already, or was used at the same time.
    Used,
    /// It exists already, or the maximum number is reached.
    Full,
    /// The proof given is no longer enough: a second factor is required now, or the password has changed. Or the last passkey cannot be
    /// removed, because one is required.
    Needed,
    /// The player has played.
    HasPlayed,
    /// The player has entered an event that is not over.
    HasEntered,
    /// The account organises an event that is not over.
    Organises,
    /// The account is banned.
    Banned,
    /// The session that asks has ended meanwhile.
    SignedOut,
}
