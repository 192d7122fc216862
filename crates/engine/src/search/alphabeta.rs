//! The interior nodes: every position that is neither the root nor in quiescence.
//!
//! [`Search::search_node`] goes through them in the usual order: the transposition table, the static evaluation, the pruning of the
//! whole node, extensions, and the actions one after the other.

use super::context::{NodeContext, Progress, is_mate_search};
use super::extensions::{Singular, tolerated_plies};
use super::movepick::SEE_EVEN;
use super::node::{MAX_PLY, Node};
use super::reductions::{Lateness, late_move_reduction};
use super::score::{MATE, MATE_IN_MAX_PLY, UNPROVEN_LOSS, is_mate, to_tt};
use super::tt::{Bound, Entry, table_key};
use super::worker::Search;
use crate::playable::{Playable, Scope};

impl<P: Playable> Search<'_, P> {
    /// The score of a position for its actor.
    pub(super) fn search(&mut self, position: &P, alpha: i32, beta: i32, node: Node) -> i32 {
        if node.depth <= 0 || node.ply >= MAX_PLY {
            if self.is_drawn_leaf(position) {
                self.pv[node.ply].clear();
                return 0;
            }
            return self.quiesce_from(position, alpha, beta, node);
        }
        if self.must_stop() {
            return 0;
        }
        self.nodes += 1;
        self.seldepth = self.seldepth.max(node.ply);
        self.pv[node.ply].clear();
        if let Some(score) = self.mate_distance_pruning(position, alpha, beta) {
            return score;
        }
        if let Some(outcome) = position.won_at_once() {
            return self.terminal_score(position, outcome.winner);
        }
        if !position.is_settled() {
            return self.search_node(position, alpha, beta, node);
        }
        let key = position.repetition_key();
        if self.is_draw(position, key) {
            return 0;
        }
        if self.wins_at_once(position, alpha, beta) {
            return MATE - (self.root_distance(position) + 1);
        }
        self.keys.push(key);
        let score = self.search_node(position, alpha, beta, node);
        self.keys.pop();
        score
    }

    /// The search of a position that is neither drawn nor won.
    pub(super) fn search_node(
        &mut self,
        position: &P,
        alpha: i32,
        beta: i32,
        mut node: Node,
    ) -> i32 {
        let is_pv = beta - alpha > 1;
        let excluded = self.excluded[node.ply];
        let tt_entry = match excluded {
            None => self.tt.probe(table_key(position)),
            Some(_) => None,
        };
        if let Some(entry) = &tt_entry
            && !is_pv
            && let Some(score) = self.tt_cutoff(position, entry, alpha, beta, node)
        {
            return score;
        }
        let forced = position.is_forced();
        node.depth += self.check_extension(position, forced, is_pv, node);
        let mut context = NodeContext {
            node,
            is_pv,
            forced,
            sharp: forced || position.is_sharp(),
            root_distance: self.root_distance(position),
            excluded,
            eval: self.static_eval(position, node.ply, forced, tt_entry.as_ref()),
            tt_entry,
        };
        if let Some(score) = self.prune_node(position, alpha, beta, &context) {
            return score;
        }
        if self.stopped {
            return 0;
        }
        let tt_action = tt_entry
            .and_then(|entry| entry.action)
            .filter(|action| position.is_legal(*action));
        let mut extension = 0;
        match tt_action {
            None => context.node.depth -= self.internal_reduction(alpha, beta, &context),
            Some(action) => {
                match self.singular_extension(position, action, alpha, beta, &context) {
                    Singular::Extend(by) => extension = by,
                    Singular::MultiCut(score) => return score,
                    Singular::No => {}
                }
            }
        }
        if self.stopped {
            return 0;
        }
        let mut progress = Progress::new(alpha, beta);
        let any = self.search_actions(position, tt_action, extension, &context, &mut progress);
        if self.stopped {
            return 0;
        }
        self.finish_node(position, any, &context, progress)
    }

    /// The tt cutoff: the score of the entry, if it is deep enough and its bound suffices.
    #[inline]
    fn tt_cutoff(
        &mut self,
        position: &P,
        entry: &Entry<P::Action>,
        alpha: i32,
        beta: i32,
        node: Node,
    ) -> Option<i32> {
        let tolerated = tolerated_plies(
            entry.action.is_some(),
            node.depth,
            self.parameters.internal_depth,
            || position.is_forced() || position.is_sharp(),
        );
        // In a search for a shorter win only mate scores cut off: the search behind the entry may have pruned that win.
        if entry.depth < node.depth - tolerated
            || (is_mate_search(alpha, beta) && !is_mate(entry.score))
        {
            return None;
        }
        let score = entry.cutoff(alpha, beta, self.root_distance(position))?;
        if self.parameters.table_history > 0
            && score >= beta
            && let Some(action) = entry.action
            && position.gain(action) <= 0
            && position.is_legal(action)
        {
            self.reward(position, node.ply, action, self.history_bonus(node.depth));
        }
        Some(score)
    }

    /// Searches the actions of a node until one of them cuts off. Returns whether there are any.
    #[inline]
    fn search_actions(
        &mut self,
        position: &P,
        tt_action: Option<P::Action>,
        extension: i32,
        context: &NodeContext<P::Action>,
        progress: &mut Progress<P::Action>,
    ) -> bool {
        let Node { depth, ply, .. } = context.node;
        let tt_captures = tt_action.is_some_and(|action| position.gain(action) > 0);
        let mut picker = self.picker(position, ply, tt_action);
        while let Some(next) = self.next_action(position, &mut picker, context, progress) {
            if context.excluded == Some(next.action) || self.overlooks(position, next.action) {
                continue;
            }
            let quiet = next.is_quiet();
            progress.quiets += i32::from(quiet);
            let late = Lateness {
                depth,
                number: progress.tried + 1,
                is_pv: context.is_pv,
                // On the long way to mating a bare king every node fails high.
                is_cut: context.node.is_cut && !context.sharp,
                improving: context.eval.improving,
                best_captures: tt_captures,
                forces: false,
            };
            if self.may_prune_actions(context, progress) {
                if quiet && self.is_late(&next, context, progress) {
                    progress.best = progress.best.max(context.eval.score.min(progress.alpha));
                    picker.skip_quiets();
                    continue;
                }
                let reduced = depth - late_move_reduction(self.parameters, &next, late).max(0);
                if self.is_pruned(position, &next, reduced, context, progress) {
                    progress.best = progress.best.max(context.eval.score.min(progress.alpha));
                    continue;
                }
            }
            progress.tried += 1;
            let mut child = position.clone();
            child.play_unchecked(next.action);
            self.tt.prefetch(table_key(&child));
            self.enter_child(position, &child, ply, &next);
            if progress.alpha >= MATE - (context.root_distance + 3)
                && child.actor() != position.actor()
                && child.is_settled()
                && !may_have_won(&child)
            {
                // The actor's next turn is too late for a shorter win than the known one. Unsettled children are searched: what is revealed
                // there may win.
                progress.best = progress.best.max(progress.alpha);
                continue;
            }
            let first = progress.tried == 1;
            let mut child_node = self.child_node(position, &child, next.action, first, context);
            let score = if first {
                if tt_action == Some(next.action) {
                    child_node.depth += extension;
                }
                let Progress { alpha, beta, .. } = *progress;
                self.search_child(position, &child, alpha, beta, child_node)
            } else {
                let reduction = self.reduction(position, &child, &next, late, context, progress);
                self.search_late(position, &child, reduction, child_node, progress)
            };
            if self.stopped {
                break;
            }
            progress.best = progress.best.max(score);
            if score > progress.alpha {
                progress.alpha = score;
                progress.best_action = Some(next.action);
                progress.bound = Bound::Exact;
                self.update_pv(ply, next.action);
                if score >= progress.beta {
                    progress.bound = Bound::Lower;
                    self.cutoffs[0] += 1;
                    self.cutoffs[1] += u64::from(first);
                    self.update_histories(position, context, picker.picked());
                    break;
                }
            }
        }
        let any = !picker.picked().is_empty();
        self.lists[ply] = picker.into_list();
        any
    }

    /// The node after an action, with its expected type, which is that of this node where the same player continues.
    #[inline]
    fn child_node(
        &self,
        position: &P,
        child: &P,
        action: P::Action,
        first: bool,
        context: &NodeContext<P::Action>,
    ) -> Node {
        let node = context.node;
        let cost = i32::from(child.ply() > position.ply());
        let flips = child.actor() != position.actor();
        Node {
            depth: node.depth - cost,
            ply: node.ply + 1,
            steps: if cost == 0 { node.steps + 1 } else { 0 },
            may_pass: true,
            is_cut: if context.is_pv {
                !first && flips
            } else {
                node.is_cut != flips
            },
            extends: self.parameters.check_extension == 3
                && child.is_check()
                && position.see(action) >= SEE_EVEN,
        }
    }

    /// Searches an action that is not the first: with a null window at reduced depth, then at full depth, and in the whole window only if
    /// it is better (Chess Programming Wiki, *Principal Variation Search* and *Late Move Reductions*).
    #[inline]
    fn search_late(
        &mut self,
        position: &P,
        child: &P,
        reduction: i32,
        node: Node,
        progress: &Progress<P::Action>,
    ) -> i32 {
        let Progress {
            alpha, beta, best, ..
        } = *progress;
        let flips = child.actor() != position.actor();
        let reduced = Node {
            depth: node.depth - reduction,
            is_cut: node.is_cut || (reduction > 0 && flips),
            ..node
        };
        let mut score = self.search_child(position, child, alpha, alpha + 1, reduced);
        if score > alpha && reduction > 0 && !self.stopped {
            let deeper = self.parameters.deeper > 0
                && score > best + self.parameters.deeper
                && !is_mate(score)
                && best > -MATE_IN_MAX_PLY;
            let again = Node {
                depth: node.depth + i32::from(deeper),
                ..node
            };
            score = self.search_child(position, child, alpha, alpha + 1, again);
        }
        if score > alpha && score < beta && !self.stopped {
            let again = Node {
                is_cut: false,
                ..node
            };
            score = self.search_child(position, child, alpha, beta, again);
        }
        score
    }

    /// The score of a node after its actions were searched, if there are `any`. Updates the histories and stores the tt entry.
    #[inline]
    fn finish_node(
        &mut self,
        position: &P,
        any: bool,
        context: &NodeContext<P::Action>,
        mut progress: Progress<P::Action>,
    ) -> i32 {
        if context.excluded.is_some() {
            return match progress.tried {
                0 => progress.alpha,
                _ => progress.best,
            };
        }
        if !any {
            return match position.outcome() {
                Some(outcome) => self.terminal_score(position, outcome.winner),
                None => position.static_eval(),
            };
        }
        if progress.tried == 0 {
            // Every action was overlooked.
            return position.static_eval();
        }
        let node = context.node;
        if context.forced {
            progress.best = trusted_loss::<P>(progress.best, self.scope(node));
        }
        if progress.bound == Bound::Upper {
            self.reward_unanswered(node.ply, node.depth);
        }
        self.correct_eval(position, context, &progress);
        let Progress {
            alpha,
            beta,
            mut best,
            best_action,
            bound,
            ..
        } = progress;
        // In a search for a shorter win the entry only says that there is none; its mate score marks it as one that may cut off such a
        // search.
        if bound == Bound::Upper && alpha >= MATE_IN_MAX_PLY {
            best = best.max(alpha);
        } else if bound == Bound::Lower && beta <= -MATE_IN_MAX_PLY {
            best = best.min(beta);
        }
        let score = to_tt(best, context.root_distance);
        self.tt
            .store(table_key(position), best_action, score, node.depth, bound);
        best
    }

    /// Whether the actor wins with the next action. Not asked in PV nodes, where the principal variation is to show that action, nor at
    /// levels that may overlook it.
    pub(super) fn wins_at_once(&self, position: &P, alpha: i32, beta: i32) -> bool {
        beta - alpha == 1 && !self.may_overlook() && position.can_win_at_once()
    }

    /// Mate distance pruning: the best or worst score possible here, if an at least equally short win or loss is already known.
    pub(super) fn mate_distance_pruning(&self, position: &P, alpha: i32, beta: i32) -> Option<i32> {
        let most = MATE - self.root_distance(position);
        if alpha >= most {
            Some(most)
        } else if beta <= -most {
            Some(-most)
        } else {
            None
        }
    }

    /// The score of `child` for the actor of `position`.
    pub(super) fn search_child(
        &mut self,
        position: &P,
        child: &P,
        alpha: i32,
        beta: i32,
        node: Node,
    ) -> i32 {
        if child.actor() == position.actor() {
            self.search(child, alpha, beta, node)
        } else {
            -self.search(child, -beta, -alpha, node)
        }
    }

    /// Sets the principal variation at `ply`: `action`, followed by the one at the next ply.
    pub(super) fn update_pv(&mut self, ply: usize, action: P::Action) {
        let (line, rest) = self.pv.split_at_mut(ply + 1);
        line[ply].clear();
        line[ply].push(action);
        line[ply].extend_from_slice(&rest[0]);
    }
}

/// The score of an actor without a free choice after all candidates of a scope: a loss only if the scope leaves
/// no answer out.
pub(super) fn trusted_loss<P: Playable>(best: i32, scope: Scope) -> i32 {
    if best <= -MATE_IN_MAX_PLY && P::may_omit_answers(scope) {
        UNPROVEN_LOSS
    } else {
        best
    }
}

/// A quick test whether the action that led here may have won the game.
fn may_have_won<P: Playable>(child: &P) -> bool {
    child.may_be_over() || child.won_at_once().is_some()
}
