//! Tickets: for one step, by one player, once, within a short time.

use super::session::TokenHash;
use crate::ids::PlayerId;

/// The only purpose of a ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// The password was right: signing in goes on with the second factor.
    SignIn,
    /// The player chooses another password: by a link of the operator, or in a mail.
    Reset,
    /// The player shows that mail comes to them at an address.
    Address,
}

impl Purpose {
    /// Its name, as it is stored.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Purpose::SignIn => "sign-in",
            Purpose::Reset => "reset",
            Purpose::Address => "address",
        }
    }

    /// The lifetime of a ticket, in milliseconds: five minutes, an hour, or a day.
    pub(crate) fn lasts_ms(self) -> u64 {
        match self {
            Purpose::SignIn => 5 * 60_000,
            Purpose::Reset => 3_600_000,
            Purpose::Address => 86_400_000,
        }
    }
}

/// A ticket as it is stored. Its holder has a token.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ticket {
    pub(crate) token: TokenHash,
    pub(crate) player: PlayerId,
    pub(crate) purpose: Purpose,
    /// In milliseconds since 1970.
    pub(crate) expires_at: u64,
}

impl Ticket {
    /// A ticket from `now` on (milliseconds since 1970).
    pub(crate) fn new(token: TokenHash, player: PlayerId, purpose: Purpose, now: u64) -> Ticket {
        Ticket {
            token,
            player,
            purpose,
            expires_at: now.saturating_add(purpose.lasts_ms()),
        }
    }
}
