//! Secrets that must be read again, and so cannot be hashed: they are stored encrypted.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use sha2::Sha256;

use crate::system::System;

/// The purpose of the key: others are derived from the same master key.
const PURPOSE: &[u8] = b"manifold: secrets at rest";
/// Bytes of a nonce: long enough to be drawn by lot for each secret.
const NONCE: usize = 24;

/// Encrypts with a key derived from the server's master key, which is not in the database: whoever has only the database reads nothing.
pub(crate) struct Sealer(XChaCha20Poly1305);

impl Sealer {
    /// With a master key of any length.
    pub(crate) fn new(master: &[u8]) -> Sealer {
        // HMAC takes keys of all lengths.
        let key = Hmac::<Sha256>::new_from_slice(master)
            .map(|mac| mac.chain_update(PURPOSE).finalize().into_bytes())
            .unwrap_or_default();
        Sealer(XChaCha20Poly1305::new(&key))
    }

    /// Encrypts a secret. It can only be decrypted for the same owner: moving a row to another owner gives nothing away.
    pub(crate) fn seal(&self, secret: &[u8], owner: &str, system: &System) -> Vec<u8> {
        let mut nonce = [0; NONCE];
        for part in nonce.chunks_mut(16) {
            part.copy_from_slice(&system.salt()[..part.len()]);
        }
        let payload = Payload {
            msg: secret,
            aad: owner.as_bytes(),
        };
        let sealed = self.0.encrypt(&XNonce::from(nonce), payload);
        // Only texts of more than 200 GB fail.
        [nonce.to_vec(), sealed.unwrap_or_default()].concat()
    }

    /// The secret of this owner; `None` if it was sealed with another key, or for somebody else.
    pub(crate) fn open(&self, sealed: &[u8], owner: &str) -> Option<Vec<u8>> {
        let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
        let payload = Payload {
            msg: sealed,
            aad: owner.as_bytes(),
        };
        self.0.decrypt(&XNonce::from(*nonce), payload).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::SimulatedClock;

    #[test]
    fn a_secret_is_opened_with_the_same_key_for_the_same_owner_only() {
        let system = System::simulated(SimulatedClock::at(0), 1);
        let sealer = Sealer::new(&[7; 64]);
        let sealed = sealer.seal(b"secret", "rosalind", &system);
        assert_eq!(
            sealer.open(&sealed, "rosalind").as_deref(),
            Some(&b"secret"[..])
        );
        assert_eq!(sealer.open(&sealed, "celia"), None);
        assert_eq!(Sealer::new(&[8; 64]).open(&sealed, "rosalind"), None);
        assert!(!sealed.windows(6).any(|part| part == b"secret"));
        let again = sealer.seal(b"secret", "rosalind", &system);
        assert_ne!(again, sealed);
        for at in 0..sealed.len() {
            let mut damaged = sealed.clone();
            damaged[at] ^= 1;
            assert_eq!(sealer.open(&damaged, "rosalind"), None);
        }
        assert_eq!(sealer.open(&[], "rosalind"), None);
    }
}
