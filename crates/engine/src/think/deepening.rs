//! Iterative deepening in all determinizations.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use super::averaging::{average, win_in_all};
use super::mixed_strategy::{MixedStrategy, mixed_strategy, secret_at_stake};
use super::thinker::Thinker;
use super::win_proofs;
use crate::level::Level;
use crate::playable::{Playable, ProofScope};
use crate::report::{Line, Report};
use crate::search::budget::Budget;
use crate::search::lazy_smp::Task;
use crate::search::proof_number::ForcedWin;
use crate::search::root::RootAction;
use crate::search::score::{MATE, is_mate};
use crate::search::worker::{Blindness, Search};

/// One part in this many of nodes and time is reserved for the mixed strategy of a secret.
const SECRET_SHARE: u64 = 8;

/// The result of a search.
pub(super) struct Searched<P: Playable> {
    /// Actions with their mean scores over all determinizations, the best first.
    pub(super) lines: Vec<Line<P>>,
    /// How to play the best action, if it carries a secret.
    pub(super) mixed_strategy: Option<MixedStrategy<P>>,
    pub(super) nodes: u64,
    pub(super) depth: u32,
    /// Beta cutoffs, and how many of them came with the first action.
    pub(super) cutoffs: [u64; 2],
}

impl<'a, P: Playable> Thinker<'a, P> {
    /// Searches all determinizations by iterative deepening, and averages the scores of every action.
    pub(super) fn search(
        &mut self,
        determinizations: &[P],
        weights: &[i64],
        roots: Vec<RootAction<P::Action>>,
        margin: i32,
    ) -> Searched<P> {
        let strength = self.options.level.strength::<P>();
        let limits = self.options.limits;
        let nodes = limits.nodes.unwrap_or(u64::MAX).min(strength.nodes);
        let task = Task {
            determinizations,
            weights,
            max_depth: limits.depth.unwrap_or(u32::MAX).clamp(1, strength.depth),
            margin,
            multi_pv: self.multi_pv(),
        };
        let blindness = Blindness {
            percent: strength.blindness,
            seed: self.random.number(),
        };
        let Some((history, helpers)) = std::mem::take(&mut self.histories).split_first_mut() else {
            return Searched {
                lines: average(&[roots], &[1], margin, &self.win_proofs),
                mixed_strategy: None,
                nodes: 0,
                depth: 0,
                cutoffs: [0; 2],
            };
        };
        let budget = Budget {
            nodes: (nodes / (1 + helpers.len() as u64)).max(1),
            ..self.budget()
        };
        let (tt, bounds) = (self.tt, self.options.bounds);
        let sample = self.sample.take();
        let keys = self.known.keys();
        let views = vec![roots; determinizations.len()];
        let end = AtomicBool::new(false);
        let counts: Vec<AtomicU64> = helpers.iter().map(|_| AtomicU64::new(0)).collect();
        thread::scope(|scope| {
            // Set even after a panic, or the scope would wait forever.
            let end = SetOnDrop(&end);
            for (number, (history, count)) in helpers.iter_mut().zip(&counts).enumerate() {
                let views = views.clone();
                let budget = Budget {
                    stop: Some(end.0),
                    ..budget
                };
                scope.spawn(move || {
                    Search::new(tt, history, budget, bounds, keys)
                        .with_shared_nodes(count)
                        .help(task, views, number + 1);
                });
            }
            let mut search = Search::new(tt, history, budget, bounds, keys)
                .with_sample(sample)
                .with_blindness(blindness);
            if let [position] = task.determinizations
                && position.proof_scope() != ProofScope::None
                && self.options.level == Level::FULL
                // It does not restrict itself to `only`.
                && self.only.is_empty()
            {
                let actions = views.first().map_or(0, Vec::len);
                search = search.with_proof_search(position, actions, keys, task.multi_pv == 1);
            }
            self.deepen(search, budget, task, views, &counts)
        })
    }

