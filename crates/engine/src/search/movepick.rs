//! Move picker: the actions of a node that are searched, and their order.

use super::context::{NodeContext, Progress};
use super::node::{Node, ScoredAction};
use super::score::MATE_IN_MAX_PLY;
use super::worker::Search;
use crate::playable::{Playable, Scope};

/// Base score of captures and promotions; quiet actions are far below.
const CAPTURE: i32 = 2_000_000;
/// Base score of the two killers.
const KILLER: i32 = 1_000_000;
/// Minimum static ordering score at which quiet actions are exempt from pruning.
const FORCING_SCORE: i32 = 200;
/// SEE values down to this one count as an even exchange, such as a bishop for a knight.
pub(super) const SEE_EVEN: i32 = -30;
/// Base score of captures that lose material.
pub(super) const LOSING_CAPTURE: i32 = -1_000_000;

/// How far a node's actions have been generated.
enum Stage {
    /// The tt action, before anything is generated.
    TtAction,
    /// The candidates of the game.
    Candidates,
    /// The root candidates too.
    Everything,
}

/// The actions of a node, generated in stages.
pub(super) struct MovePicker<A> {
    list: Vec<ScoredAction<A>>,
    /// The number of actions picked so far.
    number: usize,
    tt_action: Option<A>,
    stage: Stage,
}

impl<A> MovePicker<A> {
    /// The actions picked so far, in that order.
    pub(super) fn picked(&self) -> &[ScoredAction<A>] {
        &self.list[..self.number]
    }

    /// Leaves out the quiet actions that are not picked yet and not forcing.
    pub(super) fn skip_quiets(&mut self)
    where
        A: Copy,
    {
        let mut kept = self.number;
        for index in self.number..self.list.len() {
            let next = self.list[index];
            if !next.is_quiet() || next.is_forcing {
                self.list[kept] = next;
                kept += 1;
            }
        }
        self.list.truncate(kept);
    }

    /// The list, for the next picker to reuse.
    pub(super) fn into_list(self) -> Vec<ScoredAction<A>> {
        self.list
    }
}

