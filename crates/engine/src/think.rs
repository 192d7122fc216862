//! Deciding: from what a seat knows to one action.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use manifold_rules::board::Color;
use manifold_rules::board::zobrist::scramble;

use crate::certain::{self, Certainty};
use crate::combine::{CLEAR, combine, win_in_all};
use crate::search::{
    Blindness, Bounds, Forced, History, MATE, RootAction, Search, Table, Task, Times, is_mate,
};
use crate::secret::{Disguise, at_stake, disguise};
use crate::{Level, Line, Order, Playable, Random, Report, Scent, Scope, Seat, Thought};

/// How much worse an action may look in one world and still be weighed in all of them.
const SPREAD: i32 = 120;
/// By how much a secret square must be worse than the best to be half as likely.
const SECRET_TEMPERATURE: i32 = 12;
/// Positions looked at in a millisecond, roughly.
const NODES_IN_MS: u64 = 1_000;
/// Positions to be looked at in every world, at least.
const NODES_IN_WORLD: u64 = 2_500;
/// One part in so many of nodes and time is for a closer look at secrets.
const SHARE: u64 = 8;
/// Worlds that are added because they refute a win in all others, at most.
const DOUBTS: usize = 2;
/// How much earlier an action is searched that gives check or the like.
const FORCE: i32 = 250;
/// Plies from the start in which full strength chooses among actions that are nearly as good as the best.
const OPENING: u32 = 8;
/// How much worse an action must be to be chosen half as often then.
const VARIETY: i32 = 4;
/// What is as unlikely as so many halvings make it is never chosen.
const HALVINGS: i32 = 4;
/// How many actions are looked at for one that does not hand over the game.
const CAUTION: usize = 12;

/// One decision in the making.
pub(crate) struct Thinker<'a, G: Playable> {
    seat: &'a Seat<G>,
    order: &'a Order<'a>,
    times: Times,
    deadline: Option<Instant>,
    table: &'a Table<G::Action>,
    /// One for each thread.
    histories: &'a mut [History],
    report: &'a mut dyn FnMut(&Report<G>),
    random: Random,
    /// Whether actions let the opponent win at once, as far as that has been looked at.
    watched: HashMap<G::Action, bool>,
    /// The position itself, of a game that is over.
    open: Option<G>,
    /// What is known for certain of forced wins.
    certainty: Certainty<G::Action>,
}

/// What a search has come to.
struct Weighed<G: Playable> {
    /// Actions with their mean scores in all worlds, the best first.
    lines: Vec<Line<G>>,
    /// How to play the best action, if it carries a secret.
    disguise: Option<Disguise<G>>,
    nodes: u64,
    depth: u32,
}

