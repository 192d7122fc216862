//! The queue for the engine's threads.

use std::collections::HashMap;
use std::net::IpAddr;

use crate::ids::PlayerId;
use crate::network::{times_site, widest_of};

/// On whose behalf the engine works.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Customer {
    /// The network of the player's last socket, or from which the game was made; `None` if that is not known.
    pub(crate) network: Option<IpAddr>,
    pub(crate) player: PlayerId,
}

impl Customer {
    /// The widest network around the customer's: all /64s of an IPv6 /48 are one client's.
    fn site(&self) -> Option<IpAddr> {
        self.network.map(widest_of)
    }
}

/// Sites, networks and players whose last turn is remembered. When there are more, all are forgotten: then the oldest job is next, once.
const REMEMBERED: usize = 4_096;

/// The waiting work of one kind, with bounds for each network.
///
/// The next job belongs to the site (an IPv4 address or an IPv6 /48) that has the fewest jobs at work and, among equals, was
/// served longest ago; within it to the network served longest ago; within that to the player served longest ago; of this
/// player's jobs it is the oldest. So a client waits in proportion to how many others there are, not to how much they ask
/// for, nor to how many networks they ask from.
///
/// Jobs of unknown networks may be anybody's: they wait behind all others, and together they may keep only as many threads
/// busy as one site.
#[derive(Debug)]
pub(super) struct Queue<Job> {
    waiting: Vec<(u64, Customer, Job)>,
    /// The number of jobs of each site at work.
    at_work: HashMap<Option<IpAddr>, usize>,
    /// The time at which each site, each network and each player was last served.
    served_sites: HashMap<Option<IpAddr>, u64>,
    served_networks: HashMap<Option<IpAddr>, u64>,
    served_players: HashMap<PlayerId, u64>,
    bounds: Bounds,
    /// Counts jobs in the order in which they come and are taken.
    time: u64,
}

/// The limits of a queue.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounds {
    /// Jobs that wait.
    pub(super) waiting: usize,
    /// Jobs of one network that wait.
    pub(super) waiting_of_network: usize,
    /// Jobs of one site at work at once.
    pub(super) at_work_of_site: usize,
}

impl Bounds {
    /// Jobs of one site that wait: however many networks it has, some room is left to others.
    fn waiting_of_site(&self) -> usize {
        let most = self.waiting - self.waiting / 4;
        times_site(self.waiting_of_network).min(most)
    }
}

/// A job in a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct JobId(u64);

impl<Job> Queue<Job> {
    pub(super) fn new(bounds: Bounds) -> Queue<Job> {
        Queue {
            waiting: Vec::new(),
            at_work: HashMap::new(),
            served_sites: HashMap::new(),
            served_networks: HashMap::new(),
            served_players: HashMap::new(),
            bounds,
            time: 0,
        }
    }

    /// Adds a job; `None` if too much waits already.
    pub(super) fn push(&mut self, customer: Customer, job: Job) -> Option<JobId> {
        if self.waiting.len() >= self.bounds.waiting || !self.has_room_for(customer) {
            return None;
        }
        self.time += 1;
        self.waiting.push((self.time, customer, job));
        Some(JobId(self.time))
    }

    /// Whether a customer's network and site may have one more waiting job.
    fn has_room_for(&self, customer: Customer) -> bool {
        let of_those = |is_one: &dyn Fn(&Customer) -> bool| {
            let customers = self.waiting.iter().map(|(_, other, _)| other);
            customers.filter(|other| is_one(other)).count()
        };
        let (network, site) = (customer.network, customer.site());
        of_those(&|other| other.network == network) < self.bounds.waiting_of_network
            && of_those(&|other| other.site() == site) < self.bounds.waiting_of_site()
    }

    /// Moves a waiting job to another network, if that has room for one more.
    pub(super) fn asked_from(&mut self, id: JobId, network: IpAddr) {
        let Some(place) = self.waiting.iter().position(|(at, ..)| *at == id.0) else {
            return;
        };
        let customer = Customer {
            network: Some(network),
            ..self.waiting[place].1
        };
        if customer != self.waiting[place].1 && self.has_room_for(customer) {
            self.waiting[place].1 = customer;
        }
    }

    /// Takes a job out that nobody wants any more. `None` if it is at work or done.
    pub(super) fn remove(&mut self, id: JobId) -> Option<Job> {
        let place = self.waiting.iter().position(|(at, ..)| *at == id.0)?;
        Some(self.waiting.remove(place).2)
    }

