//! The room for live games in memory.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use crate::network::{NetworkCount, times_site};
use crate::settings::Settings;
use crate::table::error::TableError;

/// Events per place: a game takes one place, about 100 kB, and another for every so many events.
const EVENTS: u64 = 200;

/// The places of live games in memory.
///
/// A game takes its places on account of the client for whom it was loaded: nobody can fill the memory and so lock out the games of others.
/// Nor can many clients together easily: when more than three quarters are taken, games that nobody needs are put away, and a client has
/// only an eighth of its places.
pub(crate) struct Memory {
    all: usize,
    per_client: usize,
    taken: Mutex<Taken>,
    is_crowded: watch::Sender<bool>,
}

/// The places that are taken.
#[derive(Debug, Default)]
struct Taken {
    all: usize,
    /// Places of games that were loaded for clients.
    for_clients: NetworkCount,
}

impl Memory {
    pub(crate) fn new(settings: &Settings) -> Arc<Memory> {
        Arc::new(Memory {
            all: settings.live_games,
            per_client: settings.live_games_per_client,
            taken: Mutex::default(),
            is_crowded: watch::Sender::new(false),
        })
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for one more game, on account of a client or of the server itself.
    ///
    /// # Errors
    /// All places are taken, or all of the client.
    pub(crate) fn place(self: &Arc<Self>, client: Option<IpAddr>) -> Result<Place, TableError> {
        let mut taken = self.taken();
        // Work that is due in a game finds room all the same.
        let all = match client {
            Some(_) => self.all,
            None => self.all.saturating_add(self.all.div_ceil(8)),
        };
        if taken.all >= all {
            return Err(TableError::Busy);
        }
        if client.is_some_and(|client| self.has_enough(client, &taken.for_clients)) {
            return Err(TableError::TooManyLoaded);
        }
        let mut place = Place {
            memory: Arc::clone(self),
            client,
            size: 0,
        };
        place.resize(&mut taken, 1);
        Ok(place)
    }

    fn has_enough(&self, client: IpAddr, taken: &NetworkCount) -> bool {
        // However many networks a site has, some places are left to others.
        let per_client = match *self.is_crowded.borrow() {
            true => (self.per_client / 8).max(1),
            false => self.per_client,
        };
        let of_site = times_site(per_client).min(self.three_quarters());
        taken.of(client) >= per_client || taken.of_widest(client) >= of_site
    }

    /// Whether one more game may be loaded only for the engine to act: such games stay until it has acted, and those whose clocks run out
    /// must still find room.
    pub(crate) fn has_room_for_engine(&self) -> bool {
        self.taken().all < self.three_quarters()
    }

    fn three_quarters(&self) -> usize {
        self.all - self.all / 4
    }
}

/// The place of a game in memory, given back when it is dropped.
pub(crate) struct Place {
    memory: Arc<Memory>,
    client: Option<IpAddr>,
    /// The number of places that it takes.
    size: usize,
}

impl Place {
    /// Takes as much room as a game with this number of events needs. This cannot fail: what was accepted is kept.
    pub(crate) fn fit(&mut self, events: u64) {
        let size = usize::try_from(1 + events / EVENTS).unwrap_or(usize::MAX);
        if size != self.size {
            let memory = Arc::clone(&self.memory);
            self.resize(&mut memory.taken(), size);
        }
    }

    /// Watches whether memory is crowded, so that games which nobody needs should be put away.
    pub(crate) fn is_crowded(&self) -> watch::Receiver<bool> {
        self.memory.is_crowded.subscribe()
    }

    fn resize(&mut self, taken: &mut Taken, size: usize) {
        taken.all = taken.all - self.size + size;
        if let Some(client) = self.client {
            for _ in self.size..size {
                taken.for_clients.add(client);
            }
            for _ in size..self.size {
                taken.for_clients.remove(client);
            }
        }
        self.size = size;
        let is_crowded = taken.all > self.memory.three_quarters();
        let told = &self.memory.is_crowded;
        told.send_if_modified(|told| std::mem::replace(told, is_crowded) != is_crowded);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let memory = Arc::clone(&self.memory);
        self.resize(&mut memory.taken(), 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(live_games: usize, live_games_per_client: usize) -> Arc<Memory> {
        Memory::new(&Settings {
            live_games,
            live_games_per_client,
            ..Settings::default()
        })
    }

    fn client(number: u8) -> Option<IpAddr> {
        Some(IpAddr::from([10, 0, 0, number]))
    }

    #[test]
    fn a_long_game_takes_the_places_of_several() {
        let memory = memory(40, 20);
        let mut long = memory.place(client(1)).expect("room");
        long.fit(EVENTS * 18);
        let _other = memory.place(client(1)).expect("room for one more");
        let refused = memory.place(client(1)).err();
        assert!(matches!(refused, Some(TableError::TooManyLoaded)));
        let _theirs = memory.place(client(2)).expect("room for others");
        long.fit(EVENTS - 1);
        let _again = memory.place(client(1)).expect("room again");
        drop(long);
        assert_eq!(memory.taken().all, 3);
    }

    #[test]
    fn a_game_that_grows_beyond_all_places_keeps_others_out_until_it_leaves() {
        let memory = memory(4, 4);
        let mut place = memory.place(None).expect("room");
        place.fit(EVENTS * 10);
        let refused = memory.place(client(1)).err();
        assert!(matches!(refused, Some(TableError::Busy)));
        assert!(!memory.has_room_for_engine());
        drop(place);
        assert!(memory.place(client(1)).is_ok() && memory.has_room_for_engine());
    }

    #[test]
    fn while_memory_is_crowded_a_client_has_an_eighth_of_its_places() {
        let memory = memory(80, 80);
        let mut theirs = memory.place(client(1)).expect("room");
        theirs.fit(EVENTS * 60);
        let mut own: Vec<Place> = (0..10)
            .map(|_| memory.place(client(2)).expect("room"))
            .collect();
        let refused = memory.place(client(2)).err();
        assert!(matches!(refused, Some(TableError::TooManyLoaded)));
        let _others = memory.place(client(3)).expect("room for others");
        drop(theirs);
        own.push(memory.place(client(2)).expect("room again"));
    }

    #[test]
    fn what_is_due_finds_room_where_clients_find_none() {
        let memory = memory(8, 8);
        let mut place = memory.place(client(1)).expect("room");
        place.fit(EVENTS * 7);
        let refused = memory.place(client(2)).err();
        assert!(matches!(refused, Some(TableError::Busy)));
        let _due = memory.place(None).expect("room for one that is due");
        let refused = memory.place(None).err();
        assert!(matches!(refused, Some(TableError::Busy)), "there is an end");
    }

    #[test]
    fn memory_is_crowded_when_more_than_three_quarters_are_taken() {
        let memory = memory(8, 8);
        let mut places: Vec<Place> = (0..6)
            .map(|n| memory.place(client(n)).expect("room"))
            .collect();
        let is_crowded = places[0].is_crowded();
        assert!(!*is_crowded.borrow());
        places[0].fit(EVENTS);
        assert!(*is_crowded.borrow());
        places.truncate(5);
        assert!(!*is_crowded.borrow());
    }
}
