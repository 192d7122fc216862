//! Throttling of wrong passwords: those who try many wait longer and longer, without making anybody else wait.

use std::net::IpAddr;
use std::time::Duration;

use moka::sync::Cache;

use super::username::NameKey;
use crate::ids::PlayerId;
use crate::network::widest_of;

/// Wrong passwords that cost no time: people mistype.
const FREE: u32 = 5;
/// The longest wait after one, in milliseconds.
const LONGEST_MS: u64 = 5 * 60_000;
/// Wrong passwords of one network, for whatever names, that cost no time.
const FREE_OF_NETWORK: u32 = 20;
/// Time for which wrong passwords are remembered after the last one.
const REMEMBERED: Duration = Duration::from_secs(3_600);
/// The most entries remembered, of each kind.
const MOST: u64 = 100_000;

/// Wrong passwords, by name and network and by network alone; wrong codes of a second factor, by account and by network.
///
/// Passwords are not counted by name alone, because a stranger could then lock out an account's owner. Codes are,
/// because only somebody who knows the password is asked for one: an account allows few guesses, whatever networks they
/// come from.
pub(crate) struct Attempts {
    of_name: Cache<(NameKey, IpAddr), Failures>,
    of_network: Cache<IpAddr, Failures>,
    of_player: Cache<PlayerId, Failures>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Failures {
    count: u32,
    /// The earliest time of the next attempt, in milliseconds since 1970.
    next_at: u64,
}

impl Failures {
    fn after_one_more(self, free: u32, now: u64) -> Failures {
        let count = self.count.saturating_add(1);
        let doublings = count.saturating_sub(free);
        let next_at = match doublings {
            // Not `now`: that would be a wait for a caller who read the clock just before.
            0 => 0,
            _ => {
                let wait = 1_000_u64.checked_shl(doublings - 1);
                now.saturating_add(wait.map_or(LONGEST_MS, |wait| wait.min(LONGEST_MS)))
            }
        };
        Failures { count, next_at }
    }
}

impl Default for Attempts {
    fn default() -> Attempts {
        Attempts {
            of_name: remembered(),
            of_network: remembered(),
            of_player: remembered(),
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
        longest([of_name, self.of_network.get(&network)], now)
    }

    /// Counts a wrong password. Called before the password is verified and undone if it was right, so that concurrent attempts count, too.
    pub(crate) fn count(&self, name: &NameKey, network: IpAddr, now: u64) {
        let network = widest_of(network);
        count(&self.of_name, (name.clone(), network), FREE, now);
        count(&self.of_network, network, FREE_OF_NETWORK, now);
    }

    /// The password was right.
    pub(crate) fn forgive(&self, name: &NameKey, network: IpAddr) {
        let network = widest_of(network);
        self.of_name.invalidate(&(name.clone(), network));
        self.forgive_network(network);
    }

    /// For how many milliseconds nobody may try a code for an account; 0 if this network may now.
    pub(crate) fn wait_for_code_ms(&self, player: PlayerId, network: IpAddr, now: u64) -> u64 {
        let of_network = self.of_network.get(&widest_of(network));
        longest([self.of_player.get(&player), of_network], now)
    }

    /// A code was wrong; it is counted before it is looked at, too.
    pub(crate) fn count_code(&self, player: PlayerId, network: IpAddr, now: u64) {
        count(&self.of_player, player, FREE, now);
        count(&self.of_network, widest_of(network), FREE_OF_NETWORK, now);
    }

    /// The code was right.
    pub(crate) fn forgive_code(&self, player: PlayerId, network: IpAddr) {
        self.of_player.invalidate(&player);
        self.forgive_network(widest_of(network));
    }

    /// Takes only this attempt off the network's count: having an account of one's own does not allow faster guesses.
    fn forgive_network(&self, network: IpAddr) {
        let _ = self.of_network.entry(network).and_upsert_with(|entry| {
            let mut failures = entry.map(|entry| entry.into_value()).unwrap_or_default();
            failures.count = failures.count.saturating_sub(1);
            if failures.count <= FREE_OF_NETWORK {
                failures.next_at = 0;
            }
            failures
        });
    }
}

/// The longest of the waits, in milliseconds.
fn longest(failures: [Option<Failures>; 2], now: u64) -> u64 {
    let next_at = failures
        .into_iter()
        .flatten()
        .map(|failures| failures.next_at);
    next_at.max().unwrap_or(0).saturating_sub(now)
}

fn count<K>(failures: &Cache<K, Failures>, key: K, free: u32, now: u64)
where
    K: std::hash::Hash + Eq + Send + Sync + 'static,
{
    let _ = failures.entry(key).and_upsert_with(|entry| {
        let failures = entry.map(|entry| entry.into_value());
        failures.unwrap_or_default().after_one_more(free, now)
    });
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
    fn who_has_looked_at_the_clock_just_before_an_attempt_that_costs_no_time_does_not_wait() {
        let attempts = Attempts::default();
        let network = "10.0.0.1".parse().expect("an address");
        let [name, other] = ["Rosalind", "Franklin"].map(NameKey::of);
        let player = "playerplayer".parse().expect("an identifier");
        attempts.count(&name, network, 1_000_000);
        attempts.count_code(player, network, 1_000_000);
        for name in [&name, &other] {
            assert_eq!(attempts.wait_ms(name, network, 999_999), 0);
        }
        assert_eq!(attempts.wait_for_code_ms(player, network, 999_999), 0);
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

    #[test]
    fn after_wrong_passwords_of_a_network_that_cost_no_time_a_right_one_costs_none_either() {
        let attempts = Attempts::default();
        let network = "10.0.0.1".parse().expect("an address");
        for n in 0..FREE_OF_NETWORK {
            attempts.count(&NameKey::of(&format!("player {n}")), network, 0);
        }
        let name = NameKey::of("Rosalind");
        attempts.count(&name, network, 0);
        attempts.forgive(&name, network);
        assert_eq!(attempts.wait_ms(&name, network, 0), 0);
        attempts.count(&name, network, 0);
        assert_eq!(attempts.wait_ms(&name, network, 0), 1_000);
    }

    #[test]
    fn wrong_codes_of_an_account_wait_whatever_network_they_come_from() {
        let attempts = Attempts::default();
        let [player, other] =
            ["playerplayer", "otherotherot"].map(|id| id.parse().expect("an identifier"));
        let network = |n: u8| IpAddr::from([10, 0, 0, n]);
        for n in 0..=FREE as u8 {
            assert_eq!(attempts.wait_for_code_ms(player, network(n), 0), 0);
            attempts.count_code(player, network(n), 0);
        }
        assert_eq!(attempts.wait_for_code_ms(player, network(99), 0), 1_000);
        assert_eq!(attempts.wait_for_code_ms(other, network(99), 0), 0);
        attempts.forgive_code(player, network(99));
        assert_eq!(attempts.wait_for_code_ms(player, network(98), 0), 0);
    }
}
