//! Encryption of messages for one browser (RFC 8291, with the encoding of RFC 8188).

use std::fmt::{self, Debug};

use aes_gcm::aead::{Aead, KeyInit};
use aes_gcm::{Aes128Gcm, Key, Nonce};
use hkdf::Hkdf;
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::{PublicKey, SecretKey};
use sha2::Sha256;

use crate::system::System;

/// Bytes of a public key that is not compressed, and of the secret that browser and server share.
const PUBLIC: usize = 65;
const SECRET: usize = 16;
/// The size of a record, in bytes: there is one.
const RECORD: u32 = 4096;
/// The length to which texts are padded, in bytes: their lengths tell push services nothing. None of ours is longer.
const PADDED: usize = 1024;

/// The keys that are needed to write to a browser.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct BrowserKeys {
    pub(crate) public: [u8; PUBLIC],
    pub(crate) secret: [u8; SECRET],
}

impl BrowserKeys {
    /// Reads the keys from their bytes, if those are valid.
    pub(crate) fn read(public: &[u8], secret: &[u8]) -> Option<BrowserKeys> {
        PublicKey::from_sec1_bytes(public).ok()?;
        Some(BrowserKeys {
            public: public.try_into().ok()?,
            secret: secret.try_into().ok()?,
        })
    }
}

impl Debug for BrowserKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BrowserKeys(?)")
    }
}

/// Encrypts a text for one browser with an ephemeral key. `None` if the text is too long or a key is invalid.
pub(crate) fn encrypt(text: &[u8], browser: &BrowserKeys, system: &System) -> Option<Vec<u8>> {
    // About one random key in 2³² is invalid.
    let own = SecretKey::from_slice(&[system.salt(), system.salt()].concat()).ok()?;
    encrypt_with(text, browser, &own, system.salt(), PADDED)
}

fn encrypt_with(
    text: &[u8],
    browser: &BrowserKeys,
    own: &SecretKey,
    salt: [u8; 16],
    padded: usize,
) -> Option<Vec<u8>> {
    let theirs = PublicKey::from_sec1_bytes(&browser.public).ok()?;
    let ours = own.public_key().to_sec1_point(false);
    let shared = own.diffie_hellman(&theirs);
    let info = [b"WebPush: info\0", &browser.public[..], ours.as_bytes()].concat();
    let mut input = [0; 32];
    Hkdf::<Sha256>::new(Some(&browser.secret), shared.raw_secret_bytes())
        .expand(&info, &mut input)
        .ok()?;
    let derived = Hkdf::<Sha256>::new(Some(&salt), &input);
    let (mut key, mut nonce) = ([0; 16], [0; 12]);
    derived
        .expand(b"Content-Encoding: aes128gcm\0", &mut key)
        .ok()?;
    derived
        .expand(b"Content-Encoding: nonce\0", &mut nonce)
        .ok()?;
    // The delimiter of the last record, followed by padding only.
    let mut record = [text, &[2]].concat();
    if record.len() > PADDED {
        return None;
    }
    record.resize(record.len().max(padded), 0);
    let cipher = Aes128Gcm::new(&Key::<Aes128Gcm>::from(key));
    let sealed = cipher.encrypt(&Nonce::from(nonce), &record[..]).ok()?;
    let head = [
        &salt[..],
        &RECORD.to_be_bytes(),
        &[PUBLIC as u8],
        ours.as_bytes(),
    ];
    Some([&head.concat()[..], &sealed].concat())
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64URL_NOPAD;

    use super::*;
    use crate::system::SimulatedClock;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64URL_NOPAD.decode(text.as_bytes()).expect("Base64")
    }

    fn browser() -> BrowserKeys {
        let public = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
        let secret = "BTBZMqHH6r4Tts7J_aSIgg";
        BrowserKeys::read(&bytes(public), &bytes(secret)).expect("keys")
    }

    #[test]
    fn the_example_of_the_standard_comes_out_to_the_byte() {
        // RFC 8291, section 5.
        let own = SecretKey::from_slice(&bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"));
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().expect("a salt");
        let text = b"When I grow up, I want to be a watermelon";
        let sealed = encrypt_with(text, &browser(), &own.expect("a key"), salt, 0);
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(BASE64URL_NOPAD.encode(&sealed.expect("sealed")), expected);
    }

    #[test]
    fn all_texts_have_one_length_and_no_two_are_alike() {
        let system = System::simulated(SimulatedClock::at(0), 1);
        let sealed = |text: &[u8]| encrypt(text, &browser(), &system).expect("sealed");
        assert_eq!(sealed(b"short").len(), sealed(&[7; 1_000]).len());
        assert_ne!(sealed(b"short"), sealed(b"short"));
        assert_eq!(encrypt(&[7; PADDED], &browser(), &system), None, "too long");
    }

    #[test]
    fn what_is_no_key_of_a_browser_is_refused() {
        let good = browser();
        assert!(BrowserKeys::read(&good.public, &good.secret[1..]).is_none());
        assert!(BrowserKeys::read(&good.public[1..], &good.secret).is_none());
        let mut beside = good.public;
        beside[64] ^= 1;
        assert!(
            BrowserKeys::read(&beside, &good.secret).is_none(),
            "no point of the curve"
        );
        let compressed = [&[2], &good.public[1..33]].concat();
        assert!(BrowserKeys::read(&compressed, &good.secret).is_none());
        assert_eq!(format!("{good:?}"), "BrowserKeys(?)");
    }
}
