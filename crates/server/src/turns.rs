//! Turns of networks: one request of each network waits in line with those of others, and its other requests wait for that one.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};

use crate::network::widest_of;

/// The clients that have work or wait for it.
///
/// A client (all /64s of an IPv6 /48 are one) has one turn at a time. So others wait for it once, however much it asks for.
#[derive(Default)]
pub(crate) struct Turns(Arc<Mutex<HashMap<IpAddr, Client>>>);

/// A client who has work or waits for it.
struct Client {
    /// Its only place.
    own: Arc<Semaphore>,
    /// The number of its requests that work or wait.
    requests: usize,
}

/// A client's turn, given back when it is dropped.
pub(crate) struct Turn {
    _own: OwnedSemaphorePermit,
    _request: Request,
}

/// A request of a client that works or waits.
struct Request {
    clients: Arc<Mutex<HashMap<IpAddr, Client>>>,
    client: IpAddr,
}

impl Turns {
    /// A client's turn, as soon as its requests before this one are done.
    pub(crate) async fn turn(&self, client: IpAddr) -> Result<Turn, AcquireError> {
        let (request, own) = Request::new(&self.0, widest_of(client));
        Ok(Turn {
            _own: own.acquire_owned().await?,
            _request: request,
        })
    }

    /// Whether nobody has work or waits for it.
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        lock(&self.0).is_empty()
    }
}

impl Request {
    /// Counts one more request of a client, and returns it with the client's slot.
    fn new(
        clients: &Arc<Mutex<HashMap<IpAddr, Client>>>,
        client: IpAddr,
    ) -> (Request, Arc<Semaphore>) {
        let mut all = lock(clients);
        let known = all.entry(client).or_insert_with(|| Client {
            own: Arc::new(Semaphore::new(1)),
            requests: 0,
        });
        known.requests += 1;
        let request = Request {
            clients: Arc::clone(clients),
            client,
        };
        (request, Arc::clone(&known.own))
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        let mut all = lock(&self.clients);
        if let Some(known) = all.get_mut(&self.client) {
            known.requests -= 1;
            if known.requests == 0 {
                all.remove(&self.client);
            }
        }
    }
}

fn lock(clients: &Mutex<HashMap<IpAddr, Client>>) -> MutexGuard<'_, HashMap<IpAddr, Client>> {
    clients.lock().unwrap_or_else(PoisonError::into_inner)
}
