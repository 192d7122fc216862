//! The root: one iteration of iterative deepening, with a score for every action that may be chosen. Where only the best one is wanted,
//! [`aspiration`](super::aspiration) does the iteration.

use super::node::{Node, ScoredAction};
use super::reductions::{Lateness, late_move_reduction};
use super::score::{INFINITE, MATE_IN_MAX_PLY, UNPROVEN_LOSS, is_mate};
use super::worker::Search;
use crate::playable::Playable;

/// An action at the root, with the results for it so far.
#[derive(Debug, Clone)]
pub(crate) struct RootAction<A> {
    pub(crate) action: A,
    /// The score of the last iteration; `None` before the first.
    pub(crate) score: Option<i32>,
    /// The last score that was not a mere upper bound.
    pub(crate) exact: Option<i32>,
    /// The principal variation, this action first.
    pub(crate) pv: Vec<A>,
}

/// Half the width of the first aspiration window, in centipawns.
const ASPIRATION: i32 = 25;
/// With multi-PV, forced wins longer than the shortest by at most this many plies get an exact score too.
const MATE_MARGIN: i32 = 2;

impl<P: Playable> Search<'_, P> {
    /// One iteration; returns whether it was completed. `roots` come in move order and are left with the best first. Actions within
    /// `margin` of the best, and the best `multi_pv` of them, get an exact score, the others an upper bound.
    pub(crate) fn iterate(
        &mut self,
        position: &P,
        roots: &mut [RootAction<P::Action>],
        depth: u32,
        margin: i32,
        multi_pv: usize,
    ) -> bool {
        self.root_ply = position.ply();
        self.root_depth = depth as i32;
        self.keep_root_eval(position);
        let pushes = position.is_settled();
        if pushes {
            self.keys.push(position.repetition_key());
        }
        let complete = if margin == 0 && multi_pv <= 1 {
            self.search_best(position, roots, depth as i32)
        } else {
            self.search_roots(position, roots, depth as i32, margin, multi_pv)
        };
        if pushes {
            self.keys.pop();
        }
        complete
    }

    /// An iteration for several actions, which are sorted by their scores.
    fn search_roots(
        &mut self,
        position: &P,
        roots: &mut [RootAction<P::Action>],
        depth: i32,
        margin: i32,
        multi_pv: usize,
    ) -> bool {
        let is_mate_search = is_won(roots);
        let limit = self.root_limit(position, roots, depth);
        let mut best = -INFINITE;
        let mut searched = 0;
        // The best scores, in descending order.
        let mut top: Vec<i32> = Vec::with_capacity(multi_pv + 1);
        for index in 0..roots.len() {
            // A loss is believed only after everything has been tried.
            if index >= limit && best > -MATE_IN_MAX_PLY {
                break;
            }
            let action = roots[index].action;
            let (child, node, scored) = self.enter_root(position, action, depth);
            let score = if index == 0 {
                let last = roots[0].score;
                let last = last.map(|score| without_bonus::<P>(action, score));
                self.aspiration_search(position, &child, last, margin, node)
            } else {
                let floor = floor(&top, best, margin, multi_pv);
                let floor = without_bonus::<P>(action, floor);
                let reduction = if is_mate_search || is_mate(best) {
                    0
                } else {
                    self.root_reduction(position, &child, &scored, index, depth)
                };
                self.search_late_root(position, &child, floor, reduction, node)
            };
            let score = with_bonus::<P>(action, score);
            if self.stopped {
                break;
            }
            searched += 1;
            let root = &mut roots[index];
            root.score = Some(score);
            if score > floor(&top, best, margin, multi_pv) {
                root.pv.clear();
                root.pv.push(root.action);
                root.pv.extend_from_slice(&self.pv[1]);
                root.exact = Some(score);
            }
            best = best.max(score);
            let place = top.partition_point(|other| *other >= score);
            top.insert(place, score);
            top.truncate(multi_pv.max(1));
        }
        let complete = searched >= limit && !self.stopped;
        let floor = floor(&top, best, margin, multi_pv);
        sort_roots(roots, searched, complete, best, floor);
        complete
    }

    /// The number of root actions that are searched.
    pub(super) fn root_limit(
        &self,
        position: &P,
        roots: &mut [RootAction<P::Action>],
        depth: i32,
    ) -> usize {
        // A shorter win may begin with any action.
        if is_won(roots) {
            roots.len()
        } else {
            with_forcing(position, roots, P::quiet_limit(depth, true))
        }
    }

    /// The position after a root action, its node, and the action with its ordering score.
    pub(super) fn enter_root(
        &mut self,
        position: &P,
        action: P::Action,
        depth: i32,
    ) -> (P, Node, ScoredAction<P::Action>) {
        let mut child = position.clone();
        child.play_unchecked(action);
        let cost = i32::from(child.ply() > position.ply());
        let node = Node {
            depth: depth - cost,
            ply: 1,
            steps: 1 - cost as u32,
            may_pass: true,
            is_cut: false,
            extends: true,
        };
        let scored = self.scored(position, 0, action);
        self.enter_child(position, &child, 0, &scored);
        (child, node, scored)
    }

    /// The late move reduction at the root, in plies.
    pub(super) fn root_reduction(
        &self,
        position: &P,
        child: &P,
        scored: &ScoredAction<P::Action>,
        index: usize,
        depth: i32,
    ) -> i32 {
        if self.parameters.root_reduction == 0
            || depth < 3
            || child.ply() == position.ply()
            || position.is_forced()
        {
            return 0;
        }
        let late = Lateness {
            depth,
            number: index as i32 + 1,
            is_pv: true,
            is_cut: false,
            improving: true,
            best_captures: false,
            forces: child.is_forced(),
        };
        // At least one ply is left.
        late_move_reduction(self.parameters, scored, late).clamp(0, depth - 2)
    }

    /// Searches an action that is not the first: with a null window at reduced depth, then at full depth, and for an exact score only if it
    /// is above `floor`.
    fn search_late_root(
        &mut self,
        position: &P,
        child: &P,
        floor: i32,
        reduction: i32,
        node: Node,
    ) -> i32 {
        let score = self.search_null_window(position, child, floor, reduction, node);
        if score > floor && !self.stopped {
            self.rising_search(position, child, floor, score, node)
        } else {
            score
        }
    }

    /// Searches a root action in a null window above `alpha`: at reduced depth, then at full depth if that fails high.
    pub(super) fn search_null_window(
        &mut self,
        position: &P,
        child: &P,
        alpha: i32,
        reduction: i32,
        node: Node,
    ) -> i32 {
        let cut = Node {
            is_cut: true,
            ..node
        };
        let reduced = Node {
            depth: node.depth - reduction,
            ..cut
        };
        let score = self.search_child(position, child, alpha, alpha + 1, reduced);
        if score > alpha && reduction > 0 && !self.stopped {
            self.search_child(position, child, alpha, alpha + 1, cut)
        } else {
            score
        }
    }

    /// The score of a position for its actor at this depth, with its principal variation; `None` if the search had to
    /// stop.
    pub(crate) fn probe(&mut self, position: &P, depth: u32) -> Option<(i32, Vec<P::Action>)> {
        self.root_ply = position.ply();
        self.root_depth = depth as i32;
        let node = Node {
            depth: depth as i32,
            ply: 0,
            steps: 0,
            may_pass: true,
            is_cut: false,
            extends: true,
        };
        let score = self.search(position, -INFINITE, INFINITE, node);
        (!self.stopped).then(|| (score, self.pv[0].clone()))
    }

    /// Searches an action again that failed high above `floor`, in a window that ends a little above the score it got.
    fn rising_search(&mut self, position: &P, child: &P, floor: i32, last: i32, node: Node) -> i32 {
        let mut half = ASPIRATION;
        let mut beta = if self.parameters.rising == 0 || node.depth < 4 || is_mate(last) {
            INFINITE
        } else {
            last + half
        };
        loop {
            let score = self.search_child(position, child, floor, beta, node);
            if self.stopped || score < beta {
                return score;
            }
            half *= 3;
            beta = if half > 1_000 || is_mate(score) {
                INFINITE
            } else {
                score + half
            };
        }
    }

    /// Searches the first action of an iteration, in an aspiration window around its score in the previous iteration.
    fn aspiration_search(
        &mut self,
        position: &P,
        child: &P,
        last: Option<i32>,
        margin: i32,
        node: Node,
    ) -> i32 {
        let mut alpha = -INFINITE;
        let mut beta = INFINITE;
        let mut half = ASPIRATION;
        if let Some(last) = last
            && node.depth >= 4
            && margin == 0
            && !is_mate(last)
        {
            (alpha, beta) = (last - half, last + half);
        }
        loop {
            let score = self.search_child(position, child, alpha, beta, node);
            if self.stopped || (score > alpha && score < beta) {
                return score;
            }
            // Fail low or high: widen the window on that side.
            half *= 3;
            if half > 1_000 {
                (alpha, beta) = (-INFINITE, INFINITE);
            } else if score <= alpha {
                alpha = score - half;
            } else {
                beta = score + half;
            }
        }
    }
}

