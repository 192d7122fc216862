//! Who plays here: guests, accounts, how they sign in, and for how long.

pub(crate) mod account;
pub(crate) mod attempts;
pub(crate) mod password;
pub(crate) mod session;
pub(crate) mod sessions;
pub(crate) mod username;

use attempts::Attempts;
use password::Passwords;
use sessions::Sessions;

use crate::settings::Settings;

/// What is kept in memory about people.
pub(crate) struct People {
    pub(crate) passwords: Passwords,
    pub(crate) attempts: Attempts,
    pub(crate) sessions: Sessions,
}

impl People {
    /// `now` in milliseconds since 1970.
    pub(crate) fn new(settings: &Settings, now: u64) -> People {
        People {
            passwords: Passwords::new(settings.password_kib),
            attempts: Attempts::default(),
            sessions: Sessions::new(now),
        }
    }
}
