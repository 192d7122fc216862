//! The events in memory: each is loaded when it is asked for, and held by one at a time.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::StreamExt;
use manifold_events as law;
use manifold_events::{Command, Event, Founding, Who};
use moka::sync::Cache;
use tokio::sync::watch;
use tokio::time::Instant;

use super::error::EventError;
use super::head::head_of;
use super::held::{Held, Step, is_too_late, new_ids};
use super::ids::{game_id, law_game, law_person};
use crate::ids::{EventId, GameId, PlayerId};
use crate::names::EndReason;
use crate::registry::Registry;
use crate::services::Services;
use crate::store::{Kept, NewEntries};
use crate::table::error::TableError;
use crate::table::event::GameEnd;
use crate::table::message::Message;
use crate::table::orders::Ordered;
use crate::table::standing::Standing;

/// Events in memory before those are forgotten that nobody has wanted anything of for longest.
const MOST_EVENTS: usize = 256;
/// Standings that are kept.
const MOST_STANDINGS: u64 = 128;
/// Games that are told something at once.
const AT_ONCE: usize = 64;

/// All events in memory.
pub(crate) struct Hall {
    slots: Mutex<HashMap<EventId, Arc<Slot>>>,
    /// Events that are to be looked after although nothing is due: something could not be stored or told.
    again: Mutex<HashSet<EventId>>,
    /// When requests were heard that wait for their turn in an event.
    heard: Mutex<HashMap<EventId, Vec<u64>>>,
    /// Standings that were worked out, by the last entries of their events.
    standings: Cache<(EventId, u64), Arc<Vec<law::Standing>>>,
}

/// The place of an event in memory.
struct Slot {
    held: tokio::sync::Mutex<Option<Held>>,
    /// The number of its last entry, for whoever waits for the next.
    last: watch::Sender<u64>,
    used: Mutex<Instant>,
}

/// A request that has come to an event. As long as it waits for its turn time brings nothing there that is later than the request: whoever
/// was in time finds things as they were then.
pub(crate) struct Heard {
    hall: Arc<Hall>,
    event: EventId,
    /// When, in milliseconds since 1970.
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

/// What a command has come to.
#[derive(Debug)]
pub(crate) struct Appended {
    /// The numbers of its entries.
    pub(crate) entries: Vec<u64>,
    /// The number of the last entry by now.
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

    /// Until when time may go on in an event: now, or when the first request was heard that waits for its turn.
    fn until(&self, services: &Services, id: EventId) -> u64 {
        let heard = locked(&self.heard);
        let now = services.system.now_ms();
        let waiting = heard.get(&id).into_iter().flatten().copied();
        waiting.fold(now, u64::min)
    }

    fn slot(&self, id: EventId) -> Arc<Slot> {
        let mut slots = locked(&self.slots);
        if slots.len() >= MOST_EVENTS && !slots.contains_key(&id) {
            let unused = slots
                .iter()
                .filter(|(_, slot)| Arc::strong_count(slot) == 1);
            let oldest = unused.min_by_key(|(_, slot)| *locked(&slot.used));
            let oldest = oldest.map(|(id, _)| *id);
            oldest.and_then(|id| slots.remove(&id));
        }
        let slot = slots.entry(id).or_insert_with(|| {
            Arc::new(Slot {
                held: tokio::sync::Mutex::default(),
                last: watch::Sender::new(0),
                used: Mutex::new(Instant::now()),
            })
        });
        *locked(&slot.used) = Instant::now();
        Arc::clone(slot)
    }

