//! Pruning of actions: late move, futility, history and SEE pruning.

use super::context::{NodeContext, Progress, is_won};
use super::movepick::{LOSING_CAPTURE, SEE_EVEN};
use super::node::ScoredAction;
use super::reductions::late_move_count;
use super::score::{MATE_IN_MAX_PLY, is_mate};
use super::worker::Search;
use crate::playable::Playable;

/// Maximum depth for the pruning of quiet actions.
const QUIET_DEPTH: i32 = 8;

impl<P: Playable> Search<'_, P> {
    /// Whether actions may be pruned at this node now: only once one of them is known not to lose by force, and not in a search for a mate.
    #[inline]
    pub(super) fn may_prune_actions(
        &self,
        context: &NodeContext<P::Action>,
        progress: &Progress<P::Action>,
    ) -> bool {
        (!context.is_pv || self.parameters.late_in_pv > 0)
            && !context.sharp
            && progress.best > -MATE_IN_MAX_PLY
            && progress.tried > 0
            && !is_mate(progress.alpha)
            && !is_won(progress.alpha, context.node.ply)
    }

    /// Whether an action is pruned. `reduced` is the depth to which it would be searched.
    #[inline]
    pub(super) fn is_pruned(
        &self,
        position: &P,
        next: &ScoredAction<P::Action>,
        reduced: i32,
        context: &NodeContext<P::Action>,
        progress: &Progress<P::Action>,
    ) -> bool {
        if next.is_quiet() {
            self.is_quiet_pruned(position, next, reduced, context, progress)
        } else {
            self.is_capture_pruned(position, next, context.node.depth)
        }
    }

    /// SEE pruning of captures (Chess Programming Wiki, *Static Exchange Evaluation*), with the SEE value that the move picker has
    /// computed.
    fn is_capture_pruned(&self, position: &P, next: &ScoredAction<P::Action>, depth: i32) -> bool {
        let parameters = self.parameters;
        let loses = depth <= parameters.see_depth
            && next.score < LOSING_CAPTURE / 2
            && next.score - LOSING_CAPTURE < -parameters.see_capture * depth;
        // Sacrifices that leave the opponent no free choice are searched.
        loses && {
            let mut child = position.clone();
            child.play_unchecked(next.action);
            !child.is_forced()
        }
    }

    /// Late move pruning (Chess Programming Wiki, *Futility Pruning*): whether enough quiet actions have been tried. If so, all later quiet
    /// ones that are not forcing are pruned too.
    #[inline]
    pub(super) fn is_late(
        &self,
        next: &ScoredAction<P::Action>,
        context: &NodeContext<P::Action>,
        progress: &Progress<P::Action>,
    ) -> bool {
        let depth = context.node.depth;
        depth <= QUIET_DEPTH
            && progress.quiets > late_move_count(self.parameters, depth, context.eval.improving)
            && !next.is_forcing
    }

    /// Futility, history and SEE pruning of quiet actions (Chess Programming Wiki, *Futility Pruning* and *Static Exchange Evaluation*).
    #[inline]
    fn is_quiet_pruned(
        &self,
        position: &P,
        next: &ScoredAction<P::Action>,
        reduced: i32,
        context: &NodeContext<P::Action>,
        progress: &Progress<P::Action>,
    ) -> bool {
        let parameters = self.parameters;
        let depth = context.node.depth;
        if depth > QUIET_DEPTH || next.is_forcing {
            return false;
        }
        let depth = if parameters.reduced_depth > 0 {
            reduced
        } else {
            depth
        };
        let base = Self::margin(parameters.futility_base);
        let margin = base + Self::margin(parameters.futility_ply) * depth;
        let futility = || context.eval.score + margin <= progress.alpha;
        let bad_history = || next.score < -parameters.history_ply * depth.max(1);
        let allowed = parameters.see_quiet * depth * depth;
        let loses = || position.see(next.action) < SEE_EVEN.min(-allowed);
        depth <= parameters.futility_depth && (futility() || bad_history() || loses())
    }
}
