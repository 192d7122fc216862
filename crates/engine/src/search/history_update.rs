//! Updates of the histories after a search (Chess Programming Wiki, *History Heuristic*).

use super::context::NodeContext;
use super::history::HistoryIndex;
use super::node::{Node, ScoredAction};
use super::worker::Search;
use crate::playable::Playable;

impl<P: Playable> Search<'_, P> {
    /// The indices of an action's history entries.
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
            ],
        }
    }

    /// Enters the node after an action. Its history entries are recorded for `reward_unanswered` only if the opponent acts next: after a
    /// step within a turn, a fail low would be its own player's.
    #[inline]
    pub(super) fn enter_child(
        &mut self,
        position: &P,
        child: &P,
        ply: usize,
        scored: &ScoredAction<P::Action>,
    ) {
        let continuation = position.continuation_index(scored.action) as u16;
        let answered = scored.is_quiet() && child.actor() != position.actor();
        let quiet = answered.then(|| self.history_index(position, ply, scored.action));
        self.enter(ply, continuation, quiet);
    }

    /// The history bonus of a cutoff at this depth.
    pub(super) fn history_bonus(&self, depth: i32) -> i32 {
        let parameters = self.parameters;
        let bonus = depth * depth * parameters.history_square + depth * parameters.history_linear;
        bonus.min(parameters.history_most)
    }

    /// Updates killers and histories after a cutoff: a bonus for the last action of `tried`, a malus for those before it.
    pub(super) fn update_histories(
        &mut self,
        position: &P,
        context: &NodeContext<P::Action>,
        tried: &[ScoredAction<P::Action>],
    ) {
        let Some((good, before)) = tried.split_last() else {
            return;
        };
        let Node { depth, ply, .. } = context.node;
        let bonus = self.history_bonus(depth);
        if good.is_quiet() {
            self.reward(position, ply, good.action, bonus);
        } else if self.parameters.capture_history > 0 {
            self.update_capture(position, good, bonus);
        }
        for scored in before {
            // The excluded action was not searched.
            if context.excluded == Some(scored.action) {
                continue;
            }
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

    /// Rewards a quiet action for a cutoff: it becomes a killer and gets a bonus.
    pub(super) fn reward(&mut self, position: &P, ply: usize, action: P::Action, bonus: i32) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            killers[1] = killers[0].replace(action);
        }
        let index = self.history_index(position, ply, action);
        self.update_quiet(index, bonus);
    }

    /// Rewards the quiet action that led to this node, which has failed low (Stockfish's source).
    pub(super) fn reward_unanswered(&mut self, ply: usize, depth: i32) {
        if self.parameters.prior_history > 0
            && let Some(index) = self.quiets[ply]
        {
            let bonus = self.history_bonus(depth) * self.parameters.prior_history / 100;
            self.update_quiet(index, bonus);
        }
    }

    fn update_quiet(&mut self, index: HistoryIndex, bonus: i32) {
        self.history.update(index, bonus);
    }

    fn update_capture(&mut self, position: &P, scored: &ScoredAction<P::Action>, bonus: i32) {
        let color = position.actor().fold_wb(0, 1);
        let continuation = position.continuation_index(scored.action);
        self.history
            .update_capture(color, continuation, scored.gain, bonus);
    }
}

#[cfg(test)]
mod tests {
    use manifold_rules::hidden960::{Action, Hidden960};
    use manifold_rules::position::{Bounds, Position, Turns};

    use super::super::budget::Budget;
    use super::super::history::History;
    use super::super::tt::TranspositionTable;
    use super::*;

    #[test]
    fn an_action_gets_no_bonus_for_being_unanswered_if_its_own_player_goes_on() {
        let table = TranspositionTable::with_capacity(0);
        let mut history = History::new::<Hidden960>();
        let budget = Budget::of_nodes(0);
        let mut search =
            Search::<Hidden960>::new(&table, &mut history, budget, Bounds::default(), &[]);
        let position = Hidden960::default();
        for (text, is_answered) in [("b1=N", false), ("e2e4", true)] {
            let action: Action = text.parse().expect("an action");
            let scored = search.scored(&position, 0, action);
            assert!(scored.is_quiet());
            let mut child = position;
            child.play_unchecked(action);
            assert_eq!(child.actor() != position.actor(), is_answered);
            search.enter_child(&position, &child, 0, &scored);
            assert_eq!(search.quiets[1].is_some(), is_answered, "{text}");
        }
    }
}
