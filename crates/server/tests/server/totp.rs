//! The codes of authenticator apps (TOTP).

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha1::Sha1;

/// The code of a time step, counted in half minutes since 1970.
pub(crate) fn code_of_step(secret: &str, step: u64) -> String {
    let secret = BASE32_NOPAD
        .decode(secret.as_bytes())
        .expect("a secret in Base32");
    let mut mac = Hmac::<Sha1>::new_from_slice(&secret).expect("a key");
    mac.update(&step.to_be_bytes());
    let hash = mac.finalize().into_bytes();
    let begin = usize::from(hash[19] & 0xf);
    let word = u32::from_be_bytes(hash[begin..begin + 4].try_into().expect("four bytes"));
    format!("{:06}", (word & 0x7fff_ffff) % 1_000_000)
}
