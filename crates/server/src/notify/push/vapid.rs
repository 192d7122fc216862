//! The server's identification to push services (RFC 8292): with a key that is derived from the server's own, so that there is no
//! other to be kept.

use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde::Serialize;
use sha2::Sha256;
use url::Url;

/// The purpose of the key: others are derived from the same master key.
const PURPOSE: &[u8] = b"manifold: push messages";
/// Lifetime of a token, in seconds: half of the maximum in the standard.
const LASTS: u64 = 12 * 3_600;

/// The key.
pub(crate) struct ServerKey(SigningKey);

#[derive(Serialize)]
struct Claims<'a> {
    aud: String,
    exp: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sub: Option<&'a str>,
}

impl ServerKey {
    /// From a master key of any length.
    pub(crate) fn derive(master: &[u8]) -> ServerKey {
        let derived = |round: u8| {
            let mac = Hmac::<Sha256>::new_from_slice(master).ok()?;
            let bytes = mac.chain_update(PURPOSE).chain_update([round]).finalize();
            SecretKey::from_slice(&bytes.into_bytes()).ok()
        };
        // About one in 2³² byte strings is not a valid key.
        let key = (0..=u8::MAX).find_map(derived);
        let key = key.unwrap_or_else(|| unreachable!("256 texts in a row are no key"));
        ServerKey(SigningKey::from(key))
    }

    /// The public key, as browsers want it.
    pub(crate) fn public(&self) -> String {
        let point = self.0.verifying_key().to_sec1_point(false);
        BASE64URL_NOPAD.encode(point.as_bytes())
    }

    /// The value of `Authorization` for a push service, at a time in seconds since 1970.
    pub(crate) fn authorization(
        &self,
        endpoint: &Url,
        contact: Option<&str>,
        now: u64,
    ) -> Option<String> {
        let claims = Claims {
            aud: endpoint.origin().ascii_serialization(),
            exp: now + LASTS,
            sub: contact,
        };
        let head = BASE64URL_NOPAD.encode(br#"{"typ":"JWT","alg":"ES256"}"#);
        let claims = BASE64URL_NOPAD.encode(&serde_json::to_vec(&claims).ok()?);
        let signed = format!("{head}.{claims}");
        let signature: Signature = self.0.try_sign(signed.as_bytes()).ok()?;
        let signature = BASE64URL_NOPAD.encode(&signature.to_bytes());
        Some(format!("vapid t={signed}.{signature}, k={}", self.public()))
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier;

    use super::*;

    #[test]
    fn a_proof_is_for_one_push_service_and_signed_with_the_key_that_browsers_know() {
        let key = ServerKey::derive(&[7; 64]);
        assert_eq!(key.public(), ServerKey::derive(&[7; 64]).public());
        assert_ne!(key.public(), ServerKey::derive(&[8; 64]).public());
        let endpoint = Url::parse("https://push.example/send/secret").expect("an address");
        let proof = key.authorization(&endpoint, Some("https://play.example"), 1_000);
        let proof = proof.expect("a proof");
        let (token, public) = proof
            .strip_prefix("vapid t=")
            .and_then(|rest| rest.split_once(", k="))
            .expect("a token and a key");
        let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).expect("Base64");
        let (signed, signature) = token.rsplit_once('.').expect("a signature");
        let verifying = VerifyingKey::from_sec1_bytes(&decode(public)).expect("a key");
        let signature = Signature::from_slice(&decode(signature)).expect("a signature");
        assert!(verifying.verify(signed.as_bytes(), &signature).is_ok());
        let claims = decode(signed.split_once('.').expect("claims").1);
        assert_eq!(
            String::from_utf8(claims).expect("text"),
            r#"{"aud":"https://push.example","exp":44200,"sub":"https://play.example"}"#
        );
    }
}
