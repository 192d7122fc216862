//! Codes that prove a second factor, as people type them.

use std::str::FromStr;

use secrecy::SecretString;
use thiserror::Error;

use crate::system::System;

/// Recovery codes of an account.
pub(crate) const RECOVERY_CODES: usize = 10;
/// Letters of a recovery code: 59 bits, of which only a hash is stored.
const LENGTH: usize = 12;
/// Letters of a group, as it is shown.
const GROUP: usize = 4;
/// Lower-case letters and digits, without those that look alike.
const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
/// Digits of a code that an app shows.
const DIGITS: usize = 6;

/// A text that is no code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("a code has six digits, and a recovery code twelve letters and digits")]
pub(crate) struct NoCode;

/// A code that is given as the second factor.
#[derive(Debug, Clone)]
pub(crate) enum Code {
    /// Shown by an app.
    Timed(u32),
    /// One of those that were written down.
    Recovery(SecretString),
}

impl FromStr for Code {
    type Err = NoCode;

    /// Parses a code. Case, spaces and hyphens make no difference.
    fn from_str(text: &str) -> Result<Code, NoCode> {
        let typed = text.chars().filter(|c| !c.is_whitespace() && *c != '-');
        // One more than there can be is enough to see that it is too long.
        let typed: String = typed.take(LENGTH + 1).collect();
        let typed = typed.to_ascii_lowercase();
        if typed.len() == DIGITS && typed.bytes().all(|c| c.is_ascii_digit()) {
            return typed.parse().map(Code::Timed).map_err(|_| NoCode);
        }
        match typed.len() == LENGTH && typed.bytes().all(|c| c.is_ascii_alphanumeric()) {
            true => Ok(Code::Recovery(typed.into())),
            false => Err(NoCode),
        }
    }
}

/// A new recovery code, in groups.
pub(crate) fn recovery_code(system: &System) -> String {
    let letters: [u8; LENGTH] = system.letters_of(LETTERS);
    let groups = letters.chunks(GROUP).map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use secrecy::ExposeSecret;

    use super::*;
    use crate::system::SimulatedClock;

    #[test]
    fn codes_are_read_as_people_type_them() {
        for text in ["123456", " 123 456 ", "123-456"] {
            assert!(matches!(text.parse(), Ok(Code::Timed(123_456))), "{text}");
        }
        let system = System::simulated(SimulatedClock::at(0), 1);
        let code = recovery_code(&system);
        assert_eq!(code.len(), LENGTH + 2, "{code}");
        for text in [code.clone(), code.to_uppercase(), code.replace('-', " ")] {
            let Ok(Code::Recovery(read)) = text.parse() else {
                panic!("{text}");
            };
            assert_eq!(read.expose_secret(), code.replace('-', ""));
        }
        assert_ne!(recovery_code(&system), code);
        let long = "1".repeat(10_000);
        for text in [
            "",
            "12345",
            "1234567",
            "12345a",
            "abcdefghjkm",
            "äbcdefghjkmn",
            &long,
        ] {
            assert!(text.parse::<Code>().is_err(), "{text}");
        }
    }
}
