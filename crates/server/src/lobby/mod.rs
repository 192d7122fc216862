//! The lobby: those who look for an opponent, and how they find one.
//!
//! A seek lives as long as the socket on which it was made, so its owner is here. Only seeks of accounts for correspondence games are
//! stored, and stay until they are withdrawn. Everything else is in memory; what lasts is the game that is made.

mod member;
mod pairing;
mod patience;
mod pool;
mod seek;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, watch};

use crate::ids::{GameId, PlayerId, SeekId};
use crate::registry::Registry;
use crate::services::Services;
use crate::store::{Meeting, StoreError};
use crate::table::error::TableError;
use crate::table::info::Person;
use crate::table::rated_players::{shown_rating, with_rating};

pub(crate) use member::MemberId;
use member::NOBODY;
pub(crate) use patience::must_wait;
pub(crate) use pool::SeekError;
use pool::{Found, Pair, Pool, other_of};
pub(crate) use seek::{Cell, Seek, Seeker, StayingSeek};

/// Period of looking again at those who wait.
const BEAT: Duration = Duration::from_secs(1);
/// Interval of updating the ratings of seeks that stay while their owners are away.
const RATINGS: Duration = Duration::from_secs(60);

/// A message to a member, beside the list.
#[derive(Debug, Clone)]
pub(crate) enum Told {
    /// A game has been made for a seek of the member, or for one that the member has accepted.
    Paired { seek: SeekId, game: GameId },
    /// No game could be made: the seek is gone.
    Failed { seek: SeekId, error: TableError },
    /// An opponent is there for a seek whose owner is playing the computer meanwhile or, if `waits` is false, is gone again.
    Asked { seek: SeekId, waits: bool },
    /// Seeks of the player that have waited while no socket was here.
    Staying(Vec<Seek>),
}

/// What a member sees of the lobby.
pub(crate) struct List {
    /// The number of sockets.
    pub(crate) online: usize,
    /// The number of seeks for the same game and clock.
    pub(crate) waiting: Vec<(Cell, usize)>,
    /// Some of the seeks, newest first.
    pub(crate) latest: Vec<Seek>,
}

/// All who are in the lobby.
pub(crate) struct Lobby {
    state: Mutex<State>,
    /// Counts changes of the list.
    changes: watch::Sender<u64>,
}

#[derive(Default)]
struct State {
    pool: Pool,
    members: HashMap<MemberId, Present>,
    last_member: u64,
}

/// A socket in the lobby.
struct Present {
    player: PlayerId,
    /// The players with whom this one is not paired, as one of the two blocks the other: neither is shown what the other looks for.
    apart: HashSet<PlayerId>,
    told: mpsc::Sender<Told>,
}

impl State {
    /// The list without those who are `hidden`, with at most this many seeks.
    fn list(&self, most: usize, hidden: &HashSet<PlayerId>) -> List {
        List {
            online: self.members.len(),
            waiting: self.pool.counts(hidden),
            latest: self.pool.latest(most, hidden),
        }
    }
}

/// The network of a seek whose owner has not been here since the server started.
const NOWHERE: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// A person as a seeker for this kind of game, with the rating by which opponents are found. Accounts have one even if the game is not
/// rated.
pub(crate) async fn seeker(
    services: &Services,
    person: Person,
    cell: &Cell,
    (member, network): (MemberId, IpAddr),
) -> Result<Seeker, TableError> {
    let person = match (cell.pool(), cell.strength()) {
        (Some(pool), _) => with_rating(services, person, pool).await?,
        (None, Some(pool)) if person.account => Person {
            rating: Some(shown_rating(services, person.id, pool).await?),
            ..person
        },
        _ => person,
    };
    // Only accounts block, and are blocked.
    let mut apart = match person.account {
        true => services.store.apart(person.id).await?,
        false => Vec::new(),
    };
    if cell.rated && person.account {
        // Nobody wins ratings from themselves.
        apart.extend(services.store.one_person(person.id).await?);
    }
    Ok(Seeker {
        member,
        person,
        network,
        apart,
    })
}

/// Forgets the stored seeks of a pair for which no game could be made.
async fn forget_stored(services: &Services, Pair(first, second): &Pair) {
    if !first.stays() && !second.stays() {
        return;
    }
    let unseek = Meeting::Unseek(vec![first.id, second.id]);
    // If the database does not answer, they wait again after the next start.
    if let Err(error) = services.store.meet(unseek).await {
        tracing::warn!(%error, "seeks that are gone were not forgotten");
    }
}

impl Default for Lobby {
    fn default() -> Lobby {
        Lobby {
            state: Mutex::default(),
            changes: watch::Sender::new(0),
        }
    }
}

