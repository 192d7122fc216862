//! Threads for the engine, at low priority. Work waits in two lanes, each bounded and fair: decisions in games that are
//! in progress, and analysis, which never takes a thread from a game.

mod queue;

use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

pub(crate) use queue::Customer;
use queue::{Bounds, JobId, Queue};

/// The niceness of the threads: for games, and for analysis.
const NICE: [i32; 2] = [10, 19];

/// A piece of work. It ends soon after the flag has become true.
type Work = Box<dyn FnOnce(&AtomicBool) + Send>;

struct Job {
    work: Work,
    is_cancelled: Arc<AtomicBool>,
}

/// Work waits here for its threads.
struct Lane {
    waiting: Mutex<Waiting>,
    /// Told of every new job and of every one that is done.
    changed: Condvar,
    name: &'static str,
}

struct Waiting {
    queue: Queue<Job>,
    /// Whether the threads are to end.
    is_closed: bool,
}

/// The threads of the engine.
pub(crate) struct EnginePool {
    games: Arc<Lane>,
    analysis: Arc<Lane>,
}

/// Work that was accepted. When this is dropped the work is cancelled: it is taken out of the queue, or told to stop.
#[must_use = "the work is cancelled when this is dropped"]
pub(crate) struct Ticket {
    lane: Arc<Lane>,
    id: JobId,
    is_cancelled: Arc<AtomicBool>,
}

impl EnginePool {
    /// A pool for `threads` processors. One client may keep that many threads busy with games; there is one more, so
    /// that a stranger's game begins to be served at once.
    pub(crate) fn new(threads: usize) -> std::io::Result<EnginePool> {
        let threads = threads.max(1);
        let games = Lane::open(
            "games",
            threads + 1,
            NICE[0],
            Bounds {
                waiting: 2_048,
                waiting_of_network: 256,
                at_work_of_site: threads,
            },
        )?;
        let analysis = Lane::open(
            "analysis",
            1,
            NICE[1],
            Bounds {
                waiting: 64,
                waiting_of_network: 1,
                at_work_of_site: 1,
            },
        )?;
        Ok(EnginePool { games, analysis })
    }

    /// Queues a decision in a game; `None` if too much waits already.
    pub(crate) fn decide(&self, customer: Customer, work: Work) -> Option<Ticket> {
        self.games.submit(customer, work)
    }

    /// Queues an analysis; `None` if this client's last one is still waiting, or the queue is full.
    pub(crate) fn analyse(&self, customer: Customer, work: Work) -> Option<Ticket> {
        self.analysis.submit(customer, work)
    }

    /// Ends the threads as soon as each has finished its job; waiting jobs are never started. A process ends only with its last
    /// thread, which takes long at low priority on a busy machine: so this comes first when the server stops.
    pub(crate) fn close(&self) {
        for lane in [&self.games, &self.analysis] {
            lane.waiting().is_closed = true;
            lane.changed.notify_all();
        }
    }
}

