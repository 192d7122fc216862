//! Passkeys: key pairs whose private half never leaves its owner's device. WebAuthn's ceremonies are the library's; here is what
//! we ask of it, and what is stored.

use serde::Serialize;
use serde_json::{Map, Value};
use thiserror::Error;
use webauthn_rp::bin::{Decode, Encode};
use webauthn_rp::request::auth::{
    AuthenticationVerificationOptions, DiscoverableCredentialRequestOptions,
};
use webauthn_rp::request::register::{
    CredProtect, PublicKeyCredentialCreationOptions, PublicKeyCredentialUserEntity,
    RegistrationVerificationOptions, UserHandle,
};
use webauthn_rp::request::{AsciiDomain, PublicKeyCredentialDescriptor, RpId};
use webauthn_rp::response::auth::error::AuthCeremonyErr;
use webauthn_rp::response::register::{CompressedPubKey, DynamicState, StaticState};
use webauthn_rp::response::{AuthTransports, CredentialId};
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthentication, DiscoverableAuthenticationServerState,
    Registration, RegistrationServerState,
};

use super::session::TokenHash;
use crate::ids::{PasskeyId, PlayerId, SessionId};

/// Passkeys that an account may have.
pub(crate) const PASSKEYS: usize = 10;
/// The longest name of one, in characters.
pub(crate) const LONGEST_NAME: usize = 40;
/// For how long a challenge may be answered, in milliseconds: as long as the library says to the browser.
pub(crate) const CHALLENGE_MS: u64 = 5 * 60_000;
/// Bytes of a player's identifier, which is what authenticators know an account by.
const HANDLE: usize = 12;

type PublicKey = CompressedPubKey<[u8; 32], [u8; 32], [u8; 48], Vec<u8>>;

/// A passkey as it is stored.
#[derive(Debug, Clone)]
pub(crate) struct Passkey {
    pub(crate) id: PasskeyId,
    pub(crate) player: PlayerId,
    /// The name that its owner has given it.
    pub(crate) name: String,
    /// In milliseconds since 1970.
    pub(crate) created_at: u64,
    /// The time of its last use, in milliseconds since 1970.
    pub(crate) used_at: Option<u64>,
    pub(crate) credential: StoredCredential,
}

/// A credential as an authenticator has made it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredCredential {
    /// The authenticator's identifier for it.
    pub(crate) id: Vec<u8>,
    /// The public key with what belongs to it, as the library writes it.
    pub(crate) key: Vec<u8>,
    /// The part that changes with its use, among it the counter, as the library writes it.
    pub(crate) state: Vec<u8>,
    /// The transports by which browsers reach the authenticator, as the library writes them.
    pub(crate) transports: u8,
}

/// The purpose of a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CeremonyPurpose {
    /// Making a passkey, by the player who is signed in with this session.
    Register(SessionId),
    /// Showing a passkey: to sign in, or to confirm a change.
    Show,
}

/// A challenge as it is stored until it is answered: once, and only by the browser that has its token.
#[derive(Debug, Clone)]
pub(crate) struct Ceremony {
    pub(crate) token: TokenHash,
    pub(crate) purpose: CeremonyPurpose,
    /// The challenge with what was asked, as the library writes it.
    pub(crate) state: Vec<u8>,
    /// In milliseconds since 1970.
    pub(crate) expires_at: u64,
}

/// A passkey that has answered a challenge, of which nothing is stored yet.
#[derive(Debug)]
pub(crate) struct ShownPasskey {
    pub(crate) challenge: TokenHash,
    /// The passkey as it was before.
    pub(crate) passkey: Passkey,
    /// Its state after that.
    pub(crate) state: Vec<u8>,
}

/// A ceremony that has begun.
pub(crate) struct Begun {
    /// The state to be stored.
    pub(crate) state: Vec<u8>,
    /// The options for the browser, in WebAuthn's JSON.
    pub(crate) options: Map<String, Value>,
}

/// Why something is not accepted as a passkey, or as signed by one.
#[derive(Debug, Error)]
pub(crate) enum PasskeyError {
    /// It is not what WebAuthn says, or proves nothing. The reason is for the log.
    #[error("{0}")]
    Refused(String),
    /// The authenticator counts backwards: somebody has a copy of its key.
    #[error("the signature counter has gone back")]
    Cloned,
    /// A stored passkey or challenge cannot be read.
    #[error("a stored passkey or challenge is damaged")]
    Damaged,
}

