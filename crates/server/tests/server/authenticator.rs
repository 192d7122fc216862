//! A software authenticator: creates passkeys and signs with them, correctly or as an attacker would.

use data_encoding::BASE64URL_NOPAD;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// The origin of the tests with passkeys.
pub(crate) const ORIGIN: &str = "https://play.example.org";
pub(crate) const RP_ID: &str = "play.example.org";

/// A passkey, with what its authenticator claims when it is used.
#[derive(Clone)]
pub(crate) struct Authenticator {
    key: SigningKey,
    credential: Vec<u8>,
    /// The server's identifier of the account (the user handle).
    pub(crate) user: String,
    pub(crate) origin: String,
    pub(crate) rp_id: String,
    pub(crate) counter: u32,
    /// Whether the user was verified, by fingerprint or PIN.
    pub(crate) is_verified: bool,
}

fn base64(bytes: &[u8]) -> String {
    BASE64URL_NOPAD.encode(bytes)
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

impl Authenticator {
    /// An authenticator with its own key.
    pub(crate) fn new(number: u8) -> Authenticator {
        Authenticator {
            key: SigningKey::from_slice(&[number; 32]).expect("a key"),
            credential: vec![number; 16],
            user: String::new(),
            origin: ORIGIN.to_owned(),
            rp_id: RP_ID.to_owned(),
            counter: 0,
            is_verified: true,
        }
    }

    /// A copy that claims to belong to this user.
    pub(crate) fn of_user(&self, user: &str) -> Authenticator {
        Authenticator {
            user: user.to_owned(),
            ..self.clone()
        }
    }

    fn data(&self, attested: &[u8]) -> Vec<u8> {
        let verified = if self.is_verified { 0x04 } else { 0 };
        let is_attested = if attested.is_empty() { 0 } else { 0x40 };
        let mut data = Sha256::digest(self.rp_id.as_bytes()).to_vec();
        data.push(0x01 | verified | is_attested);
        data.extend(self.counter.to_be_bytes());
        data.extend(attested);
        data
    }

    fn client_data(&self, kind: &str, options: &Value) -> String {
        let challenge = text(&options["challenge"]);
        let origin = &self.origin;
        format!(
            r#"{{"type":"{kind}","challenge":"{challenge}","origin":"{origin}","crossOrigin":false}}"#
        )
    }

    /// Creates the passkey for these options.
    pub(crate) fn make(&mut self, options: &Value) -> Value {
        self.user = text(&options["user"]["id"]).to_owned();
        let point = self.key.verifying_key().to_sec1_point(false);
        let (x, y) = (point.x().expect("a point"), point.y().expect("a point"));
        let mut attested = vec![0; 16];
        attested.extend((self.credential.len() as u16).to_be_bytes());
        attested.extend(&self.credential);
        // COSE: an elliptic curve key for ES256, on P-256.
        attested.extend([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]);
        attested.extend(x);
        attested.extend([0x22, 0x58, 0x20]);
        attested.extend(y);
        let data = self.data(&attested);
        // CBOR: `{"fmt": "none", "attStmt": {}, "authData": …}`.
        let mut object = vec![0xa3, 0x63];
        object.extend(b"fmt\x64none\x67attStmt\xa0\x68authData\x58");
        object.push(data.len() as u8);
        object.extend(&data);
        let id = base64(&self.credential);
        json!({
            "id": id,
            "rawId": id,
            "type": "public-key",
            "response": {
                "clientDataJSON": base64(self.client_data("webauthn.create", options).as_bytes()),
                "attestationObject": base64(&object),
                "transports": ["internal"],
            },
            "clientExtensionResults": {},
        })
    }

    /// Signs a challenge.
    pub(crate) fn sign(&mut self, options: &Value) -> Value {
        let client_data = self.client_data("webauthn.get", options);
        let data = self.data(&[]);
        let mut signed = data.clone();
        signed.extend(Sha256::digest(client_data.as_bytes()));
        let signature: Signature = self.key.sign(&signed);
        let id = base64(&self.credential);
        json!({
            "id": id,
            "rawId": id,
            "type": "public-key",
            "response": {
                "clientDataJSON": base64(client_data.as_bytes()),
                "authenticatorData": base64(&data),
                "signature": base64(signature.to_der().as_bytes()),
                "userHandle": self.user,
            },
            "clientExtensionResults": {},
        })
    }
}