impl<'a, G: Playable> Thinker<'a, G> {
    pub(crate) fn new(
        seat: &'a Seat<G>,
        order: &'a Order<'a>,
        times: Times,
        table: &'a Table<G::Action>,
        histories: &'a mut [History],
        report: &'a mut dyn FnMut(&Report<G>),
    ) -> Thinker<'a, G> {
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
            certainty: Certainty::new(G::open_turns(seat.knowledge()), nodes(order)),
        }
    }

    /// Thinks about this position instead of guesses, if there is one: of a game that is over.
    pub(crate) fn knowing(mut self, open: Option<G>) -> Thinker<'a, G> {
        if open.is_some() {
            self.certainty = Certainty::new(None, 0);
        }
        self.open = open;
        self
    }

    pub(crate) fn think(mut self) -> Option<Thought<G>> {
        let strength = self.order.level.strength();
        let knowledge = self.seat.knowledge();
        if let Some(action) = G::unlisted_action(knowledge, &mut self.random) {
            return Some(at_once(action, 0));
        }
        let most = self.most_worlds(strength.worlds);
        let drawn = match self.open.take() {
            Some(position) => vec![position],
            None => G::worlds(knowledge, self.seat.memory(), &mut self.random, most),
        };
        let (mut worlds, mut weights) = counted(drawn);
        let position = worlds
            .first()
            .filter(|position| position.actor() == self.seat.color())?
            .clone();
        let mut actions = Vec::new();
        position.candidates(Scope::Root(self.order.listing), &mut actions);
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
    fn temperature(&self, position: &G) -> i32 {
        let opening = position.ply() < OPENING && self.lines() == 1;
        match self.order.level {
            Level::FULL if opening => VARIETY,
            level => level.strength().temperature,
        }
    }

    /// Weak players do not even see all that they can do.
    fn overlook_some(&mut self, position: &G, actions: &mut Vec<G::Action>) {
        let blindness = Blindness {
            percent: self.order.level.strength().blindness / 2,
            seed: self.random.number(),
        };
        let sees = |action: &G::Action| !blindness.hides(position.actor(), G::slot(*action));
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

    /// The first look at every action: whether one of them wins at once, and which look good.
    fn look(&mut self, position: &G, worlds: &[G], actions: &[G::Action]) -> Look<G> {
        let me = position.actor();
        let mut roots: Vec<(i32, RootAction<G::Action>)> = Vec::with_capacity(actions.len());
        let mut doubts = Vec::new();
        let mut possible = None;
        for action in actions.iter().copied() {
            // Whatever happens, there is something to choose from.
            if roots.len() % 16 == 15 && self.is_stopped() {
                break;
            }
            let mut child = position.clone();
            child.play_unchecked(action);
            let wins_in = |world: &&G| {
                let mut child = (*world).clone();
                child.play_unchecked(action);
                wins(&child, me)
            };
            let winning = if child.won_at_once().is_some() || child.may_be_over() {
                worlds.iter().filter(wins_in).count()
            } else {
                0
            };
            if winning > 0 && !self.certainty.holds(action, MATE - 1) {
                let (knowledge, memory) = (self.seat.knowledge(), self.seat.memory());
                let possible =
                    possible.get_or_insert_with(|| certain::possible::<G>(knowledge, memory, 1));
                let wins_after = |child: &G| wins(child, me);
                let is_stopped = || self.is_stopped();
                if let Some(chance) = certain::chance(possible, action, wins_after, &is_stopped) {
                    self.certainty.put_chance(action, chance);
                }
                if winning == worlds.len() && doubts.len() < DOUBTS {
                    // The likeliest of those that nobody thought of.
                    let saved = possible.iter().filter(|(world, _)| !wins_in(&world));
                    let doubt = saved.max_by_key(|(_, weight)| *weight);
                    doubts.extend(doubt.map(|(world, _)| world.clone()));
                }
            }
            if winning == worlds.len()
                && self.lines() == 1
                && self.certainty.holds(action, MATE - 1)
            {
                return Look::Win(action);
            }
            let sign = if child.actor() == me { 1 } else { -1 };
            let worth = sign * child.evaluate();
            let gain = position.gain(action);
            let danger = (position.risk(action) - gain.max(0)).clamp(0, 600);
            let root = RootAction {
                action,
                score: None,
                exact: None,
                line: vec![action],
            };
            // What leaves the opponent no free choice is never left out.
            let force = if child.is_forced() { FORCE } else { 0 };
            let hope = CLEAR * winning as i32 / worlds.len() as i32;
            let first = worth - danger / 2 + position.promise(action) / 8 + force + hope;
            roots.push((first, root));
        }
        roots.sort_by_key(|(first, _)| std::cmp::Reverse(*first));
        Look::Roots {
            roots: roots.into_iter().map(|(_, root)| root).collect(),
            doubts,
        }
    }

    /// Searches all worlds, one iteration after the other, and takes the mean of every action's scores.
    fn weigh(
        &mut self,
        worlds: &[G],
        weights: &[i64],
        roots: Vec<RootAction<G::Action>>,
        margin: i32,
    ) -> Weighed<G> {
        let strength = self.order.level.strength();
        let limits = self.order.limits;
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(strength.nodes::<G>());
        let task = Task {
            worlds,
            weights,
            deepest: limits.depth.unwrap_or(u32::MAX).clamp(1, strength.depth),
            margin,
            lines: self.lines(),
        };
        let blindness = Blindness {
            percent: strength.blindness,
            seed: self.random.number(),
        };
        let Some((history, helpers)) = std::mem::take(&mut self.histories).split_first_mut() else {
            return Weighed {
                lines: combine(&[roots], &[1], margin, &self.certainty),
                disguise: None,
                nodes: 0,
                depth: 0,
            };
        };
        let bounds = Bounds {
            nodes: (nodes / (1 + helpers.len() as u64)).max(1),
            deadline: self.deadline,
            stop: self.order.stop,
        };
        let (table, listing) = (self.table, self.order.listing);
        let keys = self.seat.keys();
        let views = vec![roots; worlds.len()];
        let end = AtomicBool::new(false);
        let counts: Vec<AtomicU64> = helpers.iter().map(|_| AtomicU64::new(0)).collect();
        thread::scope(|scope| {
            // Set even if something panics, or the scope would wait for ever.
            let end = SetAtLast(&end);
            for (number, (history, count)) in helpers.iter_mut().zip(&counts).enumerate() {
                let views = views.clone();
                let bounds = Bounds {
                    stop: Some(end.0),
                    ..bounds
                };
                scope.spawn(move || {
                    Search::new(table, history, bounds, listing, keys)
                        .counting(count)
                        .help(task, views, number + 1);
                });
            }
            let mut search = Search::new(table, history, bounds, listing, keys).blind(blindness);
            if let [position] = task.worlds
                && position.pursuit() != Scent::None
                && self.order.level == Level::FULL
            {
                let actions = views.first().map_or(0, Vec::len);
                search = search.pursuing(position, actions, keys, task.lines == 1);
            }
            self.deepen(search, bounds, task, views, &counts)
        })
    }

    /// Searches deeper and deeper, and reports.
    fn deepen(
        &mut self,
        mut search: Search<'a, G>,
        bounds: Bounds<'a>,
        task: Task<'_, G>,
        mut views: Vec<Vec<RootAction<G::Action>>>,
        counts: &[AtomicU64],
    ) -> Weighed<G> {
        let helped = || {
            let counts = counts.iter().map(|count| count.load(Ordering::Relaxed));
            counts.sum::<u64>()
        };
        let mut done = 0;
        let mut stable = 0;
        let mut favourite = None;
        let mut was_decided = false;
        let has_secrets =
            self.order.level >= Level::SECRETIVE && views.iter().flatten().any(carries_secret::<G>);
        let mut kept_back = has_secrets;
        if kept_back {
            search.go_on_until(but_a_share(bounds));
        }
        for depth in 1..=task.deepest {
            let iterate = |search: &mut Search<G>, views: &mut [Vec<RootAction<G::Action>>]| {
                task.worlds.iter().zip(views).all(|(world, roots)| {
                    search.iterate(world, roots, depth, task.margin, task.lines)
                })
            };
            let complete = iterate(&mut search, &mut views);
            if !complete && kept_back {
                kept_back = false;
                if at_stake(&self.combined(&views, task)).is_none() {
                    // Nothing secret is the best: all that was kept back is for the search.
                    search.go_on_until(bounds);
                    iterate(&mut search, &mut views);
                }
            }
            if search.is_stopped() {
                break;
            }
            done = depth;
            let mut lines = self.proven(&views, task);
            put_first(&mut lines, search.forced_win());
            let Some(best) = lines.first() else { break };
            stable = if favourite == Some(best.action) {
                stable + 1
            } else {
                0
            };
            favourite = Some(best.action);
            let may_be_shorter = best.score > 0
                && is_mate(best.score)
                && search.may_find_a_win_in_less(certain::turns(best.score));
            self.watch_out(task.worlds, &lines);
            // A longer win or loss than the depth may not be the shortest, nor one that was not known while
            // the other actions were looked at.
            let last = lines.iter().take(task.lines).last();
            let last = last.map_or(0, |line| line.score);
            let is_settled = is_mate(last)
                && MATE - last.abs() <= depth as i32
                && (was_decided || MATE - last.abs() <= 2)
                && !may_be_shorter;
            was_decided = is_mate(last);
            (self.report)(&Report {
                depth,
                selective_depth: search.highest() as u32,
                nodes: search.nodes() + helped(),
                time: self.times.elapsed(),
                hash_full: self.table.fullness(),
                lines: lines.into_iter().take(task.lines).collect(),
            });
            if is_settled || self.times.is_enough(stable) {
                break;
            }
        }
        let mut lines = self.proven(&views, task);
        put_first(&mut lines, search.forced_win());
        if let Some(win) = search.forced_win()
            && search.is_stopped()
        {
            // Nothing wins sooner: as good as an iteration of so many plies.
            done = done.max(2 * win.turns - 1);
            (self.report)(&Report {
                depth: done,
                selective_depth: search.highest() as u32,
                nodes: search.nodes() + helped(),
                time: self.times.elapsed(),
                hash_full: self.table.fullness(),
                lines: lines.iter().take(task.lines).cloned().collect(),
            });
        }
        let mut closer = None;
        if has_secrets && done > 0 {
            search.go_on_until(bounds);
            closer = disguise(&mut search, task.worlds, &lines);
        }
        Weighed {
            lines,
            disguise: closer,
            nodes: search.nodes() + helped(),
            depth: done,
        }
    }

    /// The actions with their mean scores in all worlds, the best first.
    fn combined(&self, views: &[Vec<RootAction<G::Action>>], task: Task<'_, G>) -> Vec<Line<G>> {
        combine(views, task.weights, task.margin, &self.certainty)
    }

    /// The same, after an attempt to prove the wins that come first.
    fn proven(&mut self, views: &[Vec<RootAction<G::Action>>], task: Task<'_, G>) -> Vec<Line<G>> {
        let lines = self.combined(views, task);
        let (seat, deadline, stop) = (self.seat, self.deadline, self.order.stop);
        let mut tried = false;
        for line in lines.iter().take(task.lines) {
            let Some(score) = win_in_all::<G>(views, line.action) else {
                continue;
            };
            if !self.certainty.is_open(line.action, score) {
                continue;
            }
            let turns = certain::turns(score);
            let possible = certain::possible::<G>(seat.knowledge(), seat.memory(), turns);
            let is_stopped = || is_over(deadline, stop);
            self.certainty
                .prove(&possible, line.action, score, &is_stopped);
            tried = true;
        }
        if tried {
            self.combined(views, task)
        } else {
            lines
        }
    }

    /// Looks at the best actions until one does not hand over the game: while there is time.
    fn watch_out(&mut self, worlds: &[G], lines: &[Line<G>]) {
        if self.order.level < Level::CAREFUL {
            return;
        }
        for line in lines.iter().take(CAUTION) {
            match self.is_watched(worlds, line.action) {
                Some(true) => {}
                Some(false) | None => break,
            }
        }
    }

    /// Whether an action hands over the game; nothing if that is not known and there is no time.
    fn is_watched(&mut self, worlds: &[G], action: G::Action) -> Option<bool> {
        if let Some(known) = self.watched.get(&action) {
            return Some(*known);
        }
        let hands_over = self.hands_over(worlds, action)?;
        self.watched.insert(action, hands_over);
        Some(hands_over)
    }

    /// The place of the action to be chosen.
    fn choose(&mut self, worlds: &[G], weighed: &Weighed<G>, temperature: i32) -> Option<usize> {
        let Weighed {
            lines: weighed,
            disguise,
            ..
        } = weighed;
        // The order in which the actions would be chosen, the first of them if nothing is wrong with it.
        let mut order: Vec<usize> = (0..weighed.len()).collect();
        let scores: Vec<i32> = weighed.iter().map(|line| line.score).collect();
        scores.first()?;
        if let Some(drawn) =
            chances(&scores, temperature).and_then(|chances| self.random.weighted(&chances))
        {
            order.retain(|place| *place != drawn);
            order.insert(0, drawn);
        }
        if let Some(mixed) = self.mix_secrets(weighed, disguise.as_ref(), order[0]) {
            order.retain(|place| *place != mixed);
            order.insert(0, mixed);
        }
        if self.order.level < Level::CAREFUL {
            return order.first().copied();
        }
        order
            .iter()
            .take(CAUTION)
            .find(|place| self.is_watched(worlds, weighed[**place].action) != Some(true))
            .or(order.first())
            .copied()
    }

    /// Of actions that differ by a secret only, one of the good ones, by chance: what is always the best
    /// square is no secret.
    fn mix_secrets(
        &mut self,
        weighed: &[Line<G>],
        disguise: Option<&Disguise<G>>,
        chosen: usize,
    ) -> Option<usize> {
        if is_mate(weighed[chosen].score) {
            return None;
        }
        let public = G::public_slot(weighed[chosen].action)?;
        if let Some(disguise) = disguise.filter(|disguise| disguise.public == public) {
            let weights: Vec<u64> = disguise.choices.iter().map(|(_, weight)| *weight).collect();
            let (action, _) = disguise.choices[self.random.weighted(&weights)?];
            return weighed.iter().position(|line| line.action == action);
        }
        let best = weighed[chosen].score;
        let weights: Vec<u64> = weighed
            .iter()
            .map(|w| {
                let same = G::public_slot(w.action) == Some(public);
                if same {
                    likelihood((best - w.score).max(0), SECRET_TEMPERATURE)
                } else {
                    0
                }
            })
            .collect();
        self.random.weighted(&weights)
    }

    /// Whether the opponent can win at once after `action`, in any of the worlds; nothing if there is no
    /// time to say.
    fn hands_over(&self, worlds: &[G], action: G::Action) -> Option<bool> {
        let opponent = self.seat.color().other();
        let mut replies = Vec::new();
        for world in worlds {
            let mut child = world.clone();
            child.play_unchecked(action);
            if child.actor() != opponent || self.is_drawn(world, &child) {
                continue;
            }
            replies.clear();
            child.candidates(Scope::Root(self.order.listing), &mut replies);
            for (number, reply) in replies.iter().enumerate() {
                if number % 16 == 0 && self.is_stopped() {
                    return None;
                }
                let mut after = child.clone();
                after.play_unchecked(*reply);
                if wins(&after, opponent) {
                    return Some(true);
                }
            }
        }
        Some(false)
    }
}

impl<G: Playable> Thinker<'_, G> {
    /// Whether the game ends in a draw with `child`, which comes next after `position`.
    fn is_drawn(&self, position: &G, child: &G) -> bool {
        if !child.is_settled() {
            return false;
        }
        let key = child.repetition_key();
        let before = self.seat.keys().iter().filter(|known| **known == key);
        let now = usize::from(position.is_settled() && position.repetition_key() == key);
        before.count() + now >= 2
            || child.fifty_move_count() >= 100
            || child.is_insufficient_material()
    }
}

