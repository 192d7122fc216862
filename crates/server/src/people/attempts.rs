//! Wrong passwords: who tries many waits longer and longer, and keeps nobody else waiting.

use std::net::IpAddr;
use std::time::Duration;

use moka::sync::Cache;

use super::username::NameKey;
use crate::network::widest_of;

/// Wrong passwords that cost no time: people mistype.
const FREE: u32 = 5;
/// The longest wait after one, in milliseconds.
const LONGEST_MS: u64 = 5 * 60_000;
/// Wrong passwords of one network, for whatever names, that cost no time.
const FREE_OF_NETWORK: u32 = 20;
/// For how long wrong passwords are remembered after the last one.
const REMEMBERED: Duration = Duration::from_secs(3_600);
/// How many are remembered.
const MOST: u64 = 100_000;

/// Wrong passwords, by name and network and by network alone.
///
/// They are not counted by name alone: a stranger could lock an account's owner out by that.
pub(crate) struct Attempts {
    of_name: Cache<(NameKey, IpAddr), Failures>,
    of_network: Cache<IpAddr, Failures>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Failures {
    count: u32,
    /// When the next may be tried, in milliseconds since 1970.
    next_at: u64,
}

impl Failures {
    fn after_one_more(self, free: u32, now: u64) -> Failures {
        let count = self.count.saturating_add(1);
        let doublings = count.saturating_sub(free);
        let wait = match doublings {
            0 => 0,
            _ => 1_000_u64
                .checked_shl(doublings - 1)
                .map_or(LONGEST_MS, |wait| wait.min(LONGEST_MS)),
        };
        Failures {
            count,
            next_at: now.saturating_add(wait),
        }
    }
}

impl Default for Attempts {
    fn default() -> Attempts {
        Attempts {
            of_name: remembered(),
            of_network: remembered(),
        }
    }
}

fn remembered<K>() -> Cache<K, Failures>
where
    K: std::hash::Hash + Eq + Send + Sync + 'static,
{
    let cache = Cache::builder().max_capacity(MOST);
    cache.time_to_idle(REMEMBERED).build()
}

impl Attempts {
    /// For how many milliseconds a network must wait before it may try a password for a name; 0 if it may now.
    pub(crate) fn wait_ms(&self, name: &NameKey, network: IpAddr, now: u64) -> u64 {
        let network = widest_of(network);
        let of_name = self.of_name.get(&(name.clone(), network));
        let of_network = self.of_network.get(&network);
        let next_at = [of_name, of_network]
            .into_iter()
            .flatten()
            .map(|failures| failures.next_at);
        next_at.max().unwrap_or(0).saturating_sub(now)
    }

    /// A password was wrong. It is counted before it is looked at, and forgotten if it was right: many that are tried
    /// at once count too.
    pub(crate) fn count(&self, name: &NameKey, network: IpAddr, now: u64) {
        let more = |failures: Option<Failures>, free| {
            failures.unwrap_or_default().after_one_more(free, now)
        };
        let network = widest_of(network);
        let of_name = self.of_name.entry((name.clone(), network));
        let _ = of_name.and_upsert_with(|entry| more(entry.map(|entry| entry.into_value()), FREE));
        let of_network = self.of_network.entry(network);
        let _ = of_network
            .and_upsert_with(|entry| more(entry.map(|entry| entry.into_value()), FREE_OF_NETWORK));
    }

    /// The password was right.
    pub(crate) fn forgive(&self, name: &NameKey, network: IpAddr) {
        let network = widest_of(network);
        self.of_name.invalidate(&(name.clone(), network));
        // The network's own count only loses this one: who has an account of their own guesses no faster with it.
        let _ = self.of_network.entry(network).and_upsert_with(|entry| {
            let mut failures = entry.map(|entry| entry.into_value()).unwrap_or_default();
            failures.count = failures.count.saturating_sub(1);
            if failures.count < FREE_OF_NETWORK {
                failures.next_at = 0;
            }
            failures
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_waits_longer_with_every_wrong_password_and_others_do_not_wait() {
        let attempts = Attempts::default();
        let name = NameKey::of("Rosalind");
        let [attacker, owner] = ["10.0.0.1", "10.0.0.2"].map(|ip| ip.parse().expect("an address"));
        let mut now = 1_000_000;
        let mut waits = Vec::new();
        for _ in 0..1_000 {
            attempts.count(&name, attacker, now);
            let wait = attempts.wait_ms(&name, attacker, now);
            now += wait;
            waits.push(wait);
        }
        assert_eq!(waits[..8], [0, 0, 0, 0, 0, 1_000, 2_000, 4_000]);
        assert_eq!(waits[999], LONGEST_MS);
        assert_eq!(attempts.wait_ms(&name, owner, now), 0);
        attempts.forgive(&name, owner);
        assert_eq!(attempts.wait_ms(&name, attacker, now - 1), 1);
    }

    #[test]
    fn the_many_networks_of_one_ipv6_site_wait_together() {
        let attempts = Attempts::default();
        let name = NameKey::of("Rosalind");
        for n in 0..=FREE {
            let network = format!("2001:db8:1:{n:x}::").parse().expect("an address");
            attempts.count(&name, network, 0);
        }
        let another = "2001:db8:1:ffff::".parse().expect("an address");
        assert_eq!(attempts.wait_ms(&name, another, 0), 1_000);
    }

    #[test]
    fn a_network_that_tries_many_names_waits_as_well() {
        let attempts = Attempts::default();
        let network = "10.0.0.1".parse().expect("an address");
        for n in 0..FREE_OF_NETWORK {
            let name = NameKey::of(&format!("player {n}"));
            assert_eq!(attempts.wait_ms(&name, network, 0), 0);
            attempts.count(&name, network, 0);
        }
        let name = NameKey::of("another");
        attempts.count(&name, network, 0);
        assert_eq!(attempts.wait_ms(&name, network, 0), 1_000);
    }

    #[test]
    fn a_right_password_is_no_attempt() {
        let attempts = Attempts::default();
        let network = "10.0.0.1".parse().expect("an address");
        let name = NameKey::of("Rosalind");
        for _ in 0..100 {
            attempts.count(&name, network, 0);
            attempts.forgive(&name, network);
        }
        assert_eq!(attempts.wait_ms(&name, network, 0), 0);
    }
}
