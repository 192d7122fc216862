//! What the server takes from the machine: the time and random numbers. Tests put in their own.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng};

/// The source of time and random numbers.
#[derive(Debug)]
pub struct System {
    time: Time,
    random: Mutex<StdRng>,
}

#[derive(Debug)]
enum Time {
    /// The time of the start, and a clock that nobody sets back.
    Real { started: Instant, epoch_ms: u64 },
    /// As a test says, in milliseconds since 1970.
    Simulated(AtomicU64),
}

impl System {
    /// The machine's clock and its random numbers.
    #[must_use]
    pub fn real() -> System {
        let epoch = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        System {
            time: Time::Real {
                started: Instant::now(),
                epoch_ms: u64::try_from(epoch.as_millis()).unwrap_or(u64::MAX),
            },
            random: Mutex::new(StdRng::from_rng(&mut rand::rng())),
        }
    }

    /// A system in which the same happens every time: a clock that stands still until
    /// [`System::advance`], and random numbers from a seed. For tests.
    #[must_use]
    pub fn simulated(epoch_ms: u64, seed: u64) -> System {
        System {
            time: Time::Simulated(AtomicU64::new(epoch_ms)),
            random: Mutex::new(StdRng::seed_from_u64(seed)),
        }
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        match &self.time {
            Time::Real { started, epoch_ms } => {
                epoch_ms + u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX)
            }
            Time::Simulated(now) => now.load(Ordering::SeqCst),
        }
    }

    /// Moves a simulated clock on; no effect on the real one.
    pub fn advance(&self, ms: u64) {
        if let Time::Simulated(now) = &self.time {
            now.fetch_add(ms, Ordering::SeqCst);
        }
    }

    fn draw<T>(&self, draw: impl FnOnce(&mut StdRng) -> T) -> T {
        let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
        draw(&mut random)
    }

    /// Random letters and digits, without those that look alike.
    pub(crate) fn letters<const LENGTH: usize>(&self) -> [u8; LENGTH] {
        const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
        self.draw(|random| {
            let mut letters = [0; LENGTH];
            for letter in &mut letters {
                *letter = LETTERS[random.random_range(0..LETTERS.len())];
            }
            letters
        })
    }

    /// Sixteen random bytes.
    pub(crate) fn salt(&self) -> [u8; 16] {
        self.draw(|random| {
            let mut salt = [0; 16];
            random.fill_bytes(&mut salt);
            salt
        })
    }

    /// A seed for the engine.
    pub(crate) fn seed(&self) -> u64 {
        self.draw(|random| random.next_u64())
    }
}