impl Lobby {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Restores the seeks of accounts that were waiting when the server stopped.
    pub(crate) async fn restore(&self, services: &Services) -> Result<(), TableError> {
        for StayingSeek {
            id,
            player,
            cell,
            color,
            range,
            since,
        } in services.store.seeks(None).await?
        {
            let Some(account) = services.store.account(player).await? else {
                continue;
            };
            let seek = Seek {
                id,
                seeker: seeker(services, account.into(), &cell, (NOBODY, NOWHERE)).await?,
                cell,
                color,
                range,
                since,
                meanwhile: None,
            };
            self.state().pool.put(seek);
        }
        self.has_changed();
        Ok(())
    }

    /// A player's socket enters; the player is not paired with those in `apart`. The socket is told which of the player's seeks are
    /// waiting already.
    pub(crate) fn enter(
        &self,
        player: PlayerId,
        apart: Vec<PlayerId>,
        told: mpsc::Sender<Told>,
    ) -> MemberId {
        let mut state = self.state();
        state.last_member += 1;
        let member = MemberId(state.last_member);
        let staying = state.pool.staying_of(player);
        if !staying.is_empty() {
            let _ = told.try_send(Told::Staying(staying));
        }
        let present = Present {
            player,
            apart: apart.into_iter().collect(),
            told,
        };
        state.members.insert(member, present);
        drop(state);
        self.has_changed();
        member
    }

    /// A socket leaves, and its seeks with it, except those that stay.
    pub(crate) fn leave(&self, member: MemberId) {
        let mut state = self.state();
        state.members.remove(&member);
        state.pool.leave(member);
        drop(state);
        self.has_changed();
    }

    /// The player's staying seek for exactly the same, if there is one already.
    pub(crate) fn staying(&self, seek: &Seek) -> Option<SeekId> {
        self.state().pool.staying(seek)
    }

    /// Whether a seek waits also while its owner is away.
    pub(crate) fn stays(&self, id: SeekId) -> bool {
        let state = self.state();
        state.pool.iter().any(|seek| seek.id == id && seek.stays())
    }

    /// Adds a seek, or makes a game of it and one that waits.
    pub(crate) fn seek(
        self: &Arc<Self>,
        registry: &Arc<Registry>,
        seek: Seek,
    ) -> Result<(), SeekError> {
        let now = registry.services.system.now_ms();
        let pair = self.state().pool.add(seek, now)?;
        self.has_changed();
        self.play(registry, pair);
        Ok(())
    }

    /// The kind of game of a seek; `None` if the seek is gone.
    pub(crate) fn cell(&self, id: SeekId) -> Option<Cell> {
        let state = self.state();
        let seek = state.pool.iter().find(|seek| seek.id == id);
        seek.map(|seek| seek.cell.clone())
    }

    /// Makes a game of a waiting seek and the player who accepts it.
    pub(crate) fn accept(
        self: &Arc<Self>,
        registry: &Arc<Registry>,
        id: SeekId,
        seeker: Seeker,
    ) -> Result<(), SeekError> {
        let mut state = self.state();
        let found = state.pool.iter().find(|seek| seek.id == id);
        let wanted = found.ok_or(SeekError::Gone)?;
        let own = Seek {
            seeker,
            id,
            cell: wanted.cell.clone(),
            color: wanted.color.map(|color| color.other()),
            range: None,
            since: wanted.since,
            meanwhile: None,
        };
        let pair = state.pool.accept(id, own)?;
        drop(state);
        self.has_changed();
        self.play(registry, Some(pair));
        Ok(())
    }

    /// The owner of a seek starts or stops playing the computer until an opponent comes. Returns whether the seek exists.
    pub(crate) fn play_meanwhile(
        &self,
        member: MemberId,
        id: SeekId,
        game: Option<GameId>,
    ) -> bool {
        let was_there = self.state().pool.play_meanwhile(member, id, game);
        if was_there {
            self.has_changed();
        }
        was_there
    }

    /// Makes a game of a seek whose owner is playing the computer and an opponent who has come. The game against the computer ends
    /// without a result.
    pub(crate) fn come(
        self: &Arc<Self>,
        registry: &Arc<Registry>,
        member: MemberId,
        id: SeekId,
    ) -> Result<(), SeekError> {
        let now = registry.services.system.now_ms();
        let pair = self.state().pool.come(member, id, now)?;
        self.has_changed();
        self.play(registry, Some(pair));
        Ok(())
    }

    /// One player has blocked the other: they are not paired, whatever they look for.
    pub(crate) fn keep_apart(&self, one: PlayerId, other: PlayerId) {
        let mut state = self.state();
        state.pool.keep_apart(one, other);
        for present in state.members.values_mut() {
            if let Some(other) = other_of(present.player, [one, other]) {
                present.apart.insert(other);
            }
        }
        drop(state);
        self.has_changed();
    }

