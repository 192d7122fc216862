//! Extensions of nodes and actions, and internal iterative reductions of nodes without a tt action.

use super::context::{NodeContext, is_mate_search};
use super::node::Node;
use super::score::is_mate;
use super::tt::Bound;
use super::worker::Search;
use crate::playable::Playable;

/// The result of a singular search.
pub(super) enum Singular {
    /// The extension of the action, in plies: positive if it is singular, negative if it is not and a fail high is expected.
    Extend(i32),
    /// Multi-cut: another action reaches this score as well, which is at least beta.
    MultiCut(i32),
    /// Neither.
    No,
}

impl<P: Playable> Search<'_, P> {
    /// Whether a node may be extended: extensions end at twice the depth of the iteration.
    fn may_extend(&self, ply: usize) -> bool {
        ply < 2 * self.root_depth as usize
    }

    /// The extension of a node in check, in plies (Chess Programming Wiki, *Check Extensions*).
    pub(super) fn check_extension(
        &self,
        position: &P,
        forced: bool,
        is_pv: bool,
        node: Node,
    ) -> i32 {
        let extends = match self.parameters.check_extension {
            0 => false,
            1 => true,
            2 => is_pv,
            _ => node.extends,
        };
        i32::from(forced && extends && self.may_extend(node.ply) && position.is_check())
    }

    /// The reduction of a node without a tt action, in plies: its next visit will have one to begin with (Chess Programming Wiki, *Internal
    /// Iterative Reductions*).
    pub(super) fn internal_reduction(
        &self,
        alpha: i32,
        beta: i32,
        context: &NodeContext<P::Action>,
    ) -> i32 {
        i32::from(
            context.node.depth >= self.parameters.internal_depth
                && !context.forced
                && context.excluded.is_none()
                && !is_mate_search(alpha, beta),
        )
    }

    /// Singular extension (Chess Programming Wiki, *Singular Extensions*): whether the tt action is far better than all others, which are
    /// searched to half the depth.
    #[inline]
    pub(super) fn singular_extension(
        &mut self,
        position: &P,
        action: P::Action,
        alpha: i32,
        beta: i32,
        context: &NodeContext<P::Action>,
    ) -> Singular {
        let Some(entry) = &context.tt_entry else {
            return Singular::No;
        };
        let node = context.node;
        if node.depth < self.parameters.singular_depth
            || is_mate_search(alpha, beta)
            || entry.bound == Bound::Upper
            || entry.depth < node.depth - 3
            || is_mate(entry.score)
            || !self.may_extend(node.ply)
        {
            return Singular::No;
        }
        self.singular_search(position, action, entry.score, beta, context)
    }

    /// Searches all actions but `action` in a null window below the tt score.
    fn singular_search(
        &mut self,
        position: &P,
        action: P::Action,
        tt_score: i32,
        beta: i32,
        context: &NodeContext<P::Action>,
    ) -> Singular {
        let node = context.node;
        let bar = tt_score - self.parameters.singular_margin * node.depth / 8;
        let reduced = Node {
            depth: (node.depth - 1) / 2,
            may_pass: false,
            ..node
        };
        self.excluded[node.ply] = Some(action);
        let others = self.search_node(position, bar - 1, bar, reduced);
        self.excluded[node.ply] = None;
        self.pv[node.ply].clear();
        let double = self.parameters.singular_double;
        if others < bar {
            let clearly = double > 0 && !context.is_pv && others < bar - double && node.depth < 16;
            Singular::Extend(1 + i32::from(clearly))
        } else if bar >= beta {
            Singular::MultiCut(bar)
        } else if self.parameters.singular_negative > 0 && (tt_score >= beta || node.is_cut) {
            Singular::Extend(-1)
        } else {
            Singular::No
        }
    }
}

/// How many plies a tt entry may be too shallow and still cut off. Without a tt action the node would be reduced by a ply again, as it was
/// when the entry was stored. In a sharp position that ply can be the one that matters; sharpness is costly to compute, so it is tested
/// last.
pub(super) fn tolerated_plies(
    has_action: bool,
    depth: i32,
    internal_depth: i32,
    is_sharp: impl FnOnce() -> bool,
) -> i32 {
    i32::from(!has_action && depth >= internal_depth && !is_sharp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_may_lack_a_ply_if_its_node_would_be_reduced_again_and_is_not_sharp() {
        let (calm, sharp) = (|| false, || true);
        assert_eq!(tolerated_plies(false, 4, 4, calm), 1);
        assert_eq!(tolerated_plies(false, 9, 4, calm), 1);
        assert_eq!(tolerated_plies(true, 9, 4, calm), 0);
        assert_eq!(tolerated_plies(false, 9, 4, sharp), 0);
        assert_eq!(tolerated_plies(false, 3, 4, calm), 0);
    }
}