fn refused(error: impl std::fmt::Display) -> PasskeyError {
    PasskeyError::Refused(error.to_string())
}

/// The server as authenticators know it. It is fixed: passkeys are bound to it.
#[derive(Debug)]
pub(crate) struct RelyingParty {
    id: RpId,
    origin: String,
}

impl RelyingParty {
    /// The server at its public address. `None` where browsers do not support passkeys: they require https or `localhost`, and a
    /// name instead of an IP address.
    pub(crate) fn at(public_url: &str) -> Option<RelyingParty> {
        let (scheme, rest) = public_url.split_once("://")?;
        let (scheme, rest) = (scheme.to_lowercase(), rest.to_lowercase());
        let authority = rest.split(['/', '?', '#']).next()?;
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) => (host, Some(port.parse::<u16>().ok()?)),
            None => (authority, None),
        };
        let (is_local, default) = (
            host == "localhost" || host.ends_with(".localhost"),
            &*scheme,
        );
        let default = match default {
            "https" => 443,
            "http" if is_local => 80,
            _ => return None,
        };
        let is_name = host
            .rsplit('.')
            .next()
            .is_some_and(|last| last.bytes().any(|letter| letter.is_ascii_alphabetic()));
        if !is_name || host.contains(['@', '[', ':']) {
            return None;
        }
        let id = RpId::Domain(AsciiDomain::try_from(host.to_owned()).ok()?);
        // As browsers write it.
        let origin = match port.filter(|port| *port != default) {
            Some(port) => format!("{scheme}://{host}:{port}"),
            None => format!("{scheme}://{host}"),
        };
        Some(RelyingParty { id, origin })
    }

    /// Begins the creation of a passkey for a player who may already have some.
    pub(crate) fn begin_registration(
        &self,
        player: PlayerId,
        username: &str,
        existing: &[Passkey],
    ) -> Result<Begun, PasskeyError> {
        let handle = handle(player)?;
        let user = PublicKeyCredentialUserEntity {
            name: username.try_into().map_err(refused)?,
            id: &handle,
            display_name: Some(username.try_into().map_err(refused)?),
        };
        let existing = existing.iter().map(|passkey| {
            let StoredCredential { id, transports, .. } = &passkey.credential;
            Ok(PublicKeyCredentialDescriptor {
                id: CredentialId::<Vec<u8>>::decode(id.clone())
                    .map_err(|_| PasskeyError::Damaged)?,
                transports: AuthTransports::decode(*transports)
                    .map_err(|_| PasskeyError::Damaged)?,
            })
        });
        let existing = existing.collect::<Result<_, PasskeyError>>()?;
        let mut options = PublicKeyCredentialCreationOptions::passkey(&self.id, user, existing);
        // Each use demands that the user is verified: there is no need for the authenticator to refuse others.
        options.extensions.cred_protect = CredProtect::None;
        let (server, client) = options.start_ceremony().map_err(refused)?;
        Ok(Begun {
            state: server.encode().map_err(refused)?,
            options: object(&client)?,
        })
    }

    /// The passkey that an authenticator has made.
    pub(crate) fn register(
        &self,
        state: &[u8],
        answer: &Map<String, Value>,
    ) -> Result<StoredCredential, PasskeyError> {
        let answer = serde_json::to_vec(answer).map_err(refused)?;
        let answer = Registration::from_json_relaxed(&answer).map_err(refused)?;
        let asked =
            RegistrationServerState::<HANDLE>::decode(state).map_err(|_| PasskeyError::Damaged)?;
        let options = RegistrationVerificationOptions::<'_, '_, &str, &str> {
            allowed_origins: &[&self.origin],
            error_on_unsolicited_extensions: false,
            ..RegistrationVerificationOptions::default()
        };
        let made = asked.verify(&self.id, &answer, &options).map_err(refused)?;
        Ok(StoredCredential {
            id: made.id().as_ref().to_vec(),
            key: made.static_state().encode().map_err(refused)?,
            state: encode_state(made.dynamic_state()),
            transports: made.transports().encode().unwrap_or_default(),
        })
    }

    /// Begins a request for any passkey, which then identifies its account.
    pub(crate) fn begin_assertion(&self) -> Result<Begun, PasskeyError> {
        let options = DiscoverableCredentialRequestOptions::passkey(&self.id);
        let (server, client) = options.start_ceremony().map_err(refused)?;
        Ok(Begun {
            state: server.encode().map_err(refused)?,
            options: object(&client)?,
        })
    }

    /// Verifies what a passkey has signed, and returns its state after that.
    pub(crate) fn check(
        &self,
        state: &[u8],
        answer: &Assertion,
        passkey: &Passkey,
    ) -> Result<Vec<u8>, PasskeyError> {
        let asked = DiscoverableAuthenticationServerState::decode(state)
            .map_err(|_| PasskeyError::Damaged)?;
        let StoredCredential { key, state, .. } = &passkey.credential;
        let key = StaticState::<PublicKey>::decode(key).map_err(|_| PasskeyError::Damaged)?;
        let before: [u8; 7] = state[..].try_into().map_err(|_| PasskeyError::Damaged)?;
        let before = DynamicState::decode(before).map_err(|_| PasskeyError::Damaged)?;
        let handle = handle(passkey.player)?;
        let mut credential = AuthenticatedCredential::new(answer.0.raw_id(), &handle, key, before)
            .map_err(|_| PasskeyError::Damaged)?;
        let options = AuthenticationVerificationOptions::<'_, '_, &str, &str> {
            allowed_origins: &[&self.origin],
            error_on_unsolicited_extensions: false,
            ..AuthenticationVerificationOptions::default()
        };
        match asked.verify(&self.id, &answer.0, &mut credential, &options) {
            Ok(_) => Ok(encode_state(credential.dynamic_state())),
            Err(AuthCeremonyErr::SignatureCounter) => Err(PasskeyError::Cloned),
            Err(error) => Err(refused(error)),
        }
    }
}

