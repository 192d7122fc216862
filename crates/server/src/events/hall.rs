//! The events in memory: each is loaded on demand, and held by one task at a time.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use manifold_events as law;
use manifold_events::{Command, Event, Founding, Who};
use moka::sync::Cache;
use tokio::sync::watch;
use tokio::time::Instant;

use super::dialogue::{before_ruling, catch_up, look_at, tell_games};
use super::error::EventError;
use super::head::head_of;
use super::held::{Held, new_ids};
use super::ids::{law_game, law_person};
use crate::ids::{EventId, GameId, PlayerId, RequestId};
use crate::registry::Registry;
use crate::services::Services;
use crate::store::{Kept, NewEntries};

/// Maximum numbers of events in memory and of entries of their logs. Beyond them the least recently used events are forgotten.
const MOST_EVENTS: usize = 256;
const MOST_ENTRIES: u64 = 500_000;
/// Standings that are kept.
const MOST_STANDINGS: u64 = 128;

/// All events in memory.
pub(crate) struct Hall {
    slots: Mutex<HashMap<EventId, Arc<Slot>>>,
    /// Events that are to be looked after although nothing is due: something could not be stored or told.
    again: Mutex<HashSet<EventId>>,
    /// The arrival times of requests that wait for their turn in an event.
    heard: Mutex<HashMap<EventId, Vec<u64>>>,
    /// A cache of standings, by the last entries of their events.
    standings: Cache<(EventId, u64), Arc<Vec<law::Standing>>>,
}

/// The place of an event in memory.
struct Slot {
    held: tokio::sync::Mutex<Option<Held>>,
    /// The number of its last entry, for those who wait for the next.
    last: watch::Sender<u64>,
    used: Mutex<Instant>,
}

/// A request that has reached an event. While it waits for its turn, the event does not move on to a time after its arrival: a request
/// that was in time finds things as they were then.
pub(crate) struct Heard {
    hall: Arc<Hall>,
    event: EventId,
    /// The time, in milliseconds since 1970.
    at: u64,
}

impl Heard {
    /// A request that has come just now.
    pub(crate) fn now(hall: &Arc<Hall>, services: &Services, event: EventId) -> Heard {
        let mut heard = locked(&hall.heard);
        let at = services.system.now_ms();
        heard.entry(event).or_default().push(at);
        let hall = Arc::clone(hall);
        Heard { hall, event, at }
    }
}

impl Drop for Heard {
    fn drop(&mut self) {
        let mut heard = locked(&self.hall.heard);
        if let Some(waiting) = heard.get_mut(&self.event) {
            let own = waiting.iter().position(|at| *at == self.at);
            own.map(|own| waiting.swap_remove(own));
            if waiting.is_empty() {
                heard.remove(&self.event);
            }
        }
    }
}

/// The outcome of a command.
#[derive(Debug)]
pub(crate) struct Appended {
    /// The numbers of its entries.
    pub(crate) entries: Vec<u64>,
    /// The number of the last entry of the log now.
    pub(crate) last: u64,
}

