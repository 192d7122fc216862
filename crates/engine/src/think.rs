//! Deciding: from what a seat knows to one action.

use std::sync::atomic::Ordering;
use std::time::Instant;

use manifold_rules::board::Color;
use manifold_rules::game::Game;

use crate::search::{Bounds, MATE, RootAction, Search};
use crate::{Level, Order, Playable, Random, Scope, Seat};

/// A decision, and what led to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thought<G: Game> {
    /// What to do.
    pub action: G::Action,
    /// Its worth for the player, in centipawns; [`MATE`] less the plies to it for a win by force.
    pub score: i32,
    /// What is expected to happen, the action first. Where squares are unknown, in one of the worlds
    /// that were thought about.
    pub line: Vec<G::Action>,
    /// Positions looked at.
    pub nodes: u64,
    /// The deepest iteration that was completed.
    pub depth: u32,
}

/// How much worse an action may look in one world and still be weighed in all of them.
const SPREAD: i32 = 120;
/// By how much a secret square must be worse than the best to be half as likely.
const SECRET_TEMPERATURE: i32 = 12;
/// How much earlier an action is searched that gives check or the like.
const FORCE: i32 = 250;
/// How many actions are looked at for one that does not hand over the game.
const CAUTION: usize = 12;

/// Chooses an action for the player of `seat`, who must be the one to act. `None` if there is nothing
/// that the player can do.
#[must_use]
pub fn think<G: Playable>(seat: &Seat<G>, order: &Order) -> Option<Thought<G>> {
    Thinker {
        seat,
        order,
        began: Instant::now(),
        random: Random::new(order.seed),
    }
    .think()
}

struct Thinker<'a, G: Playable> {
    seat: &'a Seat<G>,
    order: &'a Order<'a>,
    began: Instant,
    random: Random,
}

/// An action with its scores in all worlds.
struct Weighed<G: Playable> {
    action: G::Action,
    score: i32,
    line: Vec<G::Action>,
}

impl<G: Playable> Thinker<'_, G> {
    fn think(mut self) -> Option<Thought<G>> {
        let strength = self.order.level.strength();
        let knowledge = self.seat.knowledge();
        if let Some(action) = G::unlisted_action(knowledge, &mut self.random) {
            return Some(at_once(action, 0));
        }
        let most = self.most_worlds(strength.worlds);
        let worlds = G::worlds(knowledge, self.seat.memory(), &mut self.random, most);
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
        if roots.len() == 1 {
            return Some(at_once(only.action, only.score.unwrap_or(0)));
        }
        let margin = if worlds.len() > 1 { SPREAD } else { 0 }.max(strength.temperature * 5);
        let (weighed, nodes, depth) = self.weigh(&worlds, roots, margin);
        let chosen = self.choose(&worlds, &weighed)?;
        let Weighed {
            action,
            score,
            line,
        } = weighed.into_iter().nth(chosen)?;
        Some(Thought {
            action,
            score,
            line,
            nodes,
            depth,
        })
    }

    /// With few nodes fewer worlds, or none would be seen at any depth.
    fn most_worlds(&self, most: usize) -> usize {
        let nodes = self.order.limits.nodes.unwrap_or(u64::MAX);
        most.min((nodes / 400).max(1) as usize)
    }

    fn is_stopped(&self) -> bool {
        let late = |limit| self.began.elapsed() >= limit;
        self.order
            .stop
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.order.limits.time.is_some_and(late)
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
            if wins(&child, me)
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

    /// Searches all worlds, and takes the mean of every action's scores.
    fn weigh(
        &self,
        worlds: &[G],
        roots: Vec<RootAction<G::Action>>,
        margin: i32,
    ) -> (Vec<Weighed<G>>, u64, u32) {
        let strength = self.order.level.strength();
        let limits = self.order.limits;
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(strength.nodes).max(1);
        let depth = limits.depth.unwrap_or(u32::MAX).clamp(1, strength.depth);
        let share = |part: usize| {
            let part = part as u64 + 1;
            let all = worlds.len() as u64;
            let deadline = limits
                .time
                .and_then(|time| self.began.checked_add(time * part as u32 / all as u32));
            Bounds {
                nodes: (u128::from(nodes) * u128::from(part) / u128::from(all)) as u64,
                deadline,
                stop: self.order.stop,
            }
        };
        let mut search = Search::<G>::new(
            share(worlds.len() - 1),
            self.order.listing,
            self.seat.keys(),
        );
        let mut weighed: Vec<Weighed<G>> = Vec::new();
        let mut sums: Vec<(i64, i64)> = Vec::new();
        let mut done = u32::MAX;
        for (part, world) in worlds.iter().enumerate() {
            search.go_on_until(share(part));
            let mut here = roots.clone();
            done = done.min(search.deepen(world, &mut here, depth, margin));
            let Some(best) = here.iter().filter_map(|root| root.score).max() else {
                continue;
            };
            if weighed.is_empty() {
                for root in &here {
                    weighed.push(Weighed {
                        action: root.action,
                        score: 0,
                        line: root.line.clone(),
                    });
                }
                sums = vec![(0, 0); weighed.len()];
            }
            for root in here {
                let Some(place) = weighed.iter().position(|w| w.action == root.action) else {
                    continue;
                };
                // What was not searched was not promising.
                let score = root.score.unwrap_or(best - margin - 200);
                sums[place].0 += i64::from(score);
                sums[place].1 += i64::from(root.score.is_some());
            }
        }
        if weighed.is_empty() {
            // Not even one action was searched: the first look decides.
            for root in roots.into_iter().take(1) {
                weighed.push(Weighed {
                    action: root.action,
                    score: 0,
                    line: root.line,
                });
            }
            return (weighed, search.nodes(), 0);
        }
        let counted = sums.iter().map(|(_, count)| *count).max().unwrap_or(1);
        let all = worlds.len() as i64;
        let searched = sums.iter().map(|(_, count)| *count > 0);
        let mut kept: Vec<Weighed<G>> = weighed
            .into_iter()
            .zip(sums.iter().zip(searched))
            .filter(|(_, (_, searched))| *searched)
            .map(|(mut weighed, ((sum, _), _))| {
                weighed.score = (sum / all.min(counted.max(1))) as i32;
                weighed
            })
            .collect();
        kept.sort_by_key(|weighed| std::cmp::Reverse(weighed.score));
        (
            kept,
            search.nodes(),
            if done == u32::MAX { 0 } else { done },
        )
    }

    /// The place of the action to be chosen.
    fn choose(&mut self, worlds: &[G], weighed: &[Weighed<G>]) -> Option<usize> {
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
        if let Some(mixed) = self.mix_secrets(weighed, order[0]) {
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
    fn mix_secrets(&mut self, weighed: &[Weighed<G>], chosen: usize) -> Option<usize> {
        let public = G::public_slot(weighed[chosen].action)?;
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
