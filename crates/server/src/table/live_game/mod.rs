//! One game as its list of events: a value, with no clock, store or subscribers of its own.

mod apply;
mod clocks;
mod judge;
mod show;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use manifold_rules::board::Color;
use manifold_rules::game::Clock;
use secrecy::SecretString;

use crate::ids::GameId;
use crate::names::Status;
use crate::store::{Outages, Summary};
use crate::table::event::{EventKind, FullAction, GameEnd, Offer, Request};
use crate::table::info::GameInfo;
use crate::table::referee::{Played, Referee};
use crate::table::view::Lag;

pub(crate) use judge::{Command, Decision, Judgement};
pub(crate) use show::Transcript;

/// Requests that are remembered, so that one which arrives twice counts once.
const REMEMBERED: usize = 128;

/// A game with everything that follows from its events.
///
/// A copy shares the entries of the log; the position, the actions and the keys of the game are copied.
#[derive(Clone)]
pub(crate) struct LiveGame {
    pub(crate) id: GameId,
    pub(crate) info: GameInfo,
    referee: Referee,
    outages: Outages,
    clock: Option<Clock>,
    lag: Lag,
    /// Everything that happened, in order; the first has the number 1.
    log: Vec<Arc<Entry>>,
    /// The entries of the actions that count, in order.
    line: Vec<usize>,
    end: Option<GameEnd>,
    /// The players who have made the open offers, by [`slot`].
    offers: [Option<Color>; 3],
    /// The number of actions when each player last offered a draw, or asked to take back.
    last_offer: [[Option<usize>; 2]; 2],
    rematch: Option<GameId>,
    recent: VecDeque<(Request, u64)>,
    /// The last event that changed the position.
    position_n: u64,
}

/// An event with what was found when it was applied.
struct Entry {
    /// In milliseconds since 1970.
    at: u64,
    what: What,
}

enum What {
    Action(Box<PlayedAction>),
    Other(EventKind),
}

/// An action that was made.
struct PlayedAction {
    action: FullAction,
    played: Played,
    salt: Option<SecretString>,
    /// What the player had left on the clock after it.
    clock_ms: Option<u64>,
}

/// The place of an offer among the open ones.
fn slot(what: Offer) -> Option<usize> {
    match what {
        Offer::Draw => Some(0),
        Offer::Takeback => Some(1),
        Offer::Rematch => Some(2),
        Offer::Reset => None,
    }
}

impl LiveGame {
    /// A game before its first event.
    pub(crate) fn new(id: GameId, info: GameInfo, outages: Outages) -> LiveGame {
        let control = info.clock.as_ref().and_then(|clock| clock.control().ok());
        LiveGame {
            referee: Referee::from_position(info.starting_position()),
            id,
            info,
            outages,
            clock: control.map(Clock::new),
            lag: Lag::default(),
            log: Vec::new(),
            line: Vec::new(),
            end: None,
            offers: [None; 3],
            last_offer: [[None; 2]; 2],
            rematch: None,
            recent: VecDeque::new(),
            position_n: 0,
        }
    }

    /// The number of the last event.
    pub(crate) fn n(&self) -> u64 {
        self.log.len() as u64
    }

    pub(crate) fn status(&self) -> Status {
        if self.end.is_some() {
            Status::Over
        } else if self.info.free_side().is_some() {
            Status::Waiting
        } else {
            Status::Live
        }
    }

    pub(crate) fn end(&self) -> Option<GameEnd> {
        self.end
    }

    /// Who must act, if the game is in progress.
    pub(crate) fn actor(&self) -> Option<Color> {
        (self.status() == Status::Live).then(|| self.referee.actor())
    }

    pub(crate) fn turn_number(&self) -> u32 {
        self.referee.ply() / 2 + 1
    }

    /// The number under which a request was stored already.
    pub(crate) fn remembered(&self, request: &Request) -> Option<u64> {
        self.recent
            .iter()
            .find(|(known, _)| known == request)
            .map(|(_, n)| *n)
    }

    /// The engine's level, if it must act.
    pub(crate) fn engine_to_act(&self) -> Option<(Color, u8)> {
        let actor = self.actor()?;
        Some((actor, self.info.player(actor).level()?))
    }

    pub(crate) fn referee(&self) -> &Referee {
        &self.referee
    }

    /// What lists of games say of this game.
    pub(crate) fn summary(&self, now: u64) -> Summary {
        let attention_at = match self.status() {
            Status::Live if self.engine_to_act().is_some() => Some(0),
            Status::Live => self.deadline(now),
            _ => None,
        };
        Summary {
            status: self.status(),
            result: self.end.map(GameEnd::result),
            turn_number: self.turn_number(),
            actor: self.actor(),
            attention_at,
        }
    }

    fn served(&self, at: u64) -> Duration {
        Duration::from_millis(self.outages.served(at))
    }

    /// The actions that count, in order, with the places of their entries.
    fn actions(&self) -> impl DoubleEndedIterator<Item = (usize, u64, &PlayedAction)> {
        self.line.iter().filter_map(|place| {
            let entry = &self.log[*place];
            match &entry.what {
                What::Action(action) => Some((*place, entry.at, &**action)),
                What::Other(_) => None,
            }
        })
    }
}
