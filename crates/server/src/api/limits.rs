//! Limits on everything that comes in, for each client.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ConnectInfo;
use axum::http::{Extensions, HeaderMap};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::sync::Semaphore;

use super::problem::{Code, Problem};
use crate::settings::Settings;
use crate::table::error::TableError;

/// How many clients are remembered before quiet ones are forgotten.
const CLIENTS: usize = 50_000;

/// Counts what every client does.
pub(super) struct Limiter {
    requests: DefaultKeyedRateLimiter<IpAddr>,
    messages: DefaultKeyedRateLimiter<IpAddr>,
    sockets: Arc<Mutex<HashMap<IpAddr, usize>>>,
    per_client: usize,
    altogether: usize,
    behind_proxy: bool,
    background: Arc<Semaphore>,
}

/// How much background work is done at once, so that the processors are left to the games.
const BACKGROUND: usize = 2;

fn at_least_one(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

impl Limiter {
    pub(super) fn new(settings: &Settings) -> Limiter {
        let rate = at_least_one(settings.requests_per_second);
        let burst = at_least_one(settings.requests_per_second.saturating_mul(10));
        let messages = at_least_one(settings.messages_per_client);
        let message_burst = at_least_one(settings.messages_per_client.saturating_mul(4));
        Limiter {
            requests: RateLimiter::keyed(Quota::per_second(rate).allow_burst(burst)),
            messages: RateLimiter::keyed(Quota::per_second(messages).allow_burst(message_burst)),
            sockets: Arc::default(),
            per_client: settings.sockets_per_client,
            altogether: settings.sockets,
            behind_proxy: settings.behind_proxy,
            background: Arc::new(Semaphore::new(BACKGROUND)),
        }
    }

    /// Does work that may take a while: as soon as there is a place for it, on a thread that may block.
    pub(super) async fn in_background<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let place = Arc::clone(&self.background).acquire_owned().await;
        let place = place.map_err(|_| Problem::from(TableError::Busy))?;
        let work = tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        });
        work.await
            .map_err(|_| Problem::new(Code::Internal, "The server cannot work this position out."))
    }

    /// The address of a client.
    pub(super) fn client(&self, headers: &HeaderMap, extensions: &Extensions) -> IpAddr {
        let forwarded = self.behind_proxy.then(|| {
            let last = headers.get_all("x-forwarded-for").iter().next_back()?;
            last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
        });
        let connected = || {
            extensions
                .get::<ConnectInfo<SocketAddr>>()
                .map(|ConnectInfo(address)| address.ip())
        };
        let address = forwarded.flatten().or_else(connected);
        subnet(address.unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED)))
    }

    pub(super) fn request(&self, client: IpAddr) -> Result<(), Problem> {
        if self.requests.len() > CLIENTS {
            self.requests.retain_recent();
        }
        self.requests
            .check_key(&client)
            .map_err(|_| Problem::new(Code::TooMany, "Too many requests. Wait a few seconds."))
    }

    /// Whether a client may send one more message, over all of its sockets.
    pub(super) fn message(&self, client: IpAddr) -> bool {
        if self.messages.len() > CLIENTS {
            self.messages.retain_recent();
        }
        self.messages.check_key(&client).is_ok()
    }

    /// A place for one more socket, given back when it is dropped.
    pub(super) fn socket(&self, client: IpAddr) -> Result<SocketPlace, Problem> {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if sockets.values().sum::<usize>() >= self.altogether {
            return Err(Problem::from(TableError::Busy));
        }
        let open = sockets.entry(client).or_default();
        if *open >= self.per_client {
            return Err(Problem::new(
                Code::TooMany,
                "Too many games are open at once. Close some of their windows.",
            ));
        }
        *open += 1;
        metrics::gauge!("manifold_sockets").increment(1.0);
        Ok(SocketPlace {
            sockets: Arc::clone(&self.sockets),
            client,
        })
    }
}

/// A network of one household counts as one client.
fn subnet(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let mut segments = address.segments();
            segments[4..].fill(0);
            IpAddr::V6(segments.into())
        }
    }
}

/// The place of an open socket.
pub(super) struct SocketPlace {
    sockets: Arc<Mutex<HashMap<IpAddr, usize>>>,
    client: IpAddr,
}

impl Drop for SocketPlace {
    fn drop(&mut self) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = sockets.get_mut(&self.client) {
            *open -= 1;
            if *open == 0 {
                sockets.remove(&self.client);
            }
        }
        metrics::gauge!("manifold_sockets").decrement(1.0);
    }
}
