//! Passwords: which may be chosen, and how they are kept.

use std::net::IpAddr;
use std::sync::Arc;

use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use secrecy::{ExposeSecret, SecretString};
use thiserror::Error;
use tokio::sync::Semaphore;

use crate::turns::Turns;

/// The shortest and the longest, in characters.
pub(crate) const SHORTEST: usize = 8;
pub(crate) const LONGEST: usize = 128;
/// A password that is found with fewer guesses than this, by somebody who knows the lists, is refused. The list of common
/// passwords that `zxcvbn` ships has 30,000.
const GUESSES: u64 = 100_000;
/// Maximum number of characters for which guesses are estimated. The estimate is far above the bound by then, and the time grows with
/// the square of the length.
const LOOKED_AT: usize = 32;
/// Passes over the memory.
const PASSES: u32 = 3;
/// Passwords that are hashed at once, and networks that may wait for it.
const AT_ONCE: usize = 1;
const WAITING: usize = 64;

/// Why a password cannot be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum PasswordError {
    /// Too short or too long.
    #[error("a password has {SHORTEST} to {LONGEST} characters")]
    Length,
    /// It is among those that are tried first.
    #[error(
        "this password is among the first that anybody would try: choose a longer or less common one"
    )]
    Common,
}

/// Why a password cannot be hashed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub(crate) enum HashError {
    /// Too many wait already.
    #[error("too many sign in at once")]
    Busy,
    /// The library refuses; it was logged.
    #[error("the password cannot be hashed")]
    Failed,
}

/// A password's hash with its salt and parameters, in the format of the Password Hashing Competition.
#[derive(Debug, Clone)]
pub(crate) struct PasswordHash(SecretString);

impl PasswordHash {
    /// The hash as it stands in the database.
    pub(crate) fn read(text: String) -> PasswordHash {
        PasswordHash(text.into())
    }

    /// The hash for the database, and for nobody else.
    pub(crate) fn reveal(&self) -> &str {
        self.0.expose_secret()
    }
}

/// Whether a password is neither too short nor too long.
pub(crate) fn check_length(password: &SecretString) -> Result<(), PasswordError> {
    let length = password.expose_secret().chars().count();
    match (SHORTEST..=LONGEST).contains(&length) {
        true => Ok(()),
        false => Err(PasswordError::Length),
    }
}

/// Checks whether a password may be chosen by a person described by these words, above all the username. With characters that may
/// stand for several letters, this can take as long as hashing.
fn check(password: &SecretString, about: &[&str]) -> Result<(), PasswordError> {
    check_length(password)?;
    let password = password.expose_secret();
    let words: Vec<&str> = about.iter().copied().chain(["manifold"]).collect();
    let begin: String = password.chars().take(LOOKED_AT).collect();
    match zxcvbn::zxcvbn(&begin, &words).guesses() < GUESSES {
        true => Err(PasswordError::Common),
        false => Ok(()),
    }
}

/// Hashes passwords with Argon2id, one at a time, away from the threads that everybody shares. Each network has one password in line,
/// for which its others wait.
pub(crate) struct Passwords {
    argon2: Argon2<'static>,
    turns: Turns,
    places: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    /// A hash that no password has, so that unknown names are answered as late as known ones.
    nobody: PasswordHash,
    /// The parameters of the hashes with which passwords were compared.
    #[cfg(test)]
    pub(super) compared: Arc<std::sync::Mutex<Vec<String>>>,
}

impl Passwords {
    /// Hashes with this much memory, in kibibytes.
    pub(crate) fn new(memory_kib: u32) -> Passwords {
        let params = Params::new(memory_kib, PASSES, 1, None).unwrap_or_default();
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let nobody =
            hash(&argon2, "", [0; 16]).unwrap_or_else(|_| PasswordHash::read(String::new()));
        Passwords {
            argon2,
            turns: Turns::default(),
            places: Arc::new(Semaphore::new(AT_ONCE)),
            queue: Arc::new(Semaphore::new(WAITING)),
            nobody,
            #[cfg(test)]
            compared: Arc::default(),
        }
    }

