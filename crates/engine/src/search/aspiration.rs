//! The root search for the best action only: all actions are searched in one aspiration window, which moves until the best score lies
//! inside it (Chess Programming Wiki, *Aspiration Windows*).

use super::node::Node;
use super::root::{RootAction, is_won, sort_roots, with_bonus, without_bonus};
use super::score::{INFINITE, MATE_IN_MAX_PLY, UNPROVEN_LOSS, is_mate};
use super::worker::Search;
use crate::playable::Playable;

/// Half the width of the first window, in centipawns.
const HALF: i32 = 10;
/// Minimum depth of an iteration with an aspiration window.
const DEPTH: i32 = 5;
/// Maximum half-width; beyond it the window is opened.
const MOST: i32 = 1_000;

/// An aspiration window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Window {
    alpha: i32,
    beta: i32,
    half: i32,
}

impl Window {
    const OPEN: Window = Window {
        alpha: -INFINITE,
        beta: INFINITE,
        half: MOST,
    };

    /// The first window of an iteration, around the score of the one before.
    fn around(last: Option<i32>, depth: i32) -> Window {
        match last {
            Some(last) if depth >= DEPTH && !is_mate(last) => Window {
                alpha: last - HALF,
                beta: last + HALF,
                half: HALF,
            },
            _ => Window::OPEN,
        }
    }

    /// The next window after a fail low or a fail high.
    fn moved(self, best: i32) -> Window {
        let Window { alpha, beta, half } = self;
        let half = half + half / 4 + 2;
        if half > MOST || is_mate(best) {
            Window::OPEN
        } else if best <= alpha {
            Window {
                alpha: best - half,
                beta: i32::midpoint(alpha, beta),
                half,
            }
        } else {
            Window {
                beta: best + half,
                half,
                ..self
            }
        }
    }

    /// The depth reduction, in plies, for the search of the `next` window after a score outside this one, which was searched with this
    /// `reduction`. An action that fails high usually does so a ply earlier as well, at less cost (Stockfish's source).
    fn reduction(self, best: i32, next: Window, reduction: i32) -> i32 {
        // A mate score opens the window, which is searched at full depth: the length of the mate depends on it.
        if best >= self.beta && next != Window::OPEN {
            reduction + 1
        } else {
            0
        }
    }
}

impl<P: Playable> Search<'_, P> {
    /// One iteration, for the best action only: it is moved to the front, and the others keep their order. Returns whether it was
    /// completed.
    pub(super) fn search_best(
        &mut self,
        position: &P,
        roots: &mut [RootAction<P::Action>],
        depth: i32,
    ) -> bool {
        let last = roots.first().and_then(|root| root.score);
        let mut window = Window::around(last, depth);
        let mut reduction = 0;
        loop {
            let best = self.search_window(position, roots, window, (depth - reduction).max(1));
            if self.stopped {
                return false;
            }
            if best > window.alpha && best < window.beta {
                return true;
            }
            let next = window.moved(best);
            reduction = window.reduction(best, next, reduction);
            window = next;
        }
    }

    /// Searches the root actions in a window until one of them fails high; returns the best score.
    fn search_window(
        &mut self,
        position: &P,
        roots: &mut [RootAction<P::Action>],
        window: Window,
        depth: i32,
    ) -> i32 {
        let limit = self.root_limit(position, roots, depth);
        let is_mate_search = is_won(roots);
        let Window {
            mut alpha, beta, ..
        } = window;
        let mut best = -INFINITE;
        let mut best_index = 0;
        let mut searched = 0;
        for (index, root) in roots.iter_mut().enumerate() {
            // A loss is believed only after everything has been tried.
            if index >= limit && best > -MATE_IN_MAX_PLY {
                break;
            }
            let action = root.action;
            let (child, node, scored) = self.enter_root(position, action, depth);
            let bounds = [alpha, beta].map(|bound| without_bonus::<P>(action, bound));
            let score = if index == 0 {
                self.search_child(position, &child, bounds[0], bounds[1], node)
            } else {
                let reduction = if is_mate_search || is_mate(best) {
                    0
                } else {
                    self.root_reduction(position, &child, &scored, index, depth)
                };
                self.search_late_in(position, &child, bounds, reduction, node)
            };
            if self.stopped {
                break;
            }
            let score = with_bonus::<P>(action, score);
            searched += 1;
            root.score = Some(score);
            best = best.max(score);
            if score > alpha {
                root.pv.clear();
                root.pv.push(action);
                root.pv.extend_from_slice(&self.pv[1]);
                root.exact = Some(score);
                alpha = score;
                best_index = index;
                if score >= beta {
                    break;
                }
            }
        }
        if self.stopped && searched > 0 && best <= UNPROVEN_LOSS {
            sort_roots(roots, searched, false, best, best);
        } else {
            roots[..=best_index].rotate_right(1);
        }
        best
    }

    /// Searches a root action that is not the first: with a null window at reduced depth, then at full depth, and in the full window only
    /// if it raises alpha.
    fn search_late_in(
        &mut self,
        position: &P,
        child: &P,
        [alpha, beta]: [i32; 2],
        reduction: i32,
        node: Node,
    ) -> i32 {
        let score = self.search_null_window(position, child, alpha, reduction, node);
        if score > alpha && !self.stopped {
            self.search_child(position, child, alpha, beta, node)
        } else {
            score
        }
    }
}