    /// Iterative deepening, with a report after every iteration.
    fn deepen(
        &mut self,
        mut search: Search<'a, P>,
        budget: Budget<'a>,
        task: Task<'_, P>,
        mut views: Vec<Vec<RootAction<P::Action>>>,
        counts: &[AtomicU64],
    ) -> Searched<P> {
        let mut done = 0;
        let mut progress = Progress::default();
        let has_secrets = self.options.level >= Level::SECRETIVE
            && views.iter().flatten().any(carries_secret::<P>);
        let mut reserved = has_secrets;
        if reserved {
            search.set_budget(with_reserve(budget));
        }
        for depth in 1..=task.max_depth {
            let complete = iterate(&mut search, task, &mut views, depth);
            if !complete && reserved {
                reserved = false;
                if secret_at_stake(&self.averaged(&views, task)).is_none() {
                    // The best action carries no secret: the reserve goes to the search.
                    search.set_budget(budget);
                    iterate(&mut search, task, &mut views, depth);
                }
            }
            if search.is_stopped() {
                break;
            }
            done = depth;
            let lines = self.ranked(&search, &views, task);
            let Some(best) = lines.first() else { break };
            let turns =
                (best.score > 0 && is_mate(best.score)).then(|| win_proofs::turns(best.score));
            let may_be_shorter = turns.is_some_and(|turns| search.may_find_win_below(turns));
            let is_found = self
                .options
                .limits
                .mate
                .zip(turns)
                .is_some_and(|(most, turns)| turns <= most);
            progress.note_best(best.action);
            self.check_best(task.determinizations, &lines);
            let shown = &lines[..lines.len().min(task.multi_pv)];
            let last = shown.last().map_or(0, |line| line.score);
            let is_settled = progress.is_settled(last, depth, may_be_shorter);
            self.report_iteration(&search, counts, depth, shown);
            if is_settled || is_found || self.time.is_soft_limit_reached(progress.stable) {
                break;
            }
        }
        let lines = self.ranked(&search, &views, task);
        if let Some(win) = search.forced_win()
            && search.is_stopped()
        {
            // No shorter win exists, which is as good as an iteration to the depth of the win.
            done = done.max(2 * win.turns - 1);
            let shown = &lines[..lines.len().min(task.multi_pv)];
            self.report_iteration(&search, counts, done, shown);
        }
        let mut mixed = None;
        if has_secrets && done > 0 {
            search.set_budget(budget);
            mixed = mixed_strategy(&mut search, task.determinizations, &lines);
        }
        Searched {
            lines,
            mixed_strategy: mixed,
            nodes: search.nodes() + sum(counts),
            depth: done,
            cutoffs: search.cutoffs(),
        }
    }

    fn report_iteration(
        &mut self,
        search: &Search<'a, P>,
        counts: &[AtomicU64],
        depth: u32,
        lines: &[Line<P>],
    ) {
        (self.report)(&Report {
            depth,
            selective_depth: search.seldepth() as u32,
            nodes: search.nodes() + sum(counts),
            time: self.time.elapsed(),
            hash_full: self.tt.hashfull(),
            lines: lines.to_vec(),
        });
    }

    /// The actions, the best first, after an attempt to prove wins. A win found by the proof-number search comes first, unless another is
    /// as short.
    fn ranked(
        &mut self,
        search: &Search<'a, P>,
        views: &[Vec<RootAction<P::Action>>],
        task: Task<'_, P>,
    ) -> Vec<Line<P>> {
        let mut lines = self.proven(views, task);
        put_first(&mut lines, search.forced_win());
        lines
    }

    /// The actions with their mean scores over all determinizations, the best first.
    fn averaged(&self, views: &[Vec<RootAction<P::Action>>], task: Task<'_, P>) -> Vec<Line<P>> {
        average(views, task.weights, task.margin, &self.win_proofs)
    }

