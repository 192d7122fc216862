//! The interior nodes: every position that is neither the root nor in quiescence.

use super::history::CorrectionIndex;
use super::movepick::SEE_EVEN;
use super::node::{MAX_PLY, Node, ScoredAction};
use super::pruning::{PruningContext, Singular};
use super::reductions::{Lateness, late_move_reduction};
use super::score::{
    INFINITE, MATE, MATE_IN_MAX_PLY, NO_EVAL, UNPROVEN_LOSS, clamp_eval, from_tt, is_mate, to_tt,
};
use super::tt::{Bound, Entry};
use super::worker::Search;
use crate::playable::{Playable, Scope};

/// Beyond this score, and within [`WON_PLY`] of the root, nothing is pruned by material: what is left to find is the
/// mate.
const WON: i32 = 1_000;
const WON_PLY: usize = 5;

impl<P: Playable> Search<'_, P> {
    /// The score of a position for its actor.
    pub(super) fn search(&mut self, position: &P, alpha: i32, beta: i32, node: Node) -> i32 {
        if node.depth <= 0 || node.ply >= MAX_PLY {
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
        self.keys.push(key);
        let score = self.search_node(position, alpha, beta, node);
        self.keys.pop();
        score
    }

    /// The search of a position that is neither drawn nor won.
    pub(super) fn search_node(
        &mut self,
        position: &P,
        mut alpha: i32,
        beta: i32,
        node: Node,
    ) -> i32 {
        let Node { mut depth, ply, .. } = node;
        let is_pv = beta - alpha > 1;
        let excluded = self.excluded[ply];
        let key = position.zobrist();
        let root_distance = self.root_distance(position);
        let tt_entry = if excluded.is_none() {
            self.tt.probe(key)
        } else {
            None
        };
        if let Some(entry) = &tt_entry
            && !is_pv
            && entry.depth >= depth
            // What another search has pruned may be the shorter win.
            && (!is_mate_search(alpha, beta) || is_mate(entry.score))
            && let Some(score) = entry.cutoff(alpha, beta, root_distance)
        {
            if self.parameters.table_history > 0
                && score >= beta
                && let Some(action) = entry.action
                && position.gain(action) <= 0
                && position.is_legal(action)
            {
                self.reward(position, ply, action, self.history_bonus(depth));
            }
            return score;
        }
        let forced = position.is_forced();
        let within_extensions = ply < 2 * self.root_depth as usize;
        let extends = match self.parameters.check_extension {
            0 => false,
            1 => true,
            2 => is_pv,
            _ => node.extends,
        };
        if forced && extends && within_extensions && position.is_check() {
            depth += 1;
        }
        let sharp = forced || position.is_sharp();
        let corrections = self.correction_index(position, ply);
        let uncorrected = if forced { 0 } else { self.evaluate(position) };
        let corrected = match &corrections {
            Some(index) if !forced => clamp_eval(uncorrected + self.history.correction(index)),
            _ => uncorrected,
        };
        let static_eval = if forced {
            0
        } else {
            better_estimate(corrected, tt_entry.as_ref(), root_distance)
        };
        self.static_evals[ply] = if forced { NO_EVAL } else { static_eval };
        let improving = !forced && self.is_improving(ply, static_eval);
        if !is_pv
            && !sharp
            && excluded.is_none()
            && !is_mate(beta)
            && (beta > -WON || ply > WON_PLY)
        {
            if let Some(score) = self.reverse_futility(beta, static_eval, improving, depth) {
                return score;
            }
            let node = Node { depth, ..node };
            if let Some(score) = self.razor(position, alpha, static_eval, node) {
                return score;
            }
            let entry = tt_entry.as_ref();
            if let Some(score) = self.null_move(position, beta, static_eval, entry, node) {
                return score;
            }
            if let Some(score) = self.probcut(position, beta, static_eval, entry, node) {
                return score;
            }
            if self.stopped {
                return 0;
            }
        }
        let tt_action = tt_entry
            .as_ref()
            .and_then(|entry| entry.action)
            .filter(|action| position.is_legal(*action));
        if tt_action.is_none()
            && depth >= self.parameters.internal_depth
            && !forced
            && excluded.is_none()
            && !is_mate_search(alpha, beta)
        {
            // Internal iterative reduction: the next visit will have an action to begin with.
            depth -= 1;
        }
        let mut extension = 0;
        if let (Some(entry), Some(action)) = (&tt_entry, tt_action)
            && depth >= self.parameters.singular_depth
            && !is_mate_search(alpha, beta)
            && entry.bound != Bound::Upper
            && entry.depth >= depth - 3
            && !is_mate(entry.score)
            && within_extensions
        {
            let node = Node { depth, ..node };
            match self.singular(position, action, entry.score, beta, is_pv, node) {
                Singular::Extend(by) => extension = by,
                Singular::MultiCut(score) => return score,
                Singular::No => {}
            }
            if self.stopped {
                return 0;
            }
        }
        let best_captures = tt_action.is_some_and(|action| position.gain(action) > 0);
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        let mut generated = false;
        let mut complete = forced;
        if let Some(action) = tt_action {
            list.push(ScoredAction {
                action,
                score: i32::MAX,
                gain: position.gain(action),
            });
        } else {
            let limit = self.quiet_limit(depth, forced, is_mate_search(alpha, beta));
            self.generate(position, Node { depth, ..node }, limit, None, &mut list);
            generated = true;
        }
        let mut best = -INFINITE;
        let mut best_action = None;
        let mut bound = Bound::Upper;
        let mut number = 0;
        let mut tried = 0;
        let mut quiets = 0;
        loop {
            if number == list.len() {
                if generated {
                    if best > -MATE_IN_MAX_PLY || complete || number == 0 || excluded.is_some() {
                        break;
                    }
                    // A loss is believed only after everything that was left out has been tried.
                    complete = true;
                    self.generate_rest(position, node, &mut list);
                    continue;
                }
                let limit = self.quiet_limit(depth, forced, is_mate_search(alpha, beta));
                let node = Node { depth, ..node };
                self.generate(position, node, limit, tt_action, &mut list);
                generated = true;
                continue;
            }
            let next = self.pick_next(position, &mut list, number);
            number += 1;
            if excluded == Some(next.action) || self.overlooks(position, next.action) {
                continue;
            }
            let quiet = next.is_quiet();
            quiets += i32::from(quiet);
            let late = Lateness {
                depth,
                number: tried + 1,
                is_pv,
                // On the long way to the mate of a bare king everything is a cutoff.
                is_cut: node.is_cut && !sharp,
                improving,
                best_captures,
                forces: false,
            };
            if (!is_pv || self.parameters.late_in_pv > 0)
                && !sharp
                && best > -MATE_IN_MAX_PLY
                && tried > 0
                && !is_mate(alpha)
                && (alpha < WON || ply > WON_PLY)
                && self.is_pruned(
                    position,
                    &next,
                    PruningContext {
                        depth,
                        reduced: depth - late_move_reduction(self.parameters, &next, late).max(0),
                        quiets,
                        static_eval,
                        alpha,
                        improving,
                    },
                )
            {
                best = best.max(static_eval.min(alpha));
                continue;
            }
            tried += 1;
            let mut child = position.clone();
            child.play_unchecked(next.action);
            self.continuations[ply + 1] = position.continuation_index(next.action) as u16;
            self.quiets[ply + 1] = quiet.then(|| self.history_index(position, ply, next.action));
            let cost = i32::from(child.ply() > position.ply());
            if alpha >= MATE - (root_distance + 3)
                && child.actor() != position.actor()
                && !may_have_won(&child)
            {
                // The actor's next turn is too late for a win shorter than the one that is known.
                best = best.max(alpha);
                continue;
            }
            let is_tt_action = tried == 1 && tt_action == Some(next.action);
            let extends = self.parameters.check_extension == 3
                && child.is_check()
                && position.see(next.action) >= SEE_EVEN;
            // Where the same player goes on, the expectation is the same.
            let flips = child.actor() != position.actor();
            let child_node = Node {
                depth: depth - cost + if is_tt_action { extension } else { 0 },
                ply: ply + 1,
                steps: if cost == 0 { node.steps + 1 } else { 0 },
                may_pass: true,
                is_cut: !is_pv && node.is_cut != flips,
                extends,
            };
            let mut score;
            if tried == 1 {
                score = self.search_child(position, &child, alpha, beta, child_node);
            } else {
                let child_node = Node {
                    is_cut: if is_pv { flips } else { child_node.is_cut },
                    ..child_node
                };
                let mut reduction = 0;
                if !forced
                    && depth >= self.parameters.reduction_depth
                    && cost > 0
                    && !is_mate_search(alpha, beta)
                {
                    let late = Lateness {
                        number: tried,
                        forces: self.parameters.reduction_forcing > 0 && child.is_forced(),
                        ..late
                    };
                    reduction = late_move_reduction(self.parameters, &next, late)
                        .min(child_node.depth - 1)
                        .max(0);
                }
                let reduced = Node {
                    depth: child_node.depth - reduction,
                    is_cut: child_node.is_cut || (reduction > 0 && flips),
                    ..child_node
                };
                score = self.search_child(position, &child, alpha, alpha + 1, reduced);
                if score > alpha && reduction > 0 && !self.stopped {
                    let deeper = self.parameters.deeper > 0
                        && score > best + self.parameters.deeper
                        && !is_mate(score)
                        && best > -MATE_IN_MAX_PLY;
                    let again = Node {
                        depth: child_node.depth + i32::from(deeper),
                        ..child_node
                    };
                    score = self.search_child(position, &child, alpha, alpha + 1, again);
                }
                if score > alpha && score < beta && !self.stopped {
                    let again = Node {
                        is_cut: false,
                        ..child_node
                    };
                    score = self.search_child(position, &child, alpha, beta, again);
                }
            }
            if self.stopped {
                self.lists[ply] = list;
                return 0;
            }
            if score > best {
                best = score;
            }
            if score > alpha {
                alpha = score;
                best_action = Some(next.action);
                bound = Bound::Exact;
                self.update_pv(ply, next.action);
                if score >= beta {
                    bound = Bound::Lower;
                    self.cutoffs[0] += 1;
                    self.cutoffs[1] += u64::from(tried == 1);
                    self.update_histories(position, ply, depth, &list[..number]);
                    break;
                }
            }
        }
        self.lists[ply] = list;
        if excluded.is_some() {
            return if tried == 0 { alpha } else { best };
        }
        if number == 0 {
            return match position.outcome() {
                Some(outcome) => self.terminal_score(position, outcome.winner),
                None => position.static_eval(),
            };
        }
        if tried == 0 {
            // Every action was overlooked.
            return position.static_eval();
        }
        if forced {
            best = trusted_loss::<P>(best, self.scope(Node { depth, ..node }));
        }
        if bound == Bound::Upper
            && self.parameters.prior_history > 0
            && let Some(index) = self.quiets[ply]
        {
            let bonus = self.history_bonus(depth) * self.parameters.prior_history / 100;
            self.update_quiet(index, bonus);
        }
        if let Some(index) = &corrections
            && !forced
            && !is_mate(best)
            && best_action.is_none_or(|action| position.gain(action) <= 0)
            && !(bound == Bound::Lower && best <= corrected)
            && !(bound == Bound::Upper && best >= corrected)
        {
            self.history.correct(index, best - corrected, depth);
        }
        // All that is claimed then is that there is no shorter win: such entries are recognised by their score.
        if bound == Bound::Upper && alpha >= MATE_IN_MAX_PLY {
            best = best.max(alpha);
        } else if bound == Bound::Lower && beta <= -MATE_IN_MAX_PLY {
            best = best.min(beta);
        }
        self.tt
            .store(key, best_action, to_tt(best, root_distance), depth, bound);
        best
    }

    /// Mate distance pruning: the best or worst score possible here, if a shorter win is already known.
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

    /// Where the corrections of a position are, if there are any.
    fn correction_index(&self, position: &P, ply: usize) -> Option<CorrectionIndex> {
        if self.parameters.correction == 0 {
            return None;
        }
        let before = [
            self.continuations[ply],
            self.continuations[ply.saturating_sub(1)],
        ];
        let color = position.actor().fold_wb(0, 1);
        let keys = position.correction_keys()?;
        Some(CorrectionIndex::new(keys, color, before))
    }

    /// The static evaluation, corrected by what it was wrong by elsewhere.
    pub(super) fn corrected_eval(&mut self, position: &P, ply: usize) -> i32 {
        let correction = self
            .correction_index(position, ply)
            .map_or(0, |index| self.history.correction(&index));
        self.evaluate(position) + correction
    }

    /// Whether the static evaluation has risen since the actor's previous turn.
    fn is_improving(&self, ply: usize, static_eval: i32) -> bool {
        let before = ply
            .checked_sub(2)
            .map_or(NO_EVAL, |ply| self.static_evals[ply]);
        before == NO_EVAL || static_eval > before
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

    /// The principal variation at `ply` is `action` and the one a ply later.
    pub(super) fn update_pv(&mut self, ply: usize, action: P::Action) {
        let (line, rest) = self.pv.split_at_mut(ply + 1);
        line[ply].clear();
        line[ply].push(action);
        line[ply].extend_from_slice(&rest[0]);
    }
}

/// The score of the table instead of an evaluation, where its bound makes it the better estimate.
pub(super) fn better_estimate<A>(eval: i32, entry: Option<&Entry<A>>, root_distance: i32) -> i32 {
    let Some(entry) = entry else { return eval };
    let score = from_tt(entry.score, root_distance);
    let better = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score > eval,
        Bound::Upper => score < eval,
    };
    if better && !is_mate(score) {
        score
    } else {
        eval
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

/// Whether the action that led here may have won the game. Quick.
fn may_have_won<P: Playable>(child: &P) -> bool {
    child.may_be_over() || child.won_at_once().is_some()
}

/// Whether a forced win is known, so that only a shorter one matters.
fn is_mate_search(alpha: i32, beta: i32) -> bool {
    alpha >= MATE_IN_MAX_PLY || beta <= -MATE_IN_MAX_PLY
}
