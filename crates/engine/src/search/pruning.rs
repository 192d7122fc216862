//! What is not searched at all, and what is searched deeper: pruning and singular extensions.

use manifold_rules::board::{Bitboard, Board, Role};

use super::history::NULL_INDEX;
use super::movepick::LOSING_CAPTURE;
use super::node::{Node, ScoredAction};
use super::reductions::late_move_count;
use super::score::is_mate;
use super::worker::Search;
use crate::playable::Playable;

/// Quiet actions with at least this ordering score attack a king or the like: they are not pruned.
const FORCING_SCORE: i32 = 200;

/// Whether any of `men` is a piece: with pawns and kings alone, zugzwang is too likely for a null move.
pub(crate) fn has_pieces(board: &Board, men: Bitboard) -> bool {
    let pawns_and_kings = board.by_role(Role::Pawn) | board.by_role(Role::King);
    (men & !pawns_and_kings).any()
}

/// What is known before an action is tried.
pub(super) struct PruningContext {
    pub(super) depth: i32,
    /// Quiet actions so far, this one included.
    pub(super) quiets: i32,
    pub(super) static_eval: i32,
    pub(super) alpha: i32,
    pub(super) improving: bool,
}

/// The result of a singular search.
pub(super) enum Singular {
    /// The action is clearly better than all others.
    Extend,
    /// Another action reaches this score as well, which is enough: multi-cut.
    MultiCut(i32),
    /// Neither.
    No,
}

impl<P: Playable> Search<'_, P> {
    /// Reverse futility pruning: the score of a node that is far above beta.
    pub(super) fn reverse_futility(
        &self,
        beta: i32,
        static_eval: i32,
        improving: bool,
        depth: i32,
    ) -> Option<i32> {
        let margin = P::FUTILITY_MARGIN * (depth - i32::from(improving));
        (depth <= 7 && static_eval - margin >= beta).then_some((static_eval + beta) / 2)
    }

    /// Null move pruning: the score after passing, if even that is at least beta.
    pub(super) fn null_move(
        &mut self,
        position: &P,
        beta: i32,
        static_eval: i32,
        node: Node,
    ) -> Option<i32> {
        if node.depth < 3 || !node.may_pass || static_eval < beta {
            return None;
        }
        let child = position
            .null_move()
            .filter(|child| child.actor() != position.actor())?;
        let surplus = ((static_eval - beta) / (2 * P::FUTILITY_MARGIN)).min(3);
        let child_node = Node {
            depth: node.depth - 3 - node.depth / 4 - surplus,
            ply: node.ply + 1,
            steps: 0,
            may_pass: false,
        };
        self.continuations[node.ply + 1] = NULL_INDEX;
        let score = self.search_child(position, &child, beta - 1, beta, child_node);
        (score >= beta && !self.stopped).then(|| if is_mate(score) { beta } else { score })
    }

    /// Searches all actions but `action` against a lowered bar, to see whether it is singular.
    pub(super) fn singular(
        &mut self,
        position: &P,
        action: P::Action,
        tt_score: i32,
        beta: i32,
        node: Node,
    ) -> Singular {
        let bar = tt_score - 2 * node.depth;
        let reduced = Node {
            depth: (node.depth - 1) / 2,
            may_pass: false,
            ..node
        };
        self.excluded[node.ply] = Some(action);
        let others = self.search_node(position, bar - 1, bar, reduced);
        self.excluded[node.ply] = None;
        self.pv[node.ply].clear();
        if others < bar {
            Singular::Extend
        } else if bar >= beta {
            Singular::MultiCut(bar)
        } else {
            Singular::No
        }
    }

    /// Whether an action is skipped near the leaves: late move, futility, history and SEE pruning.
    pub(super) fn is_pruned(
        &self,
        position: &P,
        next: &ScoredAction<P::Action>,
        context: PruningContext,
    ) -> bool {
        let PruningContext {
            depth,
            quiets,
            static_eval,
            alpha,
            improving,
        } = context;
        if !next.is_quiet() {
            let loses = depth <= 5
                && next.score < LOSING_CAPTURE / 2
                && next.score - LOSING_CAPTURE < -90 * depth;
            // Sacrifices that leave the opponent no free choice are searched.
            return loses && {
                let mut child = position.clone();
                child.play_unchecked(next.action);
                !child.is_forced()
            };
        }
        if depth > 8 || position.quiet_score(next.action) >= FORCING_SCORE {
            return false;
        }
        if quiets > late_move_count(depth, improving) {
            return true;
        }
        let futility = || static_eval + P::FUTILITY_MARGIN * (depth + 1) <= alpha;
        let bad_history = || next.score < -2_500 * depth;
        let loses = || position.see(next.action) < -30 * depth * depth;
        depth <= 6 && (futility() || bad_history() || loses())
    }
}
