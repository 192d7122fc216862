//! Pruning of nodes: razoring, reverse futility pruning, null move pruning and ProbCut.

use super::context::{NodeContext, is_won};
use super::history::NULL_INDEX;
use super::node::Node;
use super::score::{is_mate, to_tt};
use super::tt::{Bound, table_key};
use super::worker::Search;
use crate::playable::{Playable, Scope};

impl<P: Playable> Search<'_, P> {
    /// The game's futility margin, scaled to `percent`.
    pub(super) fn margin(percent: i32) -> i32 {
        P::FUTILITY_MARGIN * percent / 100
    }

    /// The score of a node that is pruned, by the first technique that applies. `None` if none does, or if the search had to stop.
    #[inline]
    pub(super) fn prune_node(
        &mut self,
        position: &P,
        alpha: i32,
        beta: i32,
        context: &NodeContext<P::Action>,
    ) -> Option<i32> {
        if context.is_pv
            || context.sharp
            || context.excluded.is_some()
            || is_mate(beta)
            || is_won(-beta, context.node.ply)
        {
            return None;
        }
        self.reverse_futility(beta, context)
            .or_else(|| self.razor(position, alpha, context))
            .or_else(|| self.null_move(position, beta, context))
            .or_else(|| self.probcut(position, beta, context))
    }

    /// Reverse futility pruning (Chess Programming Wiki, *Reverse Futility Pruning*): the score of a node whose static evaluation is far
    /// above beta.
    fn reverse_futility(&self, beta: i32, context: &NodeContext<P::Action>) -> Option<i32> {
        let depth = context.node.depth;
        let static_eval = context.eval.score;
        let plies = depth - i32::from(context.eval.improving);
        let margin = Self::margin(self.parameters.reverse_ply) * plies;
        (depth <= self.parameters.reverse_depth && static_eval - margin >= beta)
            .then_some((static_eval + beta) / 2)
    }

    /// Razoring (Chess Programming Wiki, *Razoring*): the quiescence score of a node whose static evaluation is so far below alpha that
    /// only captures could save it, if they do not.
    fn razor(&mut self, position: &P, alpha: i32, context: &NodeContext<P::Action>) -> Option<i32> {
        let depth = context.node.depth;
        let base = Self::margin(self.parameters.razor_base);
        let margin = base + Self::margin(self.parameters.razor_ply) * depth * depth;
        if depth > self.parameters.razor_depth || context.eval.score + margin > alpha {
            return None;
        }
        let score = self.quiesce_from(position, alpha, alpha + 1, context.node);
        (score <= alpha && !self.stopped).then_some(score)
    }

    /// Null move pruning (Chess Programming Wiki, *Null Move Pruning*): the score of a node that fails high even after passing.
    fn null_move(
        &mut self,
        position: &P,
        beta: i32,
        context: &NodeContext<P::Action>,
    ) -> Option<i32> {
        let Node { depth, ply, .. } = context.node;
        let parameters = self.parameters;
        let static_eval = context.eval.score;
        let below = Self::margin(parameters.null_below) * (depth - 4).max(0);
        if depth < 3 || !context.node.may_pass || ply < self.null_ply || static_eval < beta - below
        {
            return None;
        }
        if parameters.null_table > 0
            && context
                .tt_entry
                .as_ref()
                .is_some_and(|entry| entry.bound == Bound::Upper && entry.score < beta)
        {
            return None;
        }
        let child = position
            .null_move()
            .filter(|child| child.actor() != position.actor())?;
        let surplus = (static_eval - beta) / Self::margin(parameters.null_surplus).max(1);
        let surplus = surplus.clamp(0, parameters.null_most);
        let reduction = parameters.null_base + depth / parameters.null_ply + surplus;
        let passed = Node {
            may_pass: false,
            ..context.node.after_ply(depth - reduction)
        };
        self.enter(ply, NULL_INDEX, None);
        let score = self.search_child(position, &child, beta - 1, beta, passed);
        if score < beta || self.stopped {
            return None;
        }
        let score = if is_mate(score) { beta } else { score };
        if depth < parameters.null_verified {
            return Some(score);
        }
        self.verify_null_move(position, beta, depth - reduction, context.node)
            .then_some(score)
    }

    /// Whether a search to the reduced depth without null moves fails high as well: in zugzwang it does not.
    fn verify_null_move(&mut self, position: &P, beta: i32, depth: i32, node: Node) -> bool {
        let before = self.null_ply;
        self.null_ply = node.ply + 3 * depth.max(0) as usize / 4;
        let reduced = Node {
            depth,
            may_pass: false,
            is_cut: false,
            ..node
        };
        let verified = self.search_node(position, beta - 1, beta, reduced);
        self.null_ply = before;
        self.pv[node.ply].clear();
        verified >= beta && !self.stopped
    }

    /// ProbCut (Chess Programming Wiki, *ProbCut*): the score of a node in which a capture is far above beta even at a much lower depth.
    fn probcut(
        &mut self,
        position: &P,
        beta: i32,
        context: &NodeContext<P::Action>,
    ) -> Option<i32> {
        let Node { depth, ply, .. } = context.node;
        let bar = beta + Self::margin(self.parameters.probcut_margin);
        if self.parameters.probcut_depth == 0
            || depth < self.parameters.probcut_depth
            || is_mate(bar)
            || context
                .tt_entry
                .as_ref()
                .is_some_and(|entry| entry.depth >= depth - 3 && entry.score < bar)
        {
            return None;
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        self.generate_noisy(position, Scope::Noisy, false, &mut list);
        list.sort_unstable_by_key(|scored| std::cmp::Reverse(scored.score));
        let mut found = None;
        for next in &list {
            if self.overlooks(position, next.action)
                || position.see(next.action) < bar - context.eval.score
            {
                continue;
            }
            let mut child = position.clone();
            child.play_unchecked(next.action);
            if child.ply() == position.ply() {
                continue;
            }
            self.enter(ply, position.continuation_index(next.action) as u16, None);
            let score = self.probe_capture(position, &child, bar, context.node);
            if self.stopped {
                break;
            }
            if score >= bar && !is_mate(score) {
                found = Some((next.action, score));
                break;
            }
        }
        self.lists[ply] = list;
        let (action, score) = found.filter(|_| !self.stopped)?;
        let score_in_table = to_tt(score, context.root_distance);
        self.tt.store(
            table_key(position),
            Some(action),
            score_in_table,
            depth - 3,
            Bound::Lower,
        );
        Some(score - (bar - beta))
    }

    /// The score of a capture in a null window at `bar`, the raised beta of ProbCut: by quiescence, and by a search reduced by four plies
    /// if that fails high.
    fn probe_capture(&mut self, position: &P, child: &P, bar: i32, node: Node) -> i32 {
        let leaf = node.after_ply(0);
        let score = self.search_child(position, child, bar - 1, bar, leaf);
        if score < bar || node.depth <= 4 || self.stopped {
            return score;
        }
        let reduced = node.after_ply(node.depth - 4);
        self.search_child(position, child, bar - 1, bar, reduced)
    }
}