    /// Makes an event.
    ///
    /// # Errors
    /// The law refuses it, the organiser has made enough, or the database has failed.
    pub(crate) async fn found(
        &self,
        services: &Services,
        organiser: PlayerId,
        founding: Founding,
    ) -> Result<EventId, EventError> {
        let id = EventId::random(&services.system);
        let settings = &services.settings;
        let most = Some([settings.events_per_organiser, settings.events_per_hour]);
        self.found_as(services, id, organiser, founding, most)
            .await?;
        Ok(id)
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

    /// An event as it stands, and where the number of its last entry is told from now on.
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

    /// Does what somebody wants of an event, if the law lets them.
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
            // What time had brought by then comes first.
            catch_up(registry, held, self.until(services, id)).await?;
            if held.is_full_for(&command) {
                return Err(EventError::TooManyEntries);
            }
            let who = Who::Person(law_person(who));
            note_turns(registry, held, at, who, &command).await?;
            let entries = held.decide(services, at, who, command).await?;
            // It waits no more.
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

    /// The standings of an event as it stands. It can take long to work them out, for whoever wants them first; others wait for that.
    pub(crate) fn standings(&self, id: EventId, event: &Event) -> Arc<Vec<law::Standing>> {
        let key = (id, event.last().0);
        self.standings.get_with(key, || Arc::new(event.standings()))
    }

    /// Looks after an event: what time has brought, what its games have to be told, and what they have to say. With `all` it asks every
    /// game that goes on.
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
            look_at(registry, held, &games).await?;
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

/// Does everything that time has brought until `now`, and tells the games what follows.
async fn catch_up(registry: &Arc<Registry>, held: &mut Held, now: u64) -> Result<(), EventError> {
    loop {
        let step = held.catch_up(&registry.services, now).await?;
        tell_games(registry, held).await;
        match step {
            Step::Done => return Ok(()),
            Step::Look(game) => {
                look_at(registry, held, &[game]).await?;
                held.looked.insert(game);
            }
        }
    }
}

/// Tells games what is ordered of them. What cannot be told now is told later.
async fn tell_games(registry: &Arc<Registry>, held: &mut Held) {
    if held.untold.is_empty() {
        return;
    }
    let untold = std::mem::take(&mut held.untold);
    let told = futures_util::stream::iter(untold).map(|(game, ordered)| async move {
        let result = tell(registry, game_id(game), &ordered).await;
        (game, ordered, result)
    });
    let mut told = told.buffer_unordered(AT_ONCE);
    while let Some((game, ordered, result)) = told.next().await {
        match result {
            Ok(()) | Err(TableError::NoSuchGame | TableError::Damaged) => {}
            Err(error) => {
                tracing::debug!(%game, ?error, "a game could not be told what its event orders");
                held.untold.insert(game, ordered);
            }
        }
    }
}

async fn tell(
    registry: &Arc<Registry>,
    game: GameId,
    ordered: &[Ordered],
) -> Result<(), TableError> {
    let ask = |reply| Message::Order(ordered.to_vec(), reply);
    registry.ask(game, ask).await
}

/// Asks games who has acted and how they ended, and appends what the event does not know.
async fn look_at(
    registry: &Arc<Registry>,
    held: &mut Held,
    games: &[law::GameId],
) -> Result<(), EventError> {
    let asked = futures_util::stream::iter(games.to_vec()).map(|game| async move {
        let ask = |reply| Message::Standing(reply);
        (game, registry.ask(game_id(game), ask).await)
    });
    let standings: Vec<_> = asked.buffered(AT_ONCE).collect().await;
    for (game, standing) in standings {
        match standing {
            Ok(standing) => note_standing(&registry.services, held, game, standing).await?,
            Err(TableError::NoSuchGame | TableError::Damaged) => {}
            Err(_) => return Err(EventError::Storage),
        }
    }
    Ok(())
}

async fn note_standing(
    services: &Services,
    held: &mut Held,
    id: law::GameId,
    standing: Standing,
) -> Result<(), EventError> {
    let Some(game) = held.event.game(id).filter(|game| game.is_live()) else {
        return Ok(());
    };
    let players = law::Side::ALL.map(|side| (side, game.player(side)));
    for ((side, player), acted) in players.into_iter().zip(standing.acted) {
        let Some(acted) = acted else { continue };
        let is_known = |held: &Held| {
            let game = held.event.game(id);
            game.is_some_and(|game| game.has_arrived(side))
        };
        if is_known(held) {
            continue;
        }
        let arrive = Command::Arrive { game: id };
        let arrived = held.decide(services, acted, Who::Person(player), arrive);
        ignore_late(arrived.await)?;
    }
    let Some(played) = standing.played else {
        return Ok(());
    };
    let result = match (played.end, played.end.result().winner) {
        (GameEnd::Aborted, _) => return Ok(()),
        (_, Some(crate::names::Color::White)) => law::GameResult::WhiteWins,
        (_, Some(crate::names::Color::Black)) => law::GameResult::BlackWins,
        (_, None) => law::GameResult::Draw,
    };
    // The clock of somebody who never came can run out before the default time: that decides, and the opponent has as long to come.
    let flagged = match result {
        _ if played.end.result().reason != EndReason::Time => None,
        law::GameResult::WhiteWins => Some(law::Side::Black),
        law::GameResult::BlackWins => Some(law::Side::White),
        _ => None,
    };
    let game = held.event.game(id);
    if flagged.is_some_and(|side| game.is_some_and(|game| !game.has_arrived(side))) {
        return Ok(());
    }
    let reason = serde_json::to_value(played.end.result().reason);
    let reason = reason
        .ok()
        .and_then(|word| word.as_str().map(str::to_owned));
    let now = services.system.now_ms();
    let started = held.event.game(id).and_then(|game| game.started);
    let end = Command::EndGame {
        game: id,
        result,
        reason: reason.unwrap_or_default(),
        ended_at: played.at.max(started.unwrap_or(0)).min(now),
        turns: standing.turns,
    };
    ignore_late(held.decide(services, now, Who::Server, end).await)
}

/// Before a game is ruled the event has to know how far it has come: without a turn of each player it is not rated.
async fn note_turns(
    registry: &Arc<Registry>,
    held: &mut Held,
    now: u64,
    who: Who,
    command: &Command,
) -> Result<(), EventError> {
    let (game, outcome) = match command {
        Command::Rule { game, outcome, .. } => (Some(*game), outcome),
        Command::DecideAppeal {
            ruling,
            decision: law::Decision::Varied { outcome },
            ..
        } => {
            let ruling = held.event.rulings().get(ruling);
            (ruling.map(|ruling| ruling.game), outcome)
        }
        _ => return Ok(()),
    };
    let is_played = outcome.result().is_some_and(|result| !result.is_forfeit());
    let Some(game) = game.filter(|_| is_played) else {
        return Ok(());
    };
    // Who may not rule leaves nothing in the log.
    if held.event.decide(now, who, command.clone()).is_err() {
        return Ok(());
    }
    look_at(registry, held, &[game]).await?;
    let ask = |reply| Message::Standing(reply);
    let turns = match registry.ask(game_id(game), ask).await {
        Ok(standing) => standing.turns,
        Err(TableError::NoSuchGame | TableError::Damaged) => return Ok(()),
        Err(_) => return Err(EventError::Storage),
    };
    let record = Command::RecordTurns { game, turns };
    ignore_late(
        held.decide(&registry.services, now, Who::Server, record)
            .await,
    )
}

fn ignore_late(done: Result<Vec<u64>, EventError>) -> Result<(), EventError> {
    match done {
        Err(error) if is_too_late(&error) => Ok(()),
        done => done.map(drop),
    }
}

/// Does what somebody wants of an event, if the law lets them: to its end, even if whoever asks has gone.
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
mod tests {
    use std::collections::BTreeSet;

    use law::{Outcome, Settings, Side};

    use super::*;
    use crate::system::{SimulatedClock, System};
    use crate::{Server, Settings as ServerSettings};

    const MINUTE: u64 = 60_000;
    const NOON: u64 = 1_795_262_400_000;

    /// An event in a server of its own.
    struct House {
        server: Server,
        clock: SimulatedClock,
        event: EventId,
        _data: tempfile::TempDir,
    }

    /// A person of the event, by a number.
    fn person(number: u64) -> PlayerId {
        format!("p{number:011}").parse().expect("12 letters")
    }

    const STAFF: u64 = 100;

    impl House {
        /// A match of two players whose first game has begun.
        async fn started() -> House {
            let data = tempfile::tempdir().expect("a directory");
            let settings = ServerSettings {
                data: data.path().to_owned(),
                engine_threads: 1,
                ..ServerSettings::default()
            };
            let clock = SimulatedClock::at(NOON);
            let system = System::simulated(clock.clone(), 1);
            let server = Server::start_with(settings, system, Some(1)).await;
            let server = server.expect("a server");
            let founding = Founding {
                settings: Settings {
                    name: "Club night".to_owned(),
                    variant: "chess".to_owned(),
                    format: law::Format::Match { games: 1 },
                    starts_at: NOON + MINUTE,
                    ..Settings::default()
                },
                directors: BTreeSet::from([law_person(person(STAFF))]),
                chief_arbiter: law_person(person(101)),
                deputy: law_person(person(102)),
            };
            let services = &server.registry.services;
            let founded = server.hall.found(services, person(STAFF), founding).await;
            let house = House {
                event: founded.expect("an event"),
                server,
                clock,
                _data: data,
            };
            for player in 1..=2 {
                let enter = Command::Enter {
                    player: law_person(person(player)),
                    name: format!("Player {player}"),
                    rating: None,
                };
                house.ask(player, enter).await.expect("possible");
            }
            house.clock.advance(MINUTE);
            house.attend().await;
            house
        }

        fn hear(&self) -> Heard {
            Heard::now(
                &self.server.hall,
                &self.server.registry.services,
                self.event,
            )
        }

        async fn ask(&self, who: u64, asked: Command) -> Result<Appended, EventError> {
            let registry = Arc::clone(&self.server.registry);
            command(self.hear(), registry, person(who), asked).await
        }

        /// What the server does by itself.
        async fn attend(&self) {
            let (hall, registry) = (&self.server.hall, &self.server.registry);
            hall.attend(registry, self.event, &[], true).await;
        }

        async fn seen(&self) -> Arc<Event> {
            let services = &self.server.registry.services;
            let looked = self.server.hall.look(services, self.event).await;
            looked.expect("an event")
        }

        async fn game(&self) -> law::EventGame {
            let event = self.seen().await;
            let board = event.rounds().first().expect("a round").boards[0];
            event.game(board).expect("a game").clone()
        }

        /// Asks as the player of a side, while the server looks after the event for so long that `late` has passed before the request has its turn.
        async fn ask_at_the_last_moment(
            &self,
            side: Side,
            late: u64,
            asked: Command,
        ) -> Result<Appended, EventError> {
            let who = self.game().await.player(side);
            let slot = self.server.hall.slot(self.event);
            let place = slot.held.lock().await;
            let heard = self.hear();
            let registry = Arc::clone(&self.server.registry);
            let first = self.attend();
            let asked = command(heard, registry, super::super::player_id(who), asked);
            self.clock.advance(late);
            drop(place);
            // The server has its turn before the request.
            first.await;
            let done = asked.await;
            self.attend().await;
            done
        }
    }

    #[tokio::test]
    async fn an_appeal_that_was_heard_in_time_waits_for_its_turn_and_is_in_time() {
        let house = House::started().await;
        let game = house.game().await.id;
        let rule = Command::Rule {
            game,
            ground: law::Ground::Rules,
            outcome: Outcome::Draw,
            reasons: "Because it is so.".to_owned(),
            call: None,
        };
        let ruled = house.ask(STAFF, rule).await.expect("possible");
        let appeal = Command::Appeal {
            ruling: law::EntryNumber(ruled.entries[0]),
            text: "I was about to win.".to_owned(),
        };
        house.clock.advance(law::APPEAL_MS);
        let done = house.ask_at_the_last_moment(Side::Black, 1, appeal.clone());
        done.await.expect("in time");
        assert!(!house.game().await.is_final);
        let late = house.ask_at_the_last_moment(Side::White, 0, appeal).await;
        assert!(matches!(late, Err(EventError::Refused(_))), "{late:?}");
    }

    #[tokio::test]
    async fn who_said_to_be_there_in_time_has_not_lost_by_default() {
        let house = House::started().await;
        let game = house.game().await;
        let started = game.started.expect("it has begun");
        let deadline = house.seen().await.default_deadline(&game);
        let left = deadline.expect("a time") - started;
        house.clock.advance(left);
        let arrive = Command::Arrive { game: game.id };
        let done = house.ask_at_the_last_moment(Side::White, 1, arrive).await;
        done.expect("in time");
        let result = house.game().await.result;
        assert_eq!(result, Some(law::GameResult::BlackForfeits));
    }

    #[tokio::test]
    async fn time_goes_on_when_a_request_waits_no_more() {
        let house = House::started().await;
        let services = &house.server.registry.services;
        let heard = house.hear();
        let at = services.system.now_ms();
        house.clock.advance(MINUTE);
        let hall = &house.server.hall;
        assert_eq!(hall.until(services, house.event), at);
        drop(heard);
        assert_eq!(hall.until(services, house.event), at + MINUTE);
        assert!(locked(&hall.heard).is_empty());
    }
}