    /// Takes the next job. [`Queue::done`] must be called when it is.
    pub(super) fn next(&mut self) -> Option<(Customer, Job)> {
        let all_at_work = self.at_work.values().sum();
        let at_work = |customer: &Customer| match customer.network {
            Some(_) => self.at_work.get(&customer.site()).copied().unwrap_or(0),
            None => all_at_work,
        };
        let place = self
            .waiting
            .iter()
            .enumerate()
            .filter(|(_, (_, customer, _))| at_work(customer) < self.bounds.at_work_of_site)
            .min_by_key(|(_, (at, customer, _))| {
                (
                    customer.network.is_none(),
                    at_work(customer),
                    self.served_sites.get(&customer.site()),
                    self.served_networks.get(&customer.network),
                    self.served_players.get(&customer.player),
                    *at,
                )
            })
            .map(|(place, _)| place)?;
        let (_, customer, job) = self.waiting.remove(place);
        *self.at_work.entry(customer.site()).or_default() += 1;
        self.time += 1;
        // Nobody else is waiting: past turns no longer matter. (Or too many of them are remembered.)
        if self.waiting.is_empty() || self.served_players.len() >= REMEMBERED {
            self.served_sites.clear();
            self.served_networks.clear();
            self.served_players.clear();
        }
        self.served_sites.insert(customer.site(), self.time);
        self.served_networks.insert(customer.network, self.time);
        self.served_players.insert(customer.player, self.time);
        Some((customer, job))
    }