/// Sets a flag when it goes out of scope.
struct SetAtLast<'a>(&'a AtomicBool);

impl Drop for SetAtLast<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Whether the time is up or somebody has said stop.
fn is_over(deadline: Option<Instant>, stop: Option<&AtomicBool>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
        || deadline.is_some_and(|deadline| Instant::now() >= deadline)
}

/// A forced win is the best line, unless there is a shorter one.
fn put_first<G: Playable>(lines: &mut Vec<Line<G>>, win: Option<&Forced<G::Action>>) {
    let Some(win) = win else { return };
    let Some(action) = win.line.first().copied() else {
        return;
    };
    let score = MATE + 1 - 2 * win.turns as i32;
    if lines.first().is_some_and(|best| best.score >= score) {
        return;
    }
    lines.retain(|line| line.action != action);
    let line = win.line.clone();
    lines.insert(
        0,
        Line {
            action,
            score,
            line,
        },
    );
}

/// Whether the action is one of which not everything is told to everybody.
fn carries_secret<G: Playable>(root: &RootAction<G::Action>) -> bool {
    G::public_slot(root.action).is_some()
}

/// The bounds with something left for a closer look at secrets.
fn but_a_share(bounds: Bounds) -> Bounds {
    let now = Instant::now();
    Bounds {
        nodes: bounds.nodes - bounds.nodes / SHARE,
        deadline: bounds.deadline.map(|deadline| {
            let left = deadline.saturating_duration_since(now);
            now + (left - left / SHARE as u32)
        }),
        ..bounds
    }
}

