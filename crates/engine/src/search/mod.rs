//! Principal variation search, the same for all games.
//!
//! The sign of a score changes only where the actor changes, and only a whole ply costs depth: a
//! reveal of Hidden960 is a step of the same side on the way to its move.

mod quiet;
mod root;
mod table;
mod time;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use manifold_rules::board::Color;
use manifold_rules::game::Listing;

use crate::{Playable, Scope};
pub(crate) use root::RootAction;
use table::Bound;
pub(crate) use table::Table;
pub(crate) use time::Times;

/// The score of a win on the spot; a win after n plies is worth n less.
pub const MATE: i32 = 30_000;
/// Scores beyond this are wins and losses.
const DECIDED: i32 = MATE - 2_000;
/// More than any score.
const INFINITE: i32 = MATE + 1;
/// The longest line that is followed.
const LONGEST: usize = 96;

/// Whether a score says that somebody wins by force.
#[must_use]
pub fn is_mate(score: i32) -> bool {
    score.abs() >= DECIDED
}

/// An action with its place in the order of search.
#[derive(Debug, Clone, Copy)]
struct Scored<A> {
    action: A,
    order: i32,
    gain: i32,
}

/// When a search must end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds<'a> {
    pub(crate) nodes: u64,
    pub(crate) deadline: Option<Instant>,
    pub(crate) stop: Option<&'a AtomicBool>,
}

/// One search of one seat.
pub(crate) struct Search<'a, G: Playable> {
    bounds: Bounds<'a>,
    listing: Listing,
    table: &'a Table<G::Action>,
    /// How well quiet actions did, by colour and slot.
    history: [Vec<i32>; 2],
    killers: Vec<[Option<G::Action>; 2]>,
    /// The best line from every height.
    lines: Vec<Vec<G::Action>>,
    /// Room for lists of actions, by height.
    lists: Vec<Vec<Scored<G::Action>>>,
    raw: Vec<G::Action>,
    /// Repetition keys from the game and along the line.
    keys: Vec<u64>,
    root_ply: u32,
    root_depth: i32,
    nodes: u64,
    /// The greatest height that was reached.
    highest: usize,
    quiet_until: u64,
    stopped: bool,
}

/// Where in the tree the search is.
#[derive(Debug, Clone, Copy)]
struct Spot {
    depth: i32,
    height: usize,
    /// Actions without a ply of their own that led here.
    steps: u32,
    may_pass: bool,
}