/// Whether a forced win is known: the score of the first action says so.
pub(super) fn is_won<A>(roots: &[RootAction<A>]) -> bool {
    let score = roots.first().and_then(|root| root.score);
    score.is_some_and(|score| score >= MATE_IN_MAX_PLY)
}

/// A score with the bonus for the secret that a root action carries; a forced win gets none.
pub(super) fn with_bonus<P: Playable>(action: P::Action, score: i32) -> i32 {
    if is_mate(score) {
        score
    } else {
        score + P::secrecy_bonus(action)
    }
}

/// The inverse of [`with_bonus`].
pub(super) fn without_bonus<P: Playable>(action: P::Action, score: i32) -> i32 {
    if is_mate(score) {
        score
    } else {
        score - P::secrecy_bonus(action)
    }
}

/// Sorts the actions after an iteration in which `searched` of them got a score.
pub(super) fn sort_roots<A>(
    roots: &mut [RootAction<A>],
    mut searched: usize,
    complete: bool,
    best: i32,
    floor: i32,
) {
    if complete {
        for root in &mut roots[searched..] {
            root.score = root.score.map(|score| score.min(floor - 1));
        }
    } else if searched > 0 && best <= UNPROVEN_LOSS {
        // All searched actions lose, by force or all of their material: any action not known to lose is better.
        for root in &mut roots[searched..] {
            root.score.get_or_insert(UNPROVEN_LOSS);
        }
        searched = roots.len();
    }
    // The actions that an interrupted iteration has searched count, since the best of the previous iteration came first.
    roots[..searched].sort_by_key(|root| std::cmp::Reverse(root.score));
}