#[cfg(test)]
mod tests {
    use manifold_rules::board::StandardMove;
    use manifold_rules::chess::{Chess, Variant};
    use manifold_rules::hyperspace::{Action, Hyperspace};
    use manifold_rules::position::{Bounds, Position};

    use super::super::budget::Budget;
    use super::super::history::History;
    use super::super::tt::TranspositionTable;
    use super::*;
    use crate::playable::Secrets;

    #[test]
    fn a_window_that_failed_moves_and_a_far_one_is_open() {
        let first = Window::around(Some(50), DEPTH);
        assert_eq!((first.alpha, first.beta), (40, 60));
        let low = first.moved(30);
        assert!(low.alpha < 30 && low.beta == 50, "{low:?}");
        let high = first.moved(70);
        assert!(high.alpha == 40 && high.beta > 70, "{high:?}");
        assert_eq!(first.moved(MATE_IN_MAX_PLY), Window::OPEN);
        let mut window = first;
        for moves in 0..40 {
            assert!(window.alpha < window.beta, "after {moves}: {window:?}");
            window = window.moved(window.alpha);
        }
        assert_eq!(window, Window::OPEN);
    }

    #[test]
    fn an_iteration_begins_with_an_open_window_where_there_is_no_score_to_trust() {
        assert_eq!(Window::around(None, DEPTH), Window::OPEN);
        assert_eq!(Window::around(Some(50), DEPTH - 1), Window::OPEN);
        assert_eq!(Window::around(Some(MATE_IN_MAX_PLY), DEPTH), Window::OPEN);
    }

    #[test]
    fn a_score_above_the_window_is_looked_for_a_ply_earlier_each_time_and_one_below_or_a_mate_at_full_depth()
     {
        let first = Window::around(Some(50), DEPTH);
        let reduction =
            |window: Window, best, before| window.reduction(best, window.moved(best), before);
        assert_eq!(reduction(first, 60, 0), 1);
        let second = first.moved(60);
        assert_eq!(reduction(second, second.beta, 1), 2);
        assert_eq!(reduction(first, 40, 0), 0);
        assert_eq!(reduction(second, second.alpha, 1), 0);
        assert_eq!(reduction(first, MATE_IN_MAX_PLY, 0), 0);
    }

