//! The search: what every action is worth in all worlds.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use super::{Thinker, is_over};
use crate::certain;
use crate::combine::{combine, win_in_all};
use crate::search::{Blindness, Budget, Forced, MATE, RootAction, Search, Task, is_mate};
use crate::secret::{Disguise, at_stake, disguise};
use crate::{Level, Line, Playable, Report, Scent};

/// One part in so many of nodes and time is for a closer look at secrets.
const SHARE: u64 = 8;

/// What a search has come to.
pub(super) struct Weighed<P: Playable> {
    /// Actions with their mean scores in all worlds, the best first.
    pub(super) lines: Vec<Line<P>>,
    /// How to play the best action, if it carries a secret.
    pub(super) disguise: Option<Disguise<P>>,
    pub(super) nodes: u64,
    pub(super) depth: u32,
}

impl<'a, P: Playable> Thinker<'a, P> {
    /// Searches all worlds, one iteration after the other, and takes the mean of every action's scores.
    pub(super) fn weigh(
        &mut self,
        worlds: &[P],
        weights: &[i64],
        roots: Vec<RootAction<P::Action>>,
        margin: i32,
    ) -> Weighed<P> {
        let strength = self.order.level.strength();
        let limits = self.order.limits;
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(strength.nodes::<P>());
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
        let budget = Budget {
            nodes: (nodes / (1 + helpers.len() as u64)).max(1),
            deadline: self.deadline,
            stop: self.order.stop,
        };
        let (table, bounds) = (self.table, self.order.bounds);
        let keys = self.seat.keys();
        let views = vec![roots; worlds.len()];
        let end = AtomicBool::new(false);
        let counts: Vec<AtomicU64> = helpers.iter().map(|_| AtomicU64::new(0)).collect();
        thread::scope(|scope| {
            // Set even if something panics, or the scope would wait for ever.
            let end = SetAtLast(&end);
            for (number, (history, count)) in helpers.iter_mut().zip(&counts).enumerate() {
                let views = views.clone();
                let budget = Budget {
                    stop: Some(end.0),
                    ..budget
                };
                scope.spawn(move || {
                    Search::new(table, history, budget, bounds, keys)
                        .counting(count)
                        .help(task, views, number + 1);
                });
            }
            let mut search = Search::new(table, history, budget, bounds, keys).blind(blindness);
            if let [position] = task.worlds
                && position.pursuit() != Scent::None
                && self.order.level == Level::FULL
            {
                let actions = views.first().map_or(0, Vec::len);
                search = search.pursuing(position, actions, keys, task.lines == 1);
            }
            self.deepen(search, budget, task, views, &counts)
        })
    }

    /// Searches deeper and deeper, and reports.
    fn deepen(
        &mut self,
        mut search: Search<'a, P>,
        budget: Budget<'a>,
        task: Task<'_, P>,
        mut views: Vec<Vec<RootAction<P::Action>>>,
        counts: &[AtomicU64],
    ) -> Weighed<P> {
        let helped = || {
            let counts = counts.iter().map(|count| count.load(Ordering::Relaxed));
            counts.sum::<u64>()
        };
        let mut done = 0;
        let mut stable = 0;
        let mut favourite = None;
        let mut was_decided = false;
        let has_secrets =
            self.order.level >= Level::SECRETIVE && views.iter().flatten().any(carries_secret::<P>);
        let mut kept_back = has_secrets;
        if kept_back {
            search.go_on_until(but_a_share(budget));
        }
        for depth in 1..=task.deepest {
            let iterate = |search: &mut Search<P>, views: &mut [Vec<RootAction<P::Action>>]| {
                task.worlds.iter().zip(views).all(|(world, roots)| {
                    search.iterate(world, roots, depth, task.margin, task.lines)
                })
            };
            let complete = iterate(&mut search, &mut views);
            if !complete && kept_back {
                kept_back = false;
                if at_stake(&self.combined(&views, task)).is_none() {
                    // Nothing secret is the best: all that was kept back is for the search.
                    search.go_on_until(budget);
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
            search.go_on_until(budget);
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
    fn combined(&self, views: &[Vec<RootAction<P::Action>>], task: Task<'_, P>) -> Vec<Line<P>> {
        combine(views, task.weights, task.margin, &self.certainty)
    }

    /// The same, after an attempt to prove the wins that come first.
    fn proven(&mut self, views: &[Vec<RootAction<P::Action>>], task: Task<'_, P>) -> Vec<Line<P>> {
        let lines = self.combined(views, task);
        let (seat, deadline, stop) = (self.seat, self.deadline, self.order.stop);
        let mut tried = false;
        for line in lines.iter().take(task.lines) {
            let Some(score) = win_in_all::<P>(views, line.action) else {
                continue;
            };
            if !self.certainty.is_open(line.action, score) {
                continue;
            }
            let turns = certain::turns(score);
            let possible = certain::possible::<P>(seat.knowledge(), seat.memory(), turns);
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
}

/// Sets a flag when it goes out of scope.
struct SetAtLast<'a>(&'a AtomicBool);

impl Drop for SetAtLast<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A forced win is the best line, unless there is a shorter one.
fn put_first<P: Playable>(lines: &mut Vec<Line<P>>, win: Option<&Forced<P::Action>>) {
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
fn carries_secret<P: Playable>(root: &RootAction<P::Action>) -> bool {
    P::public_slot(root.action).is_some()
}

/// The budget with something left for a closer look at secrets.
fn but_a_share(budget: Budget) -> Budget {
    let now = Instant::now();
    Budget {
        nodes: budget.nodes - budget.nodes / SHARE,
        deadline: budget.deadline.map(|deadline| {
            let left = deadline.saturating_duration_since(now);
            now + (left - left / SHARE as u32)
        }),
        ..budget
    }
}
