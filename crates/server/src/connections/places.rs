//! Places for connections: how many each network has, and whose connection is closed for a newcomer.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::connection::{Connection, Patience};
use super::descriptors;
use crate::network::{NetworkCount, SITE, times_site, widest_of};
use crate::settings::Settings;

/// All open connections.
pub(super) struct Places {
    taken: Mutex<Taken>,
    /// Maximum for one network.
    per_network: usize,
    /// Maximum for all networks of one site, an IPv6 /48.
    per_site: usize,
    /// Maximum for all networks together.
    all: usize,
    /// Maximum number of bytes of answers that one network leaves unread; `unread_of_site` is that of a site.
    unread: u64,
    unread_of_site: u64,
    patience: Patience,
}

#[derive(Default)]
struct Taken {
    count: NetworkCount,
    /// By site and then by network, in the order of arrival.
    connections: HashMap<IpAddr, HashMap<IpAddr, BTreeMap<u64, Arc<Connection>>>>,
    /// The number of the last one.
    last: u64,
}

impl Places {
    pub(super) fn new(settings: &Settings) -> Places {
        let all = descriptors::places(settings.connections);
        // Behind a proxy all connections are the proxy's. Otherwise one client must leave some to others, even if there
        // are few descriptors.
        let at_most = |connections: usize| match settings.behind_proxy {
            true => all,
            false => connections.min(all - all / 4).max(1),
        };
        let unread = settings.unread_mb_per_client.saturating_mul(1 << 20);
        let seconds = |seconds| Duration::from_secs(seconds);
        Places {
            taken: Mutex::default(),
            per_network: at_most(settings.connections_per_client),
            per_site: at_most(times_site(settings.connections_per_client)),
            all,
            unread,
            unread_of_site: unread.saturating_mul(SITE.into()),
            patience: Patience {
                head: seconds(settings.header_seconds),
                body: seconds(settings.body_seconds),
                idle: seconds(settings.keep_alive_seconds),
                answer: seconds(settings.answer_seconds),
            },
        }
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for a newcomer. If there is none, one is made: by closing the connection that has kept the server waiting
    /// longest, of the newcomer's own network or site if that has its share, and of the greediest site otherwise. `None`
    /// if nobody can be closed; then the newcomer must be refused.
    pub(super) fn take(self: &Arc<Self>, network: IpAddr) -> Option<Place> {
        let mut taken = self.taken();
        let yields = if taken.count.of(network) >= self.per_network {
            Some(network)
        } else if taken.count.of_widest(network) >= self.per_site {
            Some(taken.greediest_of(widest_of(network)).unwrap_or(network))
        } else if taken.count.all() >= self.all {
            let greedy = taken.greediest_for(network);
            Some(greedy.unwrap_or(network))
        } else {
            None
        };
        if let Some(yields) = yields {
            let made = taken.cut_longest_waiting(yields);
            note_cut(if made { "yielded" } else { "refused" });
            if !made {
                return None;
            }
        }
        let connection = Arc::new(Connection::new());
        taken.last += 1;
        let number = taken.last;
        taken.count.add(network);
        let of_site = taken.connections.entry(widest_of(network)).or_default();
        let of_network = of_site.entry(network).or_default();
        of_network.insert(number, Arc::clone(&connection));
        metrics::gauge!("manifold_connections").increment(1.0);
        Some(Place {
            places: Arc::clone(self),
            network,
            number,
            connection,
        })
    }

    /// Closes a connection of the greediest site, because the process has no descriptor left.
    pub(super) fn yield_one(&self) {
        let mut taken = self.taken();
        if let Some(greedy) = taken.greediest(|_| true)
            && taken.cut_longest_waiting(greedy)
        {
            note_cut("yielded");
        }
    }

    /// Closes the connections that are waiting for their clients, because the server is stopping.
    pub(super) fn cut_waiting(&self) {
        for connections in self.taken().connections.values().flat_map(HashMap::values) {
            let waiting = connections
                .values()
                .filter(|connection| connection.waiting_since().is_some());
            waiting.for_each(|connection| connection.cut());
        }
    }

    /// Closes overdue connections, and some of those of networks and sites that leave too much unread.
    pub(super) fn sweep(&self) {
        let mut taken = self.taken();
        let mut cut = Vec::new();
        for of_site in taken.connections.values() {
            let mut kept = Vec::new();
            for (network, connections) in of_site {
                let mut unread = Vec::new();
                for (number, connection) in connections {
                    if connection.is_overdue(&self.patience) {
                        note_cut("overdue");
                        cut.push((*network, *number));
                    } else if let Some((since, bytes)) = connection.unread() {
                        unread.push(Unread {
                            since,
                            bytes,
                            place: (*network, *number),
                        });
                    }
                }
                cut.extend(cut_down(&mut unread, self.unread));
                kept.append(&mut unread);
            }
            cut.extend(cut_down(&mut kept, self.unread_of_site));
        }
        for (network, number) in cut {
            taken.cut(network, number);
        }
    }
}

/// The bytes that a connection leaves unread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Unread {
    since: Instant,
    bytes: u64,
    place: (IpAddr, u64),
}