    /// The score of the only root action in a window at depth 1, whether it was above `alpha`, and the score of the search alone.
    fn alone(action: Action, alpha: i32) -> (i32, bool, i32) {
        let position = Hyperspace::start(Default::default());
        let table = TranspositionTable::with_capacity(1 << 12);
        let mut history = History::new::<Hyperspace>();
        let budget = Budget::of_nodes(100_000);
        let mut search =
            Search::<Hyperspace>::new(&table, &mut history, budget, Bounds::default(), &[]);
        let mut roots = [RootAction {
            action,
            score: None,
            exact: None,
            pv: vec![action],
        }];
        let window = Window {
            alpha,
            ..Window::OPEN
        };
        let score = search.search_window(&position, &mut roots, window, 1);
        let (child, node, _) = search.enter_root(&position, action, 1);
        let searched = search.search_child(&position, &child, -INFINITE, INFINITE, node);
        assert!(!search.stopped);
        (score, roots[0].exact.is_some(), searched)
    }

    #[test]
    fn a_departure_gets_the_bonus_for_its_secrecy_in_every_window_and_a_move_gets_none() {
        let actions = Hyperspace::start(Default::default()).legal_actions();
        let (departures, moves): (Vec<Action>, Vec<Action>) = actions
            .into_iter()
            .partition(|action| matches!(action, Action::PhaseOut { .. }));
        let bonus = Hyperspace::secrecy_bonus(departures[0]);
        assert!(bonus > 0);
        for (action, bonus) in [(departures[0], bonus), (moves[0], 0)] {
            let (score, _, searched) = alone(action, -INFINITE);
            assert_eq!(score, searched + bonus, "{action}");
            for (alpha, is_above) in [(score - 1, true), (score, false)] {
                let (_, above, _) = alone(action, alpha);
                assert_eq!(above, is_above, "{action} above {alpha}");
            }
        }
    }

    /// The root actions after iterations to this depth within this many nodes, and whether the last one was completed.
    fn iterated(text: &str, depth: u32, nodes: u64) -> (Vec<RootAction<StandardMove>>, bool) {
        let position = Chess::from_text(Variant::Standard, text).expect("a position");
        let root = |action| RootAction {
            action,
            score: None,
            exact: None,
            pv: vec![action],
        };
        let mut roots: Vec<_> = position.legal_actions().into_iter().map(root).collect();
        let table = TranspositionTable::with_capacity(1 << 12);
        let mut history = History::new::<Chess>();
        let budget = Budget::of_nodes(nodes);
        let mut search = Search::<Chess>::new(&table, &mut history, budget, Bounds::default(), &[]);
        let complete = (1..=depth).all(|depth| search.iterate(&position, &mut roots, depth, 0, 1));
        (roots, complete)
    }

    fn names(roots: &[RootAction<StandardMove>]) -> Vec<String> {
        roots.iter().map(|root| root.action.to_string()).collect()
    }

    #[test]
    fn the_best_action_comes_first_with_its_line_and_the_others_keep_their_order() {
        // The queen can be taken.
        let text = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
        let (roots, complete) = iterated(text, 7, 1_000_000);
        assert!(complete);
        let best = &roots[0];
        assert_eq!(best.action.to_string(), "e4d5");
        assert!(best.pv.len() > 1 && best.pv[0] == best.action);
        assert_eq!(best.score, best.exact);
        let position = Chess::from_text(Variant::Standard, text).expect("a position");
        let mut before: Vec<String> = Vec::new();
        before.extend(position.legal_actions().iter().map(ToString::to_string));
        before.retain(|name| name != "e4d5");
        assert_eq!(names(&roots)[1..], before);
    }

    #[test]
    fn a_mate_is_found_with_its_distance_whatever_the_window_was() {
        // Every other move wins as well, but later.
        let text = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
        let (roots, complete) = iterated(text, 6, 1_000_000);
        assert!(complete);
        assert_eq!(roots[0].action.to_string(), "d1d8");
        assert_eq!(roots[0].score, Some(super::super::score::MATE - 1));
    }

    #[test]
    fn an_interrupted_iteration_leaves_the_best_action_so_far_in_front() {
        let text = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
        for nodes in [200, 500, 1_000, 2_000, 5_000] {
            let (roots, complete) = iterated(text, 60, nodes);
            assert!(!complete);
            assert_eq!(roots[0].action.to_string(), "e4d5", "{nodes}");
        }
    }
}
