//! Which actions of a node are searched, and in which order.

use super::history::HistoryIndex;
use super::node::{Node, ScoredAction};
use super::worker::Search;
use crate::playable::{Playable, Scope};

/// Base score of captures and promotions; quiet actions are far below.
const CAPTURE: i32 = 2_000_000;
/// Base score of the two killers.
const KILLER: i32 = 1_000_000;
/// An exchange that loses no more than this counts as even: a bishop for a knight.
pub(super) const SEE_EVEN: i32 = -30;
/// Base score of captures that lose material.
pub(super) const LOSING_CAPTURE: i32 = -1_000_000;

impl<P: Playable> Search<'_, P> {
    /// Where the history entries of an action are.
    #[inline]
    fn history_index(&self, position: &P, ply: usize, action: P::Action) -> HistoryIndex {
        HistoryIndex {
            color: position.actor().fold_wb(0, 1),
            butterfly: P::butterfly_index(action),
            continuation: position.continuation_index(action),
            before: [
                self.continuations[ply],
                self.continuations[ply.saturating_sub(1)],
            ],
        }
    }

    /// The number of quiet actions that are searched: all of them for an actor without a free choice, and more where
    /// a shorter win is looked for.
    pub(super) fn quiet_limit(&self, depth: i32, forced: bool, is_mate_search: bool) -> usize {
        match P::quiet_limit(depth, false) {
            _ if forced => usize::MAX,
            limit if is_mate_search => limit.saturating_mul(4),
            limit => limit,
        }
    }

    pub(super) fn scope(&self, node: Node) -> Scope {
        Scope::Inner {
            depth: node.depth,
            steps: node.steps,
            bounds: self.bounds,
        }
    }

    /// Adds the actions of a node to `list`, without `searched` and with at most `quiet_limit` quiet ones.
    pub(super) fn generate(
        &mut self,
        position: &P,
        node: Node,
        quiet_limit: usize,
        searched: Option<P::Action>,
        list: &mut Vec<ScoredAction<P::Action>>,
    ) {
        let scope = self.scope(node);
        let mut raw = std::mem::take(&mut self.raw);
        raw.clear();
        position.candidates(scope, &mut raw);
        let start = list.len();
        let fresh = raw.iter().copied();
        for action in fresh.filter(|action| Some(*action) != searched) {
            list.push(self.scored(position, node.ply, action));
        }
        self.raw = raw;
        let tail = &mut list[start..];
        if tail.len() > quiet_limit {
            let noisy = tail.iter().filter(|scored| !scored.is_quiet()).count();
            if tail.len() > quiet_limit + noisy {
                tail.select_nth_unstable_by_key(quiet_limit + noisy, |scored| {
                    std::cmp::Reverse(scored.score)
                });
                list.truncate(start + quiet_limit + noisy);
            }
        }
    }

    /// Adds all legal actions that are not in the list.
    pub(super) fn generate_rest(
        &mut self,
        position: &P,
        node: Node,
        list: &mut Vec<ScoredAction<P::Action>>,
    ) {
        let mut raw = std::mem::take(&mut self.raw);
        raw.clear();
        position.candidates(Scope::Root(self.bounds), &mut raw);
        let known = list.len();
        for action in raw.iter().copied() {
            if list[..known].iter().all(|scored| scored.action != action) {
                list.push(self.scored(position, node.ply, action));
            }
        }
        self.raw = raw;
    }

    /// Adds the actions of a quiescence node to `list`: all of the scope if `forced`, otherwise those that win
    /// something.
    pub(super) fn generate_noisy(
        &mut self,
        position: &P,
        scope: Scope,
        forced: bool,
        list: &mut Vec<ScoredAction<P::Action>>,
    ) {
        let mut raw = std::mem::take(&mut self.raw);
        raw.clear();
        position.candidates(scope, &mut raw);
        for action in raw.iter().copied() {
            let gain = position.gain(action);
            let score = if forced {
                gain * 16 + position.quiet_score(action)
            } else if gain > 0 {
                gain * 16 - position.risk(action) / 8
            } else {
                continue;
            };
            list.push(ScoredAction {
                action,
                score,
                gain,
            });
        }
        self.raw = raw;
    }

    fn scored(&self, position: &P, ply: usize, action: P::Action) -> ScoredAction<P::Action> {
        let gain = position.gain(action);
        let killers = self.killers[ply];
        let score = if gain > 0 {
            // The exact exchange is computed only when its turn comes.
            CAPTURE + gain * 16 - position.risk(action) / 8
        } else if killers[0] == Some(action) {
            KILLER + 1
        } else if killers[1] == Some(action) {
            KILLER
        } else {
            self.history
                .score(self.history_index(position, ply, action))
                + position.quiet_score(action) * 8
        };
        ScoredAction {
            action,
            score,
            gain,
        }
    }

    /// Moves the best remaining action to `from` and returns it. Captures that lose material go behind everything
    /// else.
    pub(super) fn pick_next(
        &self,
        position: &P,
        list: &mut [ScoredAction<P::Action>],
        from: usize,
    ) -> ScoredAction<P::Action> {
        loop {
            let next = pick_best(list, from);
            if next.score <= KILLER + 1 || next.score == i32::MAX {
                return next;
            }
            let see = position.see(next.action);
            if see >= SEE_EVEN {
                return next;
            }
            list[from].score = LOSING_CAPTURE + see;
        }
    }

    /// Updates killers and history after a quiet cutoff: a bonus for the last action of `tried`, a malus for the
    /// quiet ones before it.
    pub(super) fn update_quiet_history(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        tried: &[ScoredAction<P::Action>],
    ) {
        let Some((good, before)) = tried.split_last() else {
            return;
        };
        let killers = &mut self.killers[ply];
        if killers[0] != Some(good.action) {
            killers[1] = killers[0].replace(good.action);
        }
        let bonus = (depth * depth * 16 + 32 * depth).min(2_000);
        let index = self.history_index(position, ply, good.action);
        self.history.update(index, bonus);
        for scored in before.iter().filter(|scored| scored.is_quiet()) {
            let index = self.history_index(position, ply, scored.action);
            self.history.update(index, -bonus);
        }
    }
}

/// Moves the action with the best score among those from `from` on to `from`, and returns it.
pub(super) fn pick_best<A: Copy>(list: &mut [ScoredAction<A>], from: usize) -> ScoredAction<A> {
    let mut best = from;
    for index in from + 1..list.len() {
        if list[index].score > list[best].score {
            best = index;
        }
    }
    list.swap(from, best);
    list[from]
}