    /// A job of `customer` is done.
    pub(super) fn done(&mut self, customer: Customer) {
        if let Some(at_work) = self.at_work.get_mut(&customer.site()) {
            *at_work -= 1;
            if *at_work == 0 {
                self.at_work.remove(&customer.site());
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        self.waiting.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds {
        waiting: 8,
        waiting_of_network: 5,
        at_work_of_site: 1,
    };

    fn customer(network: u8, player: u8) -> Customer {
        let letters = format!("player{player:06}");
        Customer {
            network: Some(IpAddr::from([10, 0, 0, network])),
            player: letters.parse().expect("an identifier"),
        }
    }

    /// The names of all jobs in the order in which they are taken, one after the other.
    fn drain(queue: &mut Queue<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| {
            let (customer, job) = queue.next()?;
            queue.done(customer);
            Some(job)
        })
        .collect()
    }

    #[test]
    fn networks_take_turns_and_within_one_its_players() {
        let mut queue = Queue::new(BOUNDS);
        for (customer, job) in [
            (customer(1, 1), "a1"),
            (customer(1, 1), "a2"),
            (customer(1, 1), "a3"),
            (customer(1, 2), "b1"),
            (customer(2, 3), "c1"),
            (customer(2, 3), "c2"),
        ] {
            assert!(queue.push(customer, job).is_some());
        }
        assert_eq!(drain(&mut queue), ["a1", "c1", "b1", "c2", "a2", "a3"]);
    }

    #[test]
    fn a_network_at_its_bound_leaves_the_thread_to_another() {
        let mut queue = Queue::new(BOUNDS);
        queue.push(customer(1, 1), "one");
        queue.push(customer(1, 2), "two");
        let (first, _) = queue.next().expect("a job");
        assert!(queue.next().is_none(), "one at a time");
        queue.push(customer(2, 3), "stranger");
        assert_eq!(queue.next().map(|(_, job)| job), Some("stranger"));
        queue.done(first);
        assert_eq!(queue.next().map(|(_, job)| job), Some("two"));
    }

    #[test]
    fn what_is_remembered_of_turns_is_bounded_while_somebody_always_waits() {
        let mut queue = Queue::new(BOUNDS);
        queue.push(customer(1, 1), "always one more");
        for player in 0..10_000_u32 {
            let customer = Customer {
                network: Some(IpAddr::from(player.to_be_bytes())),
                player: format!("p{player:011}").parse().expect("an identifier"),
            };
            assert!(queue.push(customer, "one of many").is_some());
            let (served, _) = queue.next().expect("a job");
            queue.done(served);
            assert!(queue.served_players.len() <= REMEMBERED);
            assert!(queue.served_sites.len() <= REMEMBERED);
            assert!(queue.served_networks.len() <= REMEMBERED);
        }
        assert_eq!(queue.len(), 1);
    }

    #[test]
    fn one_network_cannot_fill_the_queue() {
        let mut queue = Queue::new(BOUNDS);
        for _ in 0..5 {
            assert!(queue.push(customer(1, 1), "greedy").is_some());
        }
        assert!(queue.push(customer(1, 2), "greedy").is_none());
        for _ in 0..3 {
            assert!(queue.push(customer(2, 3), "stranger").is_some());
        }
        assert!(queue.push(customer(3, 4), "too late").is_none());
        assert_eq!(queue.len(), 8);
    }

    /// A player of a /64 of an IPv6 /48: a different one in each network.
    fn customer_in_site(site: u16, network: u16) -> Customer {
        let address = std::net::Ipv6Addr::new(0x2001, 0xdb8, site, network, 0, 0, 0, 0);
        Customer {
            network: Some(address.into()),
            player: format!("s{site:05}n{network:05}")
                .parse()
                .expect("an identifier"),
        }
    }

    /// The bounds for games, with this many jobs of one site at work.
    fn roomy(at_work_of_site: usize) -> Bounds {
        Bounds {
            waiting: 2_048,
            waiting_of_network: 256,
            at_work_of_site,
        }
    }

    #[test]
    fn hundreds_of_networks_of_one_site_have_one_turn_before_a_stranger() {
        let mut queue = Queue::new(roomy(1));
        for network in 0..400 {
            let job = queue.push(customer_in_site(1, network), "greedy");
            assert!(job.is_some(), "network {network}");
        }
        let (first, _) = queue.next().expect("a job");
        queue.push(customer(1, 1), "stranger");
        queue.push(customer_in_site(2, 0), "another stranger");
        queue.done(first);
        let order = drain(&mut queue);
        assert_eq!(order[..3], ["stranger", "another stranger", "greedy"]);
        assert_eq!(order.len(), 401);
    }

    #[test]
    fn hundreds_of_networks_of_one_site_leave_a_thread_to_a_stranger() {
        let mut queue = Queue::new(roomy(2));
        for network in 0..400 {
            queue.push(customer_in_site(1, network), "greedy");
        }
        assert_eq!([(); 2].map(|()| queue.next().is_some()), [true, true]);
        assert!(queue.next().is_none(), "two at a time");
        queue.push(customer(1, 1), "stranger");
        assert_eq!(queue.next().map(|(_, job)| job), Some("stranger"));
    }

    #[test]
    fn within_a_site_its_networks_take_turns() {
        let mut queue = Queue::new(roomy(1));
        for (network, job) in [(1, "a1"), (1, "a2"), (1, "a3"), (2, "b1"), (2, "b2")] {
            queue.push(customer_in_site(1, network), job);
        }
        assert_eq!(drain(&mut queue), ["a1", "b1", "a2", "b2", "a3"]);
    }

    #[test]
    fn all_networks_of_one_site_cannot_fill_the_queue() {
        let mut queue = Queue::new(roomy(1));
        let accepted = (0..4_000).filter(|network| {
            let job = queue.push(customer_in_site(1, *network), "greedy");
            job.is_some()
        });
        assert_eq!(accepted.count(), 1_536);
        assert!(queue.push(customer(1, 1), "stranger").is_some());
    }

    /// A player of whom no network is known.
    fn stray(player: u16) -> Customer {
        Customer {
            network: None,
            player: format!("stray{player:07}").parse().expect("an identifier"),
        }
    }

    #[test]
    fn jobs_of_no_known_network_are_behind_all_others_and_leave_a_thread_to_them() {
        let mut queue = Queue::new(roomy(1));
        for player in 0..200 {
            assert!(queue.push(stray(player), "stray").is_some());
        }
        let (first, job) = queue.next().expect("a job");
        assert_eq!(job, "stray", "nobody else wants anything");
        assert!(queue.next().is_none(), "the other thread is for others");
        queue.push(customer(1, 1), "one");
        let (one, job) = queue.next().expect("a job");
        assert_eq!(job, "one");
        queue.push(customer(2, 2), "two");
        queue.push(customer(3, 3), "three");
        queue.done(first);
        assert_eq!(queue.next().map(|(_, job)| job), Some("two"));
        queue.done(one);
        assert_eq!(queue.next().map(|(_, job)| job), Some("three"));
    }

    #[test]
    fn a_job_waits_among_those_of_the_network_from_which_its_player_has_come() {
        let mut queue = Queue::new(roomy(1));
        queue.push(customer(1, 1), "greedy");
        let (first, _) = queue.next().expect("a job");
        let id = queue.push(stray(1), "mine").expect("there is room");
        queue.push(customer(1, 2), "greedy");
        queue.asked_from(id, customer(2, 0).network.expect("a network"));
        assert_eq!(queue.next().map(|(_, job)| job), Some("mine"));
        queue.done(first);
    }

    #[test]
    fn who_comes_from_a_full_network_keeps_the_place_they_had() {
        let mut queue = Queue::new(BOUNDS);
        for _ in 0..5 {
            queue.push(customer(1, 1), "greedy");
        }
        let id = queue.push(customer(2, 2), "mine").expect("there is room");
        queue.asked_from(id, customer(1, 0).network.expect("a network"));
        assert!(queue.push(customer(1, 1), "greedy").is_none());
        assert_eq!(drain(&mut queue).len(), 6);
    }

    #[test]
    fn what_nobody_wants_any_more_is_not_done() {
        let mut queue = Queue::new(BOUNDS);
        let one = queue.push(customer(1, 1), "one").expect("there is room");
        queue.push(customer(1, 1), "two");
        assert_eq!(queue.remove(one), Some("one"));
        assert_eq!(queue.remove(one), None);
        assert_eq!(drain(&mut queue), ["two"]);
    }
}
