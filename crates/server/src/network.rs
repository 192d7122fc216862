//! Networks of clients: the rate limits and the counts of each.
//!
//! A client's network is its IPv4 address or its IPv6 /64. The owner of an IPv6 /64 often has a /48, which is 65,536 of them: so
//! each limit holds for the /48 around a network too, with [`SITE`] times the allowance.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use governor::clock::Clock;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

/// The allowance of an IPv6 /48, as a multiple of that of a /64.
pub(crate) const SITE: u32 = 8;
/// The number of networks, or players, above which quiet ones are forgotten.
const REMEMBERED: usize = 50_000;

/// The network of an address.
pub(crate) fn network_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => masked(address.segments(), 4),
        address => address,
    }
}

/// The /48 around an IPv6 network; IPv4 has none.
fn site_of(network: IpAddr) -> Option<IpAddr> {
    match network {
        IpAddr::V6(address) => Some(masked(address.segments(), 3)),
        IpAddr::V4(_) => None,
    }
}

/// The IPv6 network with the same first `kept` 16-bit segments.
fn masked(mut segments: [u16; 8], kept: usize) -> IpAddr {
    segments[kept..].fill(0);
    IpAddr::V6(segments.into())
}

/// The largest network around a network that is likely to be one client's: the /48 of an IPv6 /64.
pub(crate) fn widest_of(network: IpAddr) -> IpAddr {
    site_of(network).unwrap_or(network)
}

/// A rate limit for each key.
pub(crate) struct KeyedRate<K: Hash + Eq + Clone> {
    limiter: DefaultKeyedRateLimiter<K>,
    /// The number of keys above which idle ones are dropped. That looks at all keys, so the bound grows with the number that is left.
    most: AtomicUsize,
}

impl<K: Hash + Eq + Clone> KeyedRate<K> {
    pub(crate) fn new(quota: Quota) -> KeyedRate<K> {
        KeyedRate {
            limiter: RateLimiter::keyed(quota),
            most: AtomicUsize::new(REMEMBERED),
        }
    }

    /// Counts one action of a key.
    ///
    /// # Errors
    /// That is too many: the next is allowed after this many milliseconds.
    pub(crate) fn count(&self, key: &K) -> Result<(), u64> {
        if self.limiter.len() > self.most.load(Ordering::Relaxed) {
            self.limiter.retain_recent();
            let most = self.limiter.len().saturating_mul(2).max(REMEMBERED);
            self.most.store(most, Ordering::Relaxed);
        }
        self.limiter
            .check_key(key)
            .map_err(|until| milliseconds(until.wait_time_from(self.limiter.clock().now())))
    }
}

/// A rate limit for each network.
pub(crate) struct NetworkRate {
    networks: KeyedRate<IpAddr>,
    sites: KeyedRate<IpAddr>,
    /// Sites that have used up their allowance, and until when. Until then their networks are not counted, so that no more networks
    /// are remembered than the site may make requests.
    spent: Mutex<HashMap<IpAddr, Instant>>,
}

impl NetworkRate {
    /// A limit per second on average, with bursts of `burst`.
    pub(crate) fn per_second(rate: u32, burst: u32) -> NetworkRate {
        NetworkRate::new(|times| {
            Quota::per_second(at_least_one(rate.saturating_mul(times)))
                .allow_burst(at_least_one(burst.saturating_mul(times)))
        })
    }

    /// A limit per hour on average; all of it may be used in one burst.
    pub(crate) fn per_hour(rate: u32) -> NetworkRate {
        NetworkRate::new(|times| Quota::per_hour(at_least_one(rate.saturating_mul(times))))
    }

    /// A limit per minute on average; all of it may be used in one burst.
    pub(crate) fn per_minute(rate: u32) -> NetworkRate {
        NetworkRate::new(|times| Quota::per_minute(at_least_one(rate.saturating_mul(times))))
    }

    fn new(quota: impl Fn(u32) -> Quota) -> NetworkRate {
        NetworkRate {
            networks: KeyedRate::new(quota(1)),
            sites: KeyedRate::new(quota(SITE)),
            spent: Mutex::default(),
        }
    }

    fn spent(&self) -> MutexGuard<'_, HashMap<IpAddr, Instant>> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one action of a network.
    ///
    /// # Errors
    /// That is too many: the next is allowed after this many milliseconds.
    pub(crate) fn count(&self, network: IpAddr) -> Result<(), u64> {
        let Some(site) = site_of(network) else {
            return self.networks.count(&network);
        };
        let now = Instant::now();
        let until = self.spent().get(&site).copied();
        if let Some(left) = until.and_then(|until| until.checked_duration_since(now))
            && !left.is_zero()
        {
            return Err(milliseconds(left));
        }
        self.networks.count(&network)?;
        let counted = self.sites.count(&site);
        if let Err(wait) = counted
            && let Some(until) = now.checked_add(Duration::from_millis(wait))
        {
            let mut spent = self.spent();
            spent.retain(|_, until| *until > now);
            spent.insert(site, until);
        }
        counted
    }
}

/// A duration in milliseconds, rounded up.
fn milliseconds(wait: Duration) -> u64 {
    u64::try_from(wait.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX)
}

/// A number as a rate, which cannot be 0.
pub(crate) fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