impl<'a, G: Playable> Search<'a, G> {
    pub(crate) fn new(
        table: &'a Table<G::Action>,
        bounds: Bounds<'a>,
        listing: Listing,
        keys: &[u64],
    ) -> Search<'a, G> {
        Search {
            bounds,
            listing,
            table,
            history: [vec![0; G::SLOTS], vec![0; G::SLOTS]],
            killers: vec![[None; 2]; LONGEST + 2],
            lines: vec![Vec::new(); LONGEST + 2],
            lists: vec![Vec::new(); LONGEST + 2],
            raw: Vec::new(),
            keys: keys.to_vec(),
            root_ply: 0,
            root_depth: 0,
            nodes: 0,
            highest: 0,
            quiet_until: 0,
            stopped: false,
        }
    }

    /// Other limits for what is still to be done.
    pub(crate) fn go_on_until(&mut self, bounds: Bounds<'a>) {
        self.bounds = bounds;
        self.stopped = false;
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn highest(&self) -> usize {
        self.highest
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Whether the search is to end: asked at every position.
    fn must_stop(&mut self) -> bool {
        if !self.stopped {
            self.stopped = self.nodes >= self.bounds.nodes
                || self
                    .bounds
                    .stop
                    .is_some_and(|stop| stop.load(Ordering::Relaxed))
                || self.nodes.is_multiple_of(16)
                    && self
                        .bounds
                        .deadline
                        .is_some_and(|deadline| Instant::now() >= deadline);
        }
        self.stopped
    }

    /// The score of a finished game for the actor of `position`.
    fn final_score(&self, position: &G, winner: Option<Color>) -> i32 {
        let plies = position.ply().saturating_sub(self.root_ply) as i32;
        match winner {
            None => 0,
            Some(color) if color == position.actor() => MATE - plies,
            Some(_) => plies - MATE,
        }
    }

    /// Whether the position is a draw by what the rules count. Once back on the line is taken for a
    /// draw: who can repeat once can repeat again.
    fn is_draw(&self, position: &G, key: u64) -> bool {
        let quiet = position.fifty_move_count();
        if quiet >= 100 {
            // Mate on the last ply is mate.
            return !position.may_be_over() || position.decided().is_none();
        }
        if position.is_insufficient_material() {
            return true;
        }
        let span = self.keys.len().saturating_sub(quiet as usize);
        quiet >= 2 && self.keys[span..].contains(&key)
    }

    fn search(&mut self, position: &G, alpha: i32, beta: i32, spot: Spot) -> i32 {
        if spot.depth <= 0 || spot.height >= LONGEST {
            self.quiet_until = self.nodes + G::QUIET_NODES;
            return self.quiesce(position, alpha, beta, 0, spot);
        }
        if self.must_stop() {
            return 0;
        }
        self.nodes += 1;
        self.highest = self.highest.max(spot.height);
        self.lines[spot.height].clear();
        if let Some(outcome) = position.won_at_once() {
            return self.final_score(position, outcome.winner);
        }
        if !position.is_settled() {
            return self.search_on(position, alpha, beta, spot);
        }
        let key = position.repetition_key();
        if self.is_draw(position, key) {
            return 0;
        }
        self.keys.push(key);
        let score = self.search_on(position, alpha, beta, spot);
        self.keys.pop();
        score
    }

    /// The search of a position that is no draw and not won.
    fn search_on(&mut self, position: &G, mut alpha: i32, beta: i32, spot: Spot) -> i32 {
        let Spot {
            mut depth, height, ..
        } = spot;
        let is_open = beta - alpha > 1;
        let key = position.zobrist();
        let known = self.table.get(key);
        let plies = position.ply().saturating_sub(self.root_ply) as i32;
        if let Some(entry) = known
            && !is_open
            && entry.depth >= depth
        {
            let score = from_table(entry.score, plies);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if cuts {
                return score;
            }
        }
        let forced = position.is_forced();
        if forced && position.is_check() && height < 2 * self.root_depth as usize {
            depth += 1;
        }
        let sharp = forced || position.is_sharp();
        let worth = if forced { 0 } else { position.evaluate() };
        if !is_open && !sharp && !is_mate(beta) {
            if depth <= 4 && worth - G::MARGIN * depth >= beta {
                return worth;
            }
            if depth >= 3
                && spot.may_pass
                && worth >= beta
                && let Some(score) = self.search_null(position, beta, depth, spot)
            {
                return score;
            }
        }
        let first = known
            .and_then(|entry| entry.action)
            .filter(|action| position.is_legal(*action));
        let mut list = std::mem::take(&mut self.lists[height]);
        list.clear();
        let mut listed = false;
        let mut complete = forced;
        if let Some(action) = first {
            list.push(Scored {
                action,
                order: i32::MAX,
                gain: position.gain(action),
            });
        } else {
            self.list(position, Spot { depth, ..spot }, forced, None, &mut list);
            listed = true;
        }
        let mut best = -INFINITE;
        let mut best_action = None;
        let mut bound = Bound::AtMost;
        let mut number = 0;
        let mut tried = 0;
        loop {
            if number == list.len() {
                if listed {
                    if best > -DECIDED || complete || number == 0 {
                        break;
                    }
                    // Before a loss is believed, everything that was left out is tried.
                    complete = true;
                    self.list_rest(position, spot, &mut list);
                    continue;
                }
                self.list(position, Spot { depth, ..spot }, forced, first, &mut list);
                listed = true;
                continue;
            }
            let next = best_of(&mut list, number);
            number += 1;
            let quiet = next.gain <= 0;
            if quiet
                && !is_open
                && !sharp
                && depth <= 3
                && number > 1
                && !is_mate(alpha)
                && worth + G::MARGIN * depth + G::MARGIN <= alpha
            {
                best = best.max(worth);
                continue;
            }
            tried += 1;
            let mut child = position.clone();
            child.play_unchecked(next.action);
            let costs = i32::from(child.ply() > position.ply());
            let there = Spot {
                depth: depth - costs,
                height: height + 1,
                steps: if costs == 0 { spot.steps + 1 } else { 0 },
                may_pass: true,
            };
            let mut score;
            if tried == 1 {
                score = self.reply(position, &child, alpha, beta, there);
            } else {
                let less = if quiet && !forced && depth >= 3 {
                    reduction(depth, tried).min(there.depth - 1).max(0)
                } else {
                    0
                };
                let shallow = Spot {
                    depth: there.depth - less,
                    ..there
                };
                score = self.reply(position, &child, alpha, alpha + 1, shallow);
                if score > alpha && less > 0 && !self.stopped {
                    score = self.reply(position, &child, alpha, alpha + 1, there);
                }
                if score > alpha && score < beta && !self.stopped {
                    score = self.reply(position, &child, alpha, beta, there);
                }
            }
            if self.stopped {
                self.lists[height] = list;
                return 0;
            }
            if score > best {
                best = score;
            }
            if score > alpha {
                alpha = score;
                best_action = Some(next.action);
                bound = Bound::Exact;
                self.extend_line(height, next.action);
                if score >= beta {
                    bound = Bound::AtLeast;
                    if quiet {
                        self.reward(position.actor(), height, depth, &list[..number]);
                    }
                    break;
                }
            }
        }
        self.lists[height] = list;
        if number == 0 {
            return match position.decided() {
                Some(outcome) => self.final_score(position, outcome.winner),
                None => position.evaluate(),
            };
        }
        if tried == 0 {
            return worth;
        }
        self.table
            .put(key, best_action, to_table(best, plies), depth, bound);
        best
    }

    /// What the position is worth if the player to move does nothing: if that is enough, it is enough.
    fn search_null(&mut self, position: &G, beta: i32, depth: i32, spot: Spot) -> Option<i32> {
        let child = position
            .after_nothing()
            .filter(|child| child.actor() != position.actor())?;
        let there = Spot {
            depth: depth - 3 - depth / 4,
            height: spot.height + 1,
            steps: 0,
            may_pass: false,
        };
        let score = self.reply(position, &child, beta - 1, beta, there);
        (score >= beta && !self.stopped).then(|| if is_mate(score) { beta } else { score })
    }

    /// The score of `child` for the actor of `position`.
    fn reply(&mut self, position: &G, child: &G, alpha: i32, beta: i32, spot: Spot) -> i32 {
        if child.actor() == position.actor() {
            self.search(child, alpha, beta, spot)
        } else {
            -self.search(child, -beta, -alpha, spot)
        }
    }

    fn extend_line(&mut self, height: usize, action: G::Action) {
        let (line, rest) = self.lines.split_at_mut(height + 1);
        line[height].clear();
        line[height].push(action);
        line[height].extend_from_slice(&rest[0]);
    }

    /// Adds what is to be searched here, but for `done`, which has been.
    fn list(
        &mut self,
        position: &G,
        spot: Spot,
        forced: bool,
        done: Option<G::Action>,
        list: &mut Vec<Scored<G::Action>>,
    ) {
        let scope = Scope::Inner {
            depth: spot.depth,
            steps: spot.steps,
            listing: self.listing,
        };
        let mut raw = std::mem::take(&mut self.raw);
        raw.clear();
        position.candidates(scope, &mut raw);
        let color = position.actor();
        let killers = self.killers[spot.height];
        let start = list.len();
        for action in raw.iter().copied().filter(|action| Some(*action) != done) {
            list.push(self.scored(position, color, action, killers));
        }
        self.raw = raw;
        // Of the quiet ones only the most promising, unless there is no free choice.
        let width = if forced {
            usize::MAX
        } else {
            G::width(spot.depth, false)
        };
        let tail = &mut list[start..];
        if tail.len() > width {
            let noisy = tail.iter().filter(|scored| scored.gain > 0).count();
            if tail.len() > width + noisy {
                tail.select_nth_unstable_by_key(width + noisy, |scored| {
                    std::cmp::Reverse(scored.order)
                });
                list.truncate(start + width + noisy);
            }
        }
    }

    /// Adds all legal actions that are not in the list.
    fn list_rest(&mut self, position: &G, spot: Spot, list: &mut Vec<Scored<G::Action>>) {
        let mut raw = std::mem::take(&mut self.raw);
        raw.clear();
        position.candidates(Scope::Root(self.listing), &mut raw);
        let color = position.actor();
        let killers = self.killers[spot.height];
        let known = list.len();
        for action in raw.iter().copied() {
            if list[..known].iter().all(|scored| scored.action != action) {
                list.push(self.scored(position, color, action, killers));
            }
        }
        self.raw = raw;
    }

    fn scored(
        &self,
        position: &G,
        color: Color,
        action: G::Action,
        killers: [Option<G::Action>; 2],
    ) -> Scored<G::Action> {
        let gain = position.gain(action);
        let order = if gain > 0 {
            let net = gain - position.risk(action);
            if net >= -30 {
                2_000_000 + gain * 16 + net
            } else {
                1_000_000 + net
            }
        } else if killers[0] == Some(action) {
            1_900_000
        } else if killers[1] == Some(action) {
            1_899_999
        } else {
            self.history[color.fold_wb(0, 1)][G::slot(action)] + position.promise(action) * 8
        };
        Scored {
            action,
            order,
            gain,
        }
    }

    /// A quiet action was good enough: it and its kind come earlier from now on, those tried before
    /// it later.
    fn reward(&mut self, color: Color, height: usize, depth: i32, tried: &[Scored<G::Action>]) {
        let Some((good, before)) = tried.split_last() else {
            return;
        };
        let killers = &mut self.killers[height];
        if killers[0] != Some(good.action) {
            killers[1] = killers[0].replace(good.action);
        }
        let history = &mut self.history[color.fold_wb(0, 1)];
        let bonus = (depth * depth * 16).min(2_000);
        let mut update = |action, bonus: i32| {
            let entry: &mut i32 = &mut history[G::slot(action)];
            *entry += bonus - *entry * bonus.abs() / 16_384;
        };
        update(good.action, bonus);
        for scored in before.iter().filter(|scored| scored.gain <= 0) {
            update(scored.action, -bonus);
        }
    }
}

/// Brings the best of what is left to the front of what is left.
fn best_of<A: Copy>(list: &mut [Scored<A>], from: usize) -> Scored<A> {
    let mut best = from;
    for index in from + 1..list.len() {
        if list[index].order > list[best].order {
            best = index;
        }
    }
    list.swap(from, best);
    list[from]
}

/// By how many plies less late quiet actions are looked at first.
fn reduction(depth: i32, number: usize) -> i32 {
    i32::from(number >= 4)
        + i32::from(number >= 12)
        + i32::from(number >= 30)
        + i32::from(depth >= 7 && number >= 6)
}

/// Mate scores count from the root in the search, from the position in the table.
fn to_table(score: i32, plies: i32) -> i32 {
    if !is_mate(score) {
        score
    } else if score > 0 {
        score + plies
    } else {
        score - plies
    }
}

fn from_table(score: i32, plies: i32) -> i32 {
    if !is_mate(score) {
        score
    } else if score > 0 {
        score - plies
    } else {
        score + plies
    }
}