impl Default for Hall {
    fn default() -> Hall {
        Hall {
            slots: Mutex::default(),
            again: Mutex::default(),
            heard: Mutex::default(),
            standings: Cache::new(MOST_STANDINGS),
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hall {
    /// The events that are to be looked after once more.
    pub(super) fn take_again(&self) -> HashSet<EventId> {
        std::mem::take(&mut *locked(&self.again))
    }

    /// The latest time to which an event may move on, in milliseconds since 1970: now, or the arrival of the first waiting request.
    fn until(&self, services: &Services, id: EventId) -> u64 {
        let heard = locked(&self.heard);
        let now = services.system.now_ms();
        let waiting = heard.get(&id).into_iter().flatten().copied();
        waiting.fold(now, u64::min)
    }

    fn slot(&self, id: EventId) -> Arc<Slot> {
        let mut slots = locked(&self.slots);
        let slot = slots.entry(id).or_insert_with(|| {
            Arc::new(Slot {
                held: tokio::sync::Mutex::default(),
                last: watch::Sender::new(0),
                used: Mutex::new(Instant::now()),
            })
        });
        let slot = Arc::clone(slot);
        *locked(&slot.used) = Instant::now();
        // This one is in use and stays. Others may have grown since the last look.
        keep_within_bounds(&mut slots);
        slot
    }

    /// Makes an event, and returns its ID. A retry of a request gives the event made by it before.
    ///
    /// # Errors
    /// The law refuses it, the organiser has made enough, or the database has failed.
    pub(crate) async fn found(
        &self,
        services: &Services,
        organiser: PlayerId,
        founding: Founding,
        request: Option<&RequestId>,
    ) -> Result<EventId, EventError> {
        let id = match request {
            Some(request) => EventId::of_request(organiser, request),
            None => EventId::random(&services.system),
        };
        let settings = &services.settings;
        let most = Some([settings.events_per_organiser, settings.events_per_hour]);
        match self.found_as(services, id, organiser, founding, most).await {
            // A copy of the same request was faster.
            Err(EventError::Conflict) if request.is_some() => Ok(id),
            made => made.map(|()| id),
        }
    }

    /// Makes an event with an identifier, if there is none yet.
    ///
    /// # Errors
    /// As [`Hall::found`]; a conflict if there is one.
    pub(super) async fn found_as(
        &self,
        services: &Services,
        id: EventId,
        organiser: PlayerId,
        founding: Founding,
        most: Option<[u32; 2]>,
    ) -> Result<(), EventError> {
        let now = services.system.now_ms();
        let body = Event::found(now, founding)?;
        let entry = law::Entry {
            n: law::EntryNumber(1),
            at: now,
            by: Who::Person(law_person(organiser)),
            body,
        };
        let event = Event::begin(entry.clone()).map_err(|_| EventError::Damaged)?;
        let new = NewEntries {
            event: id,
            after: 0,
            entries: vec![entry],
            told: 1,
            head: head_of(id, &event),
            entered: Vec::new(),
            left: Vec::new(),
            games: Vec::new(),
            rated: Vec::new(),
            annulled: Vec::new(),
            posts: Vec::new(),
            most,
        };
        match services.store.keep(new).await? {
            Kept::Done => {}
            Kept::Conflict => return Err(EventError::Conflict),
            Kept::IsBot => return Err(EventError::Bot),
            Kept::TooManyOpen => return Err(EventError::TooManyOpen),
            Kept::TooOften(wait) => return Err(EventError::TooOften(wait)),
        }
        metrics::counter!("manifold_tournaments_created_total").increment(1);
        Ok(())
    }

    /// An event as it stands.
    ///
    /// # Errors
    /// There is none, or the database has failed.
    pub(crate) async fn look(
        &self,
        services: &Services,
        id: EventId,
    ) -> Result<Arc<Event>, EventError> {
        let slot = self.slot(id);
        let looked = async {
            let mut held = slot.held.lock().await;
            let held = load(services, id, &mut held, &slot.last).await?;
            Ok(Arc::clone(&held.event))
        };
        let looked = looked.await;
        self.forget_unless_there(id, &slot, &looked);
        looked
    }

    /// Whether an event is in memory, or is being read already: to look at it costs little.
    pub(crate) fn has(&self, id: EventId) -> bool {
        let slot = locked(&self.slots).get(&id).map(Arc::clone);
        slot.is_some_and(|slot| slot.held.try_lock().map_or(true, |held| held.is_some()))
    }

    /// The current state of an event, and a receiver for the number of its last entry from now on.
    ///
    /// # Errors
    /// There is none, or the database has failed.
    pub(crate) async fn watch(
        &self,
        services: &Services,
        id: EventId,
    ) -> Result<(Arc<Event>, watch::Receiver<u64>), EventError> {
        let receiver = self.slot(id).last.subscribe();
        Ok((self.look(services, id).await?, receiver))
    }

    /// Carries out a command on an event, if the law allows it.
    ///
    /// # Errors
    /// It is refused, or the database has failed.
    async fn command(
        &self,
        registry: &Arc<Registry>,
        heard: Heard,
        who: PlayerId,
        command: Command,
    ) -> Result<Appended, EventError> {
        let services = &registry.services;
        let (id, at) = (heard.event, heard.at);
        let slot = self.slot(id);
        let mut place = slot.held.lock().await;
        let done = async {
            let held = load(services, id, &mut place, &slot.last).await?;
            // Everything that fell due before then comes first.
            catch_up(registry, held, self.until(services, id)).await?;
            let person = law_person(who);
            if held.is_full_for(person, &command) {
                return Err(EventError::TooManyEntries);
            }
            held.check_entrant(services, who, &command).await?;
            let who = Who::Person(person);
            before_ruling(registry, held, at, who, &command).await?;
            let entries = held.decide(services, at, who, command).await?;
            // The request is no longer waiting.
            drop(heard);
            catch_up(registry, held, self.until(services, id)).await?;
            if !held.untold.is_empty() {
                locked(&self.again).insert(id);
            }
            Ok(Appended {
                entries,
                last: held.event.last().0,
            })
        };
        let done = done.await;
        self.after(id, &mut place, &done);
        drop(place);
        self.forget_unless_there(id, &slot, &done);
        done
    }

    /// The standings of an event in this state. Computing them can take long for the first to ask; others wait for that.
    pub(crate) fn standings(&self, id: EventId, event: &Event) -> Arc<Vec<law::Standing>> {
        let key = (id, event.last().0);
        self.standings.get_with(key, || Arc::new(event.standings()))
    }

    /// Looks after an event: does what is due, tells its games their orders, and asks games that have news. With `all` it asks every game
    /// in progress.
    pub(crate) async fn attend(
        &self,
        registry: &Arc<Registry>,
        id: EventId,
        games: &[GameId],
        all: bool,
    ) {
        let services = &registry.services;
        let slot = self.slot(id);
        let mut place = slot.held.lock().await;
        let attended = async {
            let is_new = place.is_none();
            let held = load(services, id, &mut place, &slot.last).await?;
            let games = match all || is_new {
                true => held.live_games(),
                false => games.iter().copied().map(law_game).collect(),
            };
            tell_games(registry, held).await;
            let until = self.until(services, id);
            if look_at(registry, held, &games, until).await? {
                locked(&self.again).insert(id);
            }
            catch_up(registry, held, self.until(services, id)).await?;
            held.note_told(services).await?;
            match held.untold.is_empty() {
                true => Ok(()),
                false => Err(EventError::Storage),
            }
        };
        let attended: Result<(), EventError> = attended.await;
        self.after(id, &mut place, &attended);
        drop(place);
        self.forget_unless_there(id, &slot, &attended);
    }

    /// After an error of the store nobody knows how the event stands: it is read again.
    fn after<T>(&self, id: EventId, place: &mut Option<Held>, done: &Result<T, EventError>) {
        match done {
            Ok(_)
            | Err(
                EventError::Refused(_)
                | EventError::NoSuchEvent
                | EventError::OnePerson
                | EventError::NotByYou
                | EventError::NoSuchPoint { .. }
                | EventError::TooManyEntries,
            ) => {}
            Err(error) => {
                tracing::debug!(event = %id, ?error, "an event is loaded anew");
                *place = None;
                locked(&self.again).insert(id);
            }
        }
    }

    /// An event that does not exist takes no place in memory.
    fn forget_unless_there<T>(&self, id: EventId, slot: &Arc<Slot>, done: &Result<T, EventError>) {
        if let Err(EventError::NoSuchEvent) = done {
            let mut slots = locked(&self.slots);
            if slots.get(&id).is_some_and(|known| Arc::ptr_eq(known, slot)) {
                slots.remove(&id);
            }
        }
    }
}

/// Forgets events while there are too many: the least recently used ones that nobody is using.
fn keep_within_bounds(slots: &mut HashMap<EventId, Arc<Slot>>) {
    let is_full = |slots: &HashMap<EventId, Arc<Slot>>| {
        let entries: u64 = slots.values().map(|slot| *slot.last.borrow()).sum();
        slots.len() > MOST_EVENTS || entries > MOST_ENTRIES
    };
    while is_full(slots) {
        let unused = slots
            .iter()
            .filter(|(_, slot)| Arc::strong_count(slot) == 1);
        let oldest = unused.min_by_key(|(_, slot)| *locked(&slot.used));
        let Some(id) = oldest.map(|(id, _)| *id) else {
            return;
        };
        slots.remove(&id);
    }
}

/// The event in its place, read from the store if it is not there.
async fn load<'a>(
    services: &Services,
    id: EventId,
    place: &'a mut Option<Held>,
    last: &watch::Sender<u64>,
) -> Result<&'a mut Held, EventError> {
    if services.is_stopping() {
        return Err(EventError::Stopping);
    }
    if place.is_none() {
        *place = Some(Held::load(services, id, last.clone()).await?);
    }
    place.as_mut().ok_or(EventError::NoSuchEvent)
}

/// Carries out a command on an event, if the law allows it. Runs to completion even if the client has gone.
///
/// # Errors
/// It is refused, or the database has failed.
pub(crate) async fn command(
    heard: Heard,
    registry: Arc<Registry>,
    who: PlayerId,
    command: Command,
) -> Result<Appended, EventError> {
    let hall = Arc::clone(&heard.hall);
    let done = tokio::spawn(async move { hall.command(&registry, heard, who, command).await });
    done.await.unwrap_or(Err(EventError::Unknown))
}

/// New identifiers of games, for a command that makes some.
pub(crate) fn new_game_ids(services: &Services, games: usize) -> Vec<law::GameId> {
    new_ids(services, games)
}

#[cfg(test)]
mod tests;
