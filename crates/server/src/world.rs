//! What the server takes from outside: the time and chance. Tests put in their own.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng};

/// Where time and chance come from.
#[derive(Debug)]
pub struct World {
    time: Time,
    chance: Mutex<StdRng>,
}

#[derive(Debug)]
enum Time {
    /// The epoch at the start, and a clock that nobody sets back.
    Real { began: Instant, epoch_ms: u64 },
    /// As a test says, in milliseconds since the epoch.
    Told(AtomicU64),
}

impl World {
    /// The machine's clock, and its chance.
    #[must_use]
    pub fn real() -> World {
        let epoch = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        World {
            time: Time::Real {
                began: Instant::now(),
                epoch_ms: u64::try_from(epoch.as_millis()).unwrap_or(u64::MAX),
            },
            chance: Mutex::new(StdRng::from_rng(&mut rand::rng())),
        }
    }

    /// A world in which the same happens every time: a clock that stands still until
    /// [`World::pass`], and chance from a seed. For tests.
    #[must_use]
    pub fn repeatable(epoch_ms: u64, seed: u64) -> World {
        World {
            time: Time::Told(AtomicU64::new(epoch_ms)),
            chance: Mutex::new(StdRng::seed_from_u64(seed)),
        }
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        match &self.time {
            Time::Real { began, epoch_ms } => {
                epoch_ms + u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX)
            }
            Time::Told(now) => now.load(Ordering::SeqCst),
        }
    }

    /// Lets time pass in a repeatable world; without effect in the real one.
    pub fn pass(&self, ms: u64) {
        if let Time::Told(now) = &self.time {
            now.fetch_add(ms, Ordering::SeqCst);
        }
    }

    fn with_chance<T>(&self, draw: impl FnOnce(&mut StdRng) -> T) -> T {
        let mut chance = self
            .chance
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        draw(&mut chance)
    }

    /// A name for a new game or player: twelve letters and digits, which nobody can guess.
    #[must_use]
    pub fn id(&self) -> String {
        const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
        self.with_chance(|chance| {
            (0..12)
                .map(|_| char::from(LETTERS[chance.random_range(0..LETTERS.len())]))
                .collect()
        })
    }

    /// Random bytes in hexadecimal digits.
    #[must_use]
    pub fn salt(&self) -> [u8; 16] {
        self.with_chance(|chance| {
            let mut salt = [0; 16];
            chance.fill_bytes(&mut salt);
            salt
        })
    }

    /// A number.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.with_chance(|chance| chance.next_u64())
    }
}
