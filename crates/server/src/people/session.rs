//! Sessions: as long as one lasts, the holder of its token is the account. A browser's lets it do everything, a program's what it
//! was made for.

use std::fmt::{self, Debug};
use std::str::FromStr;

use sha2::{Digest, Sha256};

use super::scope::Scopes;
use crate::ids::{BrowserId, PlayerId, SessionId};
use crate::system::System;

/// A session that nobody uses ends after this time, in milliseconds: 30 days.
const IDLE_MS: u64 = 30 * 86_400_000;
/// A session ends after this time, in milliseconds, even if it is used: 180 days.
const LONGEST_MS: u64 = 180 * 86_400_000;
/// The longest text about a device, in characters.
const DEVICE: usize = 200;

/// The prefix of a program's tokens: a reader who finds one in a file sees what it is.
const PROGRAM: &str = "manifold_";

/// The secret that a browser or a program shows to be let in: 256 random bits. It is not stored anywhere but there.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token([u8; 32]);

impl Token {
    pub(crate) fn random(system: &System) -> Token {
        let mut token = [0; 32];
        for half in token.chunks_exact_mut(16) {
            half.copy_from_slice(&system.salt());
        }
        Token(token)
    }

    /// The hash, which is stored.
    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash(Sha256::digest(self.0).into())
    }

    /// The token for its holder, and for nobody else.
    pub(crate) fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// The token as a program has it.
    pub(crate) fn reveal_to_program(&self) -> String {
        format!("{PROGRAM}{}", self.reveal())
    }

    /// The token that a program shows.
    pub(crate) fn of_program(text: &str) -> Option<Token> {
        text.strip_prefix(PROGRAM)?.parse().ok()
    }
}

impl FromStr for Token {
    type Err = hex::FromHexError;

    fn from_str(text: &str) -> Result<Token, hex::FromHexError> {
        let mut token = [0; 32];
        hex::decode_to_slice(text, &mut token)?;
        Ok(Token(token))
    }
}

impl Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(?)")
    }
}

/// The hash of a token, which does not reveal the token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct TokenHash([u8; 32]);

impl TokenHash {
    pub(crate) fn to_hex(self) -> String {
        hex::encode(self.0)
    }
}

/// The end of a session or of being a guest: the sockets that depend on it are closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    /// A session.
    Session(SessionId),
    /// A player is no longer a guest but an account.
    Guest(PlayerId),
}

/// A session of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Session {
    pub(crate) id: SessionId,
    pub(crate) player: PlayerId,
    /// The device, as the browser describes itself.
    pub(crate) device: String,
    /// In milliseconds since 1970.
    pub(crate) created_at: u64,
    /// The time of its last use, in milliseconds since 1970; up to some minutes late.
    pub(crate) used_at: u64,
    /// The grant, if a program has it.
    pub(crate) grant: Option<Grant>,
    /// The browser in which it began; none for programs. It is only written here: the database answers who shares one.
    pub(crate) browser: Option<BrowserId>,
}

/// A session that begins, with the hash of its token.
#[derive(Debug, Clone)]
pub(crate) struct NewSession {
    pub(crate) token: TokenHash,
    pub(crate) session: Session,
    /// The session that its browser has shown until now, which ends at the same time.
    pub(crate) replaces: Option<SessionId>,
}

/// The grant of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Grant {
    /// The name that its owner has given it.
    pub(crate) name: String,
    pub(crate) scopes: Scopes,
    /// In milliseconds since 1970.
    pub(crate) expires_at: u64,
}

impl Session {
    /// The time at which it ends if nobody uses it until then, in milliseconds since 1970.
    pub(crate) fn ends_at(&self) -> u64 {
        match &self.grant {
            Some(grant) => grant.expires_at,
            None => {
                let unused = self.used_at.saturating_add(IDLE_MS);
                unused.min(self.created_at.saturating_add(LONGEST_MS))
            }
        }
    }

    /// Whether it can still be used at a time.
    pub(crate) fn lasts(&self, now: u64) -> bool {
        now < self.ends_at()
    }
}

/// The browser's description of itself, as far as it is kept.
pub(crate) fn device(agent: &str) -> String {
    let plain = agent.chars().filter(|c| !c.is_control());
    plain.take(DEVICE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::SimulatedClock;

    const DAY_MS: u64 = 86_400_000;

    #[test]
    fn a_token_is_read_as_it_was_written_and_shows_nothing_in_debugging_output() {
        let system = System::simulated(SimulatedClock::at(0), 1);
        let token = Token::random(&system);
        assert_ne!(token, Token::random(&system));
        assert_eq!(token.reveal().parse(), Ok(token.clone()));
        assert_eq!(format!("{token:?}"), "Token(?)");
        assert_ne!(token.hash().to_hex(), token.reveal());
        for wrong in ["", "00", &"0".repeat(63), &"0".repeat(66), &"g".repeat(64)] {
            assert!(wrong.parse::<Token>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_session_ends_after_thirty_days_without_use_and_after_half_a_year_whatever_happens() {
        let mut session = Session {
            id: "sessionsessi".parse().expect("an identifier"),
            player: "playerplayer".parse().expect("an identifier"),
            device: String::new(),
            created_at: DAY_MS,
            used_at: DAY_MS,
            grant: None,
            browser: None,
        };
        assert!(session.lasts(31 * DAY_MS - 1));
        assert!(!session.lasts(31 * DAY_MS));
        session.used_at = 170 * DAY_MS;
        assert!(session.lasts(181 * DAY_MS - 1));
        assert!(!session.lasts(181 * DAY_MS));
        // A program's ends when its owner has said, used or not.
        session.grant = Some(Grant {
            name: String::new(),
            scopes: Scopes::default(),
            expires_at: 300 * DAY_MS,
        });
        assert!(session.lasts(300 * DAY_MS - 1));
        assert!(!session.lasts(300 * DAY_MS));
    }

    #[test]
    fn a_browser_s_token_is_none_of_a_program() {
        let system = System::simulated(SimulatedClock::at(0), 1);
        let token = Token::random(&system);
        let shown = token.reveal_to_program();
        assert_eq!(Token::of_program(&shown), Some(token.clone()));
        assert_eq!(Token::of_program(&token.reveal()), None);
        assert!(shown.parse::<Token>().is_err());
    }
}