impl Lane {
    fn open(
        name: &'static str,
        threads: usize,
        nice: i32,
        bounds: Bounds,
    ) -> std::io::Result<Arc<Lane>> {
        let lane = Arc::new(Lane {
            waiting: Mutex::new(Waiting {
                queue: Queue::new(bounds),
                is_closed: false,
            }),
            changed: Condvar::new(),
            name,
        });
        for number in 0..threads {
            let lane = Arc::clone(&lane);
            std::thread::Builder::new()
                .name(format!("engine-{name}-{number}"))
                .spawn(move || run(&lane, nice))?;
        }
        Ok(lane)
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the next job; `None` when the threads are to end.
    fn next(&self) -> Option<(Customer, Job)> {
        let mut waiting = self.waiting();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(next) = waiting.queue.next() {
                self.tell_waiting(&waiting);
                return Some(next);
            }
            let woken = self.changed.wait(waiting);
            waiting = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn submit(self: &Arc<Lane>, customer: Customer, work: Work) -> Option<Ticket> {
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let job = Job {
            work,
            is_cancelled: Arc::clone(&is_cancelled),
        };
        let mut waiting = self.waiting();
        let id = waiting.queue.push(customer, job)?;
        self.tell_waiting(&waiting);
        self.changed.notify_one();
        Some(Ticket {
            lane: Arc::clone(self),
            id,
            is_cancelled,
        })
    }

    fn tell_waiting(&self, waiting: &Waiting) {
        let jobs = waiting.queue.len() as f64;
        metrics::gauge!("manifold_engine_waiting", "lane" => self.name).set(jobs);
    }
}

fn run(lane: &Lane, nice: i32) {
    // On Linux this is the priority of the thread. If it cannot be lowered, the engine merely gets more time.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, nice);
    while let Some((customer, job)) = lane.next() {
        let began = Instant::now();
        // A panic of the engine must not take the thread with it.
        let work = std::panic::AssertUnwindSafe(|| (job.work)(&job.is_cancelled));
        if std::panic::catch_unwind(work).is_err() {
            tracing::error!("the engine has panicked");
        }
        metrics::histogram!("manifold_engine_seconds", "lane" => lane.name).record(began.elapsed());
        lane.waiting().queue.done(customer);
        // A job that waited for this one's network may go on now, on any thread.
        lane.changed.notify_all();
    }
}

impl Drop for EnginePool {
    fn drop(&mut self) {
        self.close();
    }
}

impl Ticket {
    /// The player now connects from another network: a waiting job moves to that network, if there is room.
    pub(crate) fn asked_from(&self, network: IpAddr) {
        self.lane.waiting().queue.asked_from(self.id, network);
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
        let mut waiting = self.lane.waiting();
        let removed = waiting.queue.remove(self.id);
        self.lane.tell_waiting(&waiting);
        drop(waiting);
        // Values that the work holds are dropped after the lock is released.
        drop(removed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    /// Longer than anything takes here, even on a slow machine: whatever takes this long has failed.
    const IN_VAIN: Duration = Duration::from_secs(60);

    fn customer(network: u16) -> Customer {
        let [high, low] = network.to_be_bytes();
        Customer {
            network: Some(IpAddr::from([10, 0, high, low])),
            player: format!("player{network:06}")
                .parse()
                .expect("an identifier"),
        }
    }

    #[test]
    fn analyses_without_end_keep_no_game_waiting() {
        let pool = EnginePool::new(1).expect("threads");
        let (begins, begun) = mpsc::channel();
        let mut ends = Vec::new();
        let mut tickets = Vec::new();
        // From many clients, each with as many as are accepted.
        for network in 0..200 {
            let (end, ended) = mpsc::channel::<()>();
            let begins = begins.clone();
            let work = move |_: &AtomicBool| {
                let _ = begins.send(());
                let _ = ended.recv();
            };
            tickets.extend(pool.analyse(customer(network), Box::new(work)));
            ends.push(end);
        }
        assert!(tickets.len() >= 64, "the queue is full");
        assert!(begun.recv_timeout(IN_VAIN).is_ok());
        // One who analyses, and one who does not.
        for network in [0, 1_000] {
            let (decides, decided) = mpsc::channel();
            let work = move |_: &AtomicBool| {
                let _ = decides.send(());
            };
            let _ticket = pool
                .decide(customer(network), Box::new(work))
                .expect("room");
            assert!(decided.recv_timeout(IN_VAIN).is_ok());
        }
        assert!(begun.try_recv().is_err(), "the first analysis is not done");
    }

    #[test]
    fn a_stranger_is_analysed_for_before_all_else_that_one_client_asks_for() {
        let pool = EnginePool::new(1).expect("threads");
        let (tells, told) = mpsc::channel();
        let (end, ended) = mpsc::channel::<()>();
        let first = {
            let tells = tells.clone();
            let work = move |_: &AtomicBool| {
                let _ = tells.send("first");
                let _ = ended.recv();
            };
            pool.analyse(customer(1), Box::new(work)).expect("room")
        };
        assert_eq!(told.recv_timeout(IN_VAIN), Ok("first"));
        // One more waits; the client is refused all further ones.
        let ask = |network, name: &'static str| {
            let tells = tells.clone();
            let work = move |_: &AtomicBool| {
                let _ = tells.send(name);
            };
            pool.analyse(customer(network), Box::new(work))
        };
        let more: Vec<Ticket> = (0..1_000).filter_map(|_| ask(1, "more")).collect();
        assert_eq!(more.len(), 1);
        let stranger = ask(2, "stranger").expect("room");
        drop(end);
        assert_eq!(told.recv_timeout(IN_VAIN), Ok("stranger"));
        assert_eq!(told.recv_timeout(IN_VAIN), Ok("more"));
        drop((first, stranger));
    }

    #[test]
    fn a_pool_that_is_closed_ends_its_threads_and_begins_nothing_more() {
        let pool = EnginePool::new(1).expect("threads");
        let (begins, begun) = mpsc::channel();
        let ask = |network, name: &'static str| {
            let begins = begins.clone();
            let work = move |is_cancelled: &AtomicBool| {
                let _ = begins.send(name);
                while !is_cancelled.load(Ordering::Relaxed) {
                    std::thread::yield_now();
                }
            };
            pool.analyse(customer(network), Box::new(work))
                .expect("room")
        };
        let first = ask(1, "first");
        assert_eq!(begun.recv_timeout(IN_VAIN), Ok("first"));
        let second = ask(2, "second");
        pool.close();
        drop(first);
        let since = Instant::now();
        // Each thread holds its lane.
        let are_running =
            || Arc::strong_count(&pool.games) > 1 || Arc::strong_count(&pool.analysis) > 2;
        while are_running() {
            assert!(since.elapsed() < IN_VAIN, "the threads have not ended");
            std::thread::yield_now();
        }
        assert!(begun.try_recv().is_err(), "the second has not begun");
        drop(second);
    }
}