/// The allowance of an IPv6 /48, from that of a /64.
pub(crate) fn times_site(per_network: usize) -> usize {
    per_network.saturating_mul(SITE as usize)
}

/// The number of things that each network has at the moment, of a kind that is given back.
#[derive(Debug, Default)]
pub(crate) struct NetworkCount {
    networks: HashMap<IpAddr, usize>,
    sites: HashMap<IpAddr, usize>,
    all: usize,
}

impl NetworkCount {
    /// The count of all networks.
    pub(crate) fn all(&self) -> usize {
        self.all
    }

    /// The count of a network.
    pub(crate) fn of(&self, network: IpAddr) -> usize {
        self.networks.get(&network).copied().unwrap_or(0)
    }

    /// The count of the widest network around a network: the /48 of an IPv6 /64.
    pub(crate) fn of_widest(&self, network: IpAddr) -> usize {
        match site_of(network) {
            Some(site) => self.sites.get(&site).copied().unwrap_or(0),
            None => self.of(network),
        }
    }

    /// Whether a network, or the /48 around it, has all that it may have.
    pub(crate) fn is_full(&self, network: IpAddr, per_network: usize) -> bool {
        self.of(network) >= per_network || self.of_widest(network) >= times_site(per_network)
    }

    /// A network takes one.
    pub(crate) fn add(&mut self, network: IpAddr) {
        *self.networks.entry(network).or_default() += 1;
        if let Some(site) = site_of(network) {
            *self.sites.entry(site).or_default() += 1;
        }
        self.all += 1;
    }

    /// A network gives one back.
    pub(crate) fn remove(&mut self, network: IpAddr) {
        remove_one(&mut self.networks, network);
        if let Some(site) = site_of(network) {
            remove_one(&mut self.sites, site);
        }
        self.all = self.all.saturating_sub(1);
    }
}

fn remove_one(counts: &mut HashMap<IpAddr, usize>, key: IpAddr) {
    if let Some(count) = counts.get_mut(&key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv6Addr;

    use super::*;

    /// A /64 of a /48 in the range reserved for documentation.
    fn network(site: u16, number: u16) -> IpAddr {
        let host = Ipv6Addr::new(0x2001, 0xdb8, site, number, 1, 2, 3, 4);
        network_of(IpAddr::V6(host))
    }

    #[test]
    fn the_addresses_of_a_household_are_one_network() {
        let of = |text: &str| network_of(text.parse().expect("an address"));
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
    }

    #[test]
    fn all_networks_of_a_site_have_eight_times_the_rate_of_one() {
        let rate = NetworkRate::per_hour(10);
        let allowed = |site| {
            let networks = (0..256).map(|number| network(site, number));
            let tries = networks.flat_map(|network| (0..20).map(move |_| network));
            tries.filter(|network| rate.count(*network).is_ok()).count()
        };
        assert_eq!(allowed(1), 80);
        // Another site is another customer.
        assert_eq!(allowed(2), 80);
        let alone = IpAddr::from([192, 0, 2, 1]);
        let of_alone = (0..20).filter(|_| rate.count(alone).is_ok());
        assert_eq!(of_alone.count(), 10);
    }

    #[test]
    fn of_the_networks_of_a_site_no_more_are_remembered_than_it_may_ask_for() {
        let rate = NetworkRate::per_hour(10);
        for number in 0..1_000 {
            let _ = rate.count(network(1, number));
        }
        let remembered = rate.networks.limiter.len();
        assert!(remembered <= 81, "{remembered}");
    }

    #[test]
    fn keys_are_looked_at_again_when_there_are_twice_as_many() {
        let rate = KeyedRate::new(Quota::per_hour(at_least_one(10)));
        let most = || rate.most.load(Ordering::Relaxed);
        for key in 0..REMEMBERED + 2 {
            assert_eq!(rate.count(&key), Ok(()));
        }
        // All of them are recent.
        assert_eq!(rate.limiter.len(), REMEMBERED + 2);
        assert_eq!(most(), 2 * (REMEMBERED + 1));
        for key in 0..REMEMBERED {
            assert_eq!(rate.count(&(2 * REMEMBERED + key)), Ok(()));
        }
        assert_eq!(most(), 2 * (REMEMBERED + 1));
    }

    #[test]
    fn whoever_is_refused_is_told_for_how_long() {
        let rate = NetworkRate::per_hour(2);
        let network = network(1, 0);
        assert_eq!([rate.count(network), rate.count(network)], [Ok(()), Ok(())]);
        // At two an hour, one is allowed again after half an hour.
        let wait = rate.count(network).expect_err("too many");
        assert!((1_790_000..=1_800_000).contains(&wait), "{wait}");
    }

    #[test]
    fn all_networks_of_a_site_have_eight_times_the_places_of_one() {
        let mut count = NetworkCount::default();
        for number in 0..256 {
            for _ in 0..20 {
                if !count.is_full(network(1, number), 10) {
                    count.add(network(1, number));
                }
            }
        }
        assert_eq!(count.all(), 80);
        assert!(!count.is_full(network(2, 0), 10));
        for number in 0..8 {
            for _ in 0..10 {
                count.remove(network(1, number));
            }
        }
        assert_eq!((count.all(), count.of(network(1, 0))), (0, 0));
        assert!(!count.is_full(network(1, 100), 10));
    }
}
