//! Guests and accounts: how they sign in, and for how long.

pub(crate) mod account;
pub(crate) mod attempts;
pub(crate) mod code;
pub(crate) mod factor;
pub(crate) mod passkey;
pub(crate) mod password;
pub(crate) mod scope;
pub(crate) mod seal;
pub(crate) mod session;
pub(crate) mod sessions;
pub(crate) mod ticket;
pub(crate) mod totp;
pub(crate) mod username;

use std::net::IpAddr;

use secrecy::SecretString;
use thiserror::Error;

use attempts::Attempts;
use passkey::RelyingParty;
use password::{HashError, PasswordError, PasswordHash, Passwords};
use seal::Sealer;
use sessions::Sessions;
use username::NameKey;

use crate::network::NetworkRate;
use crate::settings::Settings;
use crate::system::System;

/// Burst of the passwords of a network that may be hashed, in seconds of its rate.
const BURST: u32 = 30;

/// Sessions, passwords and attempts to sign in, as far as they are in memory.
pub(crate) struct People {
    pub(crate) sessions: Sessions,
    pub(crate) attempts: Attempts,
    pub(crate) sealer: Sealer,
    /// The server as passkeys know it; none where there can be no passkeys.
    pub(crate) relying_party: Option<RelyingParty>,
    passwords: Passwords,
    /// Right passwords cost as much as wrong ones: the owner of an account must not keep everybody else waiting either.
    rate: NetworkRate,
}

/// Why a password is not looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum PasswordRefused {
    /// Too many were wrong: the next may be tried after this many milliseconds.
    #[error("too many wrong passwords")]
    Wait(u64),
    /// Too many came from this network, right or wrong: the next may be tried after this many milliseconds.
    #[error("too many passwords from one network")]
    TooMany(u64),
    /// It cannot be hashed.
    #[error(transparent)]
    Hash(#[from] HashError),
}

impl People {
    /// `key` is the server's master key, `ended` the number of the last ending (of a session, or of being a guest) so far.
    pub(crate) fn new(settings: &Settings, key: &[u8], ended: u64) -> People {
        let rate = settings.passwords_per_second;
        People {
            passwords: Passwords::new(settings.password_kib),
            attempts: Attempts::default(),
            sessions: Sessions::new(ended),
            rate: NetworkRate::per_second(rate, rate.saturating_mul(BURST)),
            sealer: Sealer::new(key),
            relying_party: settings.public_url.as_deref().and_then(RelyingParty::at),
        }
    }

    fn count(&self, network: IpAddr) -> Result<(), PasswordRefused> {
        self.rate.count(network).map_err(PasswordRefused::TooMany)
    }

    /// Hashes a password that a client in this network chooses, if it is good enough for the person described by `about`: the username.
    pub(crate) async fn choose(
        &self,
        network: IpAddr,
        password: SecretString,
        about: &str,
        system: &System,
    ) -> Result<Result<PasswordHash, PasswordError>, PasswordRefused> {
        self.count(network)?;
        let (about, salt) = (about.to_owned(), system.salt());
        Ok(self
            .passwords
            .choose(network, password, about, salt)
            .await?)
    }

    /// Hashes a password that somebody in a network has chosen.
    pub(crate) async fn hash(
        &self,
        network: IpAddr,
        password: SecretString,
        system: &System,
    ) -> Result<PasswordHash, PasswordRefused> {
        self.count(network)?;
        Ok(self
            .passwords
            .hash(network, password, system.salt())
            .await?)
    }

    /// Hashes several codes, each with a salt of its own.
    pub(crate) async fn hash_codes(
        &self,
        network: IpAddr,
        codes: Vec<(SecretString, [u8; 16])>,
    ) -> Result<Vec<PasswordHash>, PasswordRefused> {
        for _ in &codes {
            self.count(network)?;
        }
        Ok(self.passwords.hash_all(network, codes).await?)
    }

    /// The hash that belongs to this code, if there is one.
    pub(crate) async fn find_code(
        &self,
        network: IpAddr,
        code: SecretString,
        hashes: Vec<PasswordHash>,
    ) -> Result<Option<PasswordHash>, PasswordRefused> {
        for _ in &hashes {
            self.count(network)?;
        }
        Ok(self.passwords.find(network, code, hashes).await?)
    }

    /// Whether the password given for a name in this network matches the hash. Without a hash, for an unknown name, it takes
    /// equally long and is wrong. Wrong ones make the network wait. `now` is in milliseconds since 1970.
    pub(crate) async fn is_right(
        &self,
        (name, network): (&NameKey, IpAddr),
        password: SecretString,
        hash: Option<PasswordHash>,
        now: u64,
    ) -> Result<bool, PasswordRefused> {
        let wait = self.attempts.wait_ms(name, network, now);
        if wait > 0 {
            return Err(PasswordRefused::Wait(wait));
        }
        self.count(network)?;
        self.attempts.count(name, network, now);
        let is_right = self.passwords.verify(network, password, hash).await?;
        if is_right {
            self.attempts.forgive(name, network);
        }
        Ok(is_right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_unknown_name_costs_one_hash_of_the_same_cost_as_a_known_one() {
        let settings = Settings {
            password_kib: 8,
            ..Settings::default()
        };
        let people = People::new(&settings, &[7; 32], 0);
        let network = IpAddr::from([10, 0, 0, 1]);
        let system = System::real();
        let password = || SecretString::from("a knight on the rim");
        let known = people.hash(network, password(), &system).await;
        let known = known.expect("a hash");
        let sign_in = async |name: &str, hash, password| {
            let name = NameKey::of(name);
            let is_right = people.is_right((&name, network), password, hash, 0);
            let is_right = is_right.await.expect("not too many");
            let mut compared = people.passwords.compared.lock().expect("no panic");
            (is_right, std::mem::take(&mut *compared))
        };
        let wrong = || SecretString::from("a bishop on the rim");
        let right = sign_in("Rosalind", Some(known.clone()), password()).await;
        let known = sign_in("Rosalind", Some(known), wrong()).await;
        let unknown = sign_in("Nobody", None, password()).await;
        assert_eq!(right, (true, vec!["$argon2id$v=19$m=8,t=3,p=1".to_owned()]));
        assert_eq!(known, (false, right.1.clone()));
        assert_eq!(unknown, (false, right.1));
    }
}
