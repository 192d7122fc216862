//! Deciding: from what a seat knows to one action.

use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::time::Instant;

use manifold_rules::board::Color;

use crate::search::{Bounds, MATE, RootAction, Search, Table, Times, is_mate};
use crate::secret::{Disguise, disguise, is_at_stake};
use crate::{Level, Line, Order, Playable, Random, Report, Scope, Seat, Thought};

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
/// How much earlier an action is searched that gives check or the like.
const FORCE: i32 = 250;
/// How many actions are looked at for one that does not hand over the game.
const CAUTION: usize = 12;

/// One decision in the making.
pub(crate) struct Thinker<'a, G: Playable> {
    seat: &'a Seat<G>,
    order: &'a Order<'a>,
    times: Times,
    deadline: Option<Instant>,
    table: &'a Table<G::Action>,
    report: &'a mut dyn FnMut(&Report<G>),
    random: Random,
}

/// What a search has come to.
struct Weighed<G: Playable> {
    /// Actions with their mean scores in all worlds, the best first.
    lines: Vec<Line<G>>,
    /// How to play actions that carry a secret.
    disguises: Vec<Disguise<G>>,
    nodes: u64,
    depth: u32,
}

impl<'a, G: Playable> Thinker<'a, G> {
    pub(crate) fn new(
        seat: &'a Seat<G>,
        order: &'a Order<'a>,
        times: Times,
        table: &'a Table<G::Action>,
        report: &'a mut dyn FnMut(&Report<G>),
    ) -> Thinker<'a, G> {
        Thinker {
            seat,
            order,
            times,
            deadline: times.deadline(),
            table,
            report,
            random: Random::new(order.seed),
        }
    }

    pub(crate) fn think(mut self) -> Option<Thought<G>> {
        let strength = self.order.level.strength();
        let knowledge = self.seat.knowledge();
        if let Some(action) = G::unlisted_action(knowledge, &mut self.random) {
            return Some(at_once(action, 0));
        }
        let most = self.most_worlds(strength.worlds);
        let drawn = G::worlds(knowledge, self.seat.memory(), &mut self.random, most);
        let (worlds, weights) = counted(drawn);
        let position = worlds
            .first()
            .filter(|position| position.actor() == self.seat.color())?;
        let mut actions = Vec::new();
        position.candidates(Scope::Root(self.order.listing), &mut actions);
        let roots = match self.look(position, &worlds, &actions) {
            Look::Win(action) => return Some(at_once(action, MATE - 1)),
            Look::Roots(roots) => roots,
        };
        let only = roots.first()?;
        if roots.len() == 1 && self.lines() == 1 {
            return Some(at_once(only.action, only.score.unwrap_or(0)));
        }
        let margin = if worlds.len() > 1 { SPREAD } else { 0 }.max(strength.temperature * 5);
        let mut weighed = self.weigh(&worlds, &weights, roots, margin);
        let chosen = self.choose(&worlds, &weighed)?;
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

    /// With few nodes fewer worlds, or none would be seen at any depth.
    fn most_worlds(&self, most: usize) -> usize {
        let nodes = self.order.limits.nodes.unwrap_or(u64::MAX);
        let time = self.times.longest().map_or(u64::MAX, |time| {
            (time.as_millis() as u64).saturating_mul(NODES_IN_MS)
        });
        most.min((nodes.min(time) / NODES_IN_WORLD).max(1) as usize)
    }

    fn is_stopped(&self) -> bool {
        self.order
            .stop
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The first look at every action: whether one of them wins at once, and which look good.
    fn look(&self, position: &G, worlds: &[G], actions: &[G::Action]) -> Look<G::Action> {
        let me = position.actor();
        let mut roots: Vec<(i32, RootAction<G::Action>)> = Vec::with_capacity(actions.len());
        for action in actions.iter().copied() {
            // Whatever happens, there is something to choose from.
            if roots.len() % 16 == 15 && self.is_stopped() {
                break;
            }
            let mut child = position.clone();
            child.play_unchecked(action);
            if self.lines() == 1
                && wins(&child, me)
                && worlds[1..].iter().all(|world| {
                    let mut child = world.clone();
                    child.play_unchecked(action);
                    wins(&child, me)
                })
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
                line: vec![action],
            };
            // What leaves the opponent no free choice is never left out.
            let force = if child.is_forced() { FORCE } else { 0 };
            let first = worth - danger / 2 + position.promise(action) / 8 + force;
            roots.push((first, root));
        }
        roots.sort_by_key(|(first, _)| std::cmp::Reverse(*first));
        Look::Roots(roots.into_iter().map(|(_, root)| root).collect())
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
        let deepest = limits.depth.unwrap_or(u32::MAX).clamp(1, strength.depth);
        let bounds = Bounds {
            nodes: limits.nodes.unwrap_or(u64::MAX).min(strength.nodes).max(1),
            deadline: self.deadline,
            stop: self.order.stop,
        };
        let secrets = self.order.level >= Level::SECRETIVE
            && roots
                .iter()
                .any(|root| G::public_slot(root.action).is_some());
        let first = if secrets {
            self.but_a_share(bounds)
        } else {
            bounds
        };
        let mut search = Search::<G>::new(self.table, first, self.order.listing, self.seat.keys());
        let mut views = vec![roots; worlds.len()];
        let mut done = 0;
        let mut stable = 0;
        let mut favourite = None;
        let mut kept_back = secrets;
        for depth in 1..=deepest {
            for (world, roots) in worlds.iter().zip(&mut views) {
                if !search.iterate(world, roots, depth, margin, self.lines()) {
                    break;
                }
            }
            if kept_back && search.is_stopped() {
                kept_back = false;
                if !is_at_stake(&combine::<G>(&views, weights, margin)) {
                    // Nothing secret is near the best: all that was kept back is for the search.
                    search.go_on_until(bounds);
                    for (world, roots) in worlds.iter().zip(&mut views) {
                        if !search.iterate(world, roots, depth, margin, self.lines()) {
                            break;
                        }
                    }
                }
            }
            if search.is_stopped() {
                break;
            }
            done = depth;
            let lines = combine::<G>(&views, weights, margin);
            let Some(best) = lines.first() else { break };
            stable = if favourite == Some(best.action) {
                stable + 1
            } else {
                0
            };
            favourite = Some(best.action);
            let shown = self.lines();
            (self.report)(&Report {
                depth,
                selective_depth: search.highest() as u32,
                nodes: search.nodes(),
                time: self.times.elapsed(),
                hash_full: self.table.fullness(),
                lines: lines.into_iter().take(shown).collect(),
            });
            let is_known = |roots: &Vec<RootAction<G::Action>>| {
                let last = roots.iter().take(self.lines()).last();
                last.and_then(|root| root.score)
                    .is_some_and(|score| is_mate(score) && MATE - score.abs() <= depth as i32)
            };
            if views.iter().all(is_known) || self.times.is_enough(stable) {
                break;
            }
        }
        let mut lines = combine(&views, weights, margin);
        let mut disguises = Vec::new();
        if secrets && done > 0 {
            search.go_on_until(bounds);
            disguises = disguise(&mut search, worlds, &mut lines);
            lines.sort_by_key(|line| std::cmp::Reverse(line.score));
        }
        Weighed {
            lines,
            disguises,
            nodes: search.nodes(),
            depth: done,
        }
    }

    /// The bounds with something left for a closer look at secrets.
    fn but_a_share(&self, bounds: Bounds<'a>) -> Bounds<'a> {
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

    /// The place of the action to be chosen.
    fn choose(&mut self, worlds: &[G], weighed: &Weighed<G>) -> Option<usize> {
        let Weighed {
            lines: weighed,
            disguises,
            ..
        } = weighed;
        let best = weighed.first()?;
        let temperature = self.order.level.strength().temperature;
        // The order in which the actions would be chosen, the first of them if nothing is wrong with it.
        let mut order: Vec<usize> = (0..weighed.len()).collect();
        if temperature > 0 && best.score < MATE / 2 {
            let weights: Vec<u64> = weighed
                .iter()
                .map(|w| likelihood(best.score - w.score, temperature))
                .collect();
            if let Some(drawn) = self.random.weighted(&weights) {
                order.retain(|place| *place != drawn);
                order.insert(0, drawn);
            }
        }
        if let Some(mixed) = self.mix_secrets(weighed, disguises, order[0]) {
            order.retain(|place| *place != mixed);
            order.insert(0, mixed);
        }
        if self.order.level < Level::CAREFUL {
            return order.first().copied();
        }
        order
            .iter()
            .take(CAUTION)
            .find(|place| !self.hands_over(worlds, weighed[**place].action))
            .or(order.first())
            .copied()
    }

    /// Of actions that differ by a secret only, one of the good ones, by chance: what is always the best
    /// square is no secret.
    fn mix_secrets(
        &mut self,
        weighed: &[Line<G>],
        disguises: &[Disguise<G>],
        chosen: usize,
    ) -> Option<usize> {
        let public = G::public_slot(weighed[chosen].action)?;
        if let Some(disguise) = disguises.iter().find(|disguise| disguise.public == public) {
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

    /// Whether the opponent can win at once after `action`, in any of the worlds.
    fn hands_over(&self, worlds: &[G], action: G::Action) -> bool {
        let mut replies = Vec::new();
        worlds.iter().any(|world| {
            let mut child = world.clone();
            child.play_unchecked(action);
            let opponent = self.seat.color().other();
            if child.actor() != opponent || self.is_drawn(world, &child) {
                return false;
            }
            replies.clear();
            child.candidates(Scope::Root(self.order.listing), &mut replies);
            replies.iter().enumerate().any(|(number, reply)| {
                if number % 16 == 15 && self.is_stopped() {
                    return false;
                }
                let mut after = child.clone();
                after.play_unchecked(*reply);
                wins(&after, opponent)
            })
        })
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

/// The mean of the scores that every action has in the worlds that were looked at.
fn combine<G: Playable>(
    views: &[Vec<RootAction<G::Action>>],
    weights: &[i64],
    margin: i32,
) -> Vec<Line<G>> {
    struct Sum<G: Playable> {
        line: Line<G>,
        sum: i64,
        searched: bool,
    }
    let mut sums: Vec<Sum<G>> = Vec::new();
    let mut places: HashMap<G::Action, usize> = HashMap::new();
    let mut counted = 0;
    for (roots, weight) in views.iter().zip(weights) {
        let Some(best) = roots.iter().filter_map(|root| root.score).max() else {
            continue;
        };
        let is_first = counted == 0;
        counted += weight;
        if sums.is_empty() {
            sums.extend(roots.iter().map(|root| Sum {
                line: Line {
                    action: root.action,
                    score: 0,
                    line: root.line.clone(),
                },
                sum: 0,
                searched: false,
            }));
            if views.len() > 1 {
                places.extend(roots.iter().enumerate().map(|(i, root)| (root.action, i)));
            }
        }
        for (number, root) in roots.iter().enumerate() {
            let place = if is_first {
                Some(number)
            } else {
                places.get(&root.action).copied()
            };
            let Some(sum) = place.and_then(|place| sums.get_mut(place)) else {
                continue;
            };
            // What was not searched was not promising.
            sum.sum += weight * i64::from(root.score.unwrap_or(best - margin - 200));
            sum.searched |= root.score.is_some();
        }
    }
    if sums.is_empty() {
        // Not even one action was searched: the first look decides.
        let first = views.iter().flatten().next();
        return first
            .map(|root| Line {
                action: root.action,
                score: 0,
                line: root.line.clone(),
            })
            .into_iter()
            .collect();
    }
    let mut lines: Vec<Line<G>> = sums
        .into_iter()
        .filter(|sum| sum.searched)
        .map(|Sum { mut line, sum, .. }| {
            line.score = (sum / counted) as i32;
            line
        })
        .collect();
    lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    lines
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

enum Look<A> {
    Win(A),
    Roots(Vec<RootAction<A>>),
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

/// Halves with every `temperature`. In whole numbers, so that it is the same on every machine.
fn likelihood(loss: i32, temperature: i32) -> u64 {
    let halvings = loss / temperature;
    if !(0..=5).contains(&halvings) {
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