impl<P: Playable> Search<'_, P> {
    /// The picker of a node, whose first action is the tt action if there is one.
    pub(super) fn picker(
        &mut self,
        position: &P,
        ply: usize,
        tt_action: Option<P::Action>,
    ) -> MovePicker<P::Action> {
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        list.extend(tt_action.map(|action| ScoredAction {
            action,
            score: i32::MAX,
            gain: position.gain(action),
            // The tt action is always searched.
            is_forcing: true,
        }));
        MovePicker {
            list,
            number: 0,
            tt_action,
            stage: Stage::TtAction,
        }
    }

    /// The next action of a node.
    pub(super) fn next_action(
        &mut self,
        position: &P,
        picker: &mut MovePicker<P::Action>,
        context: &NodeContext<P::Action>,
        progress: &Progress<P::Action>,
    ) -> Option<ScoredAction<P::Action>> {
        while picker.number == picker.list.len() {
            let complete = context.forced || context.excluded.is_some();
            match picker.stage {
                Stage::TtAction => {
                    let limit = self.quiet_limit(context, progress);
                    let MovePicker {
                        list, tt_action, ..
                    } = picker;
                    self.generate(position, context.node, limit, *tt_action, list);
                    picker.stage = Stage::Candidates;
                }
                // A loss is believed only after all actions left out so far have been tried.
                Stage::Candidates
                    if progress.best <= -MATE_IN_MAX_PLY && !complete && picker.number > 0 =>
                {
                    self.generate_rest(position, context.node, &mut picker.list);
                    picker.stage = Stage::Everything;
                }
                Stage::Candidates | Stage::Everything => return None,
            }
        }
        let next = self.pick_next(position, &mut picker.list, picker.number);
        picker.number += 1;
        Some(next)
    }

    /// The number of quiet actions that are searched: all of them for an actor without a free choice, and more in a
    /// search for a shorter win.
    fn quiet_limit(
        &self,
        context: &NodeContext<P::Action>,
        progress: &Progress<P::Action>,
    ) -> usize {
        match P::quiet_limit(context.node.depth, false) {
            _ if context.forced || self.parameters.quiet_cap == 0 => usize::MAX,
            limit if progress.is_mate_search() => limit.saturating_mul(4),
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
    fn generate(
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

    /// Adds all other root candidates to the list.
    fn generate_rest(&mut self, position: &P, node: Node, list: &mut Vec<ScoredAction<P::Action>>) {
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
                // Not used in quiescence and ProbCut.
                is_forcing: false,
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
        if gain > 0 {
            return ScoredAction {
                action,
                // SEE is computed only when the action is picked.
                score: CAPTURE + self.capture_score(position, action, gain),
                gain,
                is_forcing: false,
            };
        }
        let quiet_score = position.quiet_score(action);
        let killers = self.killers[ply];
        let score = if killers[0] == Some(action) {
            KILLER + 1
        } else if killers[1] == Some(action) {
            KILLER
        } else {
            self.history
                .score(self.history_index(position, ply, action))
                + quiet_score * self.parameters.look
        };
        ScoredAction {
            action,
            score,
            gain,
            is_forcing: quiet_score >= FORCING_SCORE,
        }
    }

    /// The ordering score of a capture: its gain, its risk and its capture history.
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

    /// Moves the best remaining action to `from` and returns it. Captures that lose material by SEE go behind
    /// everything else.
    fn pick_next(
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
}

/// Moves the action with the best score among those from `from` on to `from`, and returns it.
pub(super) fn pick_best<A: Copy>(list: &mut [ScoredAction<A>], from: usize) -> ScoredAction<A> {
    let (mut best, mut score) = (from, list[from].score);
    for (place, scored) in list.iter().enumerate().skip(from + 1) {
        // Compared with a copy of the score, not with `list[best]`, on which the next comparison would have to wait.
        if scored.score > score {
            (best, score) = (place, scored.score);
        }
    }
    list.swap(from, best);
    list[from]
}

#[cfg(test)]
mod tests {
    use manifold_rules::chess::Chess;
    use manifold_rules::position::{Bounds, Position};

    use super::super::budget::Budget;
    use super::super::history::History;
    use super::super::tt::TranspositionTable;
    use super::*;

    #[test]
    fn a_quiet_check_is_forcing_also_as_a_killer_and_no_other_action_is() {
        let table = TranspositionTable::with_capacity(0);
        let mut history = History::new::<Chess>();
        let budget = Budget::of_nodes(0);
        let mut search = Search::<Chess>::new(&table, &mut history, budget, Bounds::default(), &[]);
        let position = Chess::from_text(Default::default(), "r6k/8/8/8/8/8/6R1/R3K3 w - - 0 1");
        let position = position.expect("a position");
        let action = |text: &str| text.parse().expect(text);
        for (text, is_forcing) in [("g2h2", true), ("a1a7", false), ("a1a8", false)] {
            for killer in [None, Some(action(text))] {
                search.killers[0] = [killer, None];
                let scored = search.scored(&position, 0, action(text));
                assert_eq!(scored.is_forcing, is_forcing, "{text}");
            }
        }
    }

    #[test]
    fn quiet_actions_are_skipped_but_for_forcing_ones_and_what_was_picked_stays() {
        let list = [(1, 0), (2, 0), (3, 100), (4, 0), (5, 0), (6, 300)];
        let list = list.map(|(action, gain)| ScoredAction {
            action,
            score: 0,
            gain,
            is_forcing: action == 5,
        });
        let mut picker = MovePicker {
            list: list.to_vec(),
            number: 1,
            tt_action: None,
            stage: Stage::Candidates,
        };
        picker.skip_quiets();
        assert_eq!(picker.picked().len(), 1);
        let left: Vec<i32> = picker.list.iter().map(|scored| scored.action).collect();
        assert_eq!(left, [1, 3, 5, 6]);
    }
}