/// Takes out the connections that have left something unread longest, until the others leave at most this many bytes.
fn cut_down(unread: &mut Vec<Unread>, most: u64) -> Vec<(IpAddr, u64)> {
    unread.sort_unstable();
    let mut bytes: u64 = unread.iter().map(|one| one.bytes).sum();
    let mut too_much = 0;
    for one in &*unread {
        if bytes <= most {
            break;
        }
        bytes -= one.bytes;
        too_much += 1;
        note_cut("unread");
    }
    unread.drain(..too_much).map(|one| one.place).collect()
}

fn note_cut(why: &'static str) {
    metrics::counter!("manifold_connections_cut_total", "why" => why).increment(1);
}

/// A network that has a connection which can be closed.
struct Closable {
    network: IpAddr,
    /// All its connections.
    count: usize,
    /// The time since which its longest waiting connection has kept the server waiting.
    since: Instant,
}

impl Closable {
    /// The greedier of two has more places or, with as many, has kept the server waiting longer.
    fn greed(&self) -> (usize, Reverse<Instant>) {
        (self.count, Reverse(self.since))
    }
}

impl Taken {
    /// The networks of a site that have a connection which can be closed.
    fn closable(&self, site: IpAddr) -> impl Iterator<Item = Closable> {
        let of_site = self.connections.get(&site).into_iter().flatten();
        of_site.filter_map(|(network, of_network)| {
            let waiting = of_network.values().filter_map(|one| one.waiting_since());
            Some(Closable {
                network: *network,
                count: of_network.len(),
                since: waiting.min()?,
            })
        })
    }

    /// The greediest of the eligible networks: that whose site has the most connections, however many networks share
    /// them, and within the site the one with the most of its own.
    fn greediest(&self, may_be: impl Fn(&Closable) -> bool) -> Option<IpAddr> {
        let sites = self.connections.keys();
        let all = sites.flat_map(|site| self.closable(*site));
        all.filter(may_be)
            .max_by_key(|one| (self.count.of_widest(one.network), one.greed()))
            .map(|one| one.network)
    }

    /// The greediest network of a site.
    fn greediest_of(&self, site: IpAddr) -> Option<IpAddr> {
        let greediest = self.closable(site).max_by_key(Closable::greed);
        greediest.map(|one| one.network)
    }

    /// The greediest network that has more than the newcomer: one of another site that has more than the newcomer's, or
    /// one of the same site that has more than the newcomer's network.
    fn greediest_for(&self, newcomer: IpAddr) -> Option<IpAddr> {
        let of_site = self.count.of_widest(newcomer);
        let of_network = self.count.of(newcomer);
        self.greediest(|one| {
            if widest_of(one.network) == widest_of(newcomer) {
                one.count > of_network
            } else {
                self.count.of_widest(one.network) > of_site
            }
        })
    }

    /// Closes the longest waiting connection of a network. Returns whether there was one.
    fn cut_longest_waiting(&mut self, network: IpAddr) -> bool {
        let waiting = |(number, connection): (&u64, &Arc<Connection>)| {
            let since: Instant = connection.waiting_since()?;
            Some((since, *number))
        };
        let of_site = self.connections.get(&widest_of(network));
        let of_network = of_site.and_then(|of_site| of_site.get(&network));
        let longest = of_network.and_then(|all| all.iter().filter_map(waiting).min());
        if let Some((_, number)) = longest {
            self.cut(network, number);
        }
        longest.is_some()
    }

    fn cut(&mut self, network: IpAddr, number: u64) {
        if let Some(connection) = self.remove(network, number) {
            connection.cut();
        }
    }

    fn remove(&mut self, network: IpAddr, number: u64) -> Option<Arc<Connection>> {
        let of_site = self.connections.get_mut(&widest_of(network))?;
        let of_network = of_site.get_mut(&network)?;
        let connection = of_network.remove(&number)?;
        if of_network.is_empty() {
            of_site.remove(&network);
        }
        if of_site.is_empty() {
            self.connections.remove(&widest_of(network));
        }
        self.count.remove(network);
        Some(connection)
    }
}

/// The place of a connection.
pub(super) struct Place {
    places: Arc<Places>,
    network: IpAddr,
    number: u64,
    connection: Arc<Connection>,
}

