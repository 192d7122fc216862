//! Who plays here: guests, accounts, how they sign in, and for how long.

pub(crate) mod account;
pub(crate) mod attempts;
pub(crate) mod code;
pub(crate) mod factor;
pub(crate) mod password;
pub(crate) mod scope;
pub(crate) mod seal;
pub(crate) mod session;
pub(crate) mod sessions;
pub(crate) mod ticket;
pub(crate) mod totp;
pub(crate) mod username;

use attempts::Attempts;
use password::Passwords;
use seal::Sealer;
use sessions::Sessions;

use crate::settings::Settings;

/// What is kept in memory about people.
pub(crate) struct People {
    pub(crate) passwords: Passwords,
    pub(crate) attempts: Attempts,
    pub(crate) sessions: Sessions,
    pub(crate) sealer: Sealer,
}

impl People {
    /// `now` in milliseconds since 1970; `key` is the server's.
    pub(crate) fn new(settings: &Settings, key: &[u8], now: u64) -> People {
        People {
            passwords: Passwords::new(settings.password_kib),
            attempts: Attempts::default(),
            sessions: Sessions::new(now),
            sealer: Sealer::new(key),
        }
    }
}
