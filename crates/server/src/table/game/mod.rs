//! One game as its list of events: pure, with no clock, store or socket of its own.

mod apply;
mod clocks;
mod judge;
mod show;

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use manifold_rules::board::Color;
use manifold_rules::game::Clock;

use crate::hidden::Hidden;
use crate::problem::Problem;
use crate::store::Outages;
use crate::table::event::{Claim, Happening, Offer, Request};
use crate::table::referee::{self, Played, Referee};
use crate::table::setup::Setup;
use crate::table::state::{LagView, OutcomeView, Status};

pub(crate) use show::told;

/// Requests that are remembered, so that one that comes twice counts once.
const REMEMBERED: usize = 128;

/// A game with everything that follows from its events.
pub(crate) struct LiveGame {
    pub(crate) id: Arc<str>,
    pub(crate) setup: Setup,
    referee: Box<dyn Referee>,
    outages: Outages,
    clock: Option<Clock>,
    lag: LagView,
    /// Everything that happened, in order; the first has the number 1.
    log: Vec<Entry>,
    /// The entries of the actions that count, in order.
    line: Vec<usize>,
    over: Option<OutcomeView>,
    offers: [Option<Color>; 3],
    /// The number of actions when each player last offered a draw, or asked to take back.
    last_offer: [[Option<usize>; 2]; 2],
    rematch: Option<Arc<str>>,
    recent: VecDeque<(Request, u64)>,
    /// The last event that changed the position.
    position_n: u64,
}

/// An event with what was found when it was applied.
struct Entry {
    at: u64,
    what: What,
}

enum What {
    Action(Box<Row>),
    Other(Happening),
}

/// An action that was made.
struct Row {
    action: Hidden,
    played: Played,
    salt: Option<[u8; 16]>,
    clock_ms: Option<u64>,
    taken_back: bool,
}

/// Who is here, by colour, and how many others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Presence {
    pub(crate) white: bool,
    pub(crate) black: bool,
    pub(crate) watching: usize,
    /// The player who may claim the game, because the opponent has left.
    pub(crate) claim: Option<Color>,
}

impl Presence {
    fn online(self, color: Color) -> bool {
        color.fold_wb(self.white, self.black)
    }
}

fn slot(what: Offer) -> Option<usize> {
    match what {
        Offer::Draw => Some(0),
        Offer::Takeback => Some(1),
        Offer::Rematch => Some(2),
        Offer::Reset => None,
    }
}

/// What a request leads to.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// This is to be stored and applied.
    Happen(Happening),
    /// A new game is to be made first.
    Rematch(Box<Setup>),
}

/// A request of a player.
#[derive(Debug, Clone)]
pub(crate) enum Command {
    Act { n: u64, action: Hidden },
    Offer(Offer),
    Accept(Offer),
    Decline(Offer),
    Resign,
    Abort,
    Claim(Claim),
}

impl LiveGame {
    /// A game before its first event.
    pub(crate) fn new(id: Arc<str>, setup: Setup, outages: Outages) -> LiveGame {
        let control = setup.clock.as_ref().and_then(|clock| clock.control().ok());
        LiveGame {
            referee: referee::start(setup.game),
            id,
            setup,
            outages,
            clock: control.map(Clock::new),
            lag: LagView::default(),
            log: Vec::new(),
            line: Vec::new(),
            over: None,
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
        if self.over.is_some() {
            Status::Over
        } else if self.setup.free().is_some() {
            Status::Waiting
        } else {
            Status::Live
        }
    }

    pub(crate) fn outcome(&self) -> Option<&OutcomeView> {
        self.over.as_ref()
    }

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
        Some((actor, self.setup.chair(actor).level()?))
    }

    pub(crate) fn referee(&self) -> &dyn Referee {
        &*self.referee
    }

    fn served(&self, at: u64) -> Duration {
        Duration::from_millis(self.outages.served(at))
    }
}

/// Positions and actions of a game in a study, without a table.
pub(crate) fn study(
    game: manifold_rules::variant::VariantId,
    position: Option<&str>,
) -> Result<Box<dyn Referee>, Problem> {
    match position {
        Some(text) => referee::start_at(game, text),
        None => Ok(referee::start(game)),
    }
}
