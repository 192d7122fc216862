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
    pub(super) fn history_index(
        &self,
        position: &P,
        ply: usize,
        action: P::Action,
    ) -> HistoryIndex {
        HistoryIndex {
            color: position.actor().fold_wb(0, 1),
            butterfly: P::butterfly_index(action),
            continuation: position.continuation_index(action),
            before: [
                self.continuations[ply],
                self.continuations[ply.saturating_sub(1)],
                self.continuations[ply.saturating_sub(3)],
            ],
        }
    }

    /// The number of quiet actions that are searched: all of them for an actor without a free choice, and more where
    /// a shorter win is looked for.
    pub(super) fn quiet_limit(&self, depth: i32, forced: bool, is_mate_search: bool) -> usize {
        match P::quiet_limit(depth, false) {
            _ if forced || self.parameters.quiet_cap == 0 => usize::MAX,
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
                self.capture_score(position, action, gain)
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

    pub(super) fn scored(
        &self,
        position: &P,
        ply: usize,
        action: P::Action,
    ) -> ScoredAction<P::Action> {
        let gain = position.gain(action);
        let killers = self.killers[ply];
        let score = if gain > 0 {
            // The exact exchange is computed only when its turn comes.
            CAPTURE + self.capture_score(position, action, gain)
        } else if killers[0] == Some(action) {
            KILLER + 1
        } else if killers[1] == Some(action) {
            KILLER
        } else {
            self.history
                .score(self.history_index(position, ply, action))
                + position.quiet_score(action) * self.parameters.look
        };
        ScoredAction {
            action,
            score,
            gain,
        }
    }

    /// What a capture wins and risks, and how well it did elsewhere.
    fn capture_score(&self, position: &P, action: P::Action, gain: i32) -> i32 {
        let score = gain * 16 - position.risk(action) / 8;
        if self.parameters.capture_history == 0 {
            return score;
        }
        let color = position.actor().fold_wb(0, 1);
        let continuation = position.continuation_index(action);
        let history = self.history.capture(color, continuation, gain);
        score + history * self.parameters.capture_history / 16
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

    /// What a cutoff at this depth adds to history.
    pub(super) fn history_bonus(&self, depth: i32) -> i32 {
        let parameters = self.parameters;
        let bonus = depth * depth * parameters.history_square + depth * parameters.history_linear;
        bonus.min(parameters.history_most)
    }

    /// Updates killers and histories after a cutoff: a bonus for the last action of `tried`, a malus for those before it.
    pub(super) fn update_histories(
        &mut self,
        position: &P,
        ply: usize,
        depth: i32,
        tried: &[ScoredAction<P::Action>],
    ) {
        let Some((good, before)) = tried.split_last() else {
            return;
        };
        let bonus = self.history_bonus(depth);
        if good.is_quiet() {
            self.reward(position, ply, good.action, bonus);
        } else if self.parameters.capture_history > 0 {
            self.update_capture(position, good, bonus);
        }
        for scored in before {
            if !scored.is_quiet() {
                if self.parameters.capture_history > 0 {
                    self.update_capture(position, scored, -bonus);
                }
            } else if good.is_quiet() || self.parameters.quiet_malus > 0 {
                let index = self.history_index(position, ply, scored.action);
                self.update_quiet(index, -bonus);
            }
        }
    }

    /// A quiet action has cut off: a killer, and a bonus.
    pub(super) fn reward(&mut self, position: &P, ply: usize, action: P::Action, bonus: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            killers[1] = killers[0].replace(action);
        }
        let index = self.history_index(position, ply, action);
        self.update_quiet(index, bonus);
    }

    pub(super) fn update_quiet(&mut self, index: HistoryIndex, bonus: i32) {
        let with_plans = self.parameters.far_history > 0;
        self.history.update(index, bonus, with_plans);
    }

    fn update_capture(&mut self, position: &P, scored: &ScoredAction<P::Action>, bonus: i32) {
        let color = position.actor().fold_wb(0, 1);
        let continuation = position.continuation_index(scored.action);
        self.history
            .update_capture(color, continuation, scored.gain, bonus);
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
