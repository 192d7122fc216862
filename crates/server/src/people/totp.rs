//! Codes that change every thirty seconds (TOTP, RFC 6238): six digits that an app on another device shows.

use std::fmt::{self, Debug};

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;

use crate::system::System;

/// For how long a code is shown, in milliseconds.
const STEP_MS: u64 = 30_000;
/// Codes of this many steps before and after this one are accepted: clocks differ, and people are slow.
const TOLERANCE: u64 = 1;
/// Codes are below this: six digits.
const CODES: u32 = 1_000_000;
/// Bytes of a secret: as many as SHA-1 has, which all apps take.
const LENGTH: usize = 20;
/// The server's name in authenticator apps.
const ISSUER: &str = "Manifold";

/// The secret that the app and the server share.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct TotpSecret([u8; LENGTH]);

impl TotpSecret {
    /// 160 random bits.
    pub(crate) fn random(system: &System) -> TotpSecret {
        let mut secret = [0; LENGTH];
        for part in secret.chunks_mut(16) {
            part.copy_from_slice(&system.salt()[..part.len()]);
        }
        TotpSecret(secret)
    }

    /// The secret with these bytes.
    pub(crate) fn read(bytes: &[u8]) -> Option<TotpSecret> {
        bytes.try_into().ok().map(TotpSecret)
    }

    /// The bytes, to be sealed.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The secret as people type it into an app.
    pub(crate) fn reveal(&self) -> String {
        BASE32_NOPAD.encode(&self.0)
    }

    /// The secret as apps read it from a QR code. A username needs no escaping.
    pub(crate) fn uri(&self, username: &str) -> String {
        let secret = self.reveal();
        format!("otpauth://totp/{ISSUER}:{username}?secret={secret}&issuer={ISSUER}")
    }

    /// The step whose code this is, if it is accepted at `now` (milliseconds since 1970) and comes after `used`: a code
    /// works once.
    pub(crate) fn step_of(&self, code: u32, now: u64, used: Option<u64>) -> Option<u64> {
        let present = now / STEP_MS;
        let steps = present.saturating_sub(TOLERANCE)..=present + TOLERANCE;
        // All of them are compared, so that the time does not tell which one matched.
        let matching = steps.filter(|step| self.code(*step) == code);
        matching
            .filter(|step| used.is_none_or(|used| *step > used))
            .max()
    }

    /// The code of a step (RFC 4226).
    fn code(&self, step: u64) -> u32 {
        let Ok(mac) = Hmac::<Sha1>::new_from_slice(&self.0) else {
            // HMAC takes keys of all lengths.
            return CODES;
        };
        let hash: [u8; LENGTH] = mac
            .chain_update(step.to_be_bytes())
            .finalize()
            .into_bytes()
            .into();
        let begin = usize::from(hash[LENGTH - 1] & 0xf);
        let word = hash[begin..begin + 4]
            .iter()
            .fold(0, |word, byte| word << 8 | u32::from(*byte));
        (word & 0x7fff_ffff) % CODES
    }
}

impl Debug for TotpSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TotpSecret(?)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: TotpSecret = TotpSecret(*b"12345678901234567890");

    #[test]
    fn codes_are_those_of_rfc_6238() {
        for (seconds, code) in [
            (59, 287_082),
            (1_111_111_109, 81_804),
            (1_111_111_111, 50_471),
            (1_234_567_890, 5_924),
            (2_000_000_000, 279_037),
            (20_000_000_000, 353_130),
        ] {
            assert_eq!(SECRET.code(seconds / 30), code, "{seconds}");
        }
    }

    #[test]
    fn a_code_is_accepted_half_a_minute_early_or_late_and_once() {
        let now = 1_000 * STEP_MS;
        let code = SECRET.code(1_000);
        for (at, step) in [
            (now - STEP_MS - 1, None),
            (now - STEP_MS, Some(1_000)),
            (now, Some(1_000)),
            (now + 2 * STEP_MS - 1, Some(1_000)),
            (now + 2 * STEP_MS, None),
        ] {
            assert_eq!(SECRET.step_of(code, at, None), step, "{at}");
        }
        assert_eq!(SECRET.step_of(code, now, Some(999)), Some(1_000));
        assert_eq!(SECRET.step_of(code, now, Some(1_000)), None);
        assert_eq!(SECRET.step_of((code + 1) % CODES, now, None), None);
        assert_eq!(SECRET.step_of(SECRET.code(0), 0, None), Some(0));
    }

    #[test]
    fn apps_are_given_the_secret_and_debugging_output_is_not() {
        assert_eq!(
            SECRET.uri("Rosalind"),
            "otpauth://totp/Manifold:Rosalind?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Manifold"
        );
        assert_eq!(format!("{SECRET:?}"), "TotpSecret(?)");
        assert_eq!(TotpSecret::read(SECRET.as_bytes()), Some(SECRET));
        assert_eq!(TotpSecret::read(b"short"), None);
    }
}