    /// Neither of two players blocks the other any more: each is shown what the other looks for, and they can be paired, in rated games
    /// unless they are `one_person`.
    pub(crate) fn bring_together(&self, one: PlayerId, other: PlayerId, one_person: bool) {
        let mut state = self.state();
        state.pool.bring_together(one, other, one_person);
        for present in state.members.values_mut() {
            if let Some(other) = other_of(present.player, [one, other]) {
                present.apart.remove(&other);
            }
        }
        drop(state);
        self.has_changed();
    }

    /// A player will not come back: all the player's seeks are removed.
    pub(crate) fn forget(&self, player: PlayerId) {
        if self.state().pool.forget(player) {
            self.has_changed();
        }
    }

    /// Updates the ratings of seeks that stay while their owners are away, in one cell or in all, because they may have played since.
    pub(crate) async fn rate_again(
        &self,
        services: &Services,
        cell: Option<&Cell>,
    ) -> Result<(), StoreError> {
        let players = self.state().pool.away(cell);
        if players.is_empty() {
            return Ok(());
        }
        let ratings = services.store.ratings_of_all(players).await?;
        let now = services.system.now_ms();
        if self.state().pool.rate_again(&ratings, now) {
            self.has_changed();
        }
        Ok(())
    }

    /// Withdraws a seek; says whether it was there.
    pub(crate) fn withdraw(&self, member: MemberId, player: PlayerId, id: SeekId) -> bool {
        let was_there = self.state().pool.withdraw(member, player, id);
        if was_there {
            self.has_changed();
        }
        was_there
    }

    /// Looks again and again at those who wait, until the server stops.
    pub(crate) async fn tend(self: Arc<Self>, registry: Arc<Registry>) {
        let services = &registry.services;
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut ratings = tokio::time::interval(RATINGS);
        ratings.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = beat.tick() => {}
                _ = ratings.tick() => {
                    // An error was logged by the store, and they are read again.
                    let _ = self.rate_again(services, None).await;
                    continue;
                }
                () = services.stopping() => return,
            }
            let now = services.system.now_ms();
            let mut state = self.state();
            let found = state.pool.look(now);
            drop(state);
            let mut pairs = Vec::new();
            for found in found {
                match found {
                    Found::Pair(pair) => pairs.push(pair),
                    Found::Asked(seek, waits) => {
                        let told = Told::Asked {
                            seek: seek.id,
                            waits,
                        };
                        self.tell(&seek, &told);
                    }
                }
            }
            if !pairs.is_empty() {
                self.has_changed();
            }
            self.play(&registry, pairs);
        }
    }

    /// Makes the games of pairs, and tells them.
    fn play(self: &Arc<Self>, registry: &Arc<Registry>, pairs: impl IntoIterator<Item = Pair>) {
        for pair in pairs {
            let (lobby, registry) = (Arc::clone(self), Arc::clone(registry));
            tokio::spawn(async move {
                let told = pairing::make_game(&registry.services, &pair).await;
                match &told {
                    Ok(_) => pairing::leave_computer(&registry, &pair).await,
                    Err(_) => forget_stored(&registry.services, &pair).await,
                }
                for seek in [&pair.0, &pair.1] {
                    let told = match &told {
                        Ok(game) => Told::Paired {
                            seek: seek.id,
                            game: *game,
                        },
                        Err(error) => Told::Failed {
                            seek: seek.id,
                            error: error.clone(),
                        },
                    };
                    lobby.tell(seek, &told);
                }
            });
        }
    }

    /// Tells the owner of a seek what has become of it: on the socket on which it was made and, for a seek that stays, on all of the
    /// owner's sockets.
    fn tell(&self, seek: &Seek, told: &Told) {
        for (member, present) in &self.state().members {
            if *member == seek.seeker.member || (seek.stays() && present.player == seek.player()) {
                // A client that does not read is cut off by the socket; the player finds the game among their own.
                let _ = present.told.try_send(told.clone());
            }
        }
    }

    fn has_changed(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Hears of changes of the list.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// The number of sockets and the waiting seeks, with the latest `most` seeks in full.
    pub(crate) fn list(&self, most: usize) -> List {
        self.state().list(most, &HashSet::new())
    }

    /// The same for a member from whom some of it is hidden; `None` if nothing is.
    pub(crate) fn list_for(&self, member: MemberId, most: usize) -> Option<List> {
        let state = self.state();
        let apart = &state.members.get(&member)?.apart;
        let hides = state.pool.has_any_of(apart);
        hides.then(|| state.list(most, apart))
    }
}