impl Place {
    pub(super) fn connection(&self) -> &Arc<Connection> {
        &self.connection
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        metrics::gauge!("manifold_connections").decrement(1.0);
        // One that was cut has given its place back already.
        self.places.taken().remove(self.network, self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(per_client: usize, all: usize) -> Arc<Places> {
        Arc::new(Places::new(&Settings {
            connections_per_client: per_client,
            connections: all,
            ..Settings::default()
        }))
    }

    fn network(number: u8) -> IpAddr {
        IpAddr::from([10, 0, 0, number])
    }

    #[test]
    fn a_network_at_its_cap_closes_its_own_and_leaves_others_alone() {
        let places = places(3, 100);
        let other = places.take(network(2)).expect("a place");
        let mut own: Vec<Place> = (0..3).filter_map(|_| places.take(network(1))).collect();
        own.push(places.take(network(1)).expect("the first one yields"));
        let cut: Vec<bool> = own
            .iter()
            .map(|place| place.connection().is_cut())
            .collect();
        assert_eq!(cut, [true, false, false, false]);
        assert!(!other.connection().is_cut());
    }

    #[test]
    fn the_greediest_network_yields_to_a_newcomer() {
        let places = places(5, 10);
        let mut greedy: Vec<Place> = (0..5).filter_map(|_| places.take(network(1))).collect();
        greedy.extend((0..4).filter_map(|_| places.take(network(2))));
        greedy.extend((3..8).filter_map(|number| places.take(network(number))));
        let cut: Vec<usize> = (0..greedy.len())
            .filter(|i| greedy[*i].connection().is_cut())
            .collect();
        // First those of the network with five, then of whichever has four.
        assert_eq!(cut.len(), 4, "{cut:?}");
        assert!(cut.contains(&0));
        assert_eq!(places.taken().count.all(), 10);
    }

    #[test]
    fn requests_that_are_worked_on_and_sockets_are_not_closed_for_a_newcomer() {
        let places = places(2, 100);
        let own: Vec<Place> = (0..2).filter_map(|_| places.take(network(1))).collect();
        own[0].connection().begins_request(false);
        own[1].connection().becomes_socket();
        assert!(places.take(network(1)).is_none());
        assert!(places.take(network(2)).is_some());
    }

    #[test]
    fn what_a_network_leaves_unread_is_bounded() {
        let places = places(100, 300);
        let own: Vec<Place> = (0..40).filter_map(|_| places.take(network(1))).collect();
        for place in &own {
            place.connection().begins_request(false);
            place.connection().begins_answer(1 << 20);
            place.connection().is_blocked();
        }
        places.sweep();
        let cut = own.iter().filter(|place| place.connection().is_cut());
        assert_eq!(cut.count(), 8);
    }

    /// A /64 of an IPv6 /48.
    fn network_in_site(site: u16, number: u16) -> IpAddr {
        let address = std::net::Ipv6Addr::new(0x2001, 0xdb8, site, number, 0, 0, 0, 0);
        IpAddr::V6(address)
    }

    #[test]
    fn hundreds_of_networks_of_one_site_take_no_place_from_strangers() {
        let places = places(300, 400);
        let strangers: Vec<Place> = (1..=100).filter_map(|n| places.take(network(n))).collect();
        // One connection each, so that none of them is greedier than a stranger.
        let own: Vec<Place> = (0..600)
            .filter_map(|n| places.take(network_in_site(1, n)))
            .collect();
        assert_eq!(own.len(), 600, "each takes the place of another of its own");
        let late = places.take(network_in_site(2, 0)).expect("a place");
        let is_cut = |place: &Place| place.connection().is_cut();
        assert!(!strangers.iter().any(is_cut));
        assert!(!is_cut(&late));
        let left = own.iter().filter(|place| !is_cut(place));
        assert_eq!(left.count(), 299);
    }

    #[test]
    fn a_site_has_three_quarters_of_all_places_and_yields_its_own() {
        let places = places(10, 40);
        let own: Vec<Place> = (0..100)
            .filter_map(|n| places.take(network_in_site(1, n)))
            .collect();
        let cut = own.iter().filter(|place| place.connection().is_cut());
        assert_eq!((own.len(), cut.count()), (100, 70));
        let strangers: Vec<Place> = (0..10).filter_map(|n| places.take(network(n))).collect();
        assert!(strangers.iter().all(|place| !place.connection().is_cut()));
        assert_eq!(places.taken().count.of_widest(network_in_site(1, 0)), 30);
    }

    #[test]
    fn what_a_site_leaves_unread_is_bounded_whatever_networks_it_comes_from() {
        let places = places(1_000, 3_000);
        let leaves_unread = |network| {
            let place = places.take(network).expect("a place");
            place.connection().begins_request(false);
            place.connection().begins_answer(1 << 20);
            place.connection().is_blocked();
            place
        };
        let own: Vec<Place> = (0..400)
            .map(|n| leaves_unread(network_in_site(1, n)))
            .collect();
        let stranger = leaves_unread(network(1));
        places.sweep();
        let cut = own.iter().filter(|place| place.connection().is_cut());
        // Eight times the 32 MiB of one network are left.
        assert_eq!(cut.count(), 400 - 8 * 32);
        assert!(!stranger.connection().is_cut());
    }
}
