//! The lobby: those who look for an opponent, and how they find one.
//!
//! A seek lives as long as the socket on which it was made: whoever waits is there. All of it is in memory; what lasts is
//! the game that comes of it.

mod pairing;
mod patience;
mod pool;
mod seek;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{mpsc, watch};

use crate::ids::{GameId, PlayerId, SeekId};
use crate::services::Services;
use crate::table::error::TableError;

pub(crate) use patience::must_wait;
pub(crate) use pool::SeekError;
use pool::{Pair, Pool};
pub(crate) use seek::{Cell, Seek, Seeker};

/// How often those who wait are looked at again.
const BEAT: Duration = Duration::from_secs(1);

/// A socket in the lobby.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct MemberId(u64);

/// What a member is told, beside the list.
#[derive(Debug, Clone)]
pub(crate) enum Told {
    /// A game has been made for a seek of the member, or for one that the member has accepted.
    Paired { seek: SeekId, game: GameId },
    /// No game could be made: the seek is gone.
    Failed { seek: SeekId, error: TableError },
}

/// Who is in the lobby.
pub(crate) struct List {
    /// How many sockets.
    pub(crate) online: usize,
    /// How many wait for the same.
    pub(crate) waiting: Vec<(Cell, usize)>,
    /// Some of the seeks, the latest first.
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
    members: HashMap<MemberId, mpsc::Sender<Told>>,
    last_member: u64,
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

    /// A socket comes in.
    pub(crate) fn enter(&self, told: mpsc::Sender<Told>) -> MemberId {
        let mut state = self.state();
        state.last_member += 1;
        let member = MemberId(state.last_member);
        state.members.insert(member, told);
        drop(state);
        self.has_changed();
        member
    }

    /// A socket is gone, and its seeks with it.
    pub(crate) fn leave(&self, member: MemberId) {
        let mut state = self.state();
        state.members.remove(&member);
        state.pool.leave(member);
        drop(state);
        self.has_changed();
    }

    /// Adds a seek, or makes a game of it and one that waits.
    pub(crate) fn seek(
        self: &Arc<Self>,
        services: &Arc<Services>,
        seek: Seek,
    ) -> Result<(), SeekError> {
        let now = services.system.now_ms();
        let pair = self.state().pool.add(seek, now)?;
        self.has_changed();
        self.play(services, pair);
        Ok(())
    }

    /// What is played if a seek is accepted; none if it is gone.
    pub(crate) fn cell(&self, id: SeekId) -> Option<Cell> {
        let state = self.state();
        let seek = state.pool.iter().find(|seek| seek.id == id);
        seek.map(|seek| seek.cell.clone())
    }

    /// Makes a game of a seek that waits and what its acceptor says of themselves.
    pub(crate) fn accept(
        self: &Arc<Self>,
        services: &Arc<Services>,
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
        };
        let pair = state.pool.accept(id, own)?;
        drop(state);
        self.has_changed();
        self.play(services, Some(pair));
        Ok(())
    }

    /// One player has blocked the other: they are not paired, whatever they look for.
    pub(crate) fn keep_apart(&self, one: PlayerId, other: PlayerId) {
        self.state().pool.keep_apart(one, other);
    }

    /// Withdraws a seek; says whether it was there.
    pub(crate) fn withdraw(&self, member: MemberId, id: SeekId) -> bool {
        let was_there = self.state().pool.withdraw(member, id);
        if was_there {
            self.has_changed();
        }
        was_there
    }

    /// Looks again and again at those who wait, until the server stops.
    pub(crate) async fn tend(self: Arc<Self>, services: Arc<Services>) {
        let mut beat = tokio::time::interval(BEAT);
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                _ = beat.tick() => {}
                () = services.stopping() => return,
            }
            let now = services.system.now_ms();
            let pairs = self.state().pool.look(now);
            if !pairs.is_empty() {
                self.has_changed();
            }
            self.play(&services, pairs);
        }
    }

    /// Makes the games of pairs, and tells them.
    fn play(self: &Arc<Self>, services: &Arc<Services>, pairs: impl IntoIterator<Item = Pair>) {
        for pair in pairs {
            let (lobby, services) = (Arc::clone(self), Arc::clone(services));
            tokio::spawn(async move {
                let told = pairing::make_game(&services, &pair).await;
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
                    lobby.tell(seek.seeker.member, told);
                }
            });
        }
    }

    fn tell(&self, member: MemberId, told: Told) {
        if let Some(member) = self.state().members.get(&member) {
            // Who does not read is cut by the socket, and finds the game among their own.
            let _ = member.try_send(told);
        }
    }

    fn has_changed(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Hears of changes of the list.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Who is here and waits, with at most so many seeks.
    pub(crate) fn list(&self, most: usize) -> List {
        let state = self.state();
        List {
            online: state.members.len(),
            waiting: state.pool.counts().collect(),
            latest: state.pool.latest(most),
        }
    }
}
