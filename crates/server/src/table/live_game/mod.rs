//! One game as its list of events: a value, with no clock, store or subscribers of its own.

mod apply;
mod clocks;
mod judge;
mod log;
mod show;
mod state;

use crate::ids::GameId;
use crate::store::{Outages, Summary};
use crate::table::error::TableError;
use crate::table::event::{Event, EventKind, Request};
use crate::table::info::GameInfo;

pub(crate) use judge::{Command, Judgement, Next};
pub(crate) use show::Transcript;
pub(crate) use state::GameState;

use log::{Entry, Log, PlayedAction, What};
use state::slot;

/// A game with everything that follows from its events.
pub(crate) struct LiveGame {
    state: GameState,
    log: Log,
}

/// An event with what it makes of its game: worked out before it is stored, and put in place afterwards by
/// [`LiveGame::commit`].
pub(crate) struct Prepared {
    /// The event, as it is to be stored.
    pub(crate) event: Event,
    state: GameState,
    entry: Entry,
}

impl Prepared {
    /// What lists of games will say of the game.
    pub(crate) fn summary(&self) -> Summary {
        self.state.summary(self.event.at)
    }

    /// The head of the game after the event.
    pub(crate) fn info(&self) -> &GameInfo {
        &self.state.info
    }
}

impl LiveGame {
    /// A game before its first event.
    pub(crate) fn new(id: GameId, info: GameInfo, outages: Outages) -> LiveGame {
        LiveGame {
            state: GameState::new(id, info, outages),
            log: Log::default(),
        }
    }

    /// What stands now.
    pub(crate) fn state(&self) -> &GameState {
        &self.state
    }

    /// The number of the last event.
    pub(crate) fn n(&self) -> u64 {
        self.log.n()
    }

    /// The number under which a request was stored already.
    pub(crate) fn remembered(&self, request: &Request) -> Option<u64> {
        self.log.remembered(request)
    }

    /// Milliseconds since the last event: no more lag than that can be given back.
    pub(crate) fn since_last_event(&self, now: u64) -> u32 {
        let last = self.log.last_at().unwrap_or(self.state.info.created_at);
        u32::try_from(now.saturating_sub(last)).unwrap_or(u32::MAX)
    }

    /// Works out what `next`, judged by this game as it stands, makes of it. The game itself does not change.
    pub(crate) fn prepare(&self, next: Next, request: Option<Request>, at: u64) -> Prepared {
        let event = Event {
            n: self.n() + 1,
            at,
            request,
            kind: next.stored(),
        };
        let mut state = self.state.clone();
        let entry = state.apply(next, event.n, at, &self.log);
        Prepared {
            event,
            state,
            entry,
        }
    }

    /// Puts in place what was worked out, now that it is stored.
    pub(crate) fn commit(&mut self, prepared: Prepared) {
        debug_assert_eq!(prepared.event.n, self.n() + 1);
        self.state = prepared.state;
        self.log.push(prepared.entry, prepared.event.request);
    }

    /// Applies an event of the stored log, of which an action is judged again.
    ///
    /// # Errors
    /// The log is damaged. The game must not be used any more.
    pub(crate) fn replay(&mut self, event: Event) -> Result<(), TableError> {
        debug_assert_eq!(event.n, self.n() + 1);
        let next = match event.kind {
            EventKind::Action {
                by,
                action,
                salt,
                lag_ms,
            } => {
                let judged = self.state.referee.judge_action(action.reveal());
                let action = judged
                    .ok()
                    .filter(|judged| judged.by() == by)
                    .ok_or(TableError::Damaged)?;
                Next::Action {
                    action,
                    salt,
                    lag_ms,
                }
            }
            EventKind::Other(event) => Next::Other(event),
        };
        let entry = self.state.apply(next, event.n, event.at, &self.log);
        self.log.push(entry, event.request);
        Ok(())
    }
}
