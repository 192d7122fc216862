//! Deciding: from what a seat knows to one action.

mod choose;
mod look;
mod watch;
mod weigh;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use manifold_rules::board::zobrist::scramble;

use crate::certain::Certainty;
use crate::search::{Blindness, History, MATE, Table, Times};
use crate::{Level, Line, Order, Playable, Random, Report, Scope, Seat, Thought};

use look::Look;

/// How much worse an action may look in one world and still be weighed in all of them.
const SPREAD: i32 = 120;
/// Positions looked at in a millisecond, roughly.
const NODES_IN_MS: u64 = 1_000;
/// Positions to be looked at in every world, at least.
const NODES_IN_WORLD: u64 = 2_500;
/// Plies from the start in which full strength chooses among actions that are nearly as good as the best.
const OPENING: u32 = 8;
/// How much worse an action must be to be chosen half as often then.
const VARIETY: i32 = 4;
/// What is as unlikely as so many halvings make it is never chosen.
const HALVINGS: i32 = 4;

/// One decision in the making.
pub(crate) struct Thinker<'a, P: Playable> {
    seat: &'a Seat<P>,
    order: &'a Order<'a>,
    times: Times,
    deadline: Option<Instant>,
    table: &'a Table<P::Action>,
    /// One for each thread.
    histories: &'a mut [History],
    report: &'a mut dyn FnMut(&Report<P>),
    random: Random,
    /// Whether actions let the opponent win at once, as far as that has been looked at.
    watched: HashMap<P::Action, bool>,
    /// The position itself, of a game that is over.
    open: Option<P>,
    /// What is known for certain of forced wins.
    certainty: Certainty<P::Action>,
}

impl<'a, P: Playable> Thinker<'a, P> {
    pub(crate) fn new(
        seat: &'a Seat<P>,
        order: &'a Order<'a>,
        times: Times,
        table: &'a Table<P::Action>,
        histories: &'a mut [History],
        report: &'a mut dyn FnMut(&Report<P>),
    ) -> Thinker<'a, P> {
        Thinker {
            seat,
            order,
            times,
            deadline: times.deadline(),
            table,
            histories,
            report,
            random: Random::new(order.seed),
            watched: HashMap::new(),
            open: None,
            certainty: Certainty::new(P::open_turns(seat.knowledge()), nodes(order)),
        }
    }

    /// Thinks about this position instead of guesses, if there is one: of a game that is over.
    pub(crate) fn knowing(mut self, open: Option<P>) -> Thinker<'a, P> {
        if open.is_some() {
            self.certainty = Certainty::new(None, 0);
        }
        self.open = open;
        self
    }

    pub(crate) fn think(mut self) -> Option<Thought<P>> {
        let strength = self.order.level.strength();
        let knowledge = self.seat.knowledge();
        if let Some(action) = P::unlisted_action(knowledge, &mut self.random) {
            return Some(at_once(action, 0));
        }
        let most = self.most_worlds(strength.worlds);
        let drawn = match self.open.take() {
            Some(position) => vec![position],
            None => P::worlds(knowledge, self.seat.memory(), &mut self.random, most),
        };
        let (mut worlds, mut weights) = counted(drawn);
        let position = worlds
            .first()
            .filter(|position| position.actor() == self.seat.color())?
            .clone();
        let mut actions = Vec::new();
        position.candidates(Scope::Root(self.order.bounds), &mut actions);
        // The same seed all through a game must not be the same luck all through it.
        self.random = Random::new(self.order.seed ^ scramble(u64::from(position.ply()) + 1));
        self.overlook_some(&position, &mut actions);
        let roots = match self.look(&position, &worlds, &actions) {
            Look::Win(action) => return Some(at_once(action, MATE - 1)),
            Look::Roots { roots, doubts } => {
                // What the guesses have left out and makes a difference is thought about, too.
                weights.resize(worlds.len() + doubts.len(), 1);
                worlds.extend(doubts);
                roots
            }
        };
        let only = roots.first()?;
        if roots.len() == 1 && self.lines() == 1 {
            return Some(at_once(only.action, only.score.unwrap_or(0)));
        }
        let temperature = self.temperature(&position);
        let spread = if worlds.len() > 1 { SPREAD } else { 0 };
        let margin = spread.max(temperature * HALVINGS);
        let mut weighed = self.weigh(&worlds, &weights, roots, margin);
        let chosen = self.choose(&worlds, &weighed, temperature)?;
        let Line {
            action,
            score,
            line,
        } = weighed.lines.get(chosen)?.clone();
        weighed.lines.truncate(self.lines());
        Some(Thought {
            action,
            score,
            line,
            nodes: weighed.nodes,
            depth: weighed.depth,
            lines: weighed.lines,
        })
    }

    fn lines(&self) -> usize {
        self.order.lines.max(1)
    }

    /// By how much an action must be worse to be chosen half as often. At full strength there is chance
    /// in the first turns only, so that games differ.
    fn temperature(&self, position: &P) -> i32 {
        let opening = position.ply() < OPENING && self.lines() == 1;
        match self.order.level {
            Level::FULL if opening => VARIETY,
            level => level.strength().temperature,
        }
    }

    /// Weak players do not even see all that they can do.
    fn overlook_some(&mut self, position: &P, actions: &mut Vec<P::Action>) {
        let blindness = Blindness {
            percent: self.order.level.strength().blindness / 2,
            seed: self.random.number(),
        };
        let sees = |action: &P::Action| !blindness.hides(position.actor(), P::slot(*action));
        if blindness.percent > 0 && actions.iter().any(sees) {
            actions.retain(sees);
        }
    }

    /// With few nodes or little time fewer worlds, or none would be seen at any depth.
    fn most_worlds(&self, most: usize) -> usize {
        let nodes = self.order.limits.nodes.unwrap_or(u64::MAX);
        let time = self.times.longest().map_or(u64::MAX, |time| {
            (time.as_millis() as u64).saturating_mul(NODES_IN_MS)
        });
        most.min((nodes.min(time) / NODES_IN_WORLD).max(1) as usize)
    }

    fn is_stopped(&self) -> bool {
        is_over(self.deadline, self.order.stop)
    }
}

/// Whether the time is up or somebody has said stop.
fn is_over(deadline: Option<Instant>, stop: Option<&AtomicBool>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
        || deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// The different ones among the worlds, and how often each was drawn.
fn counted<P: Playable>(drawn: Vec<P>) -> (Vec<P>, Vec<i64>) {
    let mut worlds: Vec<P> = Vec::with_capacity(drawn.len());
    let mut weights: Vec<i64> = Vec::with_capacity(drawn.len());
    for world in drawn {
        match worlds.iter().position(|known| *known == world) {
            Some(place) => weights[place] += 1,
            None => {
                worlds.push(world);
                weights.push(1);
            }
        }
    }
    (worlds, weights)
}

/// The most positions that a decision may look at.
fn nodes(order: &Order) -> u64 {
    order.limits.nodes.unwrap_or(u64::MAX)
}

/// A decision that needed no search.
fn at_once<P: Playable>(action: P::Action, score: i32) -> Thought<P> {
    Thought {
        action,
        score,
        line: vec![action],
        nodes: 0,
        depth: 0,
        lines: vec![Line {
            action,
            score,
            line: vec![action],
        }],
    }
}