    /// Hashes a password that a client in this network chooses, if it is good enough for the person described by `about`.
    pub(crate) async fn choose(
        &self,
        network: IpAddr,
        password: SecretString,
        about: String,
        salt: [u8; 16],
    ) -> Result<Result<PasswordHash, PasswordError>, HashError> {
        let chosen = self.work(network, move |argon2| {
            let judged = check(&password, &[&about]);
            judged.map(|()| hash(argon2, password.expose_secret(), salt))
        });
        match chosen.await? {
            Ok(hash) => hash.map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Hashes a password that somebody in a network has chosen.
    pub(crate) async fn hash(
        &self,
        network: IpAddr,
        password: SecretString,
        salt: [u8; 16],
    ) -> Result<PasswordHash, HashError> {
        self.work(network, move |argon2| {
            hash(argon2, password.expose_secret(), salt)
        })
        .await?
    }

    /// Whether it is the password with this hash. Without a hash it takes as long, and is wrong.
    pub(crate) async fn verify(
        &self,
        network: IpAddr,
        password: SecretString,
        hash: Option<PasswordHash>,
    ) -> Result<bool, HashError> {
        let is_known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.nobody.clone());
        #[cfg(test)]
        let compared = Arc::clone(&self.compared);
        let is_right = self.work(network, move |argon2| {
            #[cfg(test)]
            compared.lock().expect("no panic").push(cost(&hash));
            let password = password.expose_secret().as_bytes();
            argon2.verify_password(password, hash.reveal()).is_ok()
        });
        Ok(is_right.await? && is_known)
    }

    /// Hashes several codes, each with a salt of its own.
    pub(crate) async fn hash_all(
        &self,
        network: IpAddr,
        codes: Vec<(SecretString, [u8; 16])>,
    ) -> Result<Vec<PasswordHash>, HashError> {
        self.work(network, move |argon2| {
            let codes = codes.iter();
            codes
                .map(|(code, salt)| hash(argon2, code.expose_secret(), *salt))
                .collect()
        })
        .await?
    }

    /// The hash that belongs to this code, if there is one.
    pub(crate) async fn find(
        &self,
        network: IpAddr,
        code: SecretString,
        hashes: Vec<PasswordHash>,
    ) -> Result<Option<PasswordHash>, HashError> {
        self.work(network, move |argon2| {
            let code = code.expose_secret().as_bytes();
            let is_hash = |hash: &PasswordHash| argon2.verify_password(code, hash.reveal()).is_ok();
            hashes.into_iter().find(is_hash)
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        network: IpAddr,
        work: impl FnOnce(&Argon2<'static>) -> T + Send + 'static,
    ) -> Result<T, HashError> {
        let turn = self.turns.turn(network).await;
        let turn = turn.map_err(|_| HashError::Failed)?;
        let _waiting = self.queue.try_acquire().map_err(|_| HashError::Busy)?;
        let place = Arc::clone(&self.places).acquire_owned().await;
        let place = place.map_err(|_| HashError::Failed)?;
        let argon2 = self.argon2.clone();
        let done = tokio::task::spawn_blocking(move || {
            // Held until it is done, even if the client has gone.
            let (_place, _turn) = (place, turn);
            work(&argon2)
        });
        done.await.map_err(|_| HashError::Failed)
    }
}

fn hash(argon2: &Argon2<'_>, password: &str, salt: [u8; 16]) -> Result<PasswordHash, HashError> {
    let hash = argon2.hash_password_with_salt(password.as_bytes(), &salt);
    let hash = hash.map_err(|error| {
        tracing::error!(%error, "a password could not be hashed");
        HashError::Failed
    })?;
    Ok(PasswordHash::read(hash.to_string()))
}

/// The cost of a hash: its algorithm, version and parameters.
#[cfg(test)]
fn cost(hash: &PasswordHash) -> String {
    let parts = hash.reveal().split('$').take(4);
    parts.collect::<Vec<_>>().join("$")
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    const NETWORK: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));

    fn judged(password: &str) -> Result<(), PasswordError> {
        check(
            &password.to_owned().into(),
            &["Rosalind", "rosalind@example.org"],
        )
    }

    #[test]
    fn eight_to_a_hundred_and_twenty_eight_characters_of_any_kind() {
        assert_eq!(judged("kq7-vxm"), Err(PasswordError::Length));
        assert_eq!(judged("kq7-vxmz"), Ok(()));
        assert_eq!(judged("四月は君の嘘だった"), Ok(()));
        let long = |length| {
            (0..length)
                .map(|n| char::from(b'a' + (n * n % 23) as u8))
                .collect::<String>()
        };
        assert_eq!(judged(&long(128)), Ok(()));
        assert_eq!(judged(&long(129)), Err(PasswordError::Length));
    }

    #[test]
    fn what_is_tried_first_is_refused() {
        for password in [
            "password",
            "P@ssw0rd",
            "12345678",
            "iloveyou",
            "qwertyuiop",
            "aaaaaaaa",
            "drowssap",
            "rosalind",
            "Rosalind1",
            "manifold",
        ] {
            assert_eq!(judged(password), Err(PasswordError::Common), "{password}");
        }
    }

    #[tokio::test]
    async fn only_the_same_password_is_right() {
        let passwords = Passwords::new(8);
        let hash = passwords
            .hash(NETWORK, "correct horse".to_owned().into(), [7; 16])
            .await
            .expect("a hash");
        assert!(
            hash.reveal().starts_with("$argon2id$v=19$m=8,t=3,p=1$"),
            "{}",
            hash.reveal()
        );
        let verify = async |password: &str, hash| {
            let password = password.to_owned().into();
            passwords.verify(NETWORK, password, hash).await
        };
        assert_eq!(verify("correct horse", Some(hash.clone())).await, Ok(true));
        assert_eq!(verify("correct horsE", Some(hash.clone())).await, Ok(false));
        // The placeholder hash is that of the empty password, which must still be wrong.
        assert_eq!(verify("", None).await, Ok(false));
        assert!(!format!("{hash:?}").contains("argon2"), "{hash:?}");
    }

    #[tokio::test]
    async fn a_password_is_judged_in_the_turn_of_its_network() {
        // Each of these characters may stand for several letters: all combinations are tried.
        let costly = "4@8({[<3691!|70$5+%2qzjvkxwybmqphfgdlrnstcuaoieqzjvkxwybmqphfgdl";
        let passwords = Passwords::new(8);
        let choose = || {
            let password = costly.to_owned().into();
            Box::pin(passwords.choose(NETWORK, password, "rosalind".to_owned(), [7; 16]))
        };
        let places = Arc::clone(&passwords.places);
        let at_work = places.acquire_owned().await.expect("a place");
        let mut greedy: Vec<_> = (0..4 * WAITING).map(|_| choose()).collect();
        for waits in &mut greedy {
            assert!(waits.as_mut().now_or_never().is_none());
        }
        let password = || "anything".to_owned().into();
        let mut waits = Box::pin(passwords.verify([10, 0, 0, 2].into(), password(), None));
        assert_eq!(waits.as_mut().now_or_never(), None, "nor is it refused");
        drop(at_work);
        let chosen = greedy.swap_remove(0).await;
        assert!(matches!(chosen, Ok(Ok(_))), "{chosen:?}");
        assert_eq!(waits.await, Ok(false));
    }

    #[tokio::test]
    async fn more_than_can_wait_are_refused() {
        let passwords = Passwords::new(8);
        let all = passwords
            .queue
            .acquire_many(WAITING as u32)
            .await
            .expect("places");
        let verify = || passwords.verify(NETWORK, "anything".to_owned().into(), None);
        assert_eq!(verify().await, Err(HashError::Busy));
        drop(all);
        assert_eq!(verify().await, Ok(false));
    }

    #[tokio::test]
    async fn a_stranger_waits_for_one_password_of_a_network_however_many_it_sends() {
        let passwords = Passwords::new(8);
        let stranger = IpAddr::from([10, 0, 0, 2]);
        let verify = |network| {
            let password = "anything".to_owned().into();
            Box::pin(passwords.verify(network, password, None))
        };
        let places = Arc::clone(&passwords.places);
        let at_work = places.acquire_owned().await.expect("a place");
        let mut greedy: Vec<_> = (0..4 * WAITING).map(|_| verify(NETWORK)).collect();
        for waits in &mut greedy {
            assert_eq!(waits.as_mut().now_or_never(), None);
        }
        let mut waits = verify(stranger);
        assert_eq!(waits.as_mut().now_or_never(), None, "nor is it refused");
        drop(at_work);
        assert_eq!(greedy.swap_remove(0).await, Ok(false));
        // The remaining ones of the greedy network are not polled.
        let patience = std::time::Duration::from_secs(60);
        let served = tokio::time::timeout(patience, waits).await;
        assert_eq!(served.expect("the stranger's turn"), Ok(false));
    }
}
