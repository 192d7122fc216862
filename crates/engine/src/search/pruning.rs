//! What is not searched at all, and what is searched deeper: pruning and singular extensions.

use manifold_rules::board::{Bitboard, Board, Role};

use super::history::NULL_INDEX;
use super::movepick::{LOSING_CAPTURE, SEE_EVEN};
use super::node::{Node, ScoredAction};
use super::reductions::late_move_count;
use super::score::{is_mate, to_tt};
use super::tt::{Bound, Entry};
use super::worker::Search;
use crate::playable::{Playable, Scope};

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
    /// The depth to which the action would be searched.
    pub(super) reduced: i32,
    /// Quiet actions so far, this one included.
    pub(super) quiets: i32,
    pub(super) static_eval: i32,
    pub(super) alpha: i32,
    pub(super) improving: bool,
}

/// The result of a singular search.
pub(super) enum Singular {
    /// The action is better than all others: it is searched deeper by so many plies.
    Extend(i32),
    /// Another action reaches this score as well, which is enough: multi-cut.
    MultiCut(i32),
    /// Neither.
    No,
}

impl<P: Playable> Search<'_, P> {
    /// So many percent of the game's margin.
    fn margin(percent: i32) -> i32 {
        P::FUTILITY_MARGIN * percent / 100
    }

    /// Reverse futility pruning: the score of a node that is far above beta.
    pub(super) fn reverse_futility(
        &self,
        beta: i32,
        static_eval: i32,
        improving: bool,
        depth: i32,
    ) -> Option<i32> {
        let margin = Self::margin(self.parameters.reverse_ply) * (depth - i32::from(improving));
        (depth <= self.parameters.reverse_depth && static_eval - margin >= beta)
            .then_some((static_eval + beta) / 2)
    }

    /// Razoring: the score of a node so far below alpha that only captures could save it, if they do not.
    pub(super) fn razor(
        &mut self,
        position: &P,
        alpha: i32,
        static_eval: i32,
        node: Node,
    ) -> Option<i32> {
        let Node { depth, .. } = node;
        let base = Self::margin(self.parameters.razor_base);
        let margin = base + Self::margin(self.parameters.razor_ply) * depth * depth;
        if depth > self.parameters.razor_depth || static_eval + margin > alpha {
            return None;
        }
        let score = self.quiesce_from(position, alpha, alpha + 1, node);
        (score <= alpha && !self.stopped).then_some(score)
    }

    /// Null move pruning: the score after passing, if even that is at least beta.
    pub(super) fn null_move(
        &mut self,
        position: &P,
        beta: i32,
        static_eval: i32,
        entry: Option<&Entry<P::Action>>,
        node: Node,
    ) -> Option<i32> {
        let Node { depth, ply, .. } = node;
        let parameters = self.parameters;
        let below = Self::margin(parameters.null_below) * (depth - 4).max(0);
        if depth < 3 || !node.may_pass || ply < self.null_ply || static_eval < beta - below {
            return None;
        }
        if parameters.null_table > 0
            && entry.is_some_and(|entry| entry.bound == Bound::Upper && entry.score < beta)
        {
            return None;
        }
        let child = position
            .null_move()
            .filter(|child| child.actor() != position.actor())?;
        let surplus = (static_eval - beta) / Self::margin(parameters.null_surplus).max(1);
        let surplus = surplus.clamp(0, parameters.null_most);
        let reduction = parameters.null_base + depth / parameters.null_ply + surplus;
        let child_node = Node {
            depth: depth - reduction,
            ply: ply + 1,
            steps: 0,
            may_pass: false,
            is_cut: !node.is_cut,
            extends: false,
        };
        self.continuations[ply + 1] = NULL_INDEX;
        self.quiets[ply + 1] = None;
        let score = self.search_child(position, &child, beta - 1, beta, child_node);
        if score < beta || self.stopped {
            return None;
        }
        let score = if is_mate(score) { beta } else { score };
        if depth < parameters.null_verified {
            return Some(score);
        }
        // Having to move may be what loses: the same depth without null moves must say the same.
        let before = self.null_ply;
        self.null_ply = ply + 3 * (depth - reduction).max(0) as usize / 4;
        let verified = self.search_node(
            position,
            beta - 1,
            beta,
            Node {
                depth: depth - reduction,
                may_pass: false,
                is_cut: false,
                ..node
            },
        );
        self.null_ply = before;
        self.pv[ply].clear();
        (verified >= beta && !self.stopped).then_some(score)
    }

    /// A cutoff by probing captures: the score of a capture that is far above beta even at a much lower depth.
    pub(super) fn probcut(
        &mut self,
        position: &P,
        beta: i32,
        static_eval: i32,
        entry: Option<&Entry<P::Action>>,
        node: Node,
    ) -> Option<i32> {
        let Node { depth, ply, .. } = node;
        let bar = beta + Self::margin(self.parameters.probcut_margin);
        if self.parameters.probcut_depth == 0
            || depth < self.parameters.probcut_depth
            || is_mate(bar)
            || entry.is_some_and(|entry| entry.depth >= depth - 3 && entry.score < bar)
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
                || position.see(next.action) < bar - static_eval
            {
                continue;
            }
            let mut child = position.clone();
            child.play_unchecked(next.action);
            if child.ply() == position.ply() {
                continue;
            }
            self.continuations[ply + 1] = position.continuation_index(next.action) as u16;
            self.quiets[ply + 1] = None;
            let child_node = Node {
                depth: 0,
                ply: ply + 1,
                steps: 0,
                may_pass: true,
                is_cut: !node.is_cut,
                extends: false,
            };
            let mut score = self.search_child(position, &child, bar - 1, bar, child_node);
            if score >= bar && depth > 4 && !self.stopped {
                let deeper = Node {
                    depth: depth - 4,
                    ..child_node
                };
                score = self.search_child(position, &child, bar - 1, bar, deeper);
            }
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
        let distance = self.root_distance(position);
        self.tt.store(
            position.zobrist(),
            Some(action),
            to_tt(score, distance),
            depth - 3,
            Bound::Lower,
        );
        Some(score - (bar - beta))
    }

    /// Searches all actions but `action` against a lowered bar, to see whether it is singular.
    pub(super) fn singular(
        &mut self,
        position: &P,
        action: P::Action,
        tt_score: i32,
        beta: i32,
        is_pv: bool,
        node: Node,
    ) -> Singular {
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
            let clearly = double > 0 && !is_pv && others < bar - double && node.depth < 16;
            Singular::Extend(1 + i32::from(clearly))
        } else if bar >= beta {
            Singular::MultiCut(bar)
        } else if self.parameters.singular_negative > 0 && (tt_score >= beta || node.is_cut) {
            Singular::Extend(-1)
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
            reduced,
            quiets,
            static_eval,
            alpha,
            improving,
        } = context;
        let parameters = self.parameters;
        if !next.is_quiet() {
            let loses = depth <= parameters.see_depth
                && next.score < LOSING_CAPTURE / 2
                && next.score - LOSING_CAPTURE < -parameters.see_capture * depth;
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
        if quiets > late_move_count(parameters, depth, improving) {
            return true;
        }
        let depth = if parameters.reduced_depth > 0 {
            reduced
        } else {
            depth
        };
        let base = Self::margin(parameters.futility_base);
        let margin = base + Self::margin(parameters.futility_ply) * depth;
        let futility = || static_eval + margin <= alpha;
        let bad_history = || next.score < -parameters.history_ply * depth.max(1);
        let allowed = parameters.see_quiet * depth * depth;
        let loses = || position.see(next.action) < SEE_EVEN.min(-allowed);
        depth <= parameters.futility_depth && (futility() || bad_history() || loses())
    }
}
