//! The server's clock and random numbers. Tests supply their own.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
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
    /// The time of the start, and a monotonic clock.
    Real { started: Instant, epoch_ms: u64 },
    /// A test's clock, and the milliseconds that the time is ahead of it.
    Simulated { clock: SimulatedClock, ahead: u64 },
}

/// A clock that stands still until a test moves it. Clones are the same clock.
#[derive(Debug, Clone)]
pub struct SimulatedClock(Arc<AtomicU64>);

impl SimulatedClock {
    /// A clock that shows `epoch_ms` (milliseconds since 1970).
    #[must_use]
    pub fn at(epoch_ms: u64) -> SimulatedClock {
        SimulatedClock(Arc::new(AtomicU64::new(epoch_ms)))
    }

    /// Moves it on.
    pub fn advance(&self, ms: u64) {
        self.0.fetch_add(ms, Ordering::SeqCst);
    }

    /// The time that it shows, in milliseconds since 1970.
    #[must_use]
    pub fn shows(&self) -> u64 {
        self.0.load(Ordering::SeqCst)
    }

    fn started(self) -> Time {
        Time::Simulated {
            clock: self,
            ahead: 0,
        }
    }
}

/// The time of the machine's clock, in milliseconds since 1970.
fn machine_ms() -> u64 {
    let epoch = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    u64::try_from(epoch.as_millis()).unwrap_or(u64::MAX)
}

/// Letters and digits that are not taken for each other.
pub(crate) const PLAIN_LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";

impl System {
    /// The machine's clock and its random numbers.
    #[must_use]
    pub fn real() -> System {
        System {
            time: Time::Real {
                started: Instant::now(),
                epoch_ms: machine_ms(),
            },
            random: Mutex::new(StdRng::from_rng(&mut rand::rng())),
        }
    }

    /// A system whose clock is moved by hand, with the machine's random numbers.
    pub(crate) fn at(clock: SimulatedClock) -> System {
        System {
            time: clock.started(),
            ..System::real()
        }
    }

    /// A system in which the same happens every time: a clock that only the test moves, and random numbers from a
    /// seed.
    #[must_use]
    pub fn simulated(clock: SimulatedClock, seed: u64) -> System {
        System {
            time: clock.started(),
            random: Mutex::new(StdRng::seed_from_u64(seed)),
        }
    }

    /// The time used in games and in everything stored, in milliseconds since 1970. It never goes back, and can be ahead of the
    /// machine's clock.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        match &self.time {
            Time::Real { started, epoch_ms } => {
                epoch_ms + u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX)
            }
            Time::Simulated { clock, ahead } => clock.shows() + ahead,
        }
    }

    /// The time of the machine's clock now, in milliseconds since 1970: for values that others compare with clocks of their own.
    pub(crate) fn machine_ms(&self) -> u64 {
        match &self.time {
            Time::Real { .. } => machine_ms(),
            Time::Simulated { clock, .. } => clock.shows(),
        }
    }

    /// Goes on from `ms` (milliseconds since 1970), if that is still to come.
    pub(crate) fn go_on_from(&mut self, ms: u64) {
        let more = ms.saturating_sub(self.now_ms());
        match &mut self.time {
            Time::Real { epoch_ms, .. } => *epoch_ms += more,
            Time::Simulated { ahead, .. } => *ahead += more,
        }
    }

    fn draw<T>(&self, draw: impl FnOnce(&mut StdRng) -> T) -> T {
        let mut random = self.random.lock().unwrap_or_else(PoisonError::into_inner);
        draw(&mut random)
    }

    /// Random letters and digits, without those that look alike.
    pub(crate) fn letters<const LENGTH: usize>(&self) -> [u8; LENGTH] {
        self.letters_of(PLAIN_LETTERS)
    }

    /// Random letters out of `of`, which must not be empty.
    pub(crate) fn letters_of<const LENGTH: usize>(&self, of: &[u8]) -> [u8; LENGTH] {
        self.draw(|random| {
            let mut letters = [0; LENGTH];
            for letter in &mut letters {
                *letter = of[random.random_range(0..of.len())];
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
