//! Slots for background work: tasks that take too long for the threads that answer requests, and searches of the database.

use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::{AcquireError, OwnedSemaphorePermit, Semaphore};

use crate::turns::{Turn, Turns};

/// Maximum number of concurrent jobs, so that processors are left for the games.
const AT_ONCE: usize = 2;

/// All places.
///
/// A client (all /64s of an IPv6 /48 are one) has at most one place, and its requests wait for one another before one of
/// them waits in line with those of others. So how long a client waits depends on how many others there are, not on how
/// much they ask for.
pub(super) struct Background {
    places: Arc<Semaphore>,
    turns: Turns,
}

/// The right to work, given back when it is dropped: first the place that others wait for, then the client's own.
pub(super) struct Place {
    _any: OwnedSemaphorePermit,
    _own: Turn,
}

impl Background {
    pub(super) fn new() -> Background {
        Background {
            places: Arc::new(Semaphore::new(AT_ONCE)),
            turns: Turns::default(),
        }
    }

    /// A place for a client, as soon as it is the client's turn.
    pub(super) async fn place(&self, client: IpAddr) -> Result<Place, AcquireError> {
        let own = self.turn(client).await?;
        self.place_in(own).await
    }

    /// A client's turn, as soon as its earlier requests are done: for callers who acquire something before they wait for a place.
    pub(super) async fn turn(&self, client: IpAddr) -> Result<Turn, AcquireError> {
        self.turns.turn(client).await
    }

    /// A place for a client whose turn it is.
    pub(super) async fn place_in(&self, own: Turn) -> Result<Place, AcquireError> {
        let any = Arc::clone(&self.places).acquire_owned().await?;
        Ok(Place {
            _any: any,
            _own: own,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;

    use futures_util::FutureExt;

    use super::*;

    /// A request for a place, which may have to wait.
    type Wish<'a> = Pin<Box<dyn Future<Output = Result<Place, AcquireError>> + 'a>>;

    /// Asks for a place; returns the wish if it must wait.
    fn ask<'a>(background: &'a Background, client: &str) -> Result<Place, Wish<'a>> {
        let client = client.parse().expect("an address");
        let mut wish: Wish<'a> = Box::pin(background.place(client));
        now(&mut wish).ok_or(wish)
    }

    /// The place, if it is free by now.
    fn now(wish: &mut Wish<'_>) -> Option<Place> {
        let place = wish.as_mut().now_or_never()?;
        Some(place.expect("the server runs"))
    }

    fn waits<'a>(background: &'a Background, client: &str) -> Wish<'a> {
        let asked = ask(background, client);
        asked.err().expect("no place is left")
    }

    fn works(background: &Background, client: &str) -> Place {
        ask(background, client).ok().expect("a place")
    }

    #[test]
    fn one_client_has_one_place_however_much_it_asks_for() {
        let background = Background::new();
        let first = works(&background, "10.0.0.1");
        let mut greedy: Vec<Wish<'_>> = (0..100).map(|_| waits(&background, "10.0.0.1")).collect();
        drop(works(&background, "10.0.0.2"));
        drop(first);
        let working: Vec<Place> = greedy.iter_mut().filter_map(now).collect();
        assert_eq!(working.len(), 1);
        drop(works(&background, "10.0.0.3"));
    }

    #[test]
    fn the_networks_of_one_ipv6_site_have_one_place_together() {
        let background = Background::new();
        let _first = works(&background, "2001:db8:1::");
        let _greedy: Vec<Wish<'_>> = (1..300)
            .map(|n| waits(&background, &format!("2001:db8:1:{n:x}::")))
            .collect();
        works(&background, "2001:db8:2::");
    }

    #[test]
    fn a_stranger_is_before_what_others_at_work_want_besides() {
        let background = Background::new();
        let one = works(&background, "10.0.0.1");
        let _other = works(&background, "10.0.0.2");
        let mut greedy: Vec<Wish<'_>> = (0..100)
            .map(|n| waits(&background, &format!("10.0.0.{}", 1 + n % 2)))
            .collect();
        let mut stranger = waits(&background, "10.0.0.3");
        drop(one);
        assert_eq!(greedy.iter_mut().filter_map(now).count(), 0);
        assert!(now(&mut stranger).is_some());
    }

    #[test]
    fn who_has_nothing_to_do_any_more_is_forgotten() {
        let background = Background::new();
        let one = works(&background, "10.0.0.1");
        // A request that is dropped while it waits keeps no place.
        drop(waits(&background, "10.0.0.1"));
        drop(one);
        assert!(background.turns.is_empty());
        works(&background, "10.0.0.1");
    }
}