/// The different ones among the worlds, and how often each was drawn.
fn counted<G: Playable>(drawn: Vec<G>) -> (Vec<G>, Vec<i64>) {
    let mut worlds: Vec<G> = Vec::with_capacity(drawn.len());
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

enum Look<G: Playable> {
    /// An action that wins at once, whatever is unknown.
    Win(G::Action),
    Roots {
        /// All actions, what looks best first.
        roots: Vec<RootAction<G::Action>>,
        /// Positions in which there is no win that there is in all that were guessed.
        doubts: Vec<G>,
    },
}

/// The most positions that a decision may look at.
fn nodes(order: &Order) -> u64 {
    order.limits.nodes.unwrap_or(u64::MAX)
}

/// Whether `color` has won in this position, which that player's action has brought about.
fn wins<G: Playable>(position: &G, color: Color) -> bool {
    let won = match position.won_at_once() {
        Some(outcome) => Some(outcome),
        None if position.may_be_over() => position.decided(),
        None => None,
    };
    won.is_some_and(|outcome| outcome.winner == Some(color))
}

/// How likely each action is chosen that has one of these scores, the best first; `None` if there is no choice: a forced
/// win is not let go, and a forced loss is put off as long as can be.
fn chances(scores: &[i32], temperature: i32) -> Option<Vec<u64>> {
    let best = *scores.first()?;
    let is_free = temperature > 0 && !is_mate(best);
    is_free.then(|| {
        let losses = scores.iter().map(|score| best - score);
        losses.map(|loss| likelihood(loss, temperature)).collect()
    })
}

/// Halves with every `temperature`. In whole numbers, so that it is the same on every machine.
fn likelihood(loss: i32, temperature: i32) -> u64 {
    let halvings = loss / temperature;
    if !(0..HALVINGS).contains(&halvings) {
        return 0;
    }
    let rest = u64::from((loss % temperature).unsigned_abs());
    let top = 1_u64 << (20 - halvings);
    top - top / 2 * rest / u64::from(temperature.unsigned_abs())
}

/// A decision that needed no search.
fn at_once<G: Playable>(action: G::Action, score: i32) -> Thought<G> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chance_has_no_say_where_the_end_is_forced() {
        assert_eq!(chances(&[8 - MATE, 2 - MATE], 4), None);
        assert_eq!(chances(&[MATE - 3, MATE - 5], 4), None);
        let free = chances(&[10, 8, -MATE], 4).expect("a choice");
        assert!(free[0] > free[1] && free[1] > 0 && free[2] == 0);
    }

    #[test]
    fn worse_is_less_likely_and_much_worse_never_happens() {
        let mut last = u64::MAX;
        for loss in 0..=60 {
            let now = likelihood(loss, 10);
            assert!(now <= last);
            last = now;
        }
        assert_eq!(likelihood(0, 10), 2 * likelihood(10, 10));
        assert_eq!(likelihood(60, 10), 0);
        assert_eq!(likelihood(30_000, 10), 0);
    }
}