    /// The same as [`Thinker::averaged`], after an attempt to prove the wins among the best.
    fn proven(&mut self, views: &[Vec<RootAction<P::Action>>], task: Task<'_, P>) -> Vec<Line<P>> {
        let lines = self.averaged(views, task);
        let (known, budget) = (self.known, self.budget());
        let mut tried = false;
        for line in lines.iter().take(task.multi_pv) {
            let Some(score) = win_in_all::<P>(views, line.action) else {
                continue;
            };
            if !self.win_proofs.is_open(line.action, score) {
                continue;
            }
            let turns = win_proofs::turns(score);
            let possible = win_proofs::possible::<P>(known.knowledge(), known.memory(), turns);
            self.win_proofs
                .prove(&possible, line.action, score, &|| budget.is_over());
            tried = true;
        }
        if tried {
            self.averaged(views, task)
        } else {
            lines
        }
    }
}

/// One iteration in every determinization. `false` if it was broken off.
fn iterate<P: Playable>(
    search: &mut Search<P>,
    task: Task<'_, P>,
    views: &mut [Vec<RootAction<P::Action>>],
    depth: u32,
) -> bool {
    let mut all = task.determinizations.iter().zip(views);
    all.all(|(position, roots)| search.iterate(position, roots, depth, task.margin, task.multi_pv))
}

/// The state of the best action from one iteration to the next.
struct Progress<A> {
    best: Option<A>,
    /// Iterations in which the best action has stayed the same.
    stable: u32,
    /// Whether the last line had a mate score after the previous iteration.
    was_decided: bool,
}

impl<A> Default for Progress<A> {
    fn default() -> Progress<A> {
        Progress {
            best: None,
            stable: 0,
            was_decided: false,
        }
    }
}

impl<A: PartialEq> Progress<A> {
    fn note_best(&mut self, action: A) {
        let is_same = self.best.as_ref() == Some(&action);
        self.stable = if is_same { self.stable + 1 } else { 0 };
        self.best = Some(action);
    }

    /// Whether deeper iterations cannot change anything. `last` is the score of the last line that is wanted.
    ///
    /// A mate that is longer than the depth may not be the shortest; nor may one that was not yet known when the other actions were
    /// searched.
    fn is_settled(&mut self, last: i32, depth: u32, may_be_shorter: bool) -> bool {
        let was_decided = std::mem::replace(&mut self.was_decided, is_mate(last));
        is_mate(last)
            && MATE - last.abs() <= depth as i32
            && (was_decided || MATE - last.abs() <= 2)
            && !may_be_shorter
    }
}

/// Sets a flag when it goes out of scope.
struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The nodes that the other threads have searched so far.
fn sum(counts: &[AtomicU64]) -> u64 {
    let counts = counts.iter().map(|count| count.load(Ordering::Relaxed));
    counts.sum()
}

/// Puts a forced win first, unless there is a shorter one.
fn put_first<P: Playable>(lines: &mut Vec<Line<P>>, win: Option<&ForcedWin<P::Action>>) {
    let Some(win) = win else { return };
    let Some(action) = win.pv.first().copied() else {
        return;
    };
    let score = MATE + 1 - 2 * win.turns as i32;
    if lines.first().is_some_and(|best| best.score >= score) {
        return;
    }
    lines.retain(|line| line.action != action);
    let pv = win.pv.clone();
    lines.insert(0, Line { action, score, pv });
}

/// Whether an action carries a secret, that is a part that the opponent does not learn.
fn carries_secret<P: Playable>(root: &RootAction<P::Action>) -> bool {
    P::public_index(root.action).is_some()
}

/// The budget without the reserve for the mixed strategy.
fn with_reserve(budget: Budget) -> Budget {
    let now = Instant::now();
    Budget {
        nodes: budget.nodes - budget.nodes / SECRET_SHARE,
        deadline: budget.deadline.map(|deadline| {
            let left = deadline.saturating_duration_since(now);
            now + (left - left / SECRET_SHARE as u32)
        }),
        ..budget
    }
}
