//! Places for connections: how many each network has, and whose connection is closed for a newcomer.

use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::connection::{Connection, Patience};
use super::descriptors;
use crate::network::NetworkCount;
use crate::settings::Settings;

/// All open connections.
pub(super) struct Places {
    taken: Mutex<Taken>,
    /// The most of one network.
    per_network: usize,
    /// The most of all networks.
    all: usize,
    /// The most bytes of answers that one network leaves unread.
    unread: u64,
    patience: Patience,
}

#[derive(Default)]
struct Taken {
    count: NetworkCount,
    /// Of each network, in the order in which they came.
    connections: HashMap<IpAddr, BTreeMap<u64, Arc<Connection>>>,
    /// The number of the last one.
    last: u64,
}

impl Places {
    pub(super) fn new(settings: &Settings) -> Places {
        let all = descriptors::places(settings.connections);
        // Behind a proxy all connections are the proxy's.
        let per_network = match settings.behind_proxy {
            true => all,
            // With few descriptors, too, one network must leave some to others.
            false => settings.connections_per_client.min(all - all / 4).max(1),
        };
        let seconds = |seconds| Duration::from_secs(seconds);
        Places {
            taken: Mutex::default(),
            per_network,
            all,
            unread: settings.unread_mb_per_client.saturating_mul(1 << 20),
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
    /// longest, of the newcomer's own network if that has its share, and of the greediest one otherwise. `None` if nobody
    /// can be closed; then the newcomer must be refused.
    pub(super) fn take(self: &Arc<Self>, network: IpAddr) -> Option<Place> {
        let mut taken = self.taken();
        let yields = if taken.count.is_full(network, self.per_network) {
            Some(network)
        } else if taken.count.all() >= self.all {
            let greedy = taken.greediest(taken.count.of(network));
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
        let of_network = taken.connections.entry(network).or_default();
        of_network.insert(number, Arc::clone(&connection));
        metrics::gauge!("manifold_connections").increment(1.0);
        Some(Place {
            places: Arc::clone(self),
            network,
            number,
            connection,
        })
    }

    /// Closes a connection of the greediest network, because the process has no descriptor left.
    pub(super) fn yield_one(&self) {
        let mut taken = self.taken();
        if let Some(greedy) = taken.greediest(0)
            && taken.cut_longest_waiting(greedy)
        {
            note_cut("yielded");
        }
    }

    /// Closes the connections whose clients are waited for: the server stops.
    pub(super) fn cut_waiting(&self) {
        for connections in self.taken().connections.values() {
            let waiting = connections
                .values()
                .filter(|connection| connection.waiting_since().is_some());
            waiting.for_each(|connection| connection.cut());
        }
    }

    /// Closes the connections whose clients have been waited for long enough, and those of networks that leave too much
    /// unread.
    pub(super) fn sweep(&self) {
        let mut taken = self.taken();
        let mut cut = Vec::new();
        for (network, connections) in &taken.connections {
            let mut unread = Vec::new();
            for (number, connection) in connections {
                if connection.is_overdue(&self.patience) {
                    note_cut("overdue");
                    cut.push((*network, *number));
                } else if let Some((since, bytes)) = connection.unread() {
                    unread.push((since, bytes, *number));
                }
            }
            unread.sort_unstable();
            let mut bytes: u64 = unread.iter().map(|(_, bytes, _)| bytes).sum();
            for (_, of_one, number) in unread {
                if bytes <= self.unread {
                    break;
                }
                bytes -= of_one;
                note_cut("unread");
                cut.push((*network, number));
            }
        }
        for (network, number) in cut {
            taken.cut(network, number);
        }
    }
}

fn note_cut(why: &'static str) {
    metrics::counter!("manifold_connections_cut_total", "why" => why).increment(1);
}

impl Taken {
    /// The network with the most connections, more than `least`, that has one which can be closed.
    fn greediest(&self, least: usize) -> Option<IpAddr> {
        self.connections
            .iter()
            .filter(|(_, of_network)| of_network.len() > least)
            .filter(|(_, of_network)| of_network.values().any(|one| one.waiting_since().is_some()))
            .max_by_key(|(_, of_network)| of_network.len())
            .map(|(network, _)| *network)
    }

    /// Closes the connection of a network whose client has been waited for longest; whether there was one.
    fn cut_longest_waiting(&mut self, network: IpAddr) -> bool {
        let waiting = |(number, connection): (&u64, &Arc<Connection>)| {
            let since: Instant = connection.waiting_since()?;
            Some((since, *number))
        };
        let of_network = self.connections.get(&network);
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
        let of_network = self.connections.get_mut(&network)?;
        let connection = of_network.remove(&number)?;
        if of_network.is_empty() {
            self.connections.remove(&network);
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
}