/// The signed answer of a passkey, before it is checked.
pub(crate) struct Assertion(DiscoverableAuthentication<HANDLE>);

impl Assertion {
    /// Reads a browser's answer.
    pub(crate) fn read(answer: &Map<String, Value>) -> Result<Assertion, PasskeyError> {
        let answer = serde_json::to_vec(answer).map_err(refused)?;
        let answer = DiscoverableAuthentication::from_json_relaxed(&answer).map_err(refused)?;
        Ok(Assertion(answer))
    }

    /// The authenticator's identifier for the passkey.
    pub(crate) fn credential(&self) -> &[u8] {
        let id: CredentialId<&[u8]> = self.0.raw_id();
        id.into_inner()
    }
}

fn handle(player: PlayerId) -> Result<UserHandle<HANDLE>, PasskeyError> {
    let letters = player.as_str().as_bytes().try_into();
    let letters: [u8; HANDLE] = letters.map_err(|_| PasskeyError::Damaged)?;
    UserHandle::decode(letters).map_err(|_| PasskeyError::Damaged)
}

fn encode_state(state: DynamicState) -> Vec<u8> {
    let Ok(bytes) = state.encode();
    bytes.to_vec()
}

fn object(options: &impl Serialize) -> Result<Map<String, Value>, PasskeyError> {
    match serde_json::to_value(options).map_err(refused)? {
        Value::Object(options) => Ok(options),
        _ => Err(PasskeyError::Damaged),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_are_there_under_https_and_at_localhost_and_nowhere_else() {
        for (url, id, origin) in [
            (
                "https://play.example.org",
                "play.example.org",
                "https://play.example.org",
            ),
            (
                "https://Play.Example.org:443/",
                "play.example.org",
                "https://play.example.org",
            ),
            (
                "https://play.example:8443/a",
                "play.example",
                "https://play.example:8443",
            ),
            (
                "http://localhost:8080",
                "localhost",
                "http://localhost:8080",
            ),
            ("http://localhost/", "localhost", "http://localhost"),
        ] {
            let party = RelyingParty::at(url).expect(url);
            assert_eq!((party.id.as_ref(), &*party.origin), (id, origin), "{url}");
        }
        for url in [
            "http://play.example.org",
            "https://192.0.2.7",
            "https://[2001:db8::1]:8080",
            "http://127.0.0.1:8080",
            "https://user@play.example.org",
            "https://play.example.org:port",
            "localhost:8080",
            "https://",
            "",
        ] {
            assert!(RelyingParty::at(url).is_none(), "{url}");
        }
    }
}