/// Moves all actions that leave the opponent no free choice up behind the first `limit`, and returns how many actions are to be searched:
/// both groups. However unpromising, a forcing action can begin a forced win.
fn with_forcing<P: Playable>(
    position: &P,
    roots: &mut [RootAction<P::Action>],
    limit: usize,
) -> usize {
    let first = limit.min(roots.len());
    let mut count = first;
    for index in first..roots.len() {
        let mut child = position.clone();
        child.play_unchecked(roots[index].action);
        if child.actor() != position.actor() && child.is_forced() {
            roots[count..=index].rotate_right(1);
            count += 1;
        }
    }
    count
}

/// The score that an action must exceed to get an exact score.
fn floor(top: &[i32], best: i32, margin: i32, multi_pv: usize) -> i32 {
    let last = match top.last() {
        Some(score) if top.len() >= multi_pv.max(1) => *score,
        _ => -INFINITE,
    };
    // Of forced wins only the shortest matter.
    let margin = if best >= MATE_IN_MAX_PLY {
        margin.min(MATE_MARGIN)
    } else {
        margin
    };
    last.min(best.saturating_sub(margin)).max(-INFINITE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use manifold_rules::board::StandardMove;
    use manifold_rules::chess::{Chess, Variant};
    use manifold_rules::position::Position;

    /// How many of these actions are searched with this limit, and their order.
    fn searched(limit: usize) -> (usize, Vec<String>) {
        let position = Chess::from_text(Variant::Standard, "7k/8/8/8/8/8/4K3/1R6 w - - 0 1");
        let actions = ["e2e3", "b1b2", "b1b3", "b1b8", "b1c1", "b1h1"];
        let mut roots = actions.map(|action| RootAction {
            action: action.parse::<StandardMove>().expect("a move"),
            score: None,
            exact: None,
            pv: Vec::new(),
        });
        let count = with_forcing(&position.expect("a position"), &mut roots, limit);
        (count, roots.map(|root| root.action.to_string()).to_vec())
    }

    #[test]
    fn a_check_is_searched_at_the_root_however_late_it_comes_and_other_late_actions_are_not() {
        let (count, order) = searched(2);
        assert_eq!(count, 4);
        assert_eq!(order, ["e2e3", "b1b2", "b1b8", "b1h1", "b1b3", "b1c1"]);
        for all in [6, usize::MAX] {
            let (count, order) = searched(all);
            assert_eq!(count, 6);
            assert_eq!(order, ["e2e3", "b1b2", "b1b3", "b1b8", "b1c1", "b1h1"]);
        }
    }

    /// The order after an interrupted iteration that gave the first of three actions this score.
    fn order(first: i32) -> Vec<char> {
        let root = |action, score| RootAction {
            action,
            score: Some(score),
            exact: None,
            pv: vec![action],
        };
        let mut roots = [root('a', first), root('b', -90), root('c', -80)];
        sort_roots(&mut roots, 1, false, first, first);
        roots.map(|root| root.action).to_vec()
    }

    #[test]
    fn an_action_that_loses_everything_comes_after_those_that_an_interrupted_iteration_has_not_reached()
     {
        assert_eq!(order(UNPROVEN_LOSS), ['c', 'b', 'a']);
        assert_eq!(order(-MATE_IN_MAX_PLY), ['c', 'b', 'a']);
        assert_eq!(order(UNPROVEN_LOSS + 1), ['a', 'b', 'c']);
        assert_eq!(order(-100), ['a', 'b', 'c']);
    }
}
